"""Regular expressions of apps, in a process of their own.

Some take longer than anybody waits, to read as well as to try, and meanwhile nothing else of the
process runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from emulator.ces.runtime.sandbox.client import IS_SUPPORTED, Job, Outcome, argument, run
from emulator.surface.errors import failed_precondition

_SECONDS = 3.0
_CODE = """
import re

def first_match(expressions, text):
    return next((one for one in expressions if re.search(one, text, re.IGNORECASE)), "")

def syntax_error(expressions):
    for one in expressions:
        try:
            re.compile(one, re.IGNORECASE)
        except (re.error, OverflowError, RecursionError) as error:
            return f"'{one[:100]}' is no expression: {error}."
    return ""
"""


async def first_match(expressions: Sequence[str], text: str, where: str) -> str:
    """The first expression with a match in a text, ignoring case; empty if none has one.

    FAILED_PRECONDITION, saying where they are from, if they take more than a few seconds.
    """
    outcome = await _outcome("first_match", [one for one in expressions if one], text)
    if outcome.error:
        raise failed_precondition(f"The expressions of {where} failed: {outcome.error}")
    return str(outcome.value)


class TooSlow(Exception):
    """Expressions that take more than a few seconds to read, or more memory than code has."""


@lru_cache(maxsize=1024)
def syntax_error(expressions: tuple[str, ...]) -> str:
    """The error of the first invalid expression; empty if all are valid; TooSlow.

    It may take seconds, but not a second time: not for the event loop, nor first in a transaction.
    """
    outcome = asyncio.run(_outcome("syntax_error", expressions))
    if outcome.error:
        raise TooSlow(f"They cannot be read. {outcome.error}")
    return str(outcome.value)


async def _outcome(function: str, expressions: Sequence[str], *arguments: str) -> Outcome:
    if not expressions:
        return Outcome("")
    if not IS_SUPPORTED:
        names: dict[str, Any] = {}
        exec(_CODE, names)
        return Outcome(names[function](expressions, *arguments))
    positional = [dict(argument(one)) for one in (expressions, *arguments)]
    return await run(Job(_CODE, function, {}, positional=positional), _SECONDS, _answer)


async def _answer(asked: dict[str, Any], changed: dict[str, Any]) -> Any:
    raise AssertionError("The code asks for nothing.")
