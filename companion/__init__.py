"""The core: rules, records, observing, jumps, sessions, following, storage; and the table that joins them.

Law: imports the standard library only. Beside ``table.py``, ``storage`` and the doors to the disk there is no
clock, thread, IO or randomness; times and shuffles come in as arguments. No two rooms lean on one another.
"""
