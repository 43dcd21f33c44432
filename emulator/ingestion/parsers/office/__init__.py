"""Word, PowerPoint and Excel files: zips of XML parts (ECMA-376), read part by part.

`package` opens the zip within limits, `docx`, `pptx` and `xlsx` have `parse`.
"""
