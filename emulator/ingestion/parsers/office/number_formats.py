"""Numbers of cells as a reader sees them: dates, times, percentages, or just numbers and units.

Numbers have the digits that they are shown with, and no separators of thousands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from typing import Literal, NamedTuple

NumberKind = Literal["number", "percent", "date", "time", "datetime", "duration"]

# The formats that have a number instead of a code (ECMA-376 part 1, 18.8.30).
_BUILT_IN: dict[int, NumberKind] = {
    **dict.fromkeys((9, 10), "percent"),
    **dict.fromkeys((*range(14, 18), *range(27, 32), 36, *range(50, 59)), "date"),
    **dict.fromkeys((*range(18, 22), *range(32, 36), 45, 47), "time"),
    22: "datetime",
    46: "duration",
}

_BUILT_IN_CODES = {
    **dict.fromkeys((1, 3, 9, 37, 38), "0"),
    **dict.fromkeys((2, 4, 10, 39, 40), "0.00"),
}

_LITERALS = re.compile(r'"[^"]*"|\\.|_.|\*.')
# Places of digits, and what is written around them: "[$€-407]", '"kg"', "\\ ".
_PARTS = re.compile(
    r'(?P<digit>[0#?])|\[\$(?P<currency>[^\]-]*)[^\]]*\]|"(?P<quoted>[^"]*)"|\\(?P<escaped>.)'
    r"|[_*].|\[[^\]]*\]|(?P<plain>[$€£¥₹ ])"
)
# Thousands that are not written, and formats that are of some numbers only: [<1000]0" g";0,0" kg".
_OF_OTHERS = re.compile(r"[0#?],+(?![0#?,])|\[[<>=]")
_DECIMALS = re.compile(
    r"(?:(?P<whole>[0#?]+)|(?=\.[0#?]))(?:\.(?P<always>0*)(?P<sometimes>[#?]*))?(?![0#?.])"
)
_EXPONENT_OR_FRACTION = re.compile("[eE/]")
_ELAPSED = re.compile(r"\[(?:h+|m+|s+)\]")
_CONDITIONS = re.compile(r"\[[^\]]*\]")

# Day 1 is 1900-01-01, but for Excel 1900 was a leap year: from March on it counts one more.
_EPOCH = datetime(1899, 12, 30)
_EPOCH_1904 = datetime(1904, 1, 1)
_LAST_DAY = 2_958_466  # 10000-01-01

# Excel keeps so many digits, and the part of a number below 1 has less of them.
_DIGITS = 15
_MOST_PLACES = 12
_LAST = [Decimal(1).scaleb(-place) for place in range(_MOST_PLACES + 1)]


class Places(NamedTuple):
    """How many digits are written before the point at least, and behind it always and at most."""

    whole: int
    always: int
    most: int


class Format(NamedTuple):
    """What a cell's number is, and what is written before and after it if it is just a number."""

    kind: NumberKind = "number"
    before: str = ""
    after: str = ""
    places: Places | None = None  # None: as many as the number has

    @classmethod
    def of(cls, number: int, code: str | None) -> Format:
        """Read a format, by its number and the code that the file has for it."""
        kind = kind_of(number, code)
        if kind not in ("number", "percent"):
            return cls(kind)
        around = _around(code) if code and kind == "number" else ("", "")
        return cls(kind, *around, _places(code or _BUILT_IN_CODES.get(number, "")))

    def shown(self, text: str, *, since_1904: bool = False) -> str:
        """Return the number in `text` as the format shows it."""
        number = shown(text, self.kind, self.places, since_1904=since_1904)
        if not (self.before or self.after):
            return number
        sign = "-" if number.startswith("-") else ""
        return f"{sign}{self.before}{number.removeprefix('-')}{self.after}"


