"""The process that reads PDFs: `client` starts and asks it over the `wire`, `main` answers.

There `extract` reads lines with PDFium, which counts in `utf_16`, `line_pieces` those of a table,
and `form_fields` what is filled into forms.
"""
