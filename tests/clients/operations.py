"""Long-running operations as clients look at them."""

from __future__ import annotations

import re
from typing import Any

from tests.conftest import Api


def get(api: Api, name: str) -> Any:
    """The state of an operation."""
    return api.client("DataStoreService").get_operation({"name": name})


def listed(api: Api, parent: str, **fields: object) -> list[Any]:
    """The operations of a resource and of all below it."""
    request = {"name": parent, **fields}
    return list(api.client("DataStoreService").list_operations(request).operations)


def kinds(operations: list[Any]) -> list[str]:
    """`create-schema` of each operation's id."""
    return [re.sub(r"-\d+$", "", one.name.rpartition("/")[2]) for one in operations]


def counts(operation: Any) -> tuple[int, int, int]:
    """How many documents of an import were written, failed, and were there in all."""
    metadata = operation.metadata
    return metadata.success_count, metadata.failure_count, metadata.total_count
