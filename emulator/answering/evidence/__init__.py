"""Evidence: whether passages are about a question, and which of their sentences answer it.

`question` reads the question once: which of the `answer_kinds` it asks for, and its words, weighed
by `rarity`. `relevance` tells by `signs` whether the passages are about it. A passage is `matched`
with it by the `term_strengths` of its sentences and its title; `scoring` makes a score of that and
of the `marks` of an answer, among them `measures`, those of `other_languages`, and `switches`
between yes and no. `selection` takes the best sentence and `further_sentences` that may follow it,
none from outdated `versions`, and completes `lists`; of a text that is asked for it takes the
`leads`.
"""
