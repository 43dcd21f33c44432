"""Long-running operations (AIP-151): google.longrunning.Operations and the jobs behind it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextvars import copy_context

from emulator.control.clock import Clock
from emulator.control.ids import Ids
from emulator.resources import paging
from emulator.resources.list_filter import Field, boolean, parse_filter
from emulator.storage import operations
from emulator.storage.statements import Connection
from emulator.storage.store import Store
from emulator.surface import caller, names
from emulator.surface.errors import ApiError, Code, missing_field, not_found, unforeseen
from emulator.surface.messages import longrunning, pack, protobuf, timestamp
from emulator.surface.registry import Message, snake_case
from emulator.surface.status import status

_FILTERS: Mapping[str, Field] = {"done": Field("done", boolean)}
_GRACE_SECONDS = 0.25
"""How long a call waits for its operation: a client that is told `done` at once need not poll."""
_WAIT_SECONDS = 60.0

log = logging.getLogger(__name__)


class Job:
    """A running operation, as the work behind it sees it."""

    def __init__(self, owner: Operations, name: str, metadata: Message, package: str) -> None:
        self._owner = owner
        self.name = name
        self.metadata = metadata
        self.package = package
        self.stopped_by: ApiError | None = None

    def report(self) -> None:
        """Publish the metadata as it is now; the error of whoever has asked to stop."""
        self._owner.publish(self)
        if self.stopped_by is not None:
            raise self.stopped_by


class Operations:
    """Keeps operations and runs the jobs of those that take long."""

    def __init__(self, store: Store, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._jobs: dict[str, tuple[Job, Future[None]]] = {}
        self._unstored: dict[str, Message] = {}  # Ended, which could not be stored: by name.
        self._workers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="operation")

    def finished(
        self, connection: Connection, parent: str, response: Message, metadata: Message
    ) -> Message:
        """Record an operation that is done at once, named as `start` names them."""
        operation = self._new(parent, metadata)
        operation.done = True
        operation.response.CopyFrom(pack(response, caller.package.get()))
        body = operation.SerializeToString()
        operations.add(connection, operation.name, True, self._clock.now(), body)
        return operation

    def start(self, parent: str, metadata: Message, work: Callable[[Job], Message]) -> Message:
        """Run `work` on a worker thread; answers the operation, often done already.

        Its metadata name it: `CreateEngineMetadata` make it `{parent}/operations/create-engine-1`.
        `work` returns the response; an ApiError that it raises ends the operation with that error.
        UNAVAILABLE after `close`: what is not begun is not kept either.
        """
        operation = self._new(parent, metadata)
        job = Job(self, operation.name, metadata, caller.package.get())
        with self._store.write() as connection:
            body = operation.SerializeToString()
            operations.add(connection, operation.name, False, self._clock.now(), body)
            future = self._submit(job, work)
            self._jobs[job.name] = job, future  # Before it is stored: then it may be cancelled.
            future.add_done_callback(lambda _: self._jobs.pop(job.name, None))
        wait([future], _GRACE_SECONDS)
        return self._get(operation.name)

    def publish(self, job: Job) -> None:
        """Store the metadata of a running operation as it is now."""
        self._save(longrunning.Operation(name=job.name), job)

    def interrupt(self) -> None:
        """End what an earlier process left running, with an error."""
        error = interrupted()
        with self._store.write() as connection:
            for body in operations.unfinished(connection):
                operation = longrunning.Operation.FromString(body)
                operation.done = True
                operation.error.CopyFrom(status(error))
                operations.replace(connection, operation.name, True, operation.SerializeToString())

    def stop(self, prefix: str) -> None:
        """Cancel the operations whose names begin so, and wait until they have ended."""
        self._stop(prefix, _cancelled)

    def close(self, timeout: float = 3.0) -> None:
        """Ask running jobs to stop and wait for them, so many seconds for all together."""
        self._workers.shutdown(wait=False, cancel_futures=True)
        self._stop("", interrupted, timeout)

    def get_operation(self, request: Message) -> Message:
        """The operation's latest state."""
        return self._get(names.canonical(request.name))

    def list_operations(self, request: Message) -> Message:
        """The operations of a resource and of all below it.

        Directly under a location are only the operations whose names are there: Discovery Engine
        and CES share that URL, and a client fails on an operation of the other's types.
        """
        asked = paging.Page.of(request, 100, 1000)
        parent = names.canonical(request.name.removesuffix("/operations"))
        infix = "/operations/" if len(parent.split("/")) <= 4 else "/"
        condition = parse_filter(request.filter, _FILTERS)
        with self._store.read() as connection:
            listing = asked.listing(parent + infix, condition, operations.NEWEST_FIRST)
            bodies, token = asked.cut(operations.page(connection, listing))
        found = [self._latest(body) for body in bodies]
        return longrunning.ListOperationsResponse(operations=found, next_page_token=token)

    def cancel_operation(self, request: Message) -> Message:
        """Ask a running operation to stop; one that is done stays as it is."""
        operation = self._get(names.canonical(request.name))
        if (running := self._jobs.get(operation.name)) is not None:
            running[0].stopped_by = _cancelled()
        return protobuf.Empty()

    def delete_operation(self, request: Message) -> Message:
        """Forget an operation."""
        name = names.canonical(request.name)
        with self._store.write() as connection:
            if not operations.remove(connection, name):
                raise not_found("Operation", name)
        return protobuf.Empty()

    async def wait_operation(self, request: Message) -> Message:
        """The operation when it is done, or its state after the timeout."""
        if not request.name:  # No URL of the method says that it needs one.
            raise missing_field("name")
        name = names.canonical(request.name)
        running = self._jobs.get(name)
        if running is not None:
            given = request.timeout.seconds + request.timeout.nanos / 1e9
            limit = given if request.HasField("timeout") else _WAIT_SECONDS
            await asyncio.wait([asyncio.wrap_future(running[1])], timeout=limit)
        return self._get(name)

    def _stop(
        self, prefix: str, error: Callable[[], ApiError], timeout: float | None = None
    ) -> None:
        jobs = [found for name, found in tuple(self._jobs.items()) if name.startswith(prefix)]
        for job, _ in jobs:
            job.stopped_by = error()
        wait([future for _, future in jobs], timeout)

    def _submit(self, job: Job, work: Callable[[Job], Message]) -> Future[None]:
        try:
            return self._workers.submit(copy_context().run, self._run, job, work)
        except RuntimeError:  # The workers take nothing more.
            raise ApiError(Code.UNAVAILABLE, "The emulator is being stopped.") from None

    def _run(self, job: Job, work: Callable[[Job], Message]) -> None:
        operation = self._outcome(job, work)
        try:
            self._save(operation, job)
        except Exception:  # As on a full disk; who polls is to know all the same.
            self._unstored[job.name] = operation
            log.exception("the end of operation %s could not be stored", job.name)

    def _outcome(self, job: Job, work: Callable[[Job], Message]) -> Message:
        operation = longrunning.Operation(name=job.name, done=True)
        try:
            operation.response.CopyFrom(pack(work(job), job.package))
        except ApiError as error:
            operation.error.CopyFrom(status(error))
        except Exception as error:
            log.exception("operation %s failed", job.name)
            operation.error.CopyFrom(status(unforeseen(error)))
        return operation

    def _save(self, operation: Message, job: Job) -> None:
        self._stamp(job.metadata, "update_time")
        operation.metadata.CopyFrom(pack(job.metadata, job.package))
        with self._store.write() as connection:
            body = operation.SerializeToString()
            operations.replace(connection, operation.name, operation.done, body)

    def _get(self, name: str) -> Message:
        with self._store.read() as connection:
            body = operations.get(connection, name)
        if body is None:
            raise not_found("Operation", name)
        return self._latest(body)

    def _latest(self, body: bytes) -> Message:
        operation = longrunning.Operation.FromString(body)
        return self._unstored.get(operation.name, operation)

    def _new(self, parent: str, metadata: Message) -> Message:
        self._stamp(metadata, "create_time", "update_time", "end_time")
        kind = snake_case(metadata.DESCRIPTOR.name.removesuffix("Metadata")).replace("_", "-")
        name = f"{parent}/operations/{kind}-{self._ids.new()}"
        operation = longrunning.Operation(name=name)
        operation.metadata.CopyFrom(pack(metadata, caller.package.get()))
        return operation

    def _stamp(self, metadata: Message, *fields: str) -> None:
        """Set the fields to the time it is, those of them that the metadata have."""
        now = timestamp(self._clock.now())
        for field in fields:
            if field in metadata.DESCRIPTOR.fields_by_name:
                getattr(metadata, field).CopyFrom(now)


def _cancelled() -> ApiError:
    return ApiError(Code.CANCELLED, "The operation was cancelled.")


def interrupted() -> ApiError:
    """The error of what was running when the emulator was stopped."""
    return ApiError(Code.ABORTED, "The emulator was stopped while the operation was running.")
