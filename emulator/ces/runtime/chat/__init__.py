"""What is asked of a language model, in the chat protocol of OpenAI.

- `functions`: tools and transfers, as the model is offered them
- `conversation`: an LlmRequest as the messages of a chat
- `reply`: what the model answers as an LlmResponse
- `transcript`: messages as a text
- `judge`: a verdict on a conversation, `writing`: a text to an instruction

Nothing here knows a turn: `turn.language_model` asks for the steps of an agent.
"""
