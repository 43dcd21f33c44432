"""Filters of searches and answers, read against the fields of the data stores that are searched."""

from __future__ import annotations

from collections.abc import Callable

from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.retrieval.filters.binding import read_condition, read_filter
from emulator.retrieval.filters.conditions import Condition
from emulator.retrieval.filters.errors import FilterError
from emulator.retrieval.filters.fields import Fields
from emulator.retrieval.filters.parser import Grammar
from emulator.storage.branches import BranchRow
from emulator.surface.errors import ApiError, invalid_verbatim

# Before the reason, which clients look into; so much of a long filter that gRPC's limit leaves it.
_REFUSAL = "Invalid filter syntax '{:.400}'. Parsing filter failed with error:"


def filters(
    text: str, fields: BranchFields, where: str = "filter", of: BranchRow | None = None
) -> tuple[Condition, ...]:
    """What the filter asks of documents, or those `of` one branch; nothing for an empty one.

    INVALID_ARGUMENT with the real service's words and the position for a filter that is malformed
    or names a field that no data store has.
    """
    if not text.strip():
        return ()
    known = fields.known if of is None else fields.known_of(of)
    return (_read(read_filter, text, known, where, "filter"),)


def condition(text: str, fields: BranchFields, where: str) -> Condition:
    """The condition of a boost, which is read as a filter is, or `true` for all documents."""
    return _read(read_condition, text, fields.known, where, "condition")


def recommendation_filter(text: str, fields: Fields, hint: str) -> Condition:
    """What the filter of recommendations asks of documents that have these fields.

    The hint is given with a refusal.
    """
    try:
        return read_filter(text, fields, Grammar.RECOMMENDATION)
    except FilterError as error:
        raise _refused(text, error, "filter", "filter", hint) from None


def _read(
    read: Callable[..., Condition], text: str, fields: Fields, where: str, kind: str
) -> Condition:
    try:
        return read(text, fields, Grammar.LENIENT if fields.lenient else Grammar.SEARCH)
    except FilterError as error:
        raise _refused(text, error, where, kind) from None


def _refused(text: str, error: FilterError, where: str, kind: str, hint: str = "") -> ApiError:
    return invalid_verbatim(where, f"{_REFUSAL.format(text)} {error.told(kind)}", hint)
