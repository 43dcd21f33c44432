"""Text as units of UTF-16, by which PDFium counts: many signs of formulas are two of them."""

from __future__ import annotations

import re

_PAIRED = re.compile("[\U00010000-\U0010ffff]")
_UNIT = re.compile("[\ud800-\udfff]")


def units(text: str) -> str:
    """Return the text with two characters, its surrogates, for each that is two units."""
    return _PAIRED.sub(_pair, text)


def characters(text: str) -> str:
    """Return the text that these units are; half a pair becomes U+FFFD."""
    if _UNIT.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _pair(found: re.Match[str]) -> str:
    high, low = divmod(ord(found[0]) - 0x10000, 0x400)
    return f"{chr(0xD800 + high)}{chr(0xDC00 + low)}"
