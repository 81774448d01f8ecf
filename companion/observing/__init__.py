"""From what the table shows to the acts that explain it: stories, their prices, and what stays in doubt.

Pure. Knows the rules and the game as it runs, but no session: what is made of an explanation is decided in
``companion.following``. The games whose cards lie in no row have their ``followers``.
"""
