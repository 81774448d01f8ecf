"""The judge of the fifty-card jump: times with their errors in, a ruling out, and what a ruling rests on.

Knows clocks, cards and presses, and no game: what it is given is all that counts. Two files touch the disk:
``presses.py`` reads those of a recording, ``clock_check.py`` keeps how camera and clock lie to each other.
"""
