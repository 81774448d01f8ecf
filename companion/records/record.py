"""Game records: read, write and replay them (docs/records.md).

A record is JSON Lines: the header first, then one act a line. Reading stops at the first line that is none;
what stands before it is kept, so that a replay goes as far as the record does.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import cast

from companion.atomic_file import check_no_device, replacing
from companion.errors import BadRecord, Code, Refusal
from companion.json_lines import as_json, decode_line, encode_line, is_whole
from companion.rules.base import Act, GameState, Rules
from companion.rules.catalogue import find_game
from companion.rules.checks import check_players, check_starter, settle_rulings

Fields = Mapping[str, object]


class RecordError(Refusal):
    """A line of a record that is refused; ``line`` counts from 1."""

    def __init__(self, line: int, code: Code, message: str) -> None:
        super().__init__(code, message)
        self.line = line


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a record: which game, who plays clockwise, who begins, by which house rules.

    ``rules`` holds the house rules as they were given, ``extras`` the keys that no record needs. Raises
    BadRecord when no such game can begin.
    """

    game: str
    players: tuple[str, ...]
    starter: str
    rules: Fields = field(default_factory=dict)
    extras: Fields = field(default_factory=dict)

    def __post_init__(self) -> None:
        game = find_game(self.game)
        check_starter(check_players(self.players, game.players), self.starter)
        settle_rulings(game.rulings, self.rules)

    @classmethod
    def parse(cls, fields: Fields) -> "Header":
        """Read the header from its JSON object; raises BadRecord when it is none."""
        if "game" not in fields or "players" not in fields:
            raise BadRecord('a record begins with a header that has a "game" and its "players"')
        game, rules = _text(fields, "game"), fields.get("rules", {})
        players = check_players(cast(Sequence[str], fields["players"]), find_game(game).players)
        starter = _text(fields, "starter") if "starter" in fields else players[0]
        if not isinstance(rules, dict):
            raise BadRecord(f'the "rules" give house rules their values, not {as_json(rules)}')
        known = ("game", "players", "starter", "rules")
        extras = {key: value for key, value in fields.items() if key not in known}
        return cls(game, players, starter, rules, extras)

    def to_record(self) -> dict[str, object]:
        """Give the header's line as a JSON object."""
        line: dict[str, object] = {"game": self.game, "players": list(self.players), "starter": self.starter}
        return {**line, "rules": dict(self.rules), **self.extras}


@dataclass(frozen=True, slots=True)
class ActLine:
    """One act of a record as it stands there: its line number (from 2), and all its keys and values."""

    line: int
    fields: Fields


@dataclass(frozen=True, slots=True)
class Record:
    """A record as far as it can be read.

    ``torn`` says that the last line was cut off and is left out; ``flaw`` is the line that is no act, where
    there is one, and the last thing that a replay comes to.
    """

    header: Header
    acts: tuple[ActLine, ...] = ()
    torn: bool = False
    flaw: RecordError | None = None

    def to_bytes(self) -> bytes:
        """Give the record as it stands in a file, every line ended."""
        return b"".join(encode_line(fields) for fields in self._lines())

    def _lines(self) -> Iterator[Fields]:
        yield self.header.to_record()
        for act in self.acts:
            yield act.fields


def start_game(header: Header) -> tuple[Rules, GameState]:
    """Give the rules of a record's game and the state before its first act."""
    rules = find_game(header.game)
    return rules, rules.start(header.players, header.starter, header.rules)


def apply_line(rules: Rules, state: GameState, fields: Fields) -> GameState:
    """Give the state after a record line; raises BadRecord or IllegalAct, and then nothing has changed."""
    return rules.apply(state, rules.parse(fields, state))


def read(source: Path | str | bytes) -> Record:
    """Read a record from a file, or from its bytes.

    Raises RecordError for line 1 when there is no header, OSError when the file cannot be opened.
    """
    data = source if isinstance(source, bytes) else _bytes_of(Path(source))
    *lines, last = data.split(b"\n")
    torn = bool(last) and not is_whole(last)
    if last and not torn:
        lines.append(last)
    if not lines:
        raise RecordError(1, Code.BAD_RECORD, "this record has no whole first line; it begins with a header")
    try:
        header = Header.parse(decode_line(lines[0]))
    except Refusal as refusal:
        raise RecordError(1, refusal.code, refusal.message) from None
    acts, flaw = _read_acts(lines[1:])
    return Record(header, acts, torn, flaw)


def _bytes_of(path: Path) -> bytes:
    check_no_device(path)
    return path.read_bytes()


def replay(record: Record) -> Iterator[tuple[int, GameState]]:
    """Give the line number and the state after each act.

    Raises RecordError at the first line that is no act or that the rules forbid.
    """
    rules, state = start_game(record.header)
    for act in record.acts:
        try:
            state = apply_line(rules, state, act.fields)
        except Refusal as refusal:
            raise RecordError(act.line, refusal.code, refusal.message) from None
        yield act.line, state
    if record.flaw is not None:
        raise record.flaw


def act_fields(act: Act, t: float | None = None, note: str | None = None) -> dict[str, object]:
    """Give an act as a record line, with its seconds since the start and a note where there are any."""
    line: dict[str, object] = {} if t is None else {"t": t}
    line |= act.to_record()
    return line if note is None else {**line, "note": note}


class RecordWriter:
    """Writes a record act by act; each line is on the disk when the call that wrote it returns.

    It begins a new file with these acts' lines, in place of one that was there, and is a context manager that
    closes it. Raises OSError where the disk takes no more; the record then ends with the line before.
    """

    def __init__(self, path: Path | str, header: Header, acts: Iterable[Fields] = ()) -> None:
        with replacing(Path(path)) as file:
            file.writelines(encode_line(line) for line in (header.to_record(), *acts))
        self._file = open(path, "ab", buffering=0)  # noqa: SIM115 - the writer is the context manager

    def write(self, act: Act | Fields, t: float | None = None, note: str | None = None) -> None:
        """Add an act, or a whole record line as it is."""
        self._write(act_fields(act, t, note) if isinstance(act, Act) else act)

    def _write(self, fields: Fields) -> None:
        whole, line = os.fstat(self._file.fileno()).st_size, encode_line(fields)
        try:
            while line:
                line = line[self._file.write(line) :]
            os.fsync(self._file.fileno())
        except OSError:
            # Half a line would be taken for a record that breaks off.
            with suppress(OSError):
                self._file.truncate(whole)
            raise

    def close(self) -> None:
        """Close the file; a second time does nothing."""
        self._file.close()

    def __enter__(self) -> "RecordWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _read_acts(lines: Sequence[bytes]) -> tuple[tuple[ActLine, ...], RecordError | None]:
    acts: list[ActLine] = []
    for number, line in enumerate(lines, start=2):
        try:
            acts.append(ActLine(number, decode_line(line)))
        except BadRecord as refusal:
            return tuple(acts), RecordError(number, refusal.code, refusal.message)
    return tuple(acts), None


def _text(fields: Fields, key: str) -> str:
    value = fields[key]
    if not isinstance(value, str):
        raise BadRecord(f'"{key}" is a name, not {as_json(value)}')
    return value
