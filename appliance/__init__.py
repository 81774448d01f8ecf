"""The appliance: wires senses, core and face together to a running table.

Law: may import ``companion``, ``vision``, ``hardware`` and ``web``, and what these may; only ``tabletop.py``
and the tests import it.
"""
