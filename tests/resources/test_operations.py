"""Long-running operations over a database in memory."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from emulator.control.clock import Clock
from emulator.control.ids import Ids
from emulator.resources import operations as long_running
from emulator.resources.operations import Job, Operations
from emulator.storage.statements import Connection
from emulator.storage.store import Store
from emulator.surface.errors import ApiError, Code, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import longrunning
from tests.processes import PATIENCE

PARENT = "projects/1/locations/global/collections/default_collection/dataStores/d/branches/0"


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store(None)
    yield opened
    opened.close()


@pytest.fixture
def operations(store: Store) -> Iterator[Operations]:
    made = Operations(store, Clock(), Ids(1))
    yield made
    made.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A moment is long enough for quick work on any machine."""
    monkeypatch.setattr(long_running, "_GRACE_SECONDS", PATIENCE)


def start(operations: Operations, work):
    metadata = de.ImportDocumentsMetadata(total_count=1)
    return operations.start(PARENT, metadata, work)


def held(go_on: threading.Event):
    """Work that goes on until it is told to end."""

    def work(job: Job):
        go_on.wait(PATIENCE)
        return de.ImportDocumentsResponse()

    return work


def get(operations: Operations, name: str):
    return operations.get_operation(longrunning.GetOperationRequest(name=name))


def await_end(operations: Operations, name: str):
    request = longrunning.WaitOperationRequest(name=name)
    return asyncio.run(operations.wait_operation(request))


@pytest.mark.usefixtures("patient")
def test_quick_work_is_done_when_the_call_is_answered(operations: Operations) -> None:
    operation = start(operations, lambda job: de.ImportDocumentsResponse())
    assert operation.done
    assert operation.response.TypeName() == (
        "google.cloud.discoveryengine.v1.ImportDocumentsResponse"
    )


def test_slow_work_reports_how_far_it_is(operations: Operations) -> None:
    reported, go_on = threading.Event(), threading.Event()

    def work(job: Job):
        job.metadata.success_count = 1
        job.report()
        reported.set()
        go_on.wait(PATIENCE)
        return de.ImportDocumentsResponse()

    operation = start(operations, work)
    assert not operation.done
    assert not operation.HasField("response")
    assert reported.wait(PATIENCE)
    metadata = de.ImportDocumentsMetadata.FromString(get(operations, operation.name).metadata.value)
    assert (metadata.success_count, metadata.total_count) == (1, 1)
    go_on.set()
    assert await_end(operations, operation.name).done


@pytest.mark.usefixtures("patient")
def test_an_error_of_the_work_ends_the_operation(operations: Operations) -> None:
    def work(job: Job):
        raise not_found("Branch", PARENT)

    operation = start(operations, work)
    assert operation.done
    assert (operation.error.code, operation.error.message) == (5, f"Branch {PARENT} not found.")
    assert not operation.HasField("response")


@pytest.mark.usefixtures("patient")
def test_a_fault_of_the_work_is_internal_and_logged(
    operations: Operations, caplog: pytest.LogCaptureFixture
) -> None:
    def work(job: Job):
        raise ZeroDivisionError("secret")

    with caplog.at_level(logging.ERROR):
        operation = start(operations, work)
    assert (operation.done, operation.error.code) == (True, 13)
    assert "secret" not in operation.error.message
    assert "secret" in caplog.text


def test_work_that_is_cancelled_ends_at_its_next_report(operations: Operations) -> None:
    go_on = threading.Event()

    def work(job: Job):
        go_on.wait(PATIENCE)
        job.report()
        return de.ImportDocumentsResponse()

    operation = start(operations, work)
    operations.cancel_operation(longrunning.CancelOperationRequest(name=operation.name))
    assert not get(operations, operation.name).done
    go_on.set()
    assert await_end(operations, operation.name).error.code == Code.CANCELLED.number


