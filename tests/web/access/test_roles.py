"""Who may change something: the machine itself, whoever has the code, or everybody where it is open."""

import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from appliance.command_line import parser
from companion.clock import Instant
from tests.web.evenings import CODE, ELSEWHERE, OPENING, OURS, Evening, evening
from web.access.admission import INVITATION_SECONDS, PERIOD_SECONDS, WRONG_GUESSES, Admission, Gate, new_code
from web.access.referees import Referees
from web.access.roles import FOR_EVERYBODY, LASTS, cookie_name
from web.problems import Problem

CHANGES = [
    ("POST", "/api/acts"),
    ("POST", "/api/corrections"),
    ("POST", "/api/corrections/preview"),
    ("POST", "/api/undo"),
    ("POST", "/api/redo"),
    ("DELETE", "/api/referee"),
    ("POST", "/api/invitations"),
    ("DELETE", "/api/referees/<key>"),
    ("POST", "/api/lobby/answers"),
    ("POST", "/api/lobby/players"),
    ("DELETE", "/api/lobby/players"),
    ("POST", "/api/games"),
    ("POST", "/api/games/break-off"),
]
PAGES = ["/acts", "/acts/0/change", "/acts/0/before", "/acts/preview?change=take-back&at=0"]


class Hourglass:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def table(opened: Evening) -> Evening:
    return opened


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["error"]["code"]


def enter_code(client: FlaskClient, code: object = CODE) -> Any:
    return client.post("/api/referee", json={"code": code}, headers=OURS)


def test_every_change_is_either_for_everybody_or_tested_here(table: Evening) -> None:
    unsafe = {
        (method, str(rule))
        for rule in table.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}
    }
    assert unsafe == FOR_EVERYBODY | set(CHANGES)


@pytest.mark.parametrize(("method", "route"), CHANGES)
def test_an_onlooker_changes_nothing(table: Evening, method: str, route: str) -> None:
    before = table.table.current
    answer = table.guest().open(route, method=method, json={}, headers=OURS)
    assert code_of(answer) == (403, "referee-only")
    assert table.table.current == before


@pytest.mark.parametrize(("method", "route"), CHANGES)
@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Host": "evil.example"}, "unknown-host"),
        ({"Origin": "http://evil.example", **OURS}, "foreign-origin"),
        ({"Sec-Fetch-Site": "cross-site", **OURS}, "foreign-origin"),
        ({}, "header-missing"),
    ],
)
def test_the_role_opens_no_door_to_other_pages(
    table: Evening, method: str, route: str, headers: dict[str, str], code: str
) -> None:
    before = table.table.current
    assert code_of(table.app.test_client().open(route, method=method, json={}, headers=headers)) == (
        403,
        code,
    )
    assert table.table.current == before


@pytest.mark.parametrize("route", PAGES)
def test_an_onlooker_is_shown_the_way_to_the_code(table: Evening, route: str) -> None:
    answer = table.guest().get(route)
    assert (answer.status_code, answer.location) == (303, "/referee")
    assert table.app.test_client().get(route).status_code == 200


def test_an_onlooker_sees_the_table_and_the_acts_but_no_tools(table: Evening) -> None:
    guest = table.guest()
    page = guest.get("/").text
    assert 'href="/referee"' in page
    assert 'id="undo"' not in page
    assert len(guest.get("/api/acts").get_json()["acts"]) == len(OPENING)
    assert code_of(guest.get("/api/acts/form")) == (403, "referee-only")
    assert guest.post("/api/press", json={"button": "jump"}, headers=OURS).status_code == 202


def test_the_machine_itself_is_referee(table: Evening) -> None:
    client = table.app.test_client()
    assert client.get("/api/referee").get_json() == {"referee": True, "grounds": "machine"}
    assert 'id="undo"' in client.get("/").text


@pytest.mark.parametrize(
    ("address", "referee"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.0.2.7", False),
        ("::ffff:192.0.2.7", False),
        ("", False),
        ("x", False),
    ],
)
def test_only_a_loopback_address_is_the_machine_itself(table: Evening, address: str, referee: bool) -> None:
    answer = table.app.test_client().get("/api/referee", environ_base={"REMOTE_ADDR": address})
    assert answer.get_json()["referee"] is referee


