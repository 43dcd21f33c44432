"""What an agent does next, by rules in the place of a language model.

`planner` has the rules in their order. They take a situation and give one of the `decisions`: what
an agent says without its tools (`conversing`, with `small_talk`), what becomes of a call that is
`waiting` (`resuming`), what is done with something that was listed (`picking`), which tool or agent
a text is for (`choosing`), what the documents are asked (`searching`), and who else may know
(`sending`). The `options` for a text are told by its words, by what the `instructions` say, and by
the `actions` that it asks for: `requests` tells what a text asks to be done, `wanting` whether that
is what a tool does; `questions` ask for none, and `telling` finds what it tells for certain.
`preparing` finds what a call needs first, in the text, in what the instruction has `prescribed`, or
in the session's `memory`, which knows the `listings` of tools; `picks` tells which of what was
listed is meant, and `replies` puts results into words.

Nothing here knows of turns: a situation goes in, a decision comes out.
"""
