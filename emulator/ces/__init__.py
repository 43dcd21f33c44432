"""The Customer Engagement Suite API: a class a gRPC service or a kind of resource of it.

- `agent_service`: apps and all resources below them
- `evaluation_service`: golden conversations of an app, replayed and checked
- `session_service`, `tool_service`, `widget_service`, `mcp_service`: the other services
- `services`: finds the class of a service; `environment` is what all share
- `runtime`: the turns of sessions and the tools of agents
- `stored_resources`, `references`, `listing`: stored resources, the names in them, lists of them
- `validation`: what is refused; `transfer_conditions`: expressions of transfer rules
- `archive`: apps as zip files; `json_or_yaml`: texts of clients
- `system_tools`: the tools that every app has; `time_zones`: those of apps and sessions

Imported from here are `resources`, `storage` and `surface`, never the transports.
"""
