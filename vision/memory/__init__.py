"""The table as it is remembered from look to look: which card is which, in rows, stacks and single ones.

Knows no pictures; of reading only what a reading is (`vision.cards.decode`).
"""
