"""The table as time goes by: when it is at rest, what came and went, when, and whose arm it was.

Joins `vision.motion`, `vision.memory` and the reader (`vision.pipeline`).
"""