@pytest.mark.parametrize("name", ["X-Forwarded-For", "x-forwarded-host", "Forwarded", "Via", "X-Real-IP"])
def test_whoever_is_relayed_is_not_the_machine_itself(table: Evening, name: str) -> None:
    answer = table.app.test_client().get("/api/referee", headers={name: "127.0.0.1"})
    assert answer.get_json()["referee"] is False


def test_the_code_makes_a_guest_referee_until_it_is_handed_back(table: Evening) -> None:
    guest = table.guest()
    assert guest.post("/api/undo", json={}, headers=OURS).status_code == 403
    assert enter_code(guest, f" {CODE[:3]} {CODE[3:]}").get_json() == {"referee": True, "grounds": "code"}
    assert guest.post("/api/undo", json={}, headers=OURS).status_code == 201
    assert guest.delete("/api/referee", json={}, headers=OURS).get_json()["referee"] is False
    assert guest.post("/api/undo", json={}, headers=OURS).status_code == 403


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(table: Evening) -> None:
    cookie = enter_code(table.guest()).headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert CODE not in cookie


def test_a_forged_cookie_is_nobodys(table: Evening) -> None:
    guest = table.guest()
    enter_code(guest)
    name = str(table.app.config["SESSION_COOKIE_NAME"])
    real = guest.get_cookie(name)
    assert real
    payload, _, rest = real.value.partition(".")
    for forged in (f"{payload}.{rest[:-2]}AA", payload, "", "null"):
        guest.set_cookie(name, forged)
        assert guest.get("/api/referee").get_json()["referee"] is False


def test_a_cookie_outlives_a_restart_with_the_same_secret_only(tmp_path: Path) -> None:
    kept = tmp_path / "referees"
    admission = Admission(secret=b"s" * 32, code=CODE, referees=Referees(kept))
    with evening(admission=admission) as first:
        guest = first.guest()
        enter_code(guest)
        cookie = guest.get_cookie(cookie_name(b"s" * 32))
    assert cookie
    for secret, referee in ((b"s" * 32, True), (b"t" * 32, False)):
        with evening(admission=Admission(secret=secret, code="314159", referees=Referees(kept))) as later:
            again = later.guest()
            again.set_cookie(cookie_name(secret), cookie.value)
            assert again.get("/api/referee").get_json()["referee"] is referee


@pytest.mark.parametrize("leap", [0.0, 3 * 86_400.0, -86_400.0, -3600.0])
def test_a_date_that_leaps_takes_no_role_away(monkeypatch: pytest.MonkeyPatch, leap: float) -> None:
    """The companion starts in 1970, and its date leaps later: the tablet's own date is another one."""
    date = [100.0]
    monkeypatch.setattr(time, "time", lambda: date[0])
    with evening() as table:
        guest = table.guest()
        cookie = enter_code(guest).headers["Set-Cookie"]
        assert f"Max-Age={LASTS.days * 86_400}" in cookie.split("; "), "the tablet counts from its own date"
        date[0] += 7 * 86_400.0
        assert guest.get("/api/referee").get_json()["referee"] is True
        date[0] += leap
        assert guest.get("/api/referee").get_json()["referee"] is True


@pytest.mark.parametrize("code", ["", "000000", CODE[:-1], CODE + "0", "２７１８２８", "Ä" * 200])
def test_a_wrong_code_is_refused(table: Evening, code: str) -> None:
    assert code_of(enter_code(table.guest(), code)) == (403, "wrong-code")


@pytest.mark.parametrize("body", [{}, {"code": 271828}, {"code": None}, [], "271828", 7])
def test_what_is_no_code_is_refused_and_costs_no_guess(table: Evening, body: object) -> None:
    guest = table.guest()
    for _ in range(WRONG_GUESSES + 1):
        assert guest.post("/api/referee", json=body, headers=OURS).status_code == 400
    assert enter_code(guest).status_code == 200


