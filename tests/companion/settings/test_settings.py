"""Settings: defaults, what a file sets, and changes that leave everything else as it was."""

import json
import os
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import SettingsError
from companion.settings.command import as_markdown
from companion.settings.file import BadSettings, Mistake, change_file, parse_settings, read_settings, sample
from companion.settings.register import Kind, build, checked, register, value_of
from companion.settings.text import as_toml, changed, line_of, statements
from companion.settings.values import Settings
from tabletop import main

WRITTEN = """\
# our table
[camera]
width = 1280   # as wide as it goes
source = "0"   # the one "#1" on the arm

[table]
players = [
    "Ann",  # starts
    "Ben",
]

[buttons]
jump = 4
[buttons.players]
# hers is red
Ann = 27
"Zoë" = 5

[house_rules.23]
learning_deal = true
"""


def slips(text: str) -> tuple[Mistake, ...]:
    """Give what is wrong in a text; nothing where it reads well."""
    try:
        parse_settings(text)
    except BadSettings as error:
        return error.mistakes
    return ()


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    assert read_settings(tmp_path / "none.toml") == Settings()
    assert Settings().buttons.jump == 17
    assert Settings().camera.source == "auto"


def test_every_setting_has_a_default_that_it_takes_itself() -> None:
    for entry in register().values():
        default = "none" if entry.kind is Kind.PIN and entry.default is None else entry.default
        assert entry.accepts(default), entry.key
        assert value_of(Settings(), entry.key) == entry.default
        assert entry.about
        assert entry.allowed


def test_a_file_is_read() -> None:
    read = parse_settings(WRITTEN)
    assert read.camera.source == "0"
    assert read.table.players == ("Ann", "Ben")
    assert read.buttons.players == {"Ann": 27, "Zoë": 5}
    assert read.buttons.bounce_ms == 20
    assert read.house_rules == {"23": {"learning_deal": True}}


def test_the_sample_is_right_and_so_it_is_with_all_its_settings_on() -> None:
    assert parse_settings(sample()) == Settings()
    on = "\n".join(
        line.removeprefix("#") if line[:2] not in ("# ", "#") else line for line in sample().split("\n")
    )
    tree = tomllib.loads(on)
    assert tree["camera"]["width"] == 1280
    assert build({}) == Settings()
    assert parse_settings(on).camera == Settings().camera


def test_what_is_no_text_or_too_long_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_bytes(b"[camera]\n# caf\xe9\n")
    with pytest.raises(BadSettings, match=r"line 2: not UTF-8"):
        read_settings(path)
    path.write_bytes(b"#" * 100_000)
    with pytest.raises(SettingsError, match="64 kB"):
        read_settings(path)
    with pytest.raises(SettingsError, match="cannot be read"):
        read_settings(tmp_path)


def test_a_change_leaves_everything_else() -> None:
    text = changed(WRITTEN, ("camera", "width"), 640)
    assert text == WRITTEN.replace("width = 1280   # as", "width = 640   # as")
    text = changed(text, ("camera", "source"), "auto")
    assert 'source = "auto"   # the one "#1" on the arm' in text
    text = changed(text, ("table", "players"), ["Cem", "Ann"])
    assert 'players = ["Cem", "Ann"]\n\n[buttons]' in text
    text = changed(text, ("buttons", "players"), {"Cem": 6})
    assert parse_settings(text).buttons.players == {"Cem": 6}
    text = changed(text, ("dashboard", "port"), 8080)
    text = changed(text, ("buttons", "jump"), None)
    read = parse_settings(text)
    assert (read.dashboard.port, read.buttons.jump) == (8080, 17)
    assert "# our table\n" in text
    assert "# hers is red\n" in text


def test_what_only_a_person_can_change_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"line 1: camera\.height"):
        changed("camera = { width = 1280 }\n", ("camera", "height"), 720)


