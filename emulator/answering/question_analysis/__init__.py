"""A question analysed once: which of the `answer_types` it asks for, and its terms.

`analysis` reads it into a `question`, of which the `form` is what its text tells whatever it is
about; its terms weigh what `term_weights` say, by their idf. `currency` tells in which one it asks
for a sum, `owners` of what it asks something, and `comparison` which two things it compares.
"""
