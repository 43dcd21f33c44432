"""What agents ask a language model, in the chat protocol of OpenAI.

- `functions`: tools and transfers, as the model is offered them
- `conversation`: an LlmRequest as the messages of a chat
- `reply`: what the model answers as an LlmResponse

Nothing here knows a turn: `turn.language_model` asks, and `policies` has the model judge.
"""
