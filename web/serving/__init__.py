"""What moves the bytes: the server with its crew, files from memory, this machine's name and address.

Knows nothing of tables and referees, and no other room of the face.
"""
