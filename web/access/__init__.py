"""Who is let in, and who may change something: hosts and origins, the referee's role, its code and devices.

Knows nothing of what is shown. Of the disk it touches the list of referees and the secret alone.
"""