def test_what_is_stored_can_be_cancelled(
    operations: Operations, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a call, too, that comes before the one that began it is answered."""
    write = store.write

    @contextmanager
    def then_cancelled() -> Iterator[Connection]:
        with write() as connection:
            yield connection
        monkeypatch.undo()
        request = longrunning.ListOperationsRequest(name=PARENT)
        for one in operations.list_operations(request).operations:
            operations.cancel_operation(longrunning.CancelOperationRequest(name=one.name))
        go_on.set()

    def work(job: Job):
        go_on.wait(PATIENCE)
        job.report()
        return de.ImportDocumentsResponse()

    go_on = threading.Event()
    monkeypatch.setattr(store, "write", then_cancelled)
    operation = start(operations, work)
    assert await_end(operations, operation.name).error.code == Code.CANCELLED.number


def test_work_waits_for_a_free_worker(operations: Operations) -> None:
    go_on = threading.Event()
    started = [start(operations, held(go_on)) for _ in range(3)]
    assert not any(one.done for one in started)
    go_on.set()
    assert all(await_end(operations, one.name).done for one in started)


def test_metadata_need_not_tell_times(operations: Operations, store: Store) -> None:
    def work(job: Job):
        job.report()
        return de.ImportDocumentsResponse()

    name = operations.start(PARENT, de.CreateEvaluationMetadata(), work).name
    assert await_end(operations, name).done
    stored = Operations(store, Clock(), Ids(2))
    assert get(stored, name).done
    stored.close()


def test_what_was_left_running_is_ended_at_the_next_start(store: Store) -> None:
    first = Operations(store, Clock(), Ids(1))
    go_on = threading.Event()
    name = start(first, held(go_on)).name
    second = Operations(store, Clock(), Ids(2))
    second.interrupt()
    ended = get(second, name)
    assert (ended.done, ended.error.code) == (True, Code.ABORTED.number)
    go_on.set()
    first.close()
    second.close()


def test_the_end_aborts_what_runs(operations: Operations) -> None:
    go_on = threading.Event()

    def work(job: Job):
        go_on.wait(PATIENCE)
        job.report()
        return de.ImportDocumentsResponse()

    name = start(operations, work).name
    operations.close(timeout=0)
    go_on.set()
    assert await_end(operations, name).error.code == Code.ABORTED.number


def test_wait_answers_what_is_known_after_its_timeout(operations: Operations) -> None:
    go_on = threading.Event()
    request = longrunning.WaitOperationRequest(name=start(operations, held(go_on)).name)

    async def wait() -> None:
        for limit in (10, -5):
            request.timeout.FromMilliseconds(limit)
            assert not (await operations.wait_operation(request)).done
        go_on.set()
        request.timeout.FromSeconds(10_000 * 365 * 86_400)  # The most that there is.
        assert (await operations.wait_operation(request)).done

    asyncio.run(wait())


def test_many_may_wait_and_hold_up_nobody(operations: Operations) -> None:
    go_on = threading.Event()
    request = longrunning.WaitOperationRequest(name=start(operations, held(go_on)).name)

    async def wait() -> None:
        waiting = [asyncio.create_task(operations.wait_operation(request)) for _ in range(100)]
        await asyncio.to_thread(go_on.set)
        assert all(one.done for one in await asyncio.gather(*waiting))

    asyncio.run(wait())


def test_the_end_leaves_what_runs_and_begins_nothing_more(operations: Operations) -> None:
    go_on = threading.Event()
    names = [start(operations, held(go_on)).name for _ in range(6)]
    operations.close(timeout=0.2)
    assert not any(get(operations, name).done for name in names)
    go_on.set()
    assert [await_end(operations, name).done for name in names] == [True] * 2 + [False] * 4


def test_an_operation_after_the_end_is_unavailable_and_not_kept(operations: Operations) -> None:
    operations.close()
    with pytest.raises(ApiError, match="The emulator is being stopped") as raised:
        start(operations, lambda job: de.ImportDocumentsResponse())
    assert raised.value.code is Code.UNAVAILABLE
    request = longrunning.ListOperationsRequest(name=PARENT)
    assert not operations.list_operations(request).operations


def test_an_end_that_cannot_be_stored_is_logged_and_told_all_the_same(
    operations: Operations, store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    with store.write() as connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE UPDATE ON operations BEGIN SELECT RAISE(FAIL, 'full'); END"
        )
    operation = start(operations, lambda job: de.ImportDocumentsResponse())
    ended = await_end(operations, operation.name)
    assert ended.done
    assert ended.HasField("response")
    assert ended.HasField("metadata")
    request = longrunning.ListOperationsRequest(name=PARENT)
    assert list(operations.list_operations(request).operations) == [ended]
    assert f"the end of operation {operation.name} could not be stored" in caplog.text


@pytest.mark.parametrize("method", ["get", "cancel", "delete"])
def test_an_unknown_operation_is_not_found(operations: Operations, method: str) -> None:
    request = getattr(longrunning, f"{method.title()}OperationRequest")(name=f"{PARENT}/x")
    with pytest.raises(ApiError, match=f"Operation {PARENT}/x not found."):
        getattr(operations, f"{method}_operation")(request)


def test_an_unknown_operation_is_not_waited_for(operations: Operations) -> None:
    with pytest.raises(ApiError, match=f"Operation {PARENT}/x not found."):
        await_end(operations, f"{PARENT}/x")
    with pytest.raises(ApiError, match="Missing required field: name"):
        await_end(operations, "")


def test_a_deleted_operation_is_gone(operations: Operations) -> None:
    name = start(operations, lambda job: de.ImportDocumentsResponse()).name
    operations.delete_operation(longrunning.DeleteOperationRequest(name=name))
    with pytest.raises(ApiError, match="not found"):
        get(operations, name)


def test_a_list_is_of_one_parent_only(operations: Operations) -> None:
    start(operations, lambda job: de.ImportDocumentsResponse())
    data_store = PARENT.removesuffix("/branches/0")
    for name, number in (
        (PARENT, 1),
        (data_store, 1),
        (data_store[:-1], 0),
        (f"{data_store}2", 0),
        ("projects/1/locations/global", 0),
        ("projects/1/locations/global/collections/default_collection", 1),
    ):
        request = longrunning.ListOperationsRequest(name=name)
        assert len(operations.list_operations(request).operations) == number, name
