"""Recommendations: the documents that a user may like next.

`service` has the method, `requests` what it may be asked, `viewings` who viewed what as user events
tell it, `candidates` which documents can be recommended, `models` what a type of engine goes by,
`scoring` how much each document fits, `diversity` how many of a category are shown, and
`media_engines` what the config of an engine for them may say.
"""
