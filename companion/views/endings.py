"""What is said when a recording ends, or a game in it does without a result."""

from companion.language import say

NOT_OVER = say("The recording has ended, the game has not: its record goes as far as was seen.")
CUT_OFF = say(
    "The recording ends in the middle of an act. What was being done is not in the record; what was "
    "announced before it is."
)
NOT_REVEALED = say(
    "A new row begins, but the hands of the last game were never revealed, so it has no result. Its record "
    "can be ended by hand: add the line that reveals the hands."
)
