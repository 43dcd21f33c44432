"""The text of an answer, made of evidence.

`compose` joins sentences, each written by `rendering`, and counts the bytes of its segments; `cite`
tells which references each one stands on, and `citation_markers` writes these into summaries.
`compound_answers` joins the answers to the parts of a question. `preamble` is what instructions ask
of the form, `skip_texts` are what is said in place of an answer. A `writer`, such as a
`chat_model`, may put an answer into its own words; `helpfulness` tells whether it answers at all.
"""