def test_after_ten_wrong_codes_nobody_may_guess_for_an_hour(table: Evening) -> None:
    for _ in range(WRONG_GUESSES):
        assert enter_code(table.guest(), "1").status_code == 403
    answer = enter_code(table.guest())
    assert code_of(answer) == (429, "slow-down")
    assert 3500 < int(answer.headers["Retry-After"]) <= 3600
    assert table.app.test_client().post("/api/undo", json={}, headers=OURS).status_code == 201


def guess(gate: Gate, code: str) -> str:
    try:
        gate.check(code)
    except Problem as problem:
        return problem.slug
    return "right"


def test_ten_guesses_in_any_hour_and_not_one_more() -> None:
    clock = Hourglass()
    gate = Gate(CODE, clock)
    wrong = 0
    for _ in range(600):
        clock.seconds += 60
        wrong += guess(gate, "0") == "wrong-code"
    assert wrong == WRONG_GUESSES * 600 * 60 / PERIOD_SECONDS


def test_a_guess_is_free_again_exactly_an_hour_later() -> None:
    clock = Hourglass()
    gate = Gate(CODE, clock)
    assert [guess(gate, "0") for _ in range(WRONG_GUESSES + 1)][-2:] == ["wrong-code", "slow-down"]
    clock.seconds += PERIOD_SECONDS - 0.001
    assert guess(gate, CODE) == "slow-down"
    clock.seconds += 0.001
    assert guess(gate, CODE) == "right"


def test_a_right_code_costs_no_guess() -> None:
    gate = Gate(CODE, Hourglass())
    assert {guess(gate, CODE) for _ in range(3 * WRONG_GUESSES)} == {"right"}


def test_where_it_is_open_everyone_is_referee() -> None:
    with evening(admission=Admission(everyone=True)) as table:
        guest = table.guest()
        assert guest.get("/api/referee").get_json() == {"referee": True, "grounds": "everyone"}
        act = {"act": {"player": "Ann", "play": 7}}
        assert guest.post("/api/acts", json=act, headers=OURS).status_code == 201
        assert guest.post("/api/acts", json=act).status_code == 403


def test_the_console_says_the_code_and_no_other_text_does() -> None:
    admission = Admission(code="012345")
    assert "012 345" in admission.words
    assert "012345" not in repr(admission)
    assert "Everyone" in Admission(everyone=True).words


def test_codes_are_six_digits_and_differ() -> None:
    codes = {new_code() for _ in range(50)}
    assert all(len(code) == 6 and code.isdigit() for code in codes)
    assert len(codes) > 40


def test_a_table_without_a_referees_door_has_neither_tools_nor_routes(app: Flask) -> None:
    client = app.test_client()
    assert 'id="undo"' not in client.get("/").text
    for route in ("/acts", "/referee", "/api/acts", "/api/referee"):
        assert client.get(route).status_code == 404


def test_a_guest_of_the_wifi_is_what_these_tests_say(table: Evening) -> None:
    assert table.guest().get("/api/referee").get_json() == {"referee": False, "grounds": None}
    assert ELSEWHERE["REMOTE_ADDR"] != "127.0.0.1"
    assert table.tick() > Instant(0)


@pytest.mark.parametrize("command", ["demo", "serve --players Ann,Ben"])
def test_a_trusting_home_says_so_when_it_starts(command: str) -> None:
    assert parser().parse_args([*command.split(), "--open"]).open is True
    assert parser().parse_args(command.split()).open is False


def invite(client: FlaskClient) -> dict[str, Any]:
    answer = client.post("/api/invitations", json={}, headers=OURS)
    assert answer.status_code == 201
    made: dict[str, Any] = answer.get_json()
    return made


def redeem(client: FlaskClient, token: object) -> Any:
    return client.post("/api/referee", json={"token": token}, headers=OURS)


