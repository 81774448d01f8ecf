"""How the camera follows the games whose cards lie in no row: 23, Quick & Easy, No Thanks!, Futschikato.

One file a game. Each says, from the state and the cards that have come since the last act, which acts must
have happened, what of them is unsure, and what the table has to be asked. Pure; the games do not know one
another.
"""
