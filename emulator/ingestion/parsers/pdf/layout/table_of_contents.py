"""Tables of contents, of which each entry is read where it leads to, and other rows of dots."""

from __future__ import annotations

import re
from dataclasses import replace

from emulator.ingestion.parsers.pdf.lines import Line

# "Introduction ........ 7", and "Name ........", which is to be filled in.
_DOTS = r"(?<![.\s])(?:\s?\.){5,}+\s*"
_LEADER = re.compile(rf"{_DOTS}\w{{1,6}}$")
_BLANK = re.compile(rf"{_DOTS}$")

# Chapters often have no dots: "1 Introduction 7", "Preface ix".
_ENTRY = re.compile(r"\S.* (?:\d{1,4}|[ivxlc]{1,6})$")

# So many entries are a table, with all that stands between them.
_FEWEST = 3


def left_out(lines: list[Line]) -> list[Line]:
    """Return the lines of a page without those of a table of contents, and without other dots."""
    lines = [line for line in map(_without_dots, lines) if line.text]
    entries = [number for number, line in enumerate(lines) if _LEADER.search(line.text)]
    if not entries:
        return lines
    first, last = entries[0], entries[-1] + 1
    if len(entries) < _FEWEST or 2 * len(entries) < last - first:
        return [line for line in lines if not _LEADER.search(line.text)]
    while first and _ENTRY.match(lines[first - 1].text):
        first -= 1
    while last < len(lines) and _ENTRY.match(lines[last].text):
        last += 1
    return lines[:first] + lines[last:]


def _without_dots(line: Line) -> Line:
    blank = _BLANK.search(line.text)
    return replace(line, text=line.text[: blank.start()]) if blank else line
