"""Game records: read, written, replayed, corrected, recounted; and a game as it runs, a record that grows.

Stands on the rules. Of files it touches the records alone (``record.py``).
"""
