"""Related questions: further ones that the documents answer (`questions`).

They are made of headings and fields (`from_headings`), and of statements (`from_statements`).
"""
