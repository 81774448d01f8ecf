"""The face: the dashboard on the tablet; rooms for who is let in, what is asked of a table, what is shown.

Law: may import ``companion``, flask and what serves it; ``tests/test_imports.py`` lists which room may import
which, and no two lean on one another. Pictures come as bytes from the doors handed to ``create_app``.
"""
