"""What is run: the command line counts more than the settings, and these more than the defaults."""

from pathlib import Path

import pytest

from appliance.command_line import parser
from appliance.plan import Plan
from appliance.plans import demo_plan, given_settings_of, serve_plan
from companion.errors import WrongUse
from companion.settings.file import BadSettings

SET = """\
[table]
game = "fifty-fifty"
players = ["Ann", "Ben", "Cem"]
starter = "Ben"
seats = ["south", "west", "north"]
[house_rules.fifty-fifty]
pass_in_hand = "spared"
[camera]
source = "/dev/video2"
width = 1920
height = 1080
[buttons]
jump = "none"
players = { Ann = 17, Ben = 27 }
[lamps]
window = 22
[dashboard]
port = 8123
language = "de"
everyone_may_referee = true
names = ["cards.home"]
announce = false
[storage]
copies = 3
"""


def planned(path: Path, text: str, *words: str) -> Plan:
    path.write_text(text, encoding="utf-8")
    arguments = parser().parse_args([*words, "--settings", str(path)])
    return demo_plan(arguments) if words[0] == "demo" else serve_plan(arguments)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


def test_the_settings_say_what_is_run(file: Path) -> None:
    plan = planned(file, SET, "serve")
    assert plan.header == {
        "game": "fifty-fifty",
        "players": ["Ann", "Ben", "Cem"],
        "starter": "Ben",
        "rules": {"pass_in_hand": "spared"},
    }
    assert (plan.seats, plan.source, plan.insists) == (("south", "west", "north"), "/dev/video2", False)
    assert (plan.wanted.width, plan.wanted.height, plan.wanted.rate) == (1920, 1080, 30)
    assert (plan.panel.jump, plan.panel.players, plan.panel.lamp) == (None, {"Ann": 17, "Ben": 27}, 22)
    assert (plan.port, plan.language, plan.everyone, plan.copies) == (8123, "de", True, 3)
    assert plan.network_name is None
    assert "cards.home" in plan.names


def test_the_command_line_counts_more(file: Path) -> None:
    words = [
        "serve",
        "0",
        "--players",
        "Zoë,Dan",
        "--port",
        "0",
        "--host",
        "127.0.0.1",
        "--button",
        "5",
        "--lamp",
        "6",
        "--name",
        "other.home",
    ]
    plan = planned(file, SET, *words)
    assert plan.header
    assert (plan.header["players"], plan.header["starter"]) == (["Zoë", "Dan"], "Zoë")
    assert (plan.seats, plan.insists) == ((), True)
    assert (plan.source, plan.port, plan.host) == ("0", 0, "127.0.0.1")
    assert (plan.panel.jump, plan.panel.players, plan.panel.lamp) == (5, {}, 6)
    assert "other.home" in plan.names


def test_a_fresh_machine_has_a_jump_button_and_any_camera_but_no_game(file: Path) -> None:
    plan = planned(file, "", "serve")
    assert plan.header is None
    assert (plan.panel.jump, plan.source, plan.host, plan.port) == (17, "auto", "0.0.0.0", 8000)
    assert plan.network_name == "tabletop"
    assert "tabletop.local" in plan.names


def test_the_demo_plays_its_own_game_whatever_is_set(file: Path) -> None:
    plan = planned(file, SET, "demo")
    assert plan.header
    assert plan.header["players"] == ["Ada", "Bo", "Cleo", "Dan"]
    assert (plan.host, plan.port, plan.panel.buttons()) == ("127.0.0.1", 8123, {})
    assert plan.source.endswith("first-evening.mp4")
    assert plan.presses
    assert plan.presses.exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["serve", "--fresh"], "name its players"),
        (["serve", "--players", "A,B", "--seats", "south,up"], "one side for each"),
        (["serve", "--button", "moon"], "^--button: 'moon' is no GPIO pin"),
        (["serve", "--button", "99"], "^--button: jump: there is no GPIO 99"),
        (["serve", "--button", "Ann=17,Ben=sun"], "^--button: Ben: 'sun' is no GPIO pin"),
        (["serve", "--button", "Ann=17,Ann=27"], "^--button: write each player once"),
        (["serve", "--lamp", "17"], "^--lamp: GPIO 17 is already that of jump"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused(file: Path, words: list[str], says: str) -> None:
    with pytest.raises(WrongUse, match=says):
        planned(file, "", *words)


def test_a_pin_of_the_settings_is_not_called_an_option(file: Path) -> None:
    with pytest.raises(WrongUse, match=r"^lamp: GPIO 5 is already that of jump"):
        planned(file, "[lamps]\nwindow = 5\n", "serve", "--button", "5")


def test_a_mistake_in_the_settings_stops_the_start(file: Path) -> None:
    with pytest.raises(BadSettings, match=r"line 2: table\.players"):
        planned(file, '[table]\nplayers = ["A", "A"]\n', "serve")


def test_two_players_cannot_share_a_side(file: Path) -> None:
    with pytest.raises(WrongUse, match="south twice"):
        planned(file, "", "serve", "--players", "Ann,Ben", "--seats", "south,south")
    with pytest.raises(BadSettings, match=r"line 3: table\.seats: .*south twice"):
        planned(file, '[table]\nplayers = ["Ann", "Ben"]\nseats = ["south", "south"]\n', "serve")


def test_settings_that_are_not_there_are_no_defaults_where_none_can_be_written(file: Path) -> None:
    arguments = parser().parse_args(["watch", "x.mp4", "--settings", str(file)])
    with pytest.raises(WrongUse, match="no such file of settings"):
        given_settings_of(arguments)
    file.write_text("")
    assert given_settings_of(arguments).table.players == ()


def test_a_name_is_the_same_however_it_is_typed(file: Path) -> None:
    apart, whole = "Zoe\u0308", "Zo\u00eb"
    words = ("--players", f"Ann,{apart}", "--starter", apart, "--button", f"Ann=4,{apart}=5")
    plan = planned(file, "", "serve", *words)
    assert plan.header == {"game": "fifty-fifty", "players": ["Ann", whole], "starter": whole, "rules": {}}
    assert plan.panel.players == {"Ann": 4, whole: 5}
