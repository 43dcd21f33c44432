"""A question analysed once: which of the `answer_types` it asks for, and its terms.

`question` holds what is read of it; its terms weigh what `term_weights` say, by their idf.
`currency` tells in which one it asks for a sum.
"""
