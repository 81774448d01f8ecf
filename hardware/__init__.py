"""The hands: buttons and lamps on GPIO pins.

Law: may import ``companion.clock``, ``companion.errors`` and ``companion.evidence``, and gpiozero; knows
neither camera nor web.
"""
