"""The fields that a request searches are found out without the help of other requests."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from threading import Event
from types import SimpleNamespace
from typing import Any

from emulator.discoveryengine.indexing.branches.branch_fields import BranchFields
from emulator.storage.branches import BranchRow
from tests.processes import PATIENCE

BRANCH = BranchRow(1, "projects/1/locations/global/dataStores/shop/branches/0", 0)


def fields(reading: AbstractContextManager[Any]) -> BranchFields:
    """The fields of a branch in a database that is read like that."""

    def remembered(_: object, read: Callable[[object], Any]) -> Any:
        with reading as connection:
            return read(connection)

    branches = SimpleNamespace(rules=lambda connection, branch: "rules")
    store = SimpleNamespace(remembered=remembered)
    environment: Any = SimpleNamespace(store=store, branches=branches, lenient_filters=False)
    return BranchFields(environment, [BRANCH])


def test_one_request_does_not_wait_for_another() -> None:
    waiting, ready = Event(), Event()

    @contextmanager
    def busy() -> Iterator[None]:
        waiting.set()
        assert ready.wait(PATIENCE)
        yield

    with ThreadPoolExecutor(2) as pool:
        slow = pool.submit(lambda: fields(busy()).rules)
        assert waiting.wait(PATIENCE)
        try:
            quick = pool.submit(lambda: fields(nullcontext()).rules)
            assert quick.result(PATIENCE / 2) == {1: "rules"}
        finally:
            ready.set()
        assert slow.result() == {1: "rules"}
