"""Errors as values: their codes, and their form in JSON and on the gRPC wire."""

from __future__ import annotations

import errno
import os
import sqlite3

import grpc
import pytest
from google.rpc import code_pb2

from emulator.surface import errors
from emulator.surface.errors import ApiError, Code, FieldViolation
from emulator.surface.status import detailed_status, envelope, status

BAD = "INVALID_ARGUMENT"


def test_the_codes_are_those_of_google_rpc():
    assert {code.name: code.number for code in Code} == {
        name: number for name, number in code_pb2.Code.items() if name != "OK"
    }
    assert {code.name for code in grpc.StatusCode} == {code.name for code in Code} | {"OK"}


@pytest.mark.parametrize(
    ("code", "http"),
    [
        *(("INVALID_ARGUMENT", 400), ("FAILED_PRECONDITION", 400), ("OUT_OF_RANGE", 400)),
        *(("UNAUTHENTICATED", 401), ("PERMISSION_DENIED", 403), ("NOT_FOUND", 404)),
        *(("ALREADY_EXISTS", 409), ("ABORTED", 409), ("RESOURCE_EXHAUSTED", 429)),
        *(("CANCELLED", 499), ("INTERNAL", 500), ("UNKNOWN", 500), ("DATA_LOSS", 500)),
        *(("UNIMPLEMENTED", 501), ("UNAVAILABLE", 503), ("DEADLINE_EXCEEDED", 504)),
    ],
)
def test_the_http_status_of_a_code(code, http):
    assert Code[code].http_status == http


@pytest.mark.parametrize(
    ("error", "code", "message", "fields"),
    [
        (errors.invalid_argument("a", "no."), BAD, "Invalid value at 'a': no.", ["a"]),
        (errors.invalid_argument("", "no."), BAD, "no.", [""]),
        (errors.missing_field("query"), BAD, "Missing required field: query.", ["query"]),
        (errors.not_found("DataStore", "n"), "NOT_FOUND", "DataStore n not found.", []),
        *(
            (errors.not_found(kind, "n"), "NOT_FOUND", f'{kind} with name "n" does not exist.', [])
            for kind in ("Document", "Engine", "Control", "ServingConfig", "Session")
        ),
        (errors.already_exists("Engine", "n"), "ALREADY_EXISTS", "Engine n already exists.", []),
        (errors.failed_precondition("why"), "FAILED_PRECONDITION", "why", []),
        (errors.unimplemented("X"), "UNIMPLEMENTED", "X is not implemented by the emulator.", []),
        (errors.internal(), "INTERNAL", "Internal error encountered.", []),
    ],
)
def test_the_kinds_of_errors(error, code, message, fields):
    assert error.code is Code[code]
    assert error.message == message == str(error)
    assert [violation.field for violation in error.violations] == fields


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
        sqlite3.OperationalError("database or disk is full"),
        ValueError("An IO error occurred: 'No space left on device (os error 28)'"),
    ],
)
def test_a_full_disk_is_told(error):
    assert errors.unforeseen(error).code is Code.RESOURCE_EXHAUSTED
    assert errors.unforeseen(ValueError("secret")).message == errors.internal().message


def test_the_envelope_of_an_error_with_violations():
    assert envelope(errors.missing_field("query")) == {
        "error": {
            "code": 400,
            "message": "Missing required field: query.",
            "status": "INVALID_ARGUMENT",
            "details": [
                {
                    "@type": "type.googleapis.com/google.rpc.BadRequest",
                    "fieldViolations": [
                        {"field": "query", "description": "This field is required."}
                    ],
                }
            ],
        }
    }


def test_the_envelope_of_an_error_without_violations_has_no_details():
    assert envelope(errors.not_found("DataStore", "d")) == {
        "error": {"code": 404, "message": "DataStore d not found.", "status": "NOT_FOUND"}
    }


def test_details_are_for_failed_calls_and_not_for_messages():
    error = errors.missing_field("query")
    assert len(detailed_status(error).details) == 1
    inside = status(error)
    assert (inside.code, inside.message, len(inside.details)) == (3, error.message, 0)


def test_an_error_can_be_raised():
    with pytest.raises(ApiError, match="DataStore d not found"):
        raise errors.not_found("DataStore", "d")


@pytest.mark.parametrize(
    ("message", "hint", "told"),
    [
        ("Invalid value at 'query' (TYPE_STRING), 5", "It is a text.", ", 5. It is a text."),
        ("'a\nb' is too long.", "It is a text.", "'a b' is too long. It is a text."),
        ("Invalid value at 'page_size' (TYPE_INT32), 1.5", "", "(TYPE_INT32), 1.5"),
    ],
)
def test_an_error_is_told_in_sentences(message: str, hint: str, told: str) -> None:
    violation = FieldViolation("query", message, hint)
    assert ApiError(Code.INVALID_ARGUMENT, message, [violation]).told.endswith(told)
