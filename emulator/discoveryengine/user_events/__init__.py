"""User events, and what each type of them must say."""
