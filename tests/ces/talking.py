"""An app whose agents run, and turns of its sessions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from tests.ces.conftest import LOCATION
from tests.conftest import DEMO

DOCS = f"{DEMO}/dataStores/demo-docs"
ORDER = {
    "type_": "OBJECT",
    "properties": {"order_number": {"type_": "STRING", "description": "It starts with TL."}},
    "required": ["order_number"],
}


def lookup_order() -> dict[str, Any]:
    return {
        "client_function": {
            "name": "lookup_order",
            "description": "Looks up the state of an order by its number.",
            "parameters": ORDER,
        }
    }


def search_docs(**fields: Any) -> dict[str, Any]:
    source = {"data_store": {"name": DOCS}, **fields.pop("source", {})}
    described = {"name": "search_docs", "description": "Knows the products.", **fields}
    return {"data_store_tool": {"data_store_source": source, **described}}


class Builder:
    """Makes an app part by part."""

    def __init__(self, agents: Any, **app: Any) -> None:
        self.agents = agents
        request = {
            "parent": LOCATION,
            "app_id": f"app-{uuid4().hex[:8]}",
            "app": {"display_name": "Support", **app},
        }
        self.name = agents.create_app(request=request).result().name

    def tool(self, tool_id: str, tool: dict[str, Any]) -> str:
        request = {"parent": self.name, "tool_id": tool_id, "tool": tool}
        return self.agents.create_tool(request=request).name

    def guardrail(self, guardrail_id: str, **fields: Any) -> str:
        guardrail = {"display_name": guardrail_id, "enabled": True, **fields}
        request = {"parent": self.name, "guardrail_id": guardrail_id, "guardrail": guardrail}
        return self.agents.create_guardrail(request=request).name

    def agent(self, agent_id: str, **fields: Any) -> str:
        agent = {"display_name": agent_id, **fields}
        request = {"parent": self.name, "agent_id": agent_id, "agent": agent}
        return self.agents.create_agent(request=request).name

    def update(self, **fields: Any) -> None:
        mask = {"paths": list(fields)}
        app = {"name": self.name, **fields}
        self.agents.update_app(request={"app": app, "update_mask": mask})

    def end_session(self) -> str:
        return f"{self.name}/tools/end_session"


@dataclass
class Talk:
    """One session."""

    client: Any
    session: str

    def send(self, *inputs: dict[str, Any], **config: Any) -> list[Any]:
        config = {"session": self.session, **config}
        request = {"config": config, "inputs": list(inputs)}
        return list(self.client.run_session(request=request).outputs)

    def say(self, text: str, **config: Any) -> list[Any]:
        return self.send({"text": text}, **config)


def talk(client: Any, app: str) -> Talk:
    return Talk(client, f"{app}/sessions/session-{uuid4().hex[:8]}")


def kinds(messages: Any) -> list[tuple[str, str]]:
    """Who said what kind of thing."""
    return [
        (message.role, type(message).pb(message).chunks[place].WhichOneof("data"))
        for message in messages
        for place in range(len(message.chunks))
    ]


def texts(outputs: list[Any]) -> str:
    return "\n".join(output.text for output in outputs if output.text)
