"""The query string of a REST call: system parameters apart from the fields of the request."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl

from emulator.surface.errors import invalid_argument

# https://cloud.google.com/apis/docs/system-parameters; with a `$` before it any name is one.
_SYSTEM = frozenset(
    {
        "access_token",
        "alt",
        "callback",
        "fields",
        "key",
        "oauth_token",
        "outputDefaults",
        "prettyPrint",
        "pretty_print",
        "quotaUser",
        "quota_user",
        "upload_protocol",
        "uploadType",
        "upload_type",
        "userProject",
    }
)
_SHORT = 200
_ENUM_NUMBERS = "enum-encoding=int"


@dataclass(frozen=True, slots=True)
class Parameters:
    """What a query string asks for."""

    fields: tuple[tuple[str, str], ...]
    enum_numbers: bool
    events: bool
    pretty: bool
    mask: str = ""
    """The fields to leave of the response; empty for all."""


def parse_parameters(query: bytes) -> Parameters:
    """Read a query string; INVALID_ARGUMENT if it is not UTF-8 or asks for an unknown format."""
    # A client sends the same few system parameters with every call.
    return _remembered(query) if len(query) <= _SHORT else _parse(query)


def _parse(query: bytes) -> Parameters:
    if not query:
        return Parameters((), enum_numbers=False, events=False, pretty=True)
    try:
        pairs = parse_qsl(query.decode(), keep_blank_values=True, errors="strict")
    except UnicodeDecodeError:
        raise invalid_argument("", "The query string is not valid UTF-8.") from None
    fields = tuple(pair for pair in pairs if not _is_system(pair[0]))
    system = {name.removeprefix("$"): value for name, value in pairs if _is_system(name)}
    alt = system.get("alt", "json")
    _check_format(alt)
    # Google's front end indents by default; the generated clients, which ask for numbers, do not
    # look at the text.
    pretty = system.get("prettyPrint", system.get("pretty_print", "true")) != "false"
    numbers = _ENUM_NUMBERS in alt
    mask = system.get("fields", "")
    return Parameters(fields, numbers, alt.startswith("sse"), pretty and not numbers, mask)


_remembered = lru_cache(maxsize=256)(_parse)


def _is_system(name: str) -> bool:
    return name in _SYSTEM or name.startswith("$")


def _check_format(alt: str) -> None:
    if alt.partition(";")[0] not in ("json", "sse", "media", ""):
        raise invalid_argument("alt", f"the emulator answers json and sse, not '{alt[:100]}'.")
