"""What an act is called in short, by itself: "Ben plays 73", without what it comes to. Pure.

So buttons name what they stand for, and so is an act told that does not count where it stands.
"""

from collections.abc import Mapping
from typing import Any, cast

from companion.language import Text, listed, mark, say
from companion.views.offers import Offer, offer_of

FORCE = "force"
"""The label of a pass that forces the next player (23)."""

LABELLED = {
    "play": mark("{player} plays {label}"),
    "jump": mark("{player} jumps with {label}"),
    "pass": mark("{player} passes: {label}"),
    "flip": mark("The next card is {label}"),
    "lay": mark("{player} lays {label}"),
    "round": mark("A new round begins with {label}"),
}
BARE = {
    "play": mark("{player} plays"),
    "jump": mark("{player} jumps with"),
    "take": mark("{player} takes"),
    "pass": mark("{player} passes"),
    "fold": mark("{player} folds"),
    "token": mark("{player} pays a token"),
    "flip": mark("The next card is"),
    "lay": mark("{player} lays"),
    "stuck": mark("{player} is stuck"),
    "round": mark("A new round begins with"),
}
COLOURS = {
    "orange": mark("orange"),
    "purple": mark("purple"),
    "red": mark("red"),
    "blue": mark("blue"),
    "green": mark("green"),
    "yellow": mark("yellow"),
}
WAYS = {"up": mark("going up"), "down": mark("going down")}
Card = Mapping[str, Any]


def act_words(act: Mapping[str, object]) -> str:
    """Say an act of whatever game; what no game knows is said by its own keys."""
    if "reveal" in act:
        return say("All show their hands")
    try:
        return phrase(offer_of(act))
    except (AttributeError, KeyError, StopIteration, TypeError):
        return _by_its_keys(act)


def phrase(offer: Offer) -> Text:
    """Say who does what: "Ben plays 73"."""
    if not offer.label:
        return say(BARE[offer.verb], player=offer.player)
    if offer.label == FORCE:
        return say("{player} passes and forces the next", player=offer.player)
    if offer.verb in LABELLED:
        return say(LABELLED[offer.verb], player=offer.player, label=label_words(offer))
    return say("{what} {label}", what=bare(offer.verb, offer.player), label=label_words(offer))


def bare(verb: str, player: str | None) -> Text:
    """Say who does something, up to what it is: "Ben plays"."""
    return say(BARE[verb], player=player)


def label_words(offer: Offer) -> str:
    """Say what is played or laid: "73", "2 × 8 (bonus chips: −3)"."""
    if offer.verb == "lay":
        return listed([card_words(card) for card in laid(offer)])
    if bonus := cast("int", offer.act.get("bonus", 0)):
        plain = offer.label.rpartition(" ")[0]
        return say("{cards} (bonus chips: {shift})", cards=plain, shift=shift_words(bonus))
    return say("pass") if offer.label == "pass" else offer.label


def laid(offer: Offer) -> list[Card]:
    """Give the cards that an act lays on stacks."""
    return cast("list[Card]", offer.act["lay"])


def card_words(card: Card) -> Text:
    """Say a card that is laid on a stack: "8 red going up"."""
    way = str(card["stack"])
    return say(
        "{number} {colour} {way}",
        number=card["value"],
        colour=colour_words(str(card["colour"])),
        way=say(WAYS[way]) if way in WAYS else way,
    )


def colour_words(colour: str) -> str:
    """Say a colour; a house rule may name any."""
    return say(COLOURS[colour]) if colour in COLOURS else colour


def shift_words(bonus: int) -> str:
    """Write by how much bonus chips move the rank: "−3"."""
    return f"{bonus:+}".replace("-", "−") if bonus else "0"


def _by_its_keys(act: Mapping[str, object]) -> str:
    who = act.get("player")
    what = ", ".join(
        key if value is True else f"{key} {value}" for key, value in act.items() if key != "player"
    )
    return f"{who}: {what}" if who else what
