"""The hidden side of each game: real decks, hands and draw piles, and players who use them.

Law: only the simulator and tests import it; the companion itself never knows a hand. All chance comes in as
a ``Chance``.
"""
