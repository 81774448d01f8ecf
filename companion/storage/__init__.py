"""What is kept on the disk: the journal and its copies, the counts and profiles made of it, records, backups.

Here, and in ``companion/table.py``, a failing disk is met: nothing is told of that is not kept.
"""
