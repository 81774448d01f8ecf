"""The core: rules, records, observer, adjudicator, session, journal, table.

Law: imports the standard library only. Below ``table.py`` and ``journal.py`` there is no clock, thread, IO
or randomness; times and shuffles come in as arguments.
"""
