"""The colours of a deck as people read and enter them: in their own language, with commas between them."""

from collections.abc import Iterable

from companion.language import Text, joined, languages, say
from companion.views.act_words import COLOURS, colour_words


def in_words(colours: Iterable[object]) -> Text:
    """Name colours (and numbers, as they are), with commas; one that only this deck has keeps its name."""
    return joined(", ", [colour_words(part) if isinstance(part, str) else part for part in colours])


def own_name(said: str) -> str:
    """Give the name by which eye and rules know a colour, in whatever language it was said."""
    for colour, word in COLOURS.items():
        if said.casefold() in (say(word).to(language).casefold() for language in languages()):
            return colour
    return said
