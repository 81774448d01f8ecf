"""Disputes: every jump that was ruled on, with its evidence, its pictures and what the table made of it.

Only ``clips.py`` touches the disk, and ``book.py`` the journal. ``rejudge.py`` makes the rulings of a journal
again, from what the eye saw then.
"""
