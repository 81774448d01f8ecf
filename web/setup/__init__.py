"""The set-up wizard: from an empty table to a started game, by plain forms; ``wizard.py`` is its door."""
