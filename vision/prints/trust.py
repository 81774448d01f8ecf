"""How far a card's reading may be believed, given how its number was seen.

The reader judges a crop, in which every number is equally high: it cannot know that it stands for nine pixels
of the picture, nor how clearly the finder saw a number there. Both tell right readings from wrong ones. And a
single figure on a card that another one may lie over is, more often than it looks, the first of two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log

from companion.evidence import Alternative

INTERCEPT, LOGIT, HEIGHT, SCORE, SINGLE, LONE = 2.471, 1.028, 0.303, 2.571, -1.508, 0.048
"""A logistic regression of "is right" on the log odds of the probability, the logs of the height in pixels
and of the finder's score, whether it is a single figure that may be the first of two, and whether it stands
on its card alone: several prints of one card are no independent witnesses. Fitted as `training.fit_trust`
does on 2593 readings, one look each: rows at home (170 pictures), wild ones (60, which count a third), racks
of tiles (40, half), rows of printed playing cards (50), and rows of four decks that no net has seen, turned
and relit (120, one and a half). The first constant is 0.65 above the fitted one, which asks less on plain
decks: of 2519 readings sure so 14 were wrong, all of them in rows at home and wild ones."""

PASS_INTERCEPT, PASS_NEAR = -0.185, 0.879
"""A logistic regression of "is a pass card" on the log odds of what the card looks like from near by
(`prints.faces`), fitted on 448 cards without a number."""

BESIDE_INTERCEPT, BESIDE_NEAR, BESIDE_LIKE, BESIDE_SAME = -3.45, 0.84, 3.55, 14.0
"""The same regression beside a card of the row that surely is a pass card, also on how much it is like that
one (`prints.patches`), and on how much more than `SAME` that is. Fitted on 694 cards without a number, each
against what lies uppermost there, but for the last: of the 153 that look a little like a pass card from near
by (0.1) and are as like a known one as 0.7, all are passes. Of the 183 passes among them 158 are sure."""

LEARNT_INTERCEPT, LEARNT_NEAR, LEARNT_LIKE = -5.896, 0.687, 12.418
"""The same regression for a card most of which is seen, beside a learnt deck's pass cards: on how much it is
like one of them, as a whole or in parts. Fitted on 577 such cards without a number, 428 of them passes, in
rows at home of 22 drawn decks, each learnt from six pictures. Each deck judged by a fit on the others, 410 of
the passes are sure, and 2 cards that are none; with a likeness of 0.6 as the only bound 364 and 1 are."""

BEHIND = 2.4
"""What is added to these log odds for a card that lies uncovered at its row's end and bears nothing that the
finder takes for a number: it would have found one. Of such cards in 700 drawn rows some forty looked like a
pass card with 0.35 to 0.95 from near by, and one that was none: with 0.38."""

LONELY = 1.0
"""What is taken from these log odds where no number is surely read in the picture: what looks like a card may
be a die, a drawer or a tile of the floor then. Few rows hold pass cards alone, and empty tables are many."""

SAME = 0.6
"""A likeness (-1 to 1) to a known pass card beyond this is no chance."""

LEAST, MOST = 0.001, 0.998
"""Probabilities beyond these count as these: the net's own extremes mean little."""


DOUBT_LEFT = 1 / 3
"""Of a reading's own doubt at least this share stays, however well its number was seen."""

CARDLESS = 0.85
"""A number that lies on no card, nor beside one, is believed no further (0-1): it may stand on a clock."""

DISPUTED = 0.8
"""A number is believed no further (0-1) where another print of its card clearly reads as another number."""

TINY, BLURRED, STILL_LIKELY = 11.0, 1.5, 1.0
"""Digits less than so many pixels high look like others more often than the regression knows, which hardly
saw any: so much less are the log odds that they are right, but no less than the third for that. Of 143 sure
numbers so low in some 1000 pictures twelve were believed with 0.9 to 0.975, and two of those were wrong (a 15
read as 18, a 38 as 35); of the 131 surer ones none was."""

FAINTEST = 0.05
"""A finder's score below this counts as this."""


@dataclass(frozen=True, slots=True)
class Sight:
    """How a card's clearest number was seen: its height in pixels, and the finder's score (0-1).

    ``lone``: no other number was seen on the card. ``covered``: another card may lie over it.
    ``card``: a card is seen there, or right beside it. ``disputed``: its prints clearly read differently.
    """

    height: float
    score: float
    lone: bool = True
    covered: bool = False
    card: bool = True
    disputed: bool = False


def believed(told: Sequence[Alternative], sight: Sight) -> tuple[Alternative, ...]:
    """Give a card's alternatives, best first, with the best one's probability (0-1) as experience has it."""
    if not told:
        return ()
    first, value = told[0].probability, told[0].card.value
    now = probability(first, sight, sight.covered and value is not None and value < 10)
    rest = (1 - now) / max(1 - first, 1e-9)
    return tuple(
        replace(a, probability=now if k == 0 else min(now, a.probability * rest)) for k, a in enumerate(told)
    )


def probability(said: float, sight: Sight, single: bool = False) -> float:
    """Give how often what is said with a probability, of a number seen so, is right (0-1).

    ``single``: it is a single figure, and may be the first of two.
    """
    seen = HEIGHT * log(sight.height) + SCORE * log(max(sight.score, FAINTEST))
    odds = INTERCEPT + LOGIT * log_odds(said) + seen + SINGLE * single + LONE * sight.lone
    if sight.height < TINY:
        odds = max(odds - BLURRED, min(odds, STILL_LIKELY))
    most = min(1.0 if sight.card else CARDLESS, DISPUTED if sight.disputed else 1.0)
    return min(1 / (1 + exp(-odds)), 1 - DOUBT_LEFT * (1 - min(said, MOST)), most)


def pass_probability(
    near: float, like: float | None = None, behind: bool = False, lonely: bool = False
) -> float:
    """Give how often what looks like a pass card is one (0-1).

    ``near``: how surely it is a pass card as seen from near by (0-1). ``like``: how much it looks like a card
    of the same row that surely is one (-1 to 1), None where there is none or too little is seen to say.
    ``behind``: it lies uncovered in line behind sure numbers. ``lonely``: no number is sure in its picture.
    """
    place = BEHIND * behind - LONELY * lonely
    if like is None:
        return 1 / (1 + exp(-(PASS_INTERCEPT + PASS_NEAR * log_odds(near) + place)))
    same = BESIDE_SAME * max(0.0, like - SAME)
    return 1 / (
        1 + exp(-(BESIDE_INTERCEPT + BESIDE_NEAR * log_odds(near) + BESIDE_LIKE * like + same + place))
    )


def learnt_pass_probability(near: float, like: float) -> float:
    """Give how often a card that looks so like a learnt deck's pass card (-1 to 1) is one.

    ``near``: how surely it is any deck's as seen from near by (0-1). Most of the card must be seen.
    """
    return 1 / (1 + exp(-(LEARNT_INTERCEPT + LEARNT_NEAR * log_odds(near) + LEARNT_LIKE * like)))


def log_odds(probability: float) -> float:
    """Give the log odds of a probability, kept within `LEAST` and `MOST`."""
    inner = min(max(probability, LEAST), MOST)
    return log(inner / (1 - inner))
