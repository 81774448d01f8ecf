"""Further looks at what is unsure: from elsewhere, turned, as its like stand, by Tesseract; how they weigh.

May import `vision.prints` and `vision.cards`.
"""
