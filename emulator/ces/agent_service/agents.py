"""AgentService's agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from emulator.ces.agent_service.app_resources import AppResources
from emulator.ces.transfer_conditions import syntax_error
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import ces
from emulator.surface.registry import Message


class Agents(AppResources):
    """Agents of an app, which form a tree by their children."""

    collection, field = "agents", "agent"

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse a name that another agent has, and a tree that is none."""
        super().check(connection, resource)
        self.check_name(connection, resource)
        others = self._others(connection, resource)
        children = {name: list(other.child_agents) for name, other in others.items()}
        children[resource.name] = list(resource.child_agents)
        if _is_circular(resource.name, children):
            raise invalid_argument("agent.child_agents", "an agent cannot be below itself.")

    def check_given(
        self, connection: Connection, resource: Message, before: Message | None = None
    ) -> None:
        """Refuse expressions of transfer rules that no turn could read, too."""
        super().check_given(connection, resource, before)
        for number, rule in enumerate(resource.transfer_rules):
            kind = rule.WhichOneof("rule_type")
            condition = getattr(rule, kind).expression_condition if kind else None
            wrong = condition and syntax_error(condition.expression)
            if wrong:
                where = f"agent.transfer_rules[{number}].{kind}.expression_condition.expression"
                raise invalid_argument(where, wrong)

    def complete(self, connection: Connection, resource: Message) -> None:
        """An agent of no other type is one of a language model."""
        if resource.WhichOneof("agent_type") is None:
            resource.llm_agent.SetInParent()

    def _others(self, connection: Connection, resource: Message) -> Mapping[str, Message]:
        rows = resources.children(connection, names.parent(resource.name), self.collection)
        return {name: ces.Agent.FromString(body) for _, name, body in rows if name != resource.name}


def _is_circular(name: str, children: Mapping[str, Sequence[str]]) -> bool:
    """Whether an agent is reached from itself."""
    waiting, seen = list(children[name]), set()
    while waiting:
        child = waiting.pop()
        if child == name:
            return True
        if child not in seen:
            seen.add(child)
            waiting += children.get(child, ())
    return False
