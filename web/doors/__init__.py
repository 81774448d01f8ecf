"""The doors of the face: what it asks of table, record, archive, disputes, settings, camera and buttons.

Only here does it know ``companion.table``; pages and API take what is handed to them.
"""
