"""What the table is asked while a game of piles, stacks or spots is followed."""

from collections.abc import Sequence

from companion.cards import Card
from companion.evidence import SeenCard
from companion.language import Text, listed, say
from companion.observing.questions import alternatives


def covered(card: SeenCard) -> Text:
    """Ask for a card on which others have been laid."""
    if not card.alternatives:
        return say(
            "A card was covered before it could be read. Enter it under Mend; the game then goes on by "
            "itself."
        )
    return say(
        "A card was covered before it could be read: {cards}. Enter it under Mend; the game then goes on "
        "by itself.",
        cards=alternatives(card),
    )


def taken_unread(card: SeenCard) -> Text:
    """Ask for an open card that is not there any more."""
    if not card.alternatives:
        return say(
            "The open card was taken before it could be read. Enter it under Mend; the game then goes on by "
            "itself."
        )
    return say(
        "The open card was taken before it could be read: {cards}. Enter it under Mend; the game then goes "
        "on by itself.",
        cards=alternatives(card),
    )


def guessed(card: SeenCard, number: int) -> Text:
    """Say that a card was told as what it most likely is, because play had long gone on."""
    return say(
        "A card could not be read for certain: {cards}. Play went on, so {number} was announced, which it "
        "most likely is; if it is another, change it under Mend.",
        cards=alternatives(card),
        number=number,
    )


def fitting(number: int) -> Text:
    """Say that a card on which nothing was read was told as one that it may be, because play had gone on."""
    return say(
        "A card could not be read at all. Play went on, so {number} was announced, which may have been laid "
        "there; if it was another, change it under Mend.",
        number=number,
    )


def skipped(names: Sequence[str], hand: str, card: str) -> Text:
    """Say that a card came from another hand than that of the player to move, who may have passed."""
    return say(
        "It was {names}'s turn, but {card} came from {hand}'s side. If {names} passed, forced or folded, "
        "enter it under Mend; the next card shows it too. If {hand} played out of turn, take the card "
        "back.",
        names=listed(names),
        hand=hand,
        card=card,
    )


def told_as_passes(names: Sequence[str]) -> Text:
    """Say that a turn without a card was told as a pass."""
    return say(
        "{names} laid no card and play went on: announced as a pass. If it was forcing or folding, change it "
        "under Mend.",
        names=listed(names),
    )


def told_as_left(names: Sequence[str]) -> Text:
    """Say that who laid no card in two turns running was told to have folded."""
    return say(
        "{names} laid no card twice running and play went on: announced as having folded. If it was only "
        "passing, change it under Mend.",
        names=listed(names),
    )


def back_in(player: str, number: int) -> Text:
    """Say that somebody who was told to have folded has played on."""
    return say(
        "{player} was announced as having folded but played {number}: announced as having passed instead. If "
        "it was forcing, change it under Mend.",
        player=player,
        number=number,
    )


def told_as_folds(names: Sequence[str]) -> Text:
    """Say that those who still held cards were told to have folded when a new round began."""
    return say(
        "A new round has begun: {names} still held cards and were announced as having folded just before it. "
        "If anybody folded earlier, or played the last cards, change it under Mend.",
        names=listed(names),
    )


def round_lost() -> Text:
    """Say that a new round began before all cards of the last one were told."""
    return say(
        "A new round has begun, and not all cards of the last one could be told: its record stops early. "
        "Compare its chips with the table, and enter what is missing under Mend."
    )


def bonus(player: str, number: int, rank: int, chips: int) -> Text:
    """Say that a card lies lower than the rank, which takes bonus chips that no camera sees."""
    return say(
        "{player} laid {number} on {rank}. That is legal only with bonus chips, {chips} at least: enter "
        "it with them under Mend, or take the card back.",
        player=player,
        number=number,
        rank=rank,
        chips=chips,
    )


def told_with_bonus(player: str, number: int, rank: int, chips: int) -> Text:
    """Say that a play below the rank was told with the bonus chips that it takes."""
    return say(
        "{player} laid {number} on {rank} and play went on: announced with the bonus chips that it takes, "
        "{chips}. Compare them with the table.",
        player=player,
        number=number,
        rank=rank,
        chips=chips,
    )


def too_low(player: str, number: int, rank: int) -> Text:
    """Say that a card lies lower than the rank and no bonus chips are left to make up for it."""
    return say(
        "{player} laid {number} on {rank}, and has not bonus chips enough for that. Take the card back, "
        "or mend what was announced before.",
        player=player,
        number=number,
        rank=rank,
    )


def too_many(number: int) -> Text:
    """Say that more cards of a number lie there than the deck has."""
    return say(
        "{number} lies there once more than the deck has it. Mend what was announced before, or straighten "
        "the card.",
        number=number,
    )


