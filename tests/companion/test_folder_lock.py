"""Two who write in one folder at the same time: neither undoes the other's work."""

from pathlib import Path
from threading import Thread

from companion.folder_lock import alone, workshop


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_of_many_who_change_a_file_each_adds_to_what_the_others_wrote(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")

    def add() -> None:
        for _ in range(20):
            with alone(path):
                path.write_text(path.read_text() + "x")

    many = [Thread(target=add) for _ in range(4)]
    for one in many:
        one.start()
    for one in many:
        one.join()
    assert path.read_text() == "x" * 80


def test_where_no_folder_can_be_opened_nobody_is_kept_waiting(tmp_path: Path) -> None:
    with alone(tmp_path / "not" / "made" / "yet"):
        assert names(tmp_path) == []


def test_a_workshop_is_gone_afterwards_also_one_that_a_pulled_plug_has_left(tmp_path: Path) -> None:
    (tmp_path / ".ours-left").mkdir()
    (tmp_path / ".ours-left" / "games").write_text("Ann")
    (tmp_path / ".theirs").mkdir()
    (tmp_path / ".ours-file").write_text("a file")
    with workshop(tmp_path, ".ours-") as work:
        (work / "games").write_text("Ben")
        assert work.parent == tmp_path
        assert names(tmp_path) == sorted([work.name, ".theirs", ".ours-file"])
    assert names(tmp_path) == [".ours-file", ".theirs"]


def test_a_workshop_in_use_stays(tmp_path: Path) -> None:
    with workshop(tmp_path, ".ours-") as first:
        (first / "games").write_text("Ann")
        with workshop(tmp_path, ".ours-") as second:
            assert names(tmp_path) == sorted([first.name, second.name])
        assert (first / "games").read_text() == "Ann"
    assert names(tmp_path) == []
