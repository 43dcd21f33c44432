"""Who may read what, in data stores with `acl_enabled`.

- `identity`: who makes a call, as its bearer token says
- `readers`: the documents that this one may read
- `acl_config`: AclConfigService, who names the users of new data stores
- `identity_mappings`: IdentityMappingStoreService; by its entries `external_entity_id`s are users
  and groups
"""
