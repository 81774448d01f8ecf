"""The eye: from a camera's frame to a sentence about the table.

Law: may import ``companion.cards``, ``companion.clock``, ``companion.errors`` and ``companion.evidence``, and
cv2, numpy and pytesseract; knows no rules, no session, no buttons and no web.
"""
