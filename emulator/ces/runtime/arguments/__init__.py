"""The arguments of a tool, read out of what the user said by the schema of its parameters.

`told` are those that a text has, `answers` what it has for one that was asked for. `subjects` tells
what a parameter is about, `reading` finds its value in a text: one that stands `by_name`, one of a
few `choices`, a number (`numerals`), one of the `dates` or `times`, one of the `places` in small
letters, or what looks as `codes` do.
"""
