"""The services of Discovery Engine: a class a gRPC service, a method an RPC, named as in the API.

`services` lists them. A service's module is named as its resources (`data_stores`, `sessions`,
`answers`), what it needs besides stands next to it under the same first word (`session_turns`,
`answer_making`, `document_imports`). Shared by several are

- `targets` and `scopes`: which branches a request searches, with which filters and boosts;
- `branches`, `branch_index`, `field_rules` and `content`: what is in their indexes;
- `retriever` over a `blend` of snapshots: what is found, as `results` and `passages` show it.

`environment` is what they share. May import resources, surface, the engines, storage and control.
"""
