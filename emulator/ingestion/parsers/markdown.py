"""Markdown, which the text parser reads but for what is around the text: metadata and comments."""

from __future__ import annotations

import re

from emulator.ingestion.document import ParsedDocument
from emulator.ingestion.parsers import text
from emulator.ingestion.parsers.inline import BADGE

_METADATA = re.compile(r"\s*---[ \t]*\n(?P<metadata>.*?)^(?:---|\.\.\.)[ \t]*$", re.S | re.M)
_TITLE = re.compile(r"^title:[ \t]*(?P<title>\S.*)$", re.M)

# In code "[i][j]" is no link: code is passed over.
_FENCE = r"^[ \t>]*(?P<fence>`{3,}+(?!.*`)|~{3,})"
_CODE = rf"{_FENCE}(?s:.*?)(?:^[ \t>]*(?P=fence)|\Z)|`[^`\n]{{1,300}}`"
_DEFINITION = r"^ {0,3}\[[^\]\n]{1,300}\]:[ \t]*\S+.*$"
_REFERENCE = r"\[(?P<text>[^\[\]\n]{1,500})\]\[[^\[\]\n]{0,300}\]"
_LINKS = re.compile(rf"(?P<code>{_CODE})|{BADGE.pattern}|{_DEFINITION}|{_REFERENCE}", re.M)


def parse(content: str) -> ParsedDocument:
    """Return the blocks; the title is the one in the metadata or a heading at the start."""
    title = None
    if metadata := _METADATA.match(content):
        content = content[metadata.end() :]
        named = _TITLE.search(metadata["metadata"])
        title = named["title"].strip().strip("\"'") if named else None
    bare = _without_comments(content)
    found = text.parse(_LINKS.sub(lambda link: link["code"] or link["text"] or "", bare))
    return ParsedDocument(title or found.title, found.blocks)


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
