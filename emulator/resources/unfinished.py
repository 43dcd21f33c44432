"""What an earlier process was still making of resources: ended when the next one starts."""

from __future__ import annotations

from collections.abc import Callable

from emulator.storage import resources
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.registry import Message


def end_unfinished(
    store: Store, form: str, end: Callable[[bytes], Message | None], now: int
) -> None:
    """Store what `end` makes of the body of each resource whose name has this form.

    None leaves it as it is. Nothing runs yet, so that none is still being made.
    """
    kind = names.collection_id(form)
    with store.write() as connection:
        for name, body in resources.of_kind(connection, kind):
            if names.matches(name, form) and (ended := end(body)) is not None:
                resources.replace(connection, name, now, ended.SerializeToString())
