"""One module a format; each has `parse`, from decoded text to a ParsedDocument.

`emulator.ingestion.parsing` chooses among them by MIME type.
"""
