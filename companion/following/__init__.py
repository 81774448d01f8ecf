"""Follows the game with the eye: a sighting in; acts, rulings and requests for help out, as events.

Pure. Joins ``companion.observing``, ``companion.jumps`` and ``companion.sessions``; ``brain.py`` is its door.
"""
