"""The numbers that Word puts before headings and list items, which are not in their text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from emulator.ingestion.parsers.office.element_paths import number, value
from emulator.ingestion.parsers.office.package import Package

_PLACE = re.compile(r"%(\d)")
_LEVELS = 9
_LONGEST_PATTERN = 100
_ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
_LARGEST_ROMAN = 3999


@dataclass(frozen=True, slots=True)
class _Level:
    start: int
    format: str
    pattern: str


@dataclass(slots=True)
class _List:
    """A list's levels and how far each has counted."""

    levels: Mapping[int, _Level]
    counts: dict[int, int] = field(default_factory=dict)

    def advance(self, level: int) -> None:
        for deeper in range(level + 1, _LEVELS):
            self.counts.pop(deeper, None)
        for upper in range(level):
            self.counts.setdefault(upper, self._start(upper))
        self.counts[level] = self.counts.get(level, self._start(level) - 1) + 1

    def label(self, level: int) -> str:
        shape = self.levels.get(level)
        if shape is None or shape.format in ("bullet", "none"):
            return ""
        return _PLACE.sub(lambda match: self._shown(int(match[1]) - 1), shape.pattern).strip()

    def _start(self, level: int) -> int:
        return self.levels[level].start if level in self.levels else 1

    def _shown(self, level: int) -> str:
        form = self.levels[level].format if level in self.levels else "decimal"
        return _FORMATS.get(form, str)(self.counts.get(level, 1))


class Numbering:
    """Counts through the lists of one document."""

    def __init__(self, package: Package) -> None:
        self._lists: dict[str, _List] = {}
        self._restarts: dict[str, dict[int, int]] = {}
        for part in package.related(package.main, "numbering"):
            self._read(package, part)

    def next(self, list_id: str, level: int) -> tuple[str, bool]:
        """Count an item; return its label, "" for a bullet, and whether it says where it is.

        So does "2.3.1" and "Article 7", unlike "1." and "a)".
        """
        found = self._lists.get(list_id)
        if found is None:
            return "", False
        level = min(max(level, 0), _LEVELS - 1)
        for restarted, start in self._restarts.pop(list_id, {}).items():
            found.counts[restarted] = start - 1
        found.advance(level)
        pattern = found.levels[level].pattern if level in found.levels else ""
        rest = _PLACE.sub("", pattern)
        speaks = len(_PLACE.findall(pattern)) > 1 or any(map(str.isalpha, rest))
        return found.label(level), speaks

    def _read(self, package: Package, part: str) -> None:
        shapes: dict[str, _List] = {}
        for one in package.elements(part, lambda tag: tag in ("w:abstractNum", "w:num")):
            if one.tag == "w:abstractNum":
                shapes[one.get("w:abstractNumId", "")] = _List(_levels(one))
                continue
            shape = shapes.get(value(one, "w:abstractNumId") or "")
            if shape is not None:
                list_id = one.get("w:numId", "")
                self._lists[list_id] = shape
                self._restarts[list_id] = _restarts(one)


def _levels(shape: Element) -> Mapping[int, _Level]:
    levels: dict[int, _Level] = {}
    for one in shape.findall("w:lvl"):
        position = one.get("w:ilvl", "")
        if position.isdecimal():
            levels[int(position)] = _Level(
                start=_start(number(one, "w:start")),
                format=value(one, "w:numFmt") or "decimal",
                pattern=(value(one, "w:lvlText") or "")[:_LONGEST_PATTERN],
            )
    return levels


def _restarts(one: Element) -> dict[int, int]:
    return {
        int(override.get("w:ilvl", "0")): start
        for override in one.findall("w:lvlOverride")
        if (start := number(override, "w:startOverride")) is not None
        and override.get("w:ilvl", "0").isdecimal()
    }


def _start(named: int | None) -> int:
    return 1 if named is None else named


def _letters(count: int) -> str:
    """a to z, then aa to zz, as Word goes on."""
    repeats, letter = divmod(count - 1, 26)
    return chr(ord("a") + letter) * min(repeats + 1, 10) if count > 0 else str(count)


def _roman(count: int) -> str:
    if not 0 < count <= _LARGEST_ROMAN:
        return str(count)
    shown = ""
    for size, sign in _ROMAN:
        times, count = divmod(count, size)
        shown += sign * times
    return shown


_FORMATS: Mapping[str, Callable[[int], str]] = {
    "lowerLetter": _letters,
    "upperLetter": lambda count: _letters(count).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda count: _roman(count).upper(),
    "decimalZero": lambda count: f"{count:02}",
}
