"""The services of Discovery Engine: a class a gRPC service, a method an RPC, named as in the API.

`services` lists them. A service of one module stands here; one of several is a package, whose
`service` module holds the class.

- `search`, `answers`, `assistants`, `grounding`, `rank`, `completion`: what is asked of documents
- `recommendations`: which documents a user may like next
- `evaluations`: how well a search finds what it should
- `data_stores`, `documents`, `schemas`, `site_search`: what is searched
- `engines`, `serving_configs`, `controls`, `projects`: how it is searched
- `sessions`, `conversations`, `user_events`: what users did
- `access`: who may read what

Below them are

- `retrieval`: which branches a request searches, with which filters and boosts, what is found
  there, and how results and passages show it
- `imports`: what imports of all kinds share: sources, and what becomes of what fails
- `indexing`: what is in the indexes of the branches

`environment` is what they share, `resource_kinds` what the standard methods need to know of plain
resources, `forced_answers` are those that a test prescribes. `files` are where imports read,
`batches` what writes much at a time, `user_fields` what requests say of their user, `given_ids` the
ids that clients choose by a name, and `unsupported` refuses fields without a behaviour. May import
resources, surface, the engines, storage and control.
"""
