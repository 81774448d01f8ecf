"""What is shown of a session: the table's one view, forms for the referee, a game replayed, events in words.

Pure: draws up values and decides nothing.
"""
