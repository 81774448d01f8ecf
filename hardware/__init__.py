"""The hands: buttons and lamps on GPIO pins.

Law: may import ``companion.cards``, ``clock``, ``errors``, ``evidence``, ``finding``, ``language`` and
``atomic_file``, and gpiozero; knows neither camera nor web.
"""
