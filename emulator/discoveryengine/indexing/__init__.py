"""What is in the indexes of data stores.

`branches` holds their indexes. A document is made ready to be stored by `preparation`, its file
read by `content` as `processing_rules` say, its `struct_data` checked against `schema_rules`;
`field_rules` are what its fields are used for. `sites` and `places` find documents by address and
by the name of a place.
"""
