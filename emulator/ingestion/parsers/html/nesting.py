"""A bound on how deep a page may be nested.

Parsing takes time quadratic in the depth, and unclosed formatting elements are even reopened in
every paragraph, so a page made to be deep could take hours. Real pages stay below 100 levels.
"""

from __future__ import annotations

import re

from emulator.ingestion.document import ParseError
from emulator.ingestion.parsers.html.elements import FORMATTING, UNPAIRED

_DEEPEST = 20_000
_DEEPEST_FORMATTING = 1_000

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]{0,20})")


def check_nesting(content: str) -> None:
    """Raise ParseError if the tags of `content` are nested too deeply."""
    if content.count("<") - content.count("</") <= _DEEPEST_FORMATTING:
        return  # As nearly all pages: not even all of their elements in each other were too deep.
    depth = formatting = 0
    for closing, name in _TAG.findall(content):
        tag = name.lower()
        if tag in UNPAIRED:
            continue
        step = -1 if closing else 1
        depth = max(depth + step, 0)
        if tag in FORMATTING:
            formatting = max(formatting + step, 0)
        if depth > _DEEPEST or formatting > _DEEPEST_FORMATTING:
            raise ParseError(f"The HTML elements are nested too deeply, at <{tag}>.")
