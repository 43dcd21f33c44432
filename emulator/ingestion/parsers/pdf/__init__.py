"""PDF: `document.parse`. A process of its own reads the lines of the pages (`worker`, `extract`),
since PDFium is native code on bytes from anywhere; the rest makes blocks of the lines.
"""
