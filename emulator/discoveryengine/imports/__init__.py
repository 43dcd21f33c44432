"""What imports of all kinds share: sources, and what becomes of what fails.

The services that import may use it; it knows none of them.
"""
