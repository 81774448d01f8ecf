"""The eye: from a camera's frame to a sentence about the table.

Law: may import ``companion.cards``, ``clock``, ``errors``, ``evidence``, ``finding``, ``language``,
``atomic_file``, ``state_folder``, ``escaping`` and ``cli``, and cv2, numpy, pytesseract and picamera2; knows
no rules, no session, no buttons and no web.
"""