def test_a_pin_makes_one_device_a_referee(table: Evening) -> None:
    made = invite(table.app.test_client())
    assert code_of(table.guest().get("/api/invitations")) == (403, "referee-only")
    assert table.app.test_client().get("/api/invitations").get_json() == {"pins": [made["pin"]]}
    assert enter_code(table.guest(), made["pin"]).get_json()["referee"] is True
    assert table.app.test_client().get("/api/invitations").get_json() == {"pins": []}
    assert code_of(enter_code(table.guest(), made["pin"])) == (403, "wrong-code")


def test_a_scanned_invitation_makes_one_device_a_referee(table: Evening) -> None:
    made = invite(table.app.test_client())
    token = made["url"].partition("invite=")[2]
    first = table.guest()
    assert 'id="accept"' in first.get(f"/join?invite={token}").text
    assert redeem(first, token).get_json()["referee"] is True
    assert first.post("/api/undo", json={}, headers=OURS).status_code == 201
    for wrong in (token, made["pin"], "", "x" * 500):
        assert code_of(redeem(table.guest(), wrong)) == (403, "invitation-over")


def test_a_pin_and_its_token_are_one_invitation(table: Evening) -> None:
    made = invite(table.app.test_client())
    assert redeem(table.guest(), made["url"].partition("invite=")[2]).status_code == 200
    assert code_of(enter_code(table.guest(), made["pin"])) == (403, "wrong-code")


def test_looking_at_an_invitation_takes_no_role(table: Evening) -> None:
    token = invite(table.app.test_client())["url"].partition("invite=")[2]
    guest = table.guest()
    guest.get(f"/join?invite={token}")
    assert guest.get("/api/referee").get_json()["referee"] is False
    assert redeem(guest, token).status_code == 200


def test_an_invitation_ends_after_some_minutes() -> None:
    clock = Hourglass()
    gate = Gate(CODE, clock)
    made = gate.invite()
    clock.seconds += INVITATION_SECONDS
    assert guess(gate, made.pin) == "wrong-code"
    with pytest.raises(Problem, match="has ended"):
        gate.redeem(made.token)


def test_who_guesses_in_vain_keeps_nobody_out_who_scans_an_invitation() -> None:
    gate = Gate(CODE, Hourglass())
    assert [guess(gate, "x") for _ in range(WRONG_GUESSES + 1)][-1] == "slow-down"
    made = gate.invite()
    assert guess(gate, made.pin) == guess(gate, CODE) == "slow-down"
    gate.redeem(made.token)


def test_an_invitation_brings_no_guess_at_its_pin_beyond_the_ten() -> None:
    gate = Gate(CODE, Hourglass())
    wrong = 0
    for _ in range(3 * WRONG_GUESSES):
        gate.invite()
        wrong += guess(gate, "x") == "wrong-code"
    assert wrong == WRONG_GUESSES


def test_referees_see_each_other_and_can_take_the_role(table: Evening) -> None:
    machine, guest = table.app.test_client(), table.guest()
    enter_code(guest)
    assert code_of(table.guest().get("/api/referees")) == (403, "referee-only")
    (device,) = guest.get("/api/referees").get_json()["referees"]
    assert device["own"] is True
    assert machine.get("/api/referees").get_json()["referees"][0]["own"] is False
    assert device["id"] in machine.get("/referee").text
    assert machine.delete(f"/api/referees/{device['id']}", json={}, headers=OURS).status_code == 200
    assert code_of(guest.post("/api/undo", json={}, headers=OURS)) == (403, "referee-only")
    assert code_of(machine.delete(f"/api/referees/{device['id']}", json={}, headers=OURS))[0] == 404


def test_a_role_that_was_given_back_is_gone_even_with_the_old_cookie(table: Evening) -> None:
    guest = table.guest()
    enter_code(guest)
    name = str(table.app.config["SESSION_COOKIE_NAME"])
    old = guest.get_cookie(name)
    assert old
    guest.delete("/api/referee", json={}, headers=OURS)
    guest.set_cookie(name, old.value)
    assert guest.get("/api/referee").get_json()["referee"] is False


def test_two_companions_on_one_machine_do_not_share_a_cookie() -> None:
    assert cookie_name(b"a" * 32) != cookie_name(b"b" * 32)
