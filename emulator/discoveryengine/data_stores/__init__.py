"""Data stores.

`service` has the methods, `processing_configs` those for how documents are processed; `languages`
is what a data store tells of its language.
"""
