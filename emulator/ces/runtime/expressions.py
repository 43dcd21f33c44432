"""Regular expressions of apps, in a process of their own.

Some take longer than anybody waits, and while Python tries one nothing else of its process runs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from emulator.ces.runtime.sandbox.client import IS_SUPPORTED, Job, argument, run
from emulator.surface.errors import failed_precondition

_SECONDS = 3.0
_CODE = """
import re

def first_found(expressions, text):
    return next((one for one in expressions if re.search(one, text, re.IGNORECASE)), "")
"""


async def first_found(expressions: Sequence[str], text: str, where: str) -> str:
    """The first expression that a text has, in any case; the empty string if it has none.

    FAILED_PRECONDITION, saying where they are from, if they take more than a few seconds.
    """
    wanted = [one for one in expressions if one]
    if not wanted:
        return ""
    if not IS_SUPPORTED:
        return next((one for one in wanted if re.search(one, text, re.IGNORECASE)), "")
    positional = [dict(argument(wanted)), dict(argument(text))]
    outcome = await run(Job(_CODE, "first_found", {}, positional=positional), _SECONDS, _answer)
    if outcome.error:
        raise failed_precondition(f"The expressions of {where} failed: {outcome.error}")
    return str(outcome.value)


async def _answer(asked: dict[str, Any], changed: dict[str, Any]) -> Any:
    raise AssertionError("The code asks for nothing.")
