"""Work that goes on after its call was answered."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context

log = logging.getLogger(__name__)


class Background:
    """A few worker threads; what waits for one when the emulator ends is never begun.

    Whoever starts work keeps in the store that it is to be done, and tends to what was not when
    the emulator starts again.
    """

    def __init__(self) -> None:
        self._workers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="background")

    def start(self, work: Callable[[], None]) -> None:
        """Do the work soon, for the caller of this call; an exception of it is only logged."""
        self._workers.submit(copy_context().run, _logged, work)

    def repeat(self, step: Callable[[], bool]) -> None:
        """Do a step soon, and again while it answers that there is more; other work comes between.

        None is begun when the emulator ends.
        """

        def work() -> None:
            if step():
                self.repeat(step)

        with suppress(RuntimeError):  # The threads take no more.
            self.start(work)

    def close(self) -> None:
        """Begin nothing more, and wait for what has begun."""
        self._workers.shutdown(wait=True, cancel_futures=True)


def _logged(work: Callable[[], None]) -> None:
    try:
        work()
    except Exception:
        log.exception("work in the background failed")
