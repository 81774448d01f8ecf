"""One print or one face at a time: where it is, how it stands, what it says, which colour.

Here the six nets are asked. Knows of no card that bears several prints, and of no row.
"""
