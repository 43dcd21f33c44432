"""The fields of the data stores that a request searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.field_rules import FieldRules
from emulator.discoveryengine.indexing.places import Places
from emulator.discoveryengine.indexing.sites import Sites
from emulator.retrieval.filters.detection import merge_types
from emulator.retrieval.filters.fields import Fields, FieldType
from emulator.storage.branches import BranchRow

# Filters may name these key properties instead of the fields that are mapped to them.
_FILTERED_KEYS = frozenset(
    {
        *("category", "categories", "create_time", "hashtag", "language_code"),
        *("update_time", "uri"),
    }
)


class BranchFields:
    """The fields of several branches as one, looked up when they are first asked for.

    The types of fields are those of the schema, and for fields that it does not describe those
    seen in the documents. Only fields that are indexable are known.
    """

    def __init__(self, environment: Environment, branches: Sequence[BranchRow]) -> None:
        self._environment = environment
        self._branches = branches
        self._known: Fields | None = None
        self._rules: Mapping[int, FieldRules] | None = None
        self.lenient = environment.lenient_filters

    def known_of(self, branch: BranchRow) -> Fields:
        """The same for a filter that only this branch is asked: the pages it means are its own."""
        return replace(self.known, pages=partial(self._sites.pages_of, branch))

    @property
    def _sites(self) -> Sites:
        return Sites(self._environment, self._branches)

    # `cached_property` of Python 3.11 locks all instances while it makes the value of one: requests
    # would wait for each other, and for ever if one of them keeps the database waiting.
    @property
    def known(self) -> Fields:
        """The fields that a filter, an order, a facet or a boost may name."""
        if self._known is None:
            each = [self._types_of(branch) for branch in self._branches]
            types: Mapping[str, FieldType] = reduce(merge_types, each, {})
            keys: dict[str, list[str]] = {}
            for rules in self.rules.values():
                for key in rules.keys.keys() & _FILTERED_KEYS:
                    keys.setdefault(key, []).append(rules.keys[key])
            places = Places(self._environment, self._branches)
            pages = self._sites.pages
            differing = _differing(types, each) if len(each) > 1 else {}
            self._known = Fields(types, keys, differing, self.lenient, places.locate, pages)
        return self._known

    def _types_of(self, branch: BranchRow) -> Mapping[str, FieldType]:
        return self.rules[branch.id].filterable(self._environment.branches.types(branch))

    @property
    def rules(self) -> Mapping[int, FieldRules]:
        """What the fields of each branch are for, by the branch's number."""
        if self._rules is None:
            self._rules = {one.id: self._rules_of(one) for one in self._branches}
        return self._rules

    def _rules_of(self, branch: BranchRow) -> FieldRules:
        read = partial(self._environment.branches.rules, branch=branch)
        return self._environment.store.remembered((FieldRules, branch.id), read)

    @property
    def dynamic(self) -> Mapping[BranchRow, Sequence[str]]:
        """The fields that may be counted unasked, by branch; only of those that have any."""
        found = {branch: self.rules[branch.id].dynamic for branch in self._branches}
        return {branch: paths for branch, paths in found.items() if paths}


def _differing(
    merged: Mapping[str, FieldType], each: Sequence[Mapping[str, FieldType]]
) -> Mapping[str, Sequence[FieldType]]:
    """All types of the paths that have several, the merged one first."""
    types = {
        path: tuple(dict.fromkeys((kind, *(one[path] for one in each if path in one))))
        for path, kind in merged.items()
    }
    return {path: several for path, several in types.items() if len(several) > 1}
