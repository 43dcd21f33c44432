"""The schema of a data store with the fields that its documents have besides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from emulator.discoveryengine.indexing.field_rules import FieldRules
from emulator.retrieval.filters.fields import FieldType
from emulator.retrieval.key_properties import key_properties
from emulator.surface.wellknown import STRUCT_LEVELS


def with_detected_fields(
    content: Mapping[str, Any],
    rules: FieldRules,
    detected: Mapping[str, FieldType],
    samples: Iterable[Mapping[str, Any]],
    *,
    found_by_text: bool,
) -> dict[str, Any]:
    """A JSON Schema with the detected fields that it does not describe, in the order of their
    paths.

    `detected` are the types of all fields by their paths; what is a list is seen in the samples.
    Fields that stand too deep for a Struct are left out. Texts are searched without being marked
    only where documents have no content.
    """
    found: dict[str, Any] = deepcopy(dict(content))
    lists: set[str] = set()
    keys: dict[str, str] = {}
    for values in samples:
        _add_lists(values, "", lists)
        keys |= {path: key for key, path in key_properties(values).items() if key not in rules.keys}
    types = rules.detected(detected)
    places = {path for path, kind in types.items() if kind == "geolocation"}
    for path, kind in sorted(types.items()):
        inside = any(path.startswith(f"{place}.") for place in places)
        if path not in rules.types and not inside and _levels(path, lists) <= STRUCT_LEVELS:
            leaf = _leaf(path, kind, rules, keys.get(path))
            if not found_by_text:
                leaf.pop("searchable", None)
            _add(found, path, lists, leaf)
    return found


def _leaf(path: str, kind: FieldType, rules: FieldRules, key: str | None) -> dict[str, Any]:
    uses = rules.of(path)
    node: dict[str, Any] = {"type": kind}
    if key is not None and kind == "string":
        node["keyPropertyMapping"] = key
    flags = {
        "retrievable": uses.retrievable,
        "indexable": uses.indexable and "keyPropertyMapping" not in node,
        "searchable": uses.searchable and kind == "string" and "keyPropertyMapping" not in node,
    }
    return {**node, **{flag: True for flag, on in flags.items() if on}}


def _add(root: dict[str, Any], path: str, lists: set[str], leaf: Mapping[str, Any]) -> None:
    """Put a field's node into the tree, with the objects and lists that it stands in."""
    node, above = root, ""
    *parents, name = path.split(".")
    for parent in parents:
        above = f"{above}.{parent}" if above else parent
        node = _object(node, parent, is_list=above in lists)
        if node.get("type") != "object":  # Described as something that has no fields.
            return
    added = {"type": "array", "items": {**leaf}} if path in lists else {**leaf}
    node.setdefault("properties", {}).setdefault(name, added)


def _levels(path: str, lists: set[str]) -> int:
    """On how many levels the schema of a field has objects: a Struct has not more than it may."""
    names = path.split(".")
    above = (".".join(names[:end]) for end in range(1, len(names) + 1))
    return 1 + sum(3 if one in lists else 2 for one in above)


def _object(node: dict[str, Any], name: str, *, is_list: bool) -> dict[str, Any]:
    empty: dict[str, Any] = {"type": "object", "properties": {}}
    made = {"type": "array", "items": empty} if is_list else empty
    found: dict[str, Any] = node.setdefault("properties", {}).setdefault(name, made)
    items: dict[str, Any] = found.get("items", {})
    return items if found.get("type") == "array" else found


def _add_lists(value: Any, path: str, lists: set[str]) -> None:
    if isinstance(value, list):
        lists.add(path)
        for item in value:
            _add_lists(item, path, lists)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            _add_lists(inner, f"{path}.{key}" if path else str(key), lists)
