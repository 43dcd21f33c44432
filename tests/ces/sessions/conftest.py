"""An app with documents, orders and a child for bills, and sessions of it."""

from __future__ import annotations

import pytest

from tests.ces.conftest import client
from tests.ces.talking import Builder, Talk, lookup_order, search_docs, talk
from tests.conftest import TRANSPORTS, Server

QUESTION = "How long is the warranty of a Skylark 3?"


@pytest.fixture(scope="module")
def app(server: Server) -> str:
    """A support agent with documents and orders, and a child for bills."""
    made = Builder(
        client(server, "grpc", "v1"),
        variable_declarations=[
            {"name": "plan", "description": "x", "schema": {"type_": "STRING", "default": "free"}}
        ],
    )
    tools = [made.tool("docs-tool", search_docs()), made.tool("order-tool", lookup_order())]
    child = made.agent("Billing", description="Answers questions about invoices and payments.")
    root = made.agent("Support", tools=[*tools, made.end_session()], child_agents=[child])
    made.update(root_agent=root)
    return made.name


@pytest.fixture(
    params=[(transport, version) for version in ("v1", "v1beta") for transport in TRANSPORTS],
    ids=lambda pair: "-".join(pair),
)
def session(request: pytest.FixtureRequest, server: Server, app: str) -> Talk:
    """A session in every version over REST and gRPC."""
    return talk(client(server, *request.param, "SessionService"), app)


@pytest.fixture
def session_v1(server: Server, app: str) -> Talk:
    return talk(client(server, "grpc", "v1", "SessionService"), app)
