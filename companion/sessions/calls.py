"""What becomes of the game when somebody calls the referee, and of what a button has to say. Pure."""

from companion.clock import Instant
from companion.evidence import SHARED, ButtonNews, ButtonNote
from companion.evidence_json import span_to_json
from companion.language import Text, say
from companion.sessions.events import Event, EventKind, Pause
from companion.sessions.session import STUCK, Session, fold
from companion.sessions.table_ruling import Look


def decide(session: Session, item: ButtonNote | Pause, look: Look) -> list[Event]:
    """Give the events of a call, of its end, or of a button in trouble."""
    if isinstance(item, Pause):
        return _pause(session, item, look)
    match item.news:
        case ButtonNews.CALL if session.paused:
            return _go_on(session, item.at, look)
        case ButtonNews.CALL:
            pressed = span_to_json(item.pressed) if item.pressed else None
            return [Event(EventKind.CALL, item.at, {"button": item.button, "pressed": pressed})]
        case ButtonNews.STUCK:
            again = _go_on(session, item.at, look) if _called_by(session, item.button) else []
            return [*again, _note(item, STUCK, _stuck(item.button))]
        case ButtonNews.CHATTER:
            return [_note(item, "button-chatter", _chatter(item.button))]
    return _freed(session, item)


def _pause(session: Session, item: Pause, look: Look) -> list[Event]:
    if item.on == bool(session.paused):
        return []
    if item.on:
        return [Event(EventKind.CALL, item.at, {"button": None, "pressed": None})]
    return _go_on(session, item.at, look)


def _go_on(session: Session, at: Instant, look: Look) -> list[Event]:
    """End a call: what was laid in the meantime is looked at now."""
    resumed = Event(EventKind.RESUMED, at)
    return [resumed, *look(fold(session, (resumed,)))]


def _called_by(session: Session, button: str) -> bool:
    return bool(session.paused and session.paused.get("button") == button)


def _freed(session: Session, item: ButtonNote) -> list[Event]:
    if not session.stuck or (session.attention or {}).get("button") != item.button:
        return []
    return [Event(EventKind.CLEARED, item.at)]


def _note(item: ButtonNote, code: str, message: Text) -> Event:
    return Event(EventKind.ATTENTION, item.at, {"code": code, "message": message, "button": item.button})


def called(session: Session) -> Text | None:
    """Say that the game waits and for whom; None while it does not."""
    if session.paused is None:
        return None
    button = session.paused.get("button")
    if button is None or button == SHARED:
        return say(
            "The referee is called: the game waits. Hold the button down again, or tap Go on, when all is "
            "settled."
        )
    return say(
        "{player} calls the referee: the game waits. Hold the button down again, or tap Go on, when all is "
        "settled.",
        player=button,
    )


def _stuck(button: str) -> Text:
    if button == SHARED:
        return say(
            "The jump button has been down for long: it is stuck, or something lies on it. Free it; until "
            "then the button on the tablet counts."
        )
    return say(
        "{player}'s button has been down for long: it is stuck, or something lies on it. Free it; until then "
        "the button on the tablet counts.",
        player=button,
    )


def _chatter(button: str) -> Text:
    if button == SHARED:
        return say(
            "The jump button flickers: a wire is loose or the contact is worn. Only its first press counts. "
            "Check the wire; until then the button on the tablet counts."
        )
    return say(
        "{player}'s button flickers: a wire is loose or the contact is worn. Only its first press counts. "
        "Check the wire; until then the button on the tablet counts.",
        player=button,
    )
