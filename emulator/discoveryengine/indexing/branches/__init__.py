"""The branches of data stores: `branch_indexes` opens the `branch_index` of each.

`stored_branches` are as the database has them, `branch_fields` the fields of those that a request
searches; `stored_types` keeps detected types beside an index. `branch_service` is what services
have that write documents.
"""
