"""Coreference: questions that speak of what was named before, and its name put in.

`context_dependence` finds what points back, such as a pronoun, and `antecedents` puts a topic in
its place; `one_anaphora` resolves "the second" and "the other one", `person_names` tells who may be
"he" or "she", and `short_names` has names that documents write in full; `record_anaphora` is for
questions of records that were asked for before. Where several are possible, `interpretations` are
tried on the documents.
"""
