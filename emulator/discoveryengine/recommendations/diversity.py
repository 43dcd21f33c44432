"""How many documents of a category are recommended at most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from emulator.discoveryengine.indexing.field_rules import FieldRules
from emulator.discoveryengine.indexing.struct_data import attributes
from emulator.discoveryengine.recommendations.scoring import Recommended
from emulator.retrieval.attributes import leaves

_FIELDS = frozenset({"categories", "category"})
"""The name in the predefined schema of media, and that of the key property of other schemas."""


def diversified(
    ranked: Sequence[Recommended], most: int, rules: Mapping[int, FieldRules]
) -> Iterator[Recommended]:
    """Yield the documents of which no category has been yielded so often already."""
    shown: Counter[str] = Counter()
    for one in ranked:
        found = one.found
        categories = _categories(found.row.body, rules[found.branch.id])
        if all(shown[category] < most for category in categories):
            shown.update(categories)
            yield one


def _categories(body: bytes, rules: FieldRules) -> set[str]:
    paths = _FIELDS | {rules.keys[key] for key in _FIELDS & rules.keys.keys()}
    values = leaves(attributes(body))
    return {value for path, value in values if path in paths and isinstance(value, str)}
