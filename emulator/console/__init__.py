"""The web console: a page that is a client of the API beside it, and has no behaviour of its own.

`files` is what a browser gets, as it stands; `routes` serves it. Imports nothing of the emulator.
"""
