"""Searches: what a request asks for, how results are ranked, and what is told of them."""
