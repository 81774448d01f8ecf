"""Whole games with real decks and hidden hands, played by chance; and how fast the rules are.

Only the commands and tests import it; the companion itself never knows a hand.
"""
