"""An `ApiError` as the end of a gRPC call: a status, and google.rpc.Status in the trailers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import astuple
from typing import Any, NoReturn

import grpc
import grpc.aio

from emulator.surface.errors import ApiError, FieldViolation
from emulator.surface.status import cut, detailed_status

_CODES = {code.value[0]: code for code in grpc.StatusCode}
_DETAILS = "grpc-status-details-bin"
# Clients take 8 kB of trailers, and beyond them fail without the error they were to carry. The
# message stands there twice, once with every other byte escaped.
_MOST_MESSAGE = 1000
_MOST_VIOLATIONS = 2000
_MOST_HINT = 500


async def abort(context: grpc.aio.ServicerContext[Any, Any], error: ApiError) -> NoReturn:
    """End the call with the error, cut to what trailers can hold."""
    shown = ApiError(
        error.code,
        cut(error.message, _MOST_MESSAGE),
        _fitting(error.violations, _MOST_VIOLATIONS),
        error.details,
        cut(error.hint, _MOST_HINT),
    )
    details = ((_DETAILS, detailed_status(shown).SerializeToString()),)
    await context.abort(_CODES[shown.code.number], shown.message, details)
    raise AssertionError("abort always raises")


def _fitting(violations: Iterable[FieldViolation], size: int) -> Iterator[FieldViolation]:
    """The first violations, as many as fit into `size` bytes."""
    for violation in violations:
        size -= sum(len(text.encode()) for text in astuple(violation))
        if size < 0:
            return
        yield violation
