"""How far a card's reading may be believed, given how its number was seen.

The reader judges a crop, in which every number is equally high: it cannot know that it stands for nine pixels
of the picture, nor how clearly the finder saw a number there. Both tell right readings from wrong ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log

from companion.evidence import Alternative

EVEN, LOGIT, HEIGHT, SCORE = -6.074, 1.006, 1.191, 4.332
"""A logistic regression of "is right" on the log odds of the probability, the log of the height in pixels and
the finder's score, fitted as `training.fit_trust` does on 2151 readings of unseen decks, more than half of
them at home."""

PASS_EVEN, PASS_NEAR, PASS_LIKE = -0.773, 1.035, 3.521
"""The same for "is a pass card", on the log odds of what it looks like from near by (`vision.faces`) and on
its likeness to one that surely is: fitted on 859 cards without a number, each against what lies uppermost
there. Of the 172 passes among 707 other such cards 150 are sure with them, and one that is none."""

UNLIKE = 0.4
"""The likeness (-1 to 1) to a known pass card that speaks neither for nor against another one."""

LEAST, MOST = 0.001, 0.998
"""Probabilities beyond these count as these: the net's own extremes mean little."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How a card's clearest number was seen: its height in pixels, and the finder's score (0-1)."""

    height: float
    score: float


def believed(told: Sequence[Alternative], sight: Sight) -> tuple[Alternative, ...]:
    """Give a card's alternatives, best first, with the best one's probability (0-1) as experience has it."""
    if not told:
        return ()
    first = told[0].probability
    now = probability(first, sight)
    rest = (1 - now) / max(1 - first, 1e-9)
    return tuple(
        replace(a, probability=now if k == 0 else min(now, a.probability * rest)) for k, a in enumerate(told)
    )


def probability(said: float, sight: Sight) -> float:
    """Give how often what is said with a probability, of a number seen so, is right (0-1)."""
    odds = EVEN + LOGIT * log_odds(said) + HEIGHT * log(sight.height) + SCORE * sight.score
    return 1 / (1 + exp(-odds))


def pass_probability(near: float, like: float | None = None) -> float:
    """Give how often what looks like a pass card is one (0-1).

    ``near``: how surely it is a pass card as seen from near by (0-1). ``like``: how much it looks like a card
    of the same row that surely is one (-1 to 1), None where there is none.
    """
    return 1 / (1 + exp(-(PASS_EVEN + PASS_NEAR * log_odds(near) + PASS_LIKE * alikeness(like))))


def alikeness(like: float | None) -> float:
    """Give what likeness to a known card says: 0 where there is none, or where it says nothing."""
    return 0.0 if like is None else like - UNLIKE


def log_odds(probability: float) -> float:
    """Give the log odds of a probability, kept within `LEAST` and `MOST`."""
    inner = min(max(probability, LEAST), MOST)
    return log(inner / (1 - inner))
