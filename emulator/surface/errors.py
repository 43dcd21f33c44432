"""API failures as values of one class, with the canonical codes of google.rpc.Code.

Services raise an `ApiError`; each transport renders it (JSON envelope, gRPC status, MCP `isError`).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Any

_DISK_FULL = re.compile("database or disk is full|No space left on device|Disk quota exceeded")


class Code(enum.Enum):
    """A canonical code: its number on the gRPC wire and its HTTP status."""

    CANCELLED = (1, 499)
    UNKNOWN = (2, 500)
    INVALID_ARGUMENT = (3, 400)
    DEADLINE_EXCEEDED = (4, 504)
    NOT_FOUND = (5, 404)
    ALREADY_EXISTS = (6, 409)
    PERMISSION_DENIED = (7, 403)
    RESOURCE_EXHAUSTED = (8, 429)
    FAILED_PRECONDITION = (9, 400)
    ABORTED = (10, 409)
    OUT_OF_RANGE = (11, 400)
    UNIMPLEMENTED = (12, 501)
    INTERNAL = (13, 500)
    UNAVAILABLE = (14, 503)
    DATA_LOSS = (15, 500)
    UNAUTHENTICATED = (16, 401)

    @property
    def number(self) -> int:
        """The value of google.rpc.Code."""
        return self.value[0]

    @property
    def http_status(self) -> int:
        """The HTTP status that Google's front end maps the code to."""
        return self.value[1]


@dataclass(frozen=True, slots=True)
class FieldViolation:
    """One entry of google.rpc.BadRequest: a field path in snake_case and what was wrong with it.

    The description is in the service's words; `hint` is what the emulator has to say beside it.
    """

    field: str
    description: str
    hint: str = ""


class ApiError(Exception):
    """A call that failed, as the API reports it.

    `details` are further messages of google.protobuf.Any, such as a packed google.rpc.RetryInfo.
    `hint` is what the emulator has to say of a resource beside the message.
    """

    def __init__(
        self,
        code: Code,
        message: str,
        violations: Iterable[FieldViolation] = (),
        details: Iterable[Any] = (),
        hint: str = "",
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.violations = tuple(violations)
        self.details = tuple(details)
        self.hint = hint

    @property
    def http_status(self) -> int:
        """The HTTP status of the failed call."""
        return self.code.http_status

    @property
    def hints(self) -> list[str]:
        """What there is to say beside the message, each once."""
        said = [*(one.hint for one in self.violations), self.hint]
        return list(filter(None, dict.fromkeys(said)))

    @property
    def told(self) -> str:
        """The message and what there is to say beside it in one line, as sentences."""
        message = " ".join(self.message.split())  # Whatever stands in what it quotes.
        stop = "." if self.hints and not message.endswith(".") else ""
        return " ".join([message + stop, *self.hints])


def invalid_argument(field: str, description: str) -> ApiError:
    """INVALID_ARGUMENT that names the field and says what was wrong with it."""
    message = f"Invalid value at '{field}': {description}" if field else description
    return ApiError(Code.INVALID_ARGUMENT, message, [FieldViolation(field, description)])


def invalid_verbatim(field: str, message: str, hint: str = "") -> ApiError:
    """INVALID_ARGUMENT in the real service's own words, which need not name the field."""
    return ApiError(Code.INVALID_ARGUMENT, message, [FieldViolation(field, message, hint)])


def renamed(error: ApiError, field: str, name: str) -> ApiError:
    """The error for a caller that knows a field by another name."""
    violations = [
        FieldViolation(*(text.replace(field, name) for text in astuple(one)))
        for one in error.violations
    ]
    return ApiError(error.code, error.message.replace(field, name), violations)


def missing_field(field: str, hint: str = "") -> ApiError:
    """INVALID_ARGUMENT for a required field that is absent or empty."""
    violation = FieldViolation(field, "This field is required.", hint)
    return ApiError(Code.INVALID_ARGUMENT, f"Missing required field: {field}.", [violation])


# Kinds of resources of which the service says that one does not exist, rather than is not found.
_NOT_EXISTING = frozenset({"Document", "Engine", "Control", "ServingConfig", "Session"})


def not_found(kind: str, name: str, hint: str = "") -> ApiError:
    """NOT_FOUND in the words that the real service has for a resource of the kind."""
    if kind in _NOT_EXISTING:
        return ApiError(Code.NOT_FOUND, f'{kind} with name "{name}" does not exist.', hint=hint)
    return ApiError(Code.NOT_FOUND, f"{kind} {name} not found.", hint=hint)


def already_exists(kind: str, name: str) -> ApiError:
    """ALREADY_EXISTS for a resource name that is taken."""
    return ApiError(Code.ALREADY_EXISTS, f"{kind} {name} already exists.")


def failed_precondition(message: str, hint: str = "") -> ApiError:
    """FAILED_PRECONDITION: the request is right but the state does not allow it."""
    return ApiError(Code.FAILED_PRECONDITION, message, hint=hint)


def internal() -> ApiError:
    """INTERNAL for what nobody foresaw; the log says more."""
    return ApiError(Code.INTERNAL, "Internal error encountered.")


def unforeseen(error: BaseException) -> ApiError:
    """RESOURCE_EXHAUSTED for a disk that is full, as SQLite and Tantivy tell it, else INTERNAL."""
    if _DISK_FULL.search(str(error)):
        return ApiError(Code.RESOURCE_EXHAUSTED, "The data folder has no space left.")
    return internal()


def as_api_error(error: Exception) -> ApiError:
    """The error itself, or what a client is told of one that is none of the API's."""
    return error if isinstance(error, ApiError) else unforeseen(error)


def unimplemented(what: str, instead: str = "") -> ApiError:
    """UNIMPLEMENTED, naming the RPC or the request field that has no behaviour here."""
    hint = f": {instead}" if instead else ""
    return ApiError(Code.UNIMPLEMENTED, f"{what} is not implemented by the emulator{hint}.")
