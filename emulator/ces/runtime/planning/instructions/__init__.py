"""What an agent's instruction says.

- `steps`: its steps, with the tools and agents that each refers to
- `utterances`: the words that it has the agent say, and the arguments that it has tools called with
"""
