"""From bytes and structured data to text: parsers, structured data as prose, chunks.

Plain values in, plain values out. May be imported by services; uses only what `retrieval`
knows of sentences and of keys.
"""
