"""Related questions: further ones that the documents answer."""
