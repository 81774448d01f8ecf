"""The core: rooms for rules, records, what is seen, what follows, who jumped in time, what is kept and shown.

Law: imports the standard library only; ``tests/test_imports.py`` lists which room may import which, and no
two lean on one another. It lists, too, the few files that touch a clock, a thread, the disk or chance; all
others are given times and shuffles as arguments.
"""
