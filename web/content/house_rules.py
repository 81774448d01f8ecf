"""The house rules in plain words: what is asked, and what can be answered; the usual answer first."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.language import Text, languages, mark, say
from companion.rules.base import HouseRule, Rules
from companion.settings.typed import values_of
from web.content.deck_colours import in_words, own_name


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer to a house rule's question; ``usual`` is the game's own, ``chosen`` the one that holds."""

    value: object
    words: Text
    usual: bool
    chosen: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A house rule as it is asked; ``own`` is what was entered instead, None where nothing can be."""

    key: str
    question: Text
    answers: tuple[Answer, ...]
    own: str | None
    hint: Text


EVERY_THIRD, THIRDS_WORDS = "every-third", mark("every third")
"""How the file says that each number which three divides is purple, and how people do."""

QUESTIONS: Mapping[tuple[str, str], tuple[str, tuple[tuple[object, str], ...]]] = {
    ("fifty-fifty", "purple"): (
        mark("Which numbers are purple?"),
        ((EVERY_THIRD, mark("Every third: 3, 6, 9 and so on")),),
    ),
    ("fifty-fifty", "pass_in_hand"): (
        mark("Somebody still holds a pass when hands are shown. What then?"),
        (
            ("eliminated", mark("They are out of this count and cannot win")),
            ("spared", mark("It costs them nothing")),
        ),
    ),
    ("fifty-fifty", "pass_opens_row"): (
        mark("May a new row begin with a pass?"),
        (("allowed", mark("Yes")), ("forbidden", mark("No, it begins with a number"))),
    ),
    ("23", "learning_deal"): (
        mark("How are the cards dealt?"),
        ((False, mark("As usual")), (True, mark("To learn the game: 12 cards each, none is put away"))),
    ),
    ("quick-and-easy", "professional"): (
        mark("How many cards may a turn have?"),
        ((False, mark("One or more")), (True, mark("Exactly one: the professional version"))),
    ),
    ("quick-and-easy", "colours"): (mark("Which colours has your deck?"), ()),
}
"""By game and key: the question, and the answers with their values."""

HINTS = {
    "purple": mark("Other numbers, with commas: 3, 6, 9"),
    "colours": mark("Five names, with commas"),
}


CHOICES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    f"house_rules.{game}.{key}": (question, {str(value): words for value, words in known})
    for (game, key), (question, known) in QUESTIONS.items()
    if known and key not in HINTS and not any(isinstance(value, bool) for value, _ in known)
}
"""By setting: what is asked of a house rule that has few values, and these with what they are called."""


def questions(rules: Rules, given: Mapping[str, object]) -> tuple[Asked, ...]:
    """Ask all house rules of a game; ``given``: those that were chosen."""
    return tuple(
        _asked(rules.slug, rule, given.get(key, rule.default)) for key, rule in rules.rulings.items()
    )


def _asked(game: str, rule: HouseRule, value: object) -> Asked:
    question, known = QUESTIONS.get((game, rule.key), (rule.about, ()))
    answers = tuple(
        Answer(answer, say(words), rule.is_default(answer), answer == value) for answer, words in known
    )
    free = rule.key in HINTS or not known
    own = None if not free else "" if any(a.chosen for a in answers) else as_text(value)
    hint = say(HINTS[rule.key]) if rule.key in HINTS else rule.allowed
    return Asked(rule.key, say(question), answers, own, hint)


def as_text(value: object) -> str:
    """Give a house rule's value as a person enters it, colours in the language of whoever looks."""
    return in_words(value) if isinstance(value, list | tuple) else str(value)


def from_text(rule: HouseRule, text: str) -> object:
    """Read a house rule's value from what a person chose or entered; ``rule.accepts`` judges it.

    A colour may be named in any language: only by its own name do the eye and the dashboard know it.
    """
    plain: dict[str, object] = {"true": True, "false": False}
    if isinstance(rule.default, bool):
        return plain.get(text.lower(), text)
    if rule.accepts(own_answer(text)):
        return own_answer(text)
    return [own_name(part) if isinstance(part, str) else part for part in values_of(text)]


def own_answer(text: str) -> str:
    """Give the file's word for every third number in anybody's words; any other text as it is."""
    known = (say(THIRDS_WORDS).to(language).casefold() for language in languages())
    return EVERY_THIRD if " ".join(text.casefold().split()) in known else text
