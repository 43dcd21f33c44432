"""Grounded generation, and checks of how well a text is grounded."""
