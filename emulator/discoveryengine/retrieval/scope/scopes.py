"""Where a search or an answer looks: the branches, each with its filters and its boosts."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.access.readers import readable
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.discoveryengine.retrieval.scope.boosts import boosts
from emulator.discoveryengine.retrieval.scope.filters import filters
from emulator.retrieval.filters.conditions import Condition
from emulator.retrieval.ranking.boosts import Boost
from emulator.retrieval.ranking.order_by import OrderError, OrderKey, parse_order
from emulator.storage.branches import BranchRow
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_count

_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Scope:
    """A branch to search: what restricts its results, what raises them, and how many count.

    Beside the `filters` of a request stands what its caller has `access` to.
    """

    branch: BranchRow
    filters: tuple[Condition, ...]
    boosts: tuple[Boost, ...] = ()
    most: int = sys.maxsize
    access: tuple[Condition, ...] = ()

    @property
    def restrictions(self) -> tuple[Condition, ...]:
        """All that restricts the results."""
        return self.filters + self.access


@dataclass(frozen=True, slots=True)
class Scopes:
    """All that is searched as one, with the fields of all the branches.

    An order takes the place of ranking by score and boosts. Results of less relevance, in [0, 1],
    than the least one are left out.
    """

    fields: BranchFields
    each: tuple[Scope, ...]
    order: Sequence[OrderKey] = ()
    least_relevance: float = 0.0


def read_scopes(
    environment: Environment, branches: Sequence[BranchRow], params: Message, where: str = ""
) -> Scopes:
    """What the `filter`, `boost_spec`, `order_by` and `data_store_specs` of a message ask for.

    Such a message is a SearchRequest or its like; `where` is the path to it, with a dot at its end.
    Data store specs choose among the branches, and add to what the message asks of all. Where there
    is access control, what the caller may not read is not found.
    INVALID_ARGUMENT for what is malformed or does not fit the fields of the data stores.
    """
    specs = _data_store_specs(params, branches, where)
    searched = [branch for branch in branches if not specs or _data_store(branch) in specs]
    fields = BranchFields(environment, searched)
    shared = boosts(params.boost_spec, fields, environment.clock, f"{where}boost_spec")
    most = getattr(params, "num_results_per_data_store", 0) or sys.maxsize
    scopes = [
        Scope(
            branch,
            filters(params.filter, fields, f"{where}filter", branch),
            shared,
            most,
            readable(environment, branch),
        )
        for branch in searched
    ]
    if specs:
        scopes = [
            _narrowed(scope, *specs[_data_store(scope.branch)], environment) for scope in scopes
        ]
    return Scopes(fields, tuple(scopes), _order(params, fields, where))


def _narrowed(scope: Scope, spec: Message, where: str, environment: Environment) -> Scope:
    """The scope with what the spec of its data store asks for, of fields of that store."""
    if spec.custom_search_operators and _is_of_workspace(environment, scope.branch):
        raise unimplemented(f"{where}.custom_search_operators")
    fields = BranchFields(environment, [scope.branch])
    more = boosts(spec.boost_spec, fields, environment.clock, f"{where}.boost_spec")
    return replace(
        scope,
        filters=scope.filters + filters(spec.filter, fields, f"{where}.filter"),
        boosts=scope.boosts + more,
        most=spec.num_results or scope.most,
    )


def _order(params: Message, fields: BranchFields, where: str) -> Sequence[OrderKey]:
    text = getattr(params, "order_by", "")
    if not text.strip():
        return ()
    try:
        return parse_order(text, fields.known)
    except OrderError as error:
        raise invalid_argument(f"{where}order_by", f"{error}.") from None


def _some(names: Iterable[str]) -> str:
    """A few names to choose from: an error must not grow with an engine."""
    return " or ".join(sorted(names)[:_MOST_NAMED])


def _data_store_specs(
    params: Message, branches: Sequence[BranchRow], where: str
) -> Mapping[str, tuple[Message, str]]:
    """The spec of each data store by its name, with the path to it."""
    served = {_data_store(branch) for branch in branches}
    found: dict[str, tuple[Message, str]] = {}
    for number, spec in enumerate(getattr(params, "data_store_specs", ())):
        path = f"{where}data_store_specs[{number}]"
        name = _checked(spec, path)
        if name not in served:
            reason = f"'{name}' is not a data store searched; {_some(served)} can be."
            raise invalid_argument(f"{path}.data_store", reason)
        if name in found:
            raise invalid_argument(f"{path}.data_store", f"'{name}' is named twice.")
        found[name] = spec, path
    return found


def _checked(spec: Message, where: str) -> str:
    if not spec.data_store:
        raise missing_field(f"{where}.data_store")
    check_count(spec.num_results, f"{where}.num_results")
    return names.canonical(spec.data_store)


def _is_of_workspace(environment: Environment, branch: BranchRow) -> bool:
    """Whether a branch is of a data store of Google Workspace; others know no search operators."""
    data_store = environment.collection(resource_kinds.DATA_STORE).get(_data_store(branch))
    return bool(data_store.content_config == de.DataStore.ContentConfig.GOOGLE_WORKSPACE)


def _data_store(branch: BranchRow) -> str:
    return names.parent(branch.name)