def again(number: int) -> Text:
    """Say that a card may have been laid on one like it, or that one may have been pushed."""
    return say(
        "{number} lies otherwise than before: another {number} was laid on it, or it was pushed. The next "
        "card shows which; or enter it under Mend.",
        number=number,
    )


def opening(number: int) -> Text:
    """Say that a round begins with another card than the 1."""
    return say("A round begins with the 1, but {number} lies there. Take it back.", number=number)


def holder(expected: str, hand: str) -> Text:
    """Say that the 1 came from another hand than that of its holder."""
    return say(
        "{expected} was said to hold the 1, but it came from {hand}'s side. Begin the game anew with "
        "{hand} as who starts, or take the card back.",
        expected=expected,
        hand=hand,
    )


def starter() -> Text:
    """Ask who has begun the second round."""
    return say("The 1 lies there, and nobody saw whose hand brought it. Say under Mend who begins the round.")


def still_running(names: Sequence[str]) -> Text:
    """Say that the 1 lies there although the round is not over."""
    return say(
        "The 1 begins a new round, but {names} still hold cards. Say under Mend who has folded; the game "
        "then goes on by itself.",
        names=listed(names),
    )


def out(hand: str, number: int) -> Text:
    """Say that a card came from somebody who is out of the round."""
    return say(
        "{number} came from {hand}'s side, but {hand} is out of the round. Take the card back, or mend "
        "what was announced before.",
        hand=hand,
        number=number,
    )


def bared(card: Card) -> Text:
    """Say that the card told last has been taken off again."""
    return say(
        "{card} lies on top again. If the card on it was taken back, tap Undo; if not, lay it back.",
        card=str(card.value),
    )


FIRST_STACK = say(
    "The camera cannot tell yet which stack this is. It goes on by itself once a card lies on each; or "
    "enter the cards under Mend."
)


def perhaps_turned(reason: str) -> Text:
    """Say why a card cannot lie where it was laid, and that the stacks may have been taken for each other."""
    return say(
        "{reason}. Perhaps the stacks lie the other way round: then turn them round under Mend.",
        reason=reason,
    )


TURNED = say(
    "A card fits only if the stacks lie the other way round, and play went on so: all turns were announced "
    "anew like that. Compare both stacks with the table, or turn them round under Mend."
)

NO_SEATS = say(
    "Nobody has said who sits where, so the camera cannot tell where a turn ends. Say the seats in the "
    "set-up, or enter the cards under Mend."
)


def colour(number: int) -> Text:
    """Ask for the colour of a card."""
    return say(
        "The colour of {number} cannot be told for certain. Enter the card under Mend, or give it more "
        "light.",
        number=number,
    )


def lies_already(card: Text) -> Text:
    """Say that a card lies there which the record says lies further down already."""
    return say(
        "The record has {card} already. If cards were taken back, tap Undo; if a card was misread, mend what "
        "was announced before.",
        card=card,
    )


def out_of_turn(expected: str, hand: str, number: int) -> Text:
    """Say that a card came from the hand of a player who is not to move."""
    return say(
        "It was {expected}'s turn, but {number} came from {hand}'s side. If {hand} played out of turn, "
        "take the card back. If an act was missed, enter it under Mend; the game then goes on by itself.",
        expected=expected,
        hand=hand,
        number=number,
    )


TOKENS_PAID = say(
    "A player's hand was not seen at the open card, but play went on: announced as a token. Compare the "
    "tokens with the table."
)


def still_open(number: int, other: int) -> Text:
    """Say that another card lies there although the open one was not taken."""
    return say(
        "{other} lies there, but {number} is open and nobody has taken it. Take {other} away, or enter "
        "under Mend who took {number}.",
        number=number,
        other=other,
    )


def who_took(number: int) -> Text:
    """Ask who has taken the open card."""
    return say(
        "{number} was taken, and nobody saw by whose hand. Enter the tokens and who took it under Mend; "
        "the game then goes on by itself.",
        number=number,
    )


def lays_by(number: int, player: str) -> Text:
    """Say that a card was told to be taken by whoever was at their own cards as it went."""
    return say(
        "{number} was taken, and nobody saw by whose hand, but {player} was at their own cards just then: "
        "announced as taken by {player}. If it was somebody else, change it under Mend.",
        number=number,
        player=player,
    )


def laid_unseen(names: Sequence[str]) -> Text:
    """Say that a card was told that nobody saw coming, for it lies before the player whose turn it was."""
    return say(
        "Nobody saw the card of {names} come, but it lies there and play went on: announced as laid. Compare "
        "it with the table.",
        names=listed(names),
    )
