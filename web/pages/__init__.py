"""What people open: a file for each page's routes. They ask a door and fill a template.

What stands on a page is decided in ``web.content``; which pages are in the menu, in ``web/navigation.py``.
"""
