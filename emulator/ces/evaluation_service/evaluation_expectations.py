"""EvaluationService's expectations of whole conversations, which a language model judges."""

from __future__ import annotations

from emulator.ces.evaluation_service.beside_app import BesideApp
from emulator.storage.statements import Connection
from emulator.surface.errors import missing_field
from emulator.surface.registry import Message


class EvaluationExpectations(BesideApp):
    """Expectations of an app's evaluations, in words."""

    collection, field = "evaluationExpectations", "evaluation_expectation"

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse a name that is taken, and an expectation of nothing."""
        super().check(connection, resource)
        if resource.WhichOneof("criteria") is None:
            raise missing_field("evaluation_expectation.llm_criteria")
