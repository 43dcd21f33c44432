"""Controls.

`service` has the methods, `rules` what a control may say, and `parents` where it is kept.
`applied` is what those of a serving config do to a search.
"""
