"""Looks the machine over, as far as that needs no library: disk, clock, ports, rights, versions, games.

What needs the eye or the pins stands in ``vision`` and ``hardware``; ``appliance/checkup.py`` joins them.
"""
