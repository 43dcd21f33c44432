"""Schemas: declared by users, and detected in documents."""
