"""Makes the reader for a table: the net, Tesseract beside it, or what knows a deck that was learnt."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.errors import SettingsError, WrongUse
from companion.state_folder import decks_folder
from vision.decks import store as deck_store
from vision.decks.learn import digits_of, is_of, taught_again
from vision.decks.store import LearntDeck
from vision.decks.trunk import shipped_trunk
from vision.games import ANY, SPREAD
from vision.looks.distance import farther, from_afar, nearer
from vision.looks.second_opinion import Tesseract, available
from vision.looks.steadied import steadied
from vision.looks.turned import turned
from vision.pipeline import Reader
from vision.prints.deck_passes import Passes

SECOND_SECONDS = 1.0
"""No second opinion on a picture takes longer."""


def make_reader(
    game: str,
    deck: str | None = None,
    engine: str = "net",
    *,
    still: bool = False,
    folder: Path | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Reader:
    """Make what reads a game's cards.

    ``deck``: the name of a deck that was learnt (in ``folder``, else where this machine keeps them).
    ``still``: no later picture will tell more, so look at unsure cards from farther off and turned, too, look
    from afar where nothing is told, and ask Tesseract about them, where it is installed.
    ``progress``: hears why it takes long, where the deck is taught again.
    Raises `SettingsError` for a game, deck or engine that is not there, `WrongUse` for a deck where the
    engine is Tesseract, which nobody can teach.
    """
    if engine == "tesseract":
        if deck is not None:
            raise WrongUse("Tesseract reads by no learnt deck: leave out either --deck or --reader tesseract")
        return Reader(game, digits=Tesseract(), known=False, further=())
    asked = Tesseract(seconds=SECOND_SECONDS) if still and available() else None
    looks, afar = ((nearer, farther, turned), from_afar) if still else ((nearer,), None)
    if not deck:
        return Reader(game, second=asked, further=looks, afar=afar)
    learnt = _learnt(folder or decks_folder(), deck, game.removeprefix(SPREAD), progress)
    passes = Passes(learnt.passes) if learnt.passes else None
    quickly = digits_of(learnt)
    return Reader(
        game,
        digits=steadied(replace(quickly, plain=False)),
        quickly=steadied(quickly),
        second=asked,
        passes=passes,
        further=looks,
        afar=afar,
    )


def _learnt(folder: Path, name: str, game: str, progress: Callable[[str], None]) -> LearntDeck:
    """Give a game's deck; where the nets are others than when it was learnt, it is taught again, and kept.

    Raises `SettingsError` for a deck that is not there, or another game's.
    """
    deck, trunk = deck_store.load(folder, name), shipped_trunk()
    if deck.game not in (game, ANY):
        raise SettingsError(
            f"the deck {name!r} was learnt for {deck.game}, not for {game}: learn one for {game} under "
            "another name"
        )
    if is_of(deck, trunk):
        return deck
    progress(
        f"the deck {name!r} was learnt with other neural nets: it is taught to these once, which may take a "
        "minute or more"
    )
    again = taught_again(deck, trunk)
    try:
        deck_store.renew(folder, deck, again)
    except SettingsError as error:
        progress(f"{error}; until then the deck is taught again each time it is used")
    return again
