"""The Customer Engagement Suite API: a class a gRPC service or a kind of resource of it.

- one module a kind of resource: `apps`, `agents`, `tools`, `toolsets`, `examples`, `guardrails`,
  `deployments`, `app_versions`, `changelogs`, `conversations`; `app_resources` has what all share
- `app_exports`, `app_imports`: apps as files; `archive` reads and writes them
- the other services: `sessions`, `tool_service`, `widget_service`, `mcp_service`
- `runtime`: the turns of sessions and the tools of agents
- `stored_resources`, `references`, `listing`: what an app has stored, what names what, lists of it
- what is refused: `limits`, `messages`, `schemas`, `transfer_conditions`, `data_store_tools`

Imported from here are `resources`, `storage` and `surface`, never the transports.
"""
