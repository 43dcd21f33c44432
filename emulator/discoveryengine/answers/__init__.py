"""Answers: what a request asks for, how its answer is made, and how that is told."""
