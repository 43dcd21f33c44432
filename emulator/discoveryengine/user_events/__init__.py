"""User events.

`service` has the methods, `rules` what each type of event must say, and `documents` which documents
one is about. `digests` keep what the events of a data store come to, for those who go by them.
"""
