"""From the files of an import to its records. No file is in memory as a whole.

- `records`: the records of all files, in the formats `jsonl` and `rows` (CSV)
- `record`: one record, or what failed in its place
- `buckets`: what a `gs://` address stands for: a local folder, or a `server` for Cloud Storage
- `wildcards`: which files an address with `*` means
- `lines`: the lines of a file; `column_types`: the types of cells; `ids`: ids of documents that
  have none
"""
