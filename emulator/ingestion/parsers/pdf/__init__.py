"""PDF: `document.parse`. A `worker` process reads the `lines` of the pages; `layout` makes blocks.

PDFium is native code on bytes from anywhere, so it runs in a process of its own.
"""
