"""What stands on the pages, every word and every decision made; pages, API and live feed only pass it on.

Pure: values of the core in, values to draw out.
"""
