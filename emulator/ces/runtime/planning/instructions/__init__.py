"""What an agent's instruction says.

- `steps`: its steps, with the tools and agents that each refers to
- `branches`: what it has done, and never done, if a tool answers so
- `limits`: what it has said of numbers beyond a bound, which `bounds` reads
- `consent`: what users have to confirm
- `utterances`: the words that it has the agent say
- `parameter_values`: the values of parameters that it states, or has tools called with
"""