def test_a_file_is_changed_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "etc" / "settings.toml"
    assert change_file(path, {"camera.width": 640, "buttons.jump": "none"}).buttons.jump is None
    path.chmod(0o600)
    before = path.read_bytes()
    with pytest.raises(SettingsError, match="players"):
        change_file(path, {"camera.width": 800, "table.starter": "Ann"})
    with pytest.raises(SettingsError, match="no setting"):
        change_file(path, {"camera.widht": 800})
    assert path.read_bytes() == before
    assert change_file(path, {"camera.width": None}).camera.width == 1280
    assert path.stat().st_mode & 0o777 == 0o600
    assert [item.name for item in path.parent.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize("name", ["👩\u200d🚀", "Anna\u00a0Lena", "Zoë", "\u0928\u0940"])
def test_a_name_of_any_letters_that_are_shown_is_kept(tmp_path: Path, name: str) -> None:
    """Joined emoji and blanks that no line breaks at are none of a terminal's orders."""
    path = tmp_path / "settings.toml"
    change_file(path, {"table.players": [name, "Bo"]})
    assert read_settings(path).table.players == (name, "Bo")


@pytest.mark.parametrize("name", ["A\nB", "A\u2028B", "\x1b[2J", "\u202eA", "A\ud83d"])
def test_a_name_that_would_be_obeyed_or_is_cut_is_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / "settings.toml"
    with pytest.raises(SettingsError, match="texts"):
        change_file(path, {"table.players": [name, "Bo"]})
    assert not path.exists()


def test_changes_made_at_once_are_all_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    values: dict[str, int] = {"camera.width": 640, "camera.height": 480, "dashboard.port": 8001}
    values |= {"storage.copies": 7, "replay.megabytes": 64, "buttons.bounce_ms": 50, "buttons.jump": 4}
    for _ in range(5):
        path.unlink(missing_ok=True)
        with ThreadPoolExecutor(len(values)) as hands:
            list(hands.map(lambda item: change_file(path, dict([item])), values.items()))
        settings = read_settings(path)
        assert {key: value_of(settings, key) for key in values} == values
    assert [item.name for item in tmp_path.iterdir()] == ["settings.toml"]


VALUES = {
    Kind.SWITCH: st.booleans(),
    Kind.PIN: st.one_of(st.integers(-1, 30), st.just("none")),
    Kind.NAMES: st.lists(st.text(max_size=5), max_size=4),
    Kind.PINS: st.dictionaries(st.text(max_size=4), st.integers(0, 27), max_size=3),
    Kind.WHOLE: st.integers(0, 5000),
    Kind.NUMBER: st.floats(0, 100),
}


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_whatever_is_set_is_read_back_or_refused(data: st.DataObject) -> None:
    text = WRITTEN
    for entry in data.draw(st.lists(st.sampled_from(list(register().values())), max_size=4)):
        value = data.draw(VALUES.get(entry.kind, st.text(max_size=8)))
        try:
            held = checked(entry, value)
            text = changed(text, (*entry.section.split("."), entry.name), value)
        except SettingsError:
            continue
        if not slips(text):
            assert value_of(parse_settings(text), entry.key) == held
    assert "# hers is red" in text


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.text(), st.text(alphabet="[]{}=\"'\n#.,abt1 -"), st.binary().map(lambda b: b.decode("latin-1"))
    )
)
def test_no_text_breaks_the_reader(text: str) -> None:
    assert all(1 <= mistake.line <= text.count("\n") + 1 for mistake in slips(text))


@settings(max_examples=80, deadline=None)
@given(st.integers(0, len(WRITTEN)), st.text(alphabet="[]{}=\"'\n#., ab1", max_size=4), st.integers(0, 5))
def test_a_file_with_a_slip_is_read_or_its_line_is_named(at: int, slip: str, gone: int) -> None:
    text = WRITTEN[:at] + slip + WRITTEN[at + gone :]
    assert all(1 <= mistake.line <= text.count("\n") + 1 for mistake in slips(text))


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.binary(max_size=60), st.text(alphabet="[]{}=\"'\n#.,abt1 -").map(str.encode)), st.data())
def test_a_file_of_any_bytes_is_changed_or_left_as_it_is(before: bytes, data: st.DataObject) -> None:
    entry = data.draw(st.sampled_from(list(register().values())))
    value = data.draw(st.none() | VALUES.get(entry.kind, st.text(max_size=8)))
    at = data.draw(st.integers(0, len(WRITTEN)))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "settings.toml"
        path.write_bytes(WRITTEN[:at].encode() + before + WRITTEN[at:].encode())
        written = path.read_bytes()
        try:
            held = change_file(path, {entry.key: value})
        except SettingsError as error:
            assert str(error)  # noqa: PT017
            assert path.read_bytes() == written
        else:
            assert read_settings(path) == held
        assert [item.name for item in path.parent.iterdir()] == [path.name]


def test_lines_of_statements() -> None:
    assert [(s.first, s.last, s.heading) for s in statements(WRITTEN)][:4] == [
        (2, 2, True),
        (3, 3, False),
        (4, 4, False),
        (6, 6, True),
    ]
    assert line_of(WRITTEN, ("table", "players")) == 7
    assert line_of(WRITTEN, ("buttons", "players")) == 14
    assert line_of(WRITTEN, ("nowhere",)) == 1


