"""The reader: from a picture to the cards that lie on the table, the stages in order, each timed.

find prints and cards → read the prints → join them into cards → tell their colours → decide all together →
lay out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import compress
from math import cos
from time import perf_counter

from companion.evidence import Alternative, SeenCard
from vision.cards import passes
from vision.cards.alignment import aligned
from vision.cards.by_pips import all_heard, unprinted
from vision.cards.candidates import BARELY, FAINT_CARD, Candidate, in_same_place
from vision.cards.crowded import uncrowded
from vision.cards.decode import Evidence, decode, is_sure
from vision.cards.doubting import doubted
from vision.cards.gaps import filled
from vision.cards.gathering import Grouped, evidence, grouped
from vision.cards.geometry import Placed, in_line
from vision.cards.grouping import distinct, distinct_places, group
from vision.cards.layout import arrange
from vision.cards.letters import figures
from vision.cards.numberless import passes_and_unread, unread
from vision.cards.passes import RowSeen
from vision.cards.pips import counted
from vision.cards.senses import Leaning, own_sense, sense_of
from vision.cards.standing import Stood
from vision.cards.turning import DigitReader, MarkReader, agreed, righted
from vision.cards.upright_corners import reconciled, stood_up
from vision.games import Arrangement, GameLook, look_of
from vision.looks.above import above
from vision.looks.asking import asked_again
from vision.looks.both_corners import heard_twice
from vision.looks.distance import Glance, View, everywhere, glance, nearer
from vision.looks.farther import whole
from vision.looks.likewise import as_others
from vision.looks.look import NOTHING_KNOWN, Context, LookInput, Observation, Stages
from vision.looks.near import FaceKnower, NearLooks
from vision.looks.overlooked import left_out, overlooked
from vision.looks.same_cards import Cards, paired
from vision.looks.sought import sought
from vision.looks.steadied import steadied
from vision.looks.twice import joined, mean, recalled, same_number
from vision.prints import digits, faces, marks
from vision.prints.closeup import Closeup, straightened
from vision.prints.crops import turnable
from vision.prints.finder import CardHint, Detections, Picture, Print
from vision.prints.nets import FloatArray

Finder = Callable[[Picture, View | None], Glance]
"""Finds prints and cards in a picture, told how those of the one before were seen best."""

Further = Callable[[Picture, Glance], Glance]
"""Looks once more at what was found, from another distance."""

PassKnower = Callable[[Picture, CardHint, float], float]
"""Says how probably (0-1) a card in a picture is one of a deck's pass cards, told how probably any deck's."""

WORTH_TELLING = 0.5
"""A card that could not be read is told of when its own look is at least this sure (0-1)."""

FEW = 3
"""Where fewer cards are told of, most of a row may have been overlooked."""

LIKELY = 0.6
"""A card whose number is this probable (0-1) is told of where it is in line with one that is told of: of 410
rows two such cards were there, and one more was covered; none was not. Of less probable ones none was
there."""

ANEW = 2
"""So many further looks are taken where a number was overlooked: what is hardly seen from nearer may be clear
from farther off. In 1182 drawn rows the second gained one number and a question instead of a mistake."""

READ = steadied(digits.read)
"""Reads the digits of any deck."""

READ_QUICKLY = steadied(digits.read_quickly)
"""Reads the digits of any deck, for a table that was read before."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads pictures of one game's cards; raises `SettingsError` for a game that it does not know.

    Where a card is unsure, ``further`` looks are taken in turn until none is, the first two of them where one
    may have been overlooked, too; ``second`` is asked about the cards that are unsure in the last one, and
    only about them. On a table that was not read before ``around`` is taken as well, even if all that was
    seen is sure, where cards lie singly or few are told of.
    ``afar`` finds what is in a picture in which nothing is told otherwise, if no later one will tell more.
    ``passes`` says how probably (0-1) a card without a number is one of a learnt deck's pass cards.
    ``quickly`` reads the numbers instead of ``digits`` where all around the cards is as it was when they were
    read before (`Context.view`): it may only confirm them. None: what reads those of any deck quickly, if
    ``digits`` are for any deck, else ``digits``.
    ``known``: experience says how far what ``digits`` gives may be believed (`vision.prints.trust`).
    """

    game: str
    find: Finder = glance
    closeup: Closeup = straightened
    faces: FaceKnower = faces.look
    digits: DigitReader = READ
    quickly: DigitReader | None = None
    marks: MarkReader = marks.told
    second: DigitReader | None = None
    passes: PassKnower | None = None
    known: bool = True
    further: tuple[Further, ...] = (nearer,)
    around: Further = everywhere
    afar: Finder | None = None
    look: GameLook = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "look", look_of(self.game))

    def read(self, image: Picture) -> tuple[SeenCard, ...]:
        """Give the cards in a BGR picture (H, W, 3); raises `ValueError` on any other shape or type."""
        return self.observe(image).cards

    def read_with_context(self, image: Picture, expected: Context) -> tuple[SeenCard, ...]:
        """Give the cards in a BGR picture, told what cannot lie there and where the row is."""
        return self.observe(image, expected).cards

    def _printed(self, image: Picture, prints: Sequence[Print]) -> FloatArray:
        """Give the probabilities (N, 111) of prints: what reads as a number that no card bears is none."""
        rows = self.digits(image, prints).copy()
        numbers = self.look.numbers
        none = [v for v in range(digits.VALUES) if v not in numbers]
        rows[:, digits.JUNK] += rows[:, none].sum(axis=1)
        rows[:, none] = 0.0
        return rows

    def observe(self, image: Picture, context: Context = NOTHING_KNOWN) -> Observation:
        """Give the cards in a BGR picture with the time that each stage took."""
        seen = self._observed(image, context)
        if seen.cards or self.afar is None:
            return seen
        again = replace(self, find=self.afar, afar=None)._observed(image, context)
        return replace(again, stages=seen.stages + again.stages)

    def _observed(self, image: Picture, context: Context) -> Observation:
        """Give the cards in a BGR picture from the distance that suits them best."""
        begun = perf_counter()
        found = self.find(image, context.view)
        further = self.further if found.finding.cards else ()
        quickly = self.quickly or (READ_QUICKLY if self.digits is READ else self.digits)
        reader = self if context.view is None else replace(self, digits=quickly)
        table = LookInput(image, turnable(image), found, context)
        look = first = reader._looked(table, found, None if further else self.second, begun)
        looks, begun = [first.cards], perf_counter()
        level: Cards = ()
        if further and (slanted := self._from_above(table)) is not None:
            table = slanted
            seen = table.back(self._looked(table, table.found, None, begun), first)
            look, level = self._both(look, seen, looks), seen.cards
        few = len(look.cards) < FEW or self.look.arrangement is Arrangement.SPOTS
        if few and further and context.view is None and table.view is None:
            begun = perf_counter()
            look = self._both(look, self._looked(table, self.around(image, found), None, begun), looks)
        for again in further:
            done = look.cards and sum(not card.sure for card in look.cards) <= context.unsure
            if done and not (again in further[:ANEW] and self._overlooked(table, look)):
                break
            begun = perf_counter()
            asked = self.second if again is further[-1] else None
            other = self._looked(table, again(table.image, table.found), asked, begun)
            look = self._both(look, table.back(other, first), looks)
        told = look.cards if len(looks) == 1 else recalled(look.cards, looks, once=self.look.each_once)
        return replace(look, cards=self._filled(told, level))

    def _overlooked(self, table: LookInput, look: Observation) -> bool:
        """Say whether a number was overlooked on a table that was not read before."""
        found, before = table.found.finding, table.context.view is not None
        return not before and (
            (self.look.tiles and left_out(found.cards, look.cards))
            or overlooked(table.cut, found.prints, look.cards, self.closeup, self._printed)
        )

    def _from_above(self, table: LookInput) -> LookInput | None:
        """Find what lies on a table seen at a slant, as seen from above; None where that is no better.

        Not where a look may only confirm what was read before, nor where cards do not lie in a row: how they
        lean says nothing then of how the camera looks.
        """
        if self.look.arrangement is not Arrangement.ROW or table.context.view is not None:
            return None
        if (view := above(table.found.finding, table.image.shape)) is None:
            return None
        image, row_at = view.see(table.image), table.context.row_at
        context = replace(table.context, row_at=None if row_at is None else view.there(row_at))
        found = self.find(image, None)
        return LookInput(image, turnable(image), found, context, view) if found.finding.cards else None

    def _both(self, look: Observation, other: Observation, looks: list[tuple[SeenCard, ...]]) -> Observation:
        """Give the joint word of the looks so far and one more, which is added to them."""
        both = joined(look.cards, other.cards, once=self.look.each_once, looks=len(looks))
        looks.append(other.cards)
        cards = uncrowded(doubted(both, self.look))
        alone = len(other.cards) == len(cards) and all(card.sure for card in (*cards, *other.cards))
        best = other if alone else look
        return Observation(
            cards, look.stages + other.stages, best.distance, best.up, look.stood or other.stood
        )

    def _filled(self, cards: Cards, level: Cards) -> Cards:
        """Tell of the cards, too, that a row must hold besides those that were seen.

        Only where cards are laid one by one: collected ones lie in heaps of their own. ``level``: the cards
        as seen from above, where the camera looks at a slant; else none.
        """
        if not self.look.rising:
            return cards
        return filled(cards, paired(cards, level) if level else ())

    def _looked(
        self, table: LookInput, seen: Glance, second: DigitReader | None, begun: float
    ) -> Observation:
        """Read what was found on a table; ``begun``: when the look at it began, in seconds."""
        image = table.cut
        noticed, faint = seen.finding.passes if self.look.passes else (), seen.finding.prints
        finding = replace(seen.finding, prints=distinct(faint), passes=noticed)
        found = perf_counter()
        close = self.closeup(image, finding.prints)
        prints, values = agreed(image, finding.prints, close, self._printed(image, close), self._printed)
        prints, values = stood_up(image, prints, values, self._printed)
        prints, values = as_others(image, faint, prints, values, self.closeup, self._printed)
        prints, values = whole(image, prints, values, self._printed)
        kept = distinct_places(prints)
        finding, values = replace(finding, prints=tuple(prints[i] for i in kept)), values[kept]
        again = table.context.view is not None
        finding, values = heard_twice(
            image, faint, finding, values, self.closeup, self._printed, self.faces, again
        )
        read = perf_counter()
        lying, up, stood = self._decide(image, faint, finding, values, table.context, second)
        done = perf_counter()
        stages = Stages(*(1e3 * t for t in (found - begun, read - found, done - read)))
        return Observation(lying, stages, seen.distance, up, stood)

    def _decide(
        self,
        image: Picture,
        faint: Sequence[Print],
        finding: Detections,
        values: FloatArray,
        context: Context,
        second: DigitReader | None,
    ) -> tuple[tuple[SeenCard, ...], tuple[float, bool] | None, tuple[Stood, ...]]:
        """Join, tell colours, decode, lay out; gives the cards, and what an `Observation` tells besides."""
        leaning = Leaning.after(context.ups, self.look.front)
        near = NearLooks(self.faces, image)
        finding, values, candidates = self._grouped(image, faint, finding, values, near)
        pips: dict[Candidate, int] = {}
        if self.look.pips:
            candidates, pips = counted(image, finding.prints, values, candidates)
        seen = grouped(image, finding, values, candidates, context.stood)
        sense = sense_of(seen.laid, leaning=leaning) if seen.laid else 0.0
        decoded = self._decoded(seen, sense, leaning, context.impossible, second)
        decoded = all_heard(decoded, [pips.get(card) for card in seen.numbers])
        if self.look.pips:
            decoded = figures(decoded, seen.numbers, values, pips)
        numbers, laid = list(seen.numbers), list(seen.laid)
        rest = [card for card in seen.others if card not in pips]
        if self.look.passes:
            instead = near.rather_passes(numbers, decoded, finding.cards, finding.prints, values)
            kept = [card not in instead for card in numbers]
            numbers, laid = list(compress(numbers, kept)), list(compress(laid, kept))
            decoded = list(compress(decoded, kept))
            rest += [c for c in instead.values() if not any(in_same_place(c.hint, o.hint) for o in rest)]
        placed = self._told_of(numbers, laid, decoded, sense) + unprinted(pips)
        row = RowSeen([card.hint for card in placed if card.sure], faint, sense)
        placed += self._others(image, rest, near, row)
        size = image.shape[1], image.shape[0]
        lying = arrange(placed, self.look, size, context.row_at, leaning, game=context.game)
        return uncrowded(lying), own_sense(laid), seen.stood

    def _decoded(
        self,
        seen: Grouped,
        sense: float,
        leaning: Leaning,
        impossible: frozenset[int],
        second: DigitReader | None,
    ) -> list[tuple[Alternative, ...]]:
        """Give what each number card may be, in a row of this sense (radians), best first."""
        known = self._evidence(seen, sense, leaning)
        decoded = decode(known, self.look, impossible)
        if second is not None:
            known = asked_again(seen.image, second, seen.finding.prints, seen.numbers, known, decoded)
            decoded = decode(known, self.look, impossible)
        if not (decoded and self.look.rising):
            return decoded
        read = [replace(where, alternatives=told) for where, told in zip(seen.laid, decoded, strict=True)]
        grown = sense_of(read, True, leaning)
        if cos(sense - grown) >= 0:
            return decoded
        # The order of the numbers tells another sense than they were read in: 16 may be 91.
        # So lies another card behind it, which may hide a figure where none seemed to.
        known = self._evidence(seen, grown, leaning)
        both = zip(decoded, decode(known, self.look, impossible), (one.cut for one in known), strict=True)
        return [
            (other if cut else told) if same_number(told, other) else mean(told, other)
            for told, other, cut in both
        ]

    def _grouped(
        self,
        image: Picture,
        faint: Sequence[Print],
        finding: Detections,
        values: FloatArray,
        near: NearLooks,
    ) -> tuple[Detections, FloatArray, tuple[Candidate, ...]]:
        """Join what was found into cards, with faint numbers sought on those that could not be read.

        Gives the finding and its probabilities (N, 111) with what was sought and turned, and the cards.
        """
        once = self.look.each_once
        finding = replace(finding, prints=aligned(finding.prints, values, finding.cards, once))
        candidates = group(finding, values, once, BARELY if self.look.tiles else FAINT_CARD)
        if self.look.passes and (other := near.no_passes(candidates)):
            finding = replace(finding, passes=tuple(hint for hint in finding.passes if hint not in other))
            candidates = group(finding, values, once)
        unread = near.numbers(candidates) if self.look.passes else candidates
        more, better = sought(image, faint, finding, values, unread, self.closeup, self._printed)
        if better is not values:
            finding = replace(more, prints=aligned(more.prints, better, more.cards, once))
            values, candidates = better, group(finding, better, once)
        for turned in (righted, reconciled):
            right, better = turned(image, finding, values, candidates, self._printed)
            if better is not values:
                finding, values, candidates = right, better, group(right, better, once)
        return finding, values, candidates

    def _told_of(
        self,
        numbers: Sequence[Candidate],
        laid: Sequence[Placed],
        decoded: Sequence[tuple[Alternative, ...]],
        sense: float,
    ) -> list[Placed]:
        """Give the number cards that are told of: sure, clearly a card, or likely and in line."""
        each = [
            replace(where, alternatives=told, sure=is_sure(told))
            for where, told in zip(laid, decoded, strict=True)
        ]
        clear = [
            card.sure or max(number.hint.score, number.support) >= WORTH_TELLING
            for card, number in zip(each, numbers, strict=True)
        ]
        if all(clear) or self.look.arrangement is not Arrangement.ROW:
            return list(compress(each, clear))
        told_of = [card.hint for card in compress(each, clear)]
        return [
            card
            for card, telling in zip(each, clear, strict=True)
            if telling or (card.confidence >= LIKELY and in_line(card.hint, told_of, sense))
        ]

    def _evidence(self, seen: Grouped, sense: float, leaning: Leaning) -> list[Evidence]:
        """Gather what is known of each number card, as it is in a row of this sense (radians)."""
        return evidence(seen, self.look, sense, self._printed, self.marks, self.known, leaning)

    def _others(
        self, image: Picture, cards: Sequence[Candidate], near: NearLooks, row: RowSeen
    ) -> list[Placed]:
        """Make what shows no number: pass cards, and cards that could not be read."""
        in_row = self.look.arrangement is Arrangement.ROW
        if in_row and len(row.numbers) > 1:  # two agree on how large this deck's cards are
            cards = [card for card in cards if not row.is_other_size(card.hint)]
        if not (self.look.passes or self.look.pips):
            return unread(cards, [0.0] * len(cards), in_row)
        kinds = near([card.hint for card in cards])
        nothing = [float(kind[faces.NOTHING]) for kind in kinds]
        if not self.look.passes:
            return unread(cards, nothing, in_row)
        likely = passes.probabilities(image, cards, kinds, row)
        if self.passes is not None:
            both = zip(cards, kinds, strict=True)
            known = (self.passes(image, card.hint, float(kind[faces.PASS])) for card, kind in both)
            likely = [max(p, k) for p, k in zip(likely, known, strict=True)]
        return passes_and_unread(cards, likely, nothing, in_row)
