"""What a test may hold still: the clock and the source of ids.

Nothing of the project is imported into this room; services receive its objects when they are built.
"""
