"""The tools that run by themselves, each type in a module beside `running`, which chooses it.

What is only read of them stands apart: `code`, `signatures`, `injection` and `open_api`.
"""
