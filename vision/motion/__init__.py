"""What moves in the picture: reduced frames, arms, a trembling camera, the way of a card to its touch.

Reads nothing: it may import `vision.frame` alone.
"""
