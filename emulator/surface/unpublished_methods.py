"""The REST methods that the APIs serve though no published client has them.

They are those of the services' discovery documents (Discovery Engine's of revision 20261106, CES's
of 20261016) that have no binding here, and those of Gemini Enterprise that only its REST reference
has, or the programs that call them: one a line of `unpublished_methods.txt`, as its verb, its path
and the id that Google's REST reference has for it.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

_LIST = Path(__file__).with_name("unpublished_methods.txt")


def unpublished_method(verb: str, path: str) -> str:
    """The id of the method that the service has at a path; empty if it has none there."""
    call = f"{verb} {path.rstrip('/')}"
    found = (id_ for pattern, id_ in _methods() if pattern.fullmatch(call))
    return next(found, "")


@cache
def _methods() -> tuple[tuple[re.Pattern[str], str], ...]:
    lines = (line.split() for line in _LIST.read_text().splitlines())
    return tuple((_pattern(f"{verb} /{path}"), id_) for verb, path, id_ in lines)


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.escape(template).replace(r"\*", "[^/:]+"))
