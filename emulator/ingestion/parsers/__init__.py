"""The parsers of each format; each has `parse`, from decoded text or bytes to a ParsedDocument.

`csv`, `json`, and plain text: `markdown` reads what stands around a text and `text` the text, with
`inline` marks and `wrapping` of lines. Rooms are `html`, `xml`, `office` and `pdf`. A
`repetition_limit` keeps what is repeated, as cells that span rows, from growing without end.
`emulator.ingestion.parsing` chooses a parser by MIME type.
"""
