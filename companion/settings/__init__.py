"""The settings: one register of what can be set, from which file, command, dashboard and docs are made."""
