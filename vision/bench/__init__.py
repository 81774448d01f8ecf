"""Measures the eye: accuracy, honesty and speed, on pictures and on recordings.

May import all of the eye; nothing of the eye imports it but the command.
"""
