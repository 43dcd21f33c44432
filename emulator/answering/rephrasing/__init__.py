"""Rephrasing: follow-up questions made to stand alone, and compound ones decomposed.

`rephrase` asks in turn whether a question depends on those before it by `ellipsis` ("And in
Germany?") or by `coreference` ("How much does it cost?"), given the `context` of the conversation.
`topics` and `noun_phrases` are what a question is about, and `fronted_topics` puts in order what
names it first. Where the words leave open what is meant, documents decide: `context_expansion`
searches with the words of earlier questions too, and `generalization` asks of any thing what
documents do not say of the one. `other_languages` has what is done for those, and `decompose` takes
compound questions apart.
"""
