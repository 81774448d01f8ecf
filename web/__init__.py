"""The face: the dashboard on the tablet.

Law: may import ``companion`` and flask; pictures come as bytes from a callable handed to ``create_app``.
"""
