"""What each step of the wizard does with its form: from one draft to the next."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.cards import Zone
from companion.errors import BadRecord
from companion.evidence import SeenCard, Side
from companion.language import languages, say
from companion.rules.catalogue import find_game
from companion.sessions.lobby import Lobby, new_names
from web.content.house_rules import from_text
from web.doors.setup import LessonState, Look, SetupEye
from web.setup.draft import Draft, RowCard, card_text

Form = Mapping[str, str]
MOST_PLAYERS = 16


def players(draft: Draft, form: Form) -> Draft:
    """Let somebody join, go, change places, or sit at a side of the table."""
    lobby, name = draft.lobby, form.get("player", "").strip()
    match form.get("do"):
        case "join" if not name and "on" in form:
            return draft
        case "join" if len(lobby.players) < MOST_PLAYERS:
            return replace(draft, lobby=_joined(lobby, name))
        case "leave":
            return replace(draft, lobby=lobby.leave(name))
        case "earlier":
            place = lobby.players.index(name) if name in lobby.players else 0
            return replace(draft, lobby=lobby.move(name, max(0, place - 1)))
        case "seat":
            return replace(draft, lobby=_seated(lobby, name, form.get("side", "")))
        case _:
            return draft


def _joined(lobby: Lobby, typed: str) -> Lobby:
    """Let all join whose names were typed, as many as there is room for."""
    for name in new_names(typed)[: MOST_PLAYERS - len(lobby.players)]:
        lobby = lobby.join(name)
    return lobby


def _seated(lobby: Lobby, name: str, side: str) -> Lobby:
    """Seat somebody where a tap was; a tap on one's own place makes it free."""
    if side not in set(Side):
        raise BadRecord(say("There is no such side of the table."))
    return lobby.seat(name, None if lobby.sides.get(name) == side else side)


def game(draft: Draft, form: Form, eye: SetupEye | None) -> Draft:
    """Choose the game and who starts; a deck that is being learnt is the chosen game's."""
    slug = form.get("game", draft.game)
    find_game(slug)
    if eye:
        eye.play(slug)
    kept = draft if slug == draft.game else replace(draft, deck="", row=None)
    return replace(kept, game=slug, starter=form.get("starter", draft.starter))


def rules(draft: Draft, form: Form) -> Draft:
    """Choose the house rules; what was entered beside the answers counts where it was chosen."""
    for key, rule in draft.chosen.rulings.items():
        chosen, own = form.get(key), form.get(f"{key}-own", "")
        if chosen == "own" and not own.strip():
            raise BadRecord(say("Say what you play by instead, or choose another answer."))
        said = own if chosen in (None, "own") else chosen
        if said.strip():
            draft = draft.with_rule(key, from_text(rule, said))
    return draft


def row(draft: Draft, form: Form, eye: SetupEye | None) -> Draft:
    """Read the first row, or correct a card of it; other games have none."""
    if not draft.in_row:
        return draft
    match form.get("do"):
        case "read":
            look = eye.look(draft.game, draft.deck or None) if eye else None
            return replace(draft, row=row_of(look) if look else None)
        case "card":
            try:
                at = int(form.get("at", ""))
            except ValueError:
                at = -1
            return draft.corrected(at, form.get("text", ""))
        case "forget":
            return replace(draft, row=None)
        case _:
            return draft


def row_of(look: Look) -> tuple[RowCard, ...]:
    """Give the cards of a look in their order, but for what lies beside the row."""
    lying = (card for card in look.cards if card.zone is not Zone.JUMP)
    return tuple(RowCard(_best(card), card.sure, faces(card)) for card in lying)


def _best(card: SeenCard) -> str:
    return faces(card)[0] if card.alternatives else ""


def faces(card: SeenCard) -> tuple[str, ...]:
    """Give what a card may be, the likeliest first, each once."""
    texts = ["pass" if a.card.value is None else str(a.card.value) for a in card.alternatives]
    return tuple(dict.fromkeys(texts))[:4]


def deck(draft: Draft, form: Form, eye: SetupEye) -> Draft:
    """Choose a deck, or go on with learning one."""
    doing = form.get("do", "")
    if doing == "choose":
        chosen = form.get("deck", "")
        if chosen and chosen not in eye.decks(draft.game):
            raise BadRecord(say("This deck has not been learnt for this game."))
        return replace(draft, deck=chosen, row=None)
    if doing in LESSON:
        LESSON[doing](draft, form, eye)
    lesson = eye.lesson()
    if doing == "end" and lesson and lesson.state is LessonState.LEARNT:
        eye.end_lesson()
        return replace(draft, deck=lesson.name, row=None) if lesson.game == draft.game else draft
    if doing == "cancel":
        eye.end_lesson()
    return draft


def _begin(draft: Draft, form: Form, eye: SetupEye) -> None:
    eye.begin_lesson(form.get("name", "").strip(), draft.game)


def _take(_draft: Draft, _form: Form, eye: SetupEye) -> None:
    if not eye.take_picture():
        raise BadRecord(say("No picture could be taken; is the camera there, and are there fewer than six?"))


def _drop(_draft: Draft, form: Form, eye: SetupEye) -> None:
    eye.drop_picture(_number(form))


def _answer(_draft: Draft, form: Form, eye: SetupEye) -> None:
    eye.answer(_number(form), card_text(form.get("card", "")))


def _learn(_draft: Draft, _form: Form, eye: SetupEye) -> None:
    eye.learn()


def _insist(_draft: Draft, _form: Form, eye: SetupEye) -> None:
    eye.learn(insist=True)


LESSON: Mapping[str, Callable[[Draft, Form, SetupEye], None]] = {
    "begin": _begin,
    "take": _take,
    "drop": _drop,
    "answer": _answer,
    "learn": _learn,
    "insist": _insist,
}
"""What a form of the lesson does."""


def _number(form: Form) -> int:
    text = form.get("number", "")
    return int(text) if text.isdecimal() and len(text) < 10 else -1


def language(form: Form) -> str | None:
    """Give the language that was chosen, where there is such a one."""
    said = form.get("language", "")
    return said if said in languages() else None
