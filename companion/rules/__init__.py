"""The rules of each game.

Law: a game imports ``base``, ``checks``, ``cards``, ``errors``, ``language`` and files of its own alone,
never another game. Rules are pure: a state and an act give a state or a refusal.
"""
