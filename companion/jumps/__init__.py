"""The judge of the fifty-card jump: times with their errors in, a ruling out, and what a ruling rests on.

Knows clocks, cards and presses, and no game: what it is given is all that counts.
"""
