"""Makes the two nets of the eye: draws tables full of cards, trains on them, exports, measures.

Law: nothing here is imported by the product, and no picture of a real game is needed. Needs torch, Pillow,
onnx and any set of installed fonts; see README.md. Every draw comes from a seeded generator.
"""