@given(st.text())
def test_any_text_can_be_written(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        return
    assert tomllib.loads(f"a = {as_toml(text)}")["a"] == text


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_root_leaves_the_file_to_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    os.chown(tmp_path, 12345, 12346)
    for width in (640, 800):
        change_file(path, {"camera.width": width})
        assert (path.stat().st_uid, path.stat().st_gid) == (12345, 12346)
        os.chown(tmp_path, 0, 0)


def test_a_link_to_the_file_stays_one(tmp_path: Path) -> None:
    file, link = tmp_path / "kept" / "s.toml", tmp_path / "s.toml"
    file.parent.mkdir()
    file.write_text("[camera]\nwidth = 800\n")
    link.symlink_to(file)
    change_file(link, {"camera.width": 640})
    assert link.is_symlink()
    assert file.read_text() == "[camera]\nwidth = 640\n"


def test_the_page_about_the_settings_is_true() -> None:
    page = Path(__file__).parents[3] / "docs" / "settings.md"
    assert page.read_text(encoding="utf-8") == as_markdown(), (
        "companion settings --markdown > docs/settings.md"
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (["--set", "camera.width=3"], "camera.width: it is 3, and should be a whole number from 320 to 4096"),
        (["--set", "camera.width"], "--set wants KEY=VALUE"),
        (["--set", "dashboard.host="], "dashboard.host: it is '', and should be an address or a name"),
        (["--set", 'dashboard.host=""'], "dashboard.host: it is '', and should be an address or a name"),
        (["--set", "camera.widht=640"], "there is no setting 'camera.widht'"),
        (["--unset", "camera.widht"], "there is no setting 'camera.widht'"),
        (["--set", "table.starter=Cem"], "table.starter: 'Cem' is none of the players - nothing was changed"),
    ],
)
def test_a_change_that_cannot_be_is_wrong_use_and_changes_nothing(
    change: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.toml"
    path.write_text(before := '[table]\nplayers = ["Ann", "Ben"]\n')
    assert main(["settings", "--settings", str(path), *change]) == 2
    assert says in capsys.readouterr().err
    assert path.read_text() == before


def test_the_command_shows_checks_explains_and_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "s.toml"
    file = ["--settings", str(path)]
    assert main(["settings", *file, "--set", "camera.width=640", "--set", "table.players=['A', 'B']"]) == 0
    assert main(["settings", *file, "--check"]) == 0
    capsys.readouterr()
    assert main(["settings", *file, "camera.width"]) == 0
    assert "from 320 to 4096; default 1280" in capsys.readouterr().out
    assert main(["settings", *file, "--json"]) == 0
    values = {line["key"]: line["value"] for line in map(json.loads, capsys.readouterr().out.splitlines())}
    assert (values["camera.width"], values["table.players"]) == (640, ["A", "B"])
    assert main(["settings", *file, "--unset", "camera.width"]) == 0
    assert read_settings(path).camera.width == 1280
    assert main(["settings", *file, "nowhere"]) == 2
    path.write_text("[camera]\nwidth = 1\n")
    assert main(["settings", *file, "--check", "--json"]) == 3
    assert main(["serve", *file, "--port", "0"]) == 3
    assert f"{path}, line 2: camera.width" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("table.game=23", "23"),
        ('table.game="23"', "23"),
        ("camera.source=0", "0"),
        ("table.deck=true", "true"),
        ("table.deck=2026-01-01", "2026-01-01"),
        ("table.deck=[1]", "[1]"),
    ],
)
def test_a_text_that_looks_like_something_else_needs_no_quotes(tmp_path: Path, said: str, kept: str) -> None:
    path, key = tmp_path / "settings.toml", said.partition("=")[0]
    assert main(["settings", "--settings", str(path), "--set", said]) == 0
    assert value_of(read_settings(path), key) == kept


def test_a_list_that_says_the_default_is_not_called_set(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    colours = '["red", "blue", "green", "yellow", "purple"]'
    path = tmp_path / "settings.toml"
    path.write_text(f"[house_rules.quick-and-easy]\ncolours = {colours}\n", encoding="utf-8")
    assert main(["settings", "--settings", str(path)]) == 0
    assert f"colours = {colours}\n" in capsys.readouterr().out


def test_a_name_is_the_same_however_it_is_typed() -> None:
    apart, whole = "Zoe\u0308", "Zo\u00eb"
    text = f"[table]\nplayers = ['Ann', '{apart}']\nstarter = '{apart}'\n[buttons.players]\n'{apart}' = 5\n"
    held = parse_settings(text)
    assert (held.table.players, held.table.starter) == (("Ann", whole), whole)
    assert held.buttons.players == {whole: 5}
    assert parse_settings(text.replace(f"starter = '{apart}'", f"starter = '{whole}'")) == held
