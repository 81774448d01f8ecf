"""The evening as a fold: commands and presses in, events out, and events into the state of the table.

Pure. What the camera reports is decided in ``companion.following``, which stands on this room.
"""
