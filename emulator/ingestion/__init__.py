"""From bytes and structured data to text.

- `parsing`: parses a file with one of the `parsers`, by its type (`mime_types`), into a `document`
- `exclusion`: what of a page of HTML is to be left out
- `structured`: structured data as text
- `chunker`: documents cut into chunks; `splitting` cuts what is too large for one
- `sources`: the records of an import's files
- `json_reading`, `csv_reading`: JSON and CSV as they are read everywhere

Plain values in, plain values out. May be imported by services; uses only what `retrieval`
knows of sentences and of keys.
"""
