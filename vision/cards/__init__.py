"""From prints to cards, and from cards to rows, piles, stacks and spots.

Geometry, probabilities and what experience tells; no net is asked here. May import `vision.prints`.
"""
