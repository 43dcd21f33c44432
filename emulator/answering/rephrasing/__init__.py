"""Rephrasing: follow-up questions made to stand alone, and compound ones taken apart (`decompose`).

`rephrase` asks in turn whether a question varies the one before it (`variation`, by `exchanges` of
parts), goes on with its end (`fragments`), or speaks of what it does not name (`dependence`): that
is named in its place (`naming`), be it one of several (`alternatives`) or somebody (`people`). The
`conversation` holds what was spoken of, `topics` and `phrases` are what a question is about, and
`fronting` puts in order what names that first. Where the words leave open what is meant, `readings`
are tried on the documents, `expansion` adds what they say of it, and `generality` asks of any thing
what they do not say of the one. `other_languages` has what is done for those.
"""
