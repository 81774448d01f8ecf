"""From events to the disputes in them: what was claimed, what was ruled, what became of it. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, cast

from companion.clock import NS_PER_SECOND, Instant, Span, seconds
from companion.evidence import Press
from companion.evidence_json import press_from_json, span_from_json
from companion.jumps.adjudicator import Laid, Timing, Verdict
from companion.jumps.testimony import laid_from_json, timing_from_json
from companion.sessions.events import Event, EventKind

Data = Mapping[str, Any]

BEGINNING = Instant(0)

LONGEST = 40 * NS_PER_SECOND
"""Pictures of one claim reach over this long (ns) at most."""


class ClaimOutcome(StrEnum):
    """What became of a claim at the table."""

    OPEN = "open"
    """The table has not decided yet."""
    JUMP = "jump"
    """The jump counts."""
    NO_JUMP = "no-jump"
    """The jump does not count."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """One claim that was ruled on.

    ``number`` is that of its event in the journal; ``place`` counts the claims of its game from 1;
    ``started`` is when the game began. ``ruling`` is the verdict's data as it was announced. ``referee``: a
    referee has entered the table's own ruling; else the outcome is what the table did.
    """

    number: int
    place: int
    at: Instant
    started: Instant
    players: tuple[str, ...]
    ruling: Data
    outcome: ClaimOutcome = ClaimOutcome.OPEN
    referee: bool = False

    @property
    def verdict(self) -> Verdict:
        """What the judge said."""
        return Verdict(self.ruling["verdict"])

    @property
    def testimony(self) -> Data:
        """What the ruling rests on; empty where an older companion ruled."""
        return cast(Data, self.ruling.get("evidence") or {})

    @property
    def press(self) -> Press | None:
        """The press that claimed; None where the card did."""
        data = self.testimony.get("press")
        return press_from_json(data) if data else None

    @property
    def touch(self) -> Span | None:
        """When the jump card touched, as far as it was kept."""
        claim = self.testimony.get("claim")
        return span_from_json(claim["touch"]) if claim else None

    @property
    def claimed(self) -> Timing | None:
        """When the claim was made, as the judge counted it."""
        return timing_from_json(self.testimony.get("claimed"))

    @property
    def ended(self) -> Timing | None:
        """When the next card touched, as the judge counted it."""
        return timing_from_json(self.testimony.get("ended"))

    @property
    def target(self) -> Laid | None:
        """The card jumped on."""
        data = self.testimony.get("target")
        return laid_from_json(data) if data else None

    @property
    def following(self) -> Laid | None:
        """The card that came after it."""
        data = self.testimony.get("following")
        return laid_from_json(data) if data else None

    @property
    def moment(self) -> float:
        """When it was, in seconds since the game began."""
        return seconds((self.claimed.at if self.claimed else self.at) - self.started)


def window(dispute: Dispute, before: int, after: int) -> Span:
    """Give the time of which pictures are wanted: ``before`` the first moment and ``after`` the last (ns)."""
    timings = [timing for timing in (dispute.claimed, dispute.ended) if timing]
    spans = [dispute.touch] if dispute.touch else []
    firsts = [t.earliest for t in timings] + [span.earliest for span in spans]
    lasts = [t.latest for t in timings] + [span.latest for span in spans]
    first, last = min(firsts, default=dispute.at) - before, max(lasts, default=dispute.at) + after
    return Span(Instant(max(first, last - LONGEST)), Instant(last))


@dataclass(frozen=True, slots=True)
class Chronicle:
    """The disputes up to some event; ``follow`` gives the chronicle after the next one. Event by event."""

    disputes: tuple[Dispute, ...] = ()
    started: Instant = BEGINNING
    players: tuple[str, ...] = ()
    games: int = 0
    place: int = 0

    def follow(self, number: int, event: Event) -> "Chronicle":
        """Take the event with this number."""
        data = cast(Data, event.data)
        match event.kind:
            case EventKind.GAME:
                players = tuple(data["header"].get("players", ()))
                return replace(self, started=event.at, players=players, games=self.games + 1, place=0)
            case EventKind.VERDICT:
                return self._ruled_on(number, event)
            case EventKind.ACT | EventKind.CLEARED | EventKind.UNDO:
                return self._newest(_by_deed(self._open, event))
            case EventKind.RULED:
                return self._newest(_by_referee(self._open, data))
            case _:
                return self

    @property
    def _open(self) -> Dispute | None:
        """The newest claim, where it was made in the running game."""
        return self.disputes[-1] if self.disputes and self.place else None

    def _ruled_on(self, number: int, event: Event) -> "Chronicle":
        data, place = cast(Data, event.data), self.place + 1
        dispute = Dispute(number, place, event.at, self.started, self.players, data)
        return replace(self, disputes=(*self.disputes, dispute), place=place)

    def _newest(self, dispute: Dispute | None) -> "Chronicle":
        return replace(self, disputes=(*self.disputes[:-1], dispute)) if dispute else self


def _by_deed(dispute: Dispute | None, event: Event) -> Dispute | None:
    """Read from what is done at the table what became of the claim; None where nothing did."""
    if dispute is None or dispute.referee:
        return None
    data, number = cast(Data, event.data), dispute.ruling["jump"]
    if event.kind is EventKind.ACT and data["act"].get("jump") == number:
        return replace(dispute, outcome=ClaimOutcome.JUMP)
    if dispute.outcome is not ClaimOutcome.OPEN:
        return None
    left = event.kind is EventKind.CLEARED and dispute.ruling.get("stray")
    passed_over = event.kind is EventKind.ACT and not dispute.ruling.get("stray")
    return replace(dispute, outcome=ClaimOutcome.NO_JUMP) if left or passed_over else None


def _by_referee(dispute: Dispute | None, data: Data) -> Dispute | None:
    if dispute is None or dispute.ruling["jump"] != data["jump"]:
        return None
    return replace(
        dispute, outcome=ClaimOutcome.JUMP if data["counts"] else ClaimOutcome.NO_JUMP, referee=True
    )
