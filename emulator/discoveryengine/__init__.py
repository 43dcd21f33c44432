"""The services of Discovery Engine: a class a gRPC service, a method an RPC, named as in the API.

`services` lists them. A service of one module stands here; one of several is a package, whose
`service` module holds the class. Below them are

- `retrieval`: which branches a request searches, with which filters and boosts, what is found
  there, and how results and passages show it;
- `imports`: what imports of all kinds share: sources, and what becomes of what fails;
- `indexing`: what is in the indexes of the branches.

`environment` is what they share, `resource_kinds` what the standard methods need to know of plain
resources. May import resources, surface, the engines, storage and control.
"""
