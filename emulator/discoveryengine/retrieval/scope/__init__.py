"""What a request searches: `targets` are the data stores that a serving config serves, `scopes`
their branches, each with the `filters` and `boosts` that hold there.
"""
