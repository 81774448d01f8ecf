"""The settings: one register of what can be set, from which file, command, dashboard and docs are made.

Knows the rules, for each game's house rules are settings. Only ``file.py`` touches the disk.
"""
