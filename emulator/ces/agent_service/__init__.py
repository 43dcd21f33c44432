"""AgentService: a module a kind of resource.

- `apps`, with `app_versions`, `app_exports` and `app_imports`
- `agents`, `tools`, `toolsets`, `guardrails`, `examples`, `deployments`: resources below an app,
  whose standard methods `app_resources` has
- `conversations`: what was said in sessions; `changelogs`: what was changed in an app
"""
