"""Coreference: questions that speak of what was named before, and its name put in.

`context_dependence` finds what points back, such as a pronoun, and `antecedents` puts a topic in
its place; `one_anaphora` resolves "the second" and "the other one", `person_names` tells who may be
"he" or "she", `possessions` what of theirs is "it", and `short_names` has names that documents
write in full; `set_anaphora` names the things that an earlier question asked for: "Which of them?".
Where several are possible, `interpretations` are tried on the documents.
"""
