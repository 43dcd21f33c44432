"""From files to the records of an import: `records.records` for all, `jsonl` and `rows` for the two
formats, `buckets` and `server` for what a `gs://` address stands for. No file is in memory as a
whole.
"""
