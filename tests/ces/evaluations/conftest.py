"""An app with documents, a sum, orders and a child for bills, and evaluations of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import pytest

from tests.ces.conftest import client
from tests.ces.talking import Builder, lookup_order, search_docs
from tests.conftest import TRANSPORTS, Server

QUESTION = "How long is the warranty of a Skylark 3?"
ANSWER = "The Skylark 3 weather station has a warranty of 36 months."


@pytest.fixture(scope="package")
def app(server: Server) -> str:
    """The name of the app."""
    made = Builder(client(server, "grpc", "v1"))
    tools = [made.tool("docs-tool", search_docs()), made.tool("order-tool", lookup_order())]
    child = made.agent("Billing", description="Answers questions about invoices and payments.")
    made.update(root_agent=made.agent("Support", tools=tools, child_agents=[child]))
    return made.name


@dataclass(frozen=True)
class Evaluations:
    """EvaluationService for one app."""

    client: Any
    app: str

    def create(self, *turns: Any, **fields: Any) -> Any:
        """A new golden evaluation."""
        evaluation = {
            "display_name": f"Golden {uuid4().hex[:8]}",
            "golden": {"turns": [{"steps": steps} for steps in turns]},
            **fields,
        }
        return self.client.create_evaluation({"parent": self.app, "evaluation": evaluation})

    def dataset(self, *evaluations: str) -> Any:
        """A new dataset."""
        dataset = {"display_name": f"Set {uuid4().hex[:8]}", "evaluations": evaluations}
        request = {"parent": self.app, "evaluation_dataset": dataset}
        return self.client.create_evaluation_dataset(request)

    def run(self, *evaluations: str, **fields: Any) -> Any:
        """A run when it has ended."""
        request = {"app": self.app, "evaluations": evaluations, **fields}
        name = self.client.run_evaluation(request).result().evaluation_run
        return self.client.get_evaluation_run(name=name)

    def results(self, parent: str, **fields: Any) -> list[Any]:
        return list(self.client.list_evaluation_results({"parent": parent, **fields}))

    def replayed(self, *steps: dict[str, Any], **fields: Any) -> Any:
        """The result of a golden conversation of one turn."""
        made = self.create(list(steps), **fields)
        self.run(made.name)
        [result] = self.results(made.name)
        return result


@pytest.fixture(params=TRANSPORTS)
def evaluations(request: pytest.FixtureRequest, server: Server, app: str) -> Evaluations:
    """EvaluationService over REST and gRPC."""
    return Evaluations(client(server, request.param, "v1beta", "EvaluationService"), app)


@pytest.fixture
def evaluations_rpc(server: Server, app: str) -> Evaluations:
    """EvaluationService over gRPC, for what is the same over both."""
    return Evaluations(client(server, "grpc", "v1beta", "EvaluationService"), app)


def user(text: str) -> dict[str, Any]:
    return {"user_input": {"text": text}}


def expected(**condition: Any) -> dict[str, Any]:
    return {"expectation": condition}


def reply(text: str, **fields: Any) -> dict[str, Any]:
    """The expectation that the agents say this."""
    return expected(agent_response={"role": "agent", "chunks": [{"text": text}]}, **fields)
