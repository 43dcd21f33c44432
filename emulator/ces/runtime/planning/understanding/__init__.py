"""What a user's text is, told by its words.

- `dialogue_acts`: thanks, farewells, yes, no and corrections
- `questions`: whether a text is a question, and whether it is elliptical
- `requests`: whether a text asks for something to be done, and by which verbs
- `assertions`: the parts of a text that are stated for certain
- `tool_verbs`: whether a tool has side effects, and the verbs for what it does
- `intents`: whether a text asks for what a tool does
- `short_spellings`: words that chats shorten, written out
"""
