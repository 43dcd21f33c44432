"""Word, PowerPoint and Excel files: zips of XML parts (ECMA-376), read part by part.

`docx`, `pptx` and `xlsx` have `parse`; `package` opens the zip within limits, `element_paths` finds
elements in its parts. `charts`, `drawing_text` and `equations` are in files of several kinds;
`word` has the parts of Word documents, `slide_tables` reads the tables of slides; `number_formats`,
`merged_cells` and `sheet_regions` are for sheets.
"""
