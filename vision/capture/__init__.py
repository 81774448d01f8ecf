"""Where pictures come from: cameras, recordings, streams, folders; each frame with the span of its taking.

Knows nothing of cards: it may import `vision.frame` alone.
"""
