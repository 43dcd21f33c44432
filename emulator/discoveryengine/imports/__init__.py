"""What imports of all kinds share.

`sources` of an import may be `files`, `entries` are what is no document, `stored_entries` such that
are kept by a key, `failures` what could not be taken. The services that import may use it; it
knows none of them.
"""
