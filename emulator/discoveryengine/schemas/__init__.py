"""Schemas: declared by users (`service`), and detected in documents (`detection`)."""
