"""Rephrasing: follow-up questions made to stand alone, and compound ones taken apart."""
