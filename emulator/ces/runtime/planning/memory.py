"""The dialogue state: the user's texts, the calls and their results, the values that these had."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from emulator.ces.runtime.arguments.entity_types import EntityType, entity_type
from emulator.ces.runtime.planning.items.listed_items import (
    IDENTIFIES,
    first_list,
    has_list,
    item_names,
)
from emulator.ces.runtime.planning.understanding.tool_verbs import has_side_effects
from emulator.surface.registry import Message

_NO_LETTER = re.compile(r"[^a-z0-9]")
_CODE = re.compile(r"[A-Za-z]+-?\d[\w-]*")  # "G-900", whatever its name; no date and no amount.
_ANEW = re.compile(r"\bnew\b")
_MOST_SAID = 6
# A tool may give a list of thousands by their ids, and a page of text for a code.
_MOST_KEPT = 50
_LONGEST = 200
_LONGEST_TOLD = 4_000
_LASTING = (EntityType.PATTERN, EntityType.CODE, EntityType.EMAIL, EntityType.PHONE)
_PASSING = (
    EntityType.ENUM,
    EntityType.DATE,
    EntityType.TIME,
    EntityType.NUMBER,
    EntityType.ADDRESS,
    EntityType.PROPER_NAME,
)


@dataclass(slots=True)
class Memory:
    """What was said and called, and the values that later calls may need, by parameter.

    `said` are the user's texts since the last call with side effects, the latest last. `lasting`
    values identify something, such as codes; `passing` ones are forgotten after a call with side
    effects. `tool` and `args` are the latest call, searches of documents aside, which `has_failed`
    or gave the response `told`; that of a call with side effects is added to the one before.
    `listed` are the names of the items that a tool has listed last, in the response `told_list`;
    `verified` are the names and ids of the user whom a tool has verified.
    """

    said: list[str] = field(default_factory=list)
    called: list[str] = field(default_factory=list)
    lasting: dict[str, Any] = field(default_factory=dict)
    passing: dict[str, Any] = field(default_factory=dict)
    tool: str = ""
    args: dict[str, Any] = field(default_factory=dict)
    has_failed: bool = False
    told: dict[str, Any] = field(default_factory=dict)
    told_list: dict[str, Any] = field(default_factory=dict)
    listed: list[str] = field(default_factory=list)
    verified: dict[str, Any] = field(default_factory=dict)

    def add_text(self, text: str) -> None:
        """Remember what the user says."""
        if text:
            self.said = [*self.said, text][-_MOST_SAID:]

    def add_call(self, tool: Message, args: Mapping[str, Any]) -> None:
        """Remember a call as failed until it has a result; searches of documents are left out."""
        if not tool.HasField("data_store_tool"):
            self.tool, self.args, self.has_failed = tool.name, dict(args), True

    def add_result(
        self, tool: Message, schema: Message, args: Mapping[str, Any], response: Mapping[str, Any]
    ) -> None:
        """Remember the arguments of a successful call, and its response."""
        self.called = [*(one for one in self.called if one != tool.name), tool.name]
        if has_side_effects(tool):
            self.passing.clear()
            self.said.clear()
        self._keep_arguments(tool, schema, args)
        self._keep_codes(response)
        if not tool.HasField("data_store_tool"):
            before = self.told if has_side_effects(tool) else {}
            self.has_failed, self.told = False, _limited({**before, **response})
            if has_list(response):
                self.listed, self.told_list = item_names(response), _limited(response)

    @property
    def listing(self) -> Mapping[str, Any]:
        """The latest response with a list, whatever was told of one of its items since."""
        return self.told if has_list(self.told) else self.told_list

    def _keep_arguments(self, tool: Message, schema: Message, args: Mapping[str, Any]) -> None:
        """Remember the arguments of a call, the passing ones only if it has no side effects."""
        known = schema.properties
        for name, value in args.items():
            kind = entity_type(name, known[name]) if name in known else None
            if kind in _LASTING:
                self._keep(name, value)
            elif kind in _PASSING and not has_side_effects(tool):
                self.passing[_key(name)] = value

    def _keep_codes(self, response: Mapping[str, Any]) -> None:
        """Remember ids and codes in a response, in its objects, and in the only item of a list."""
        _, listed = first_list(response)
        only = listed if len(listed) == 1 else ()
        inner = [one for one in response.values() if isinstance(one, Mapping)]
        for name, value in chain.from_iterable(one.items() for one in (*only, *inner, response)):
            is_named = value and IDENTIFIES.search(_key(name))
            if isinstance(value, str) and (is_named or _CODE.fullmatch(value)):
                self._keep(name, value)

    def _keep(self, name: str, value: Any) -> None:
        """Remember a lasting value; the oldest of many are forgotten."""
        self.lasting.pop(_key(name), None)
        if len(str(value)) <= _LONGEST:
            self.lasting[_key(name)] = value
        for old in [*self.lasting][:-_MOST_KEPT]:
            del self.lasting[old]

    def used_values(self) -> list[Any]:
        """All values that calls had, successful or not."""
        return [*self.lasting.values(), *self.passing.values(), *self.args.values()]

    def values_for(self, schema: Message) -> Iterator[tuple[str, Any]]:
        """The parameters with a remembered value; one for something new has none."""
        for name, kind in schema.properties.items():
            if not _ANEW.search(f"{name.replace('_', ' ')} {kind.description}".lower()):
                value = self.lasting.get(_key(name), self.passing.get(_key(name)))
                value = self._longer_named(name, kind) if value is None else value
                if value is not None:
                    yield name, value

    def _longer_named(self, name: str, kind: Message) -> Any:
        """The only date or time with a longer name: `preferred_date` for `date`."""
        if entity_type(name, kind) not in (EntityType.DATE, EntityType.TIME):
            return None
        found = [one for key, one in self.passing.items() if key.endswith(_key(name))]
        return found[0] if len(found) == 1 else None


def _limited(response: Mapping[str, Any]) -> dict[str, Any]:
    """A response, or nothing of one that is too long to be kept."""
    return dict(response) if len(str(response)) <= _LONGEST_TOLD else {}


def _key(name: str) -> str:
    return _NO_LETTER.sub("", name.lower())
