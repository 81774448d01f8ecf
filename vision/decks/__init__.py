"""A household's own deck: learnt from a few pictures, kept, read by its own font; and one to print.

Stands on the reader (`vision.pipeline`); the reader knows of learnt decks only what is handed to it.
"""
