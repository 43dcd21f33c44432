"""User events.

`service` has the methods, `rules` what each type of event must say, and `documents` which documents
one is about.
"""
