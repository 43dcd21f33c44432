"""Retrieval for every service: where a request looks, what is found, and how that is shown.

May import `indexing`; the services import it, never the other way round.
"""
