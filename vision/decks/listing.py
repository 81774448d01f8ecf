"""How a deck's list of cards names them: a number, or ``pass``."""

from companion.evidence import SeenCard

LAST = 1000
"""Where what is no number stands among the numbers."""


def text_of(card: SeenCard) -> str:
    """Give a sure card as the list names it; one without a number is ``pass``."""
    believed = card.believed
    return "pass" if believed is None or believed.value is None else str(believed.value)


def order(card: str) -> tuple[int, str]:
    """Order names of cards: numbers first, by their values."""
    return (int(card) if card.isdecimal() else LAST, card)