def _places(code: str) -> Places | None:
    bare = _LITERALS.sub("", code)
    if _OF_OTHERS.search(bare):
        return None
    digits = _CONDITIONS.sub("", bare).partition(";")[0].replace(",", "")
    found = _DECIMALS.search(digits)
    if found is None or _EXPONENT_OR_FRACTION.search(digits):
        return None
    whole = min((found["whole"] or "").count("0"), _DIGITS)
    always = min(len(found["always"] or ""), _MOST_PLACES)
    return Places(whole, always, min(always + len(found["sometimes"] or ""), _MOST_PLACES))


def _around(code: str) -> tuple[str, str]:
    """What a format of numbers writes before and after the digits, if it is of them as they are."""
    if _OF_OTHERS.search(_LITERALS.sub("", code)):
        return "", ""
    parts = [*_PARTS.finditer(code.partition(";")[0])]
    digits = [place for place, part in enumerate(parts) if part["digit"]]
    return (_written(parts[: digits[0]]), _written(parts[digits[-1] :])) if digits else ("", "")


def _written(parts: Iterable[re.Match[str]]) -> str:
    return "".join(part[part.lastgroup] for part in parts if part.lastgroup not in (None, "digit"))


def kind_of(number: int, code: str | None) -> NumberKind:
    """Return what a format, by its number and the code that the file has for it, shows."""
    if code is None:
        return _BUILT_IN.get(number, "number")
    bare = _LITERALS.sub("", code.partition(";")[0]).lower()
    if _ELAPSED.search(bare):
        return "duration"
    bare = _CONDITIONS.sub("", bare)
    has_time = "h" in bare or "s" in bare
    has_date = "y" in bare or "d" in bare or ("m" in bare and not has_time)
    if bare == "general" or not (has_time or has_date):
        return "percent" if "%" in bare else "number"
    return "datetime" if has_time and has_date else "time" if has_time else "date"


def shown(
    text: str, kind: NumberKind, places: Places | None = None, *, since_1904: bool = False
) -> str:
    """Return the number in `text` as its format shows it; dates and times as ISO 8601 does."""
    if kind == "number" and (places is None or (not places.always and text.isdecimal())):
        return _general(text).zfill(places.whole if places else 0)
    try:
        value = float(text)
    except ValueError:
        return text
    if kind == "number" and places:
        return _rounded(value, places)
    if kind == "percent":
        if places is None:
            return f"{value * 100:.10g}%"
        return f"{_rounded(value, places, power=2)}%"
    # Day 0 is what an empty cell that another one refers to is shown as.
    first = 0 if since_1904 or kind in ("time", "duration") else 1
    if not first <= value < _LAST_DAY:
        return _general(text)
    # Times are fractions of a day, and not exact.
    span = timedelta(seconds=round(value * 86_400))
    if kind == "duration":
        return str(span)
    moment = (_EPOCH_1904 if since_1904 else _EPOCH) + span
    return _moment(moment, kind)


def _rounded(value: float, places: Places, power: int = 0) -> str:
    """The number times a power of ten, as Excel rounds it; one too large for that as it is."""
    number = Decimal(repr(value)).scaleb(power)
    if not number.is_finite() or number.adjusted() >= _DIGITS:
        return _general(repr(value))
    rounded = number.quantize(_LAST[places.most], ROUND_HALF_UP)
    whole, _, part = f"{abs(rounded):f}".partition(".")
    part = part[: places.always] + part[places.always :].rstrip("0")
    sign, whole = "-" if rounded < 0 else "", whole.zfill(places.whole)
    return f"{sign}{whole}.{part}" if part else f"{sign}{whole}"


def _general(text: str) -> str:
    """Return a number without the digits that binary fractions add, other text as it is."""
    try:
        value = float(text)
    except ValueError:
        return text
    if value.is_integer() and abs(value) < 10**_DIGITS:
        return str(int(value))
    return f"{value:.{_DIGITS}g}"


def _moment(moment: datetime, kind: NumberKind) -> str:
    if kind == "date":
        return moment.date().isoformat()
    timespec = "seconds" if moment.second else "minutes"
    if kind == "time":
        return moment.time().isoformat(timespec)
    return moment.isoformat(" ", timespec)
