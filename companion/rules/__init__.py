"""The rules of each game.

Law: a game imports ``base``, ``cards`` and ``errors`` alone, never another game. Rules are pure: a state and
an act give a state or a refusal.
"""
