"""Full-text retrieval over the chunks of one branch: analysis, query building, index, snippets.

Plain values in, plain values out. May be imported by services; imports nothing of the emulator.
"""
