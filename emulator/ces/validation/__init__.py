"""What is refused of resources that clients send.

- `preconditions`: ids, etags, references, and locked apps
- `limits`: values out of the bounds of the reference
- `schemas`: schemas of what tools take and give
- `messages`: messages of examples and of historical contexts
- `data_store_tools`: data stores that are not here, or are of two regions
"""
