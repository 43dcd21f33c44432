"""Markdown and plain text, which may be that: what stands around the text is read here.

That is metadata before it, comments, and links whose targets stand elsewhere.
"""

from __future__ import annotations

import re

from emulator.ingestion.document import Block, ParsedDocument
from emulator.ingestion.parsers import text
from emulator.ingestion.parsers.inline import BADGE

# Keys with values, which may go on in lines that are indented or items.
_METADATA = re.compile(
    r"\s*---[ \t]*\n(?P<metadata>(?:(?:[\w-]+:|[ \t#-]|$).*\n)+?)(?:---|\.\.\.)[ \t]*$", re.M
)
_VALUE = r":[ \t]*(?:[|>][+-]?[ \t]*\n[ \t]+)?(?P<value>\S.*(?:\n[ \t]+\S.*)*)"
_TITLE = re.compile(rf"^title{_VALUE}", re.M)
_DESCRIPTION = re.compile(rf"^description{_VALUE}", re.M)

# In code "[i][j]" is no link: code is passed over.
_FENCE = r"^[ \t>]*(?P<fence>`{3,}+(?!.*`)|~{3,})"
_CODE = rf"{_FENCE}(?s:.*?)(?:^[ \t>]*(?P=fence)|\Z)|`[^`\n]{{1,300}}`"
# "[Note]: Keep it dry." and "grid[row][column]" are text.
_TITLE_OF_TARGET = r"(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?"
_DEFINITION = rf"^ {{0,3}}\[[^\]\n]{{1,300}}\]:[ \t]*(?:<[^<>\n]*>|\S+){_TITLE_OF_TARGET}[ \t]*$"
_REFERENCE = r"(?<!\w)\[(?P<text>[^\[\]\n]{1,500})\]\[[^\[\]\n]{0,300}\]"
_LINKS = re.compile(rf"(?P<code>{_CODE})|{BADGE.pattern}|{_DEFINITION}|{_REFERENCE}", re.M)

# What links cannot be matched without: the pattern takes far longer to see that. That there is not
# even the one character is seen in a fiftieth of the time of each.
_MARKS_OF_LINKS = ("][", "]:", "[![")


def parse(content: str) -> ParsedDocument:
    """Return the blocks; the title is the one in the metadata or a heading at the start.

    What the metadata has as description opens the text.
    """
    title = description = None
    if metadata := _METADATA.match(content):
        content = content[metadata.end() :]
        title = _value(_TITLE, metadata["metadata"])
        description = _value(_DESCRIPTION, metadata["metadata"])
    bare = _without_comments(content)
    if "]" in bare and any(mark in bare for mark in _MARKS_OF_LINKS):
        bare = _LINKS.sub(lambda link: link["code"] or link["text"] or "", bare)
    found = text.parse(bare)
    opening = [Block("paragraph", _ended(description))] if description else []
    return ParsedDocument(title or found.title, opening + found.blocks)


def _value(key: re.Pattern[str], metadata: str) -> str | None:
    found = key.search(metadata)
    return " ".join(found["value"].split()).strip("\"'") if found else None


def _ended(description: str) -> str:
    """A description as the sentence that it is but for the stop: without one it were a heading."""
    return f"{description}." if description[-1].isalnum() else description


def _without_comments(content: str) -> str:
    """What is around comments; in a code span their marks are what is spoken of."""
    parts = []
    start = after = 0
    while (opening := content.find("<!--", after)) >= 0:
        closing = content.find("-->", opening)
        if closing < 0:
            break
        after = closing + 3
        if content[opening - 1 : opening] == "`":
            after = opening + 1
            continue
        parts.append(content[start:opening])
        start = after
    return "".join(parts) + content[start:]
