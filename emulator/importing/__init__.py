"""`import`: hands files to a running emulator, over REST as any client does.

`files` makes documents of files, `client` speaks to the emulator, `progress` shows how far it is,
`failures` keeps what is to be said of the rest, `command` puts them together. Nothing of the
emulator but the readers of JSON lines and CSV is used.
"""
