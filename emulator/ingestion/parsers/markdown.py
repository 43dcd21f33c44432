"""Markdown, which the text parser reads but for what is around the text: metadata and comments."""

from __future__ import annotations

import re

from emulator.ingestion.document import ParsedDocument
from emulator.ingestion.parsers import text
from emulator.ingestion.parsers.inline import BADGE

_METADATA = re.compile(r"\s*---[ \t]*\n(?P<metadata>.*?)^(?:---|\.\.\.)[ \t]*$", re.S | re.M)
_TITLE = re.compile(r"^title:[ \t]*(?P<title>\S.*)$", re.M)
_DEFINITION = re.compile(r"^ {0,3}\[[^\]\n]{1,300}\]:[ \t]*\S+.*$", re.M)
_REFERENCE = re.compile(r"\[([^\[\]\n]{1,500})\]\[[^\[\]\n]{0,300}\]")


def parse(content: str) -> ParsedDocument:
    """Return the blocks; the title is the one in the metadata or a heading at the start."""
    title = None
    if metadata := _METADATA.match(content):
        content = content[metadata.end() :]
        named = _TITLE.search(metadata["metadata"])
        title = named["title"].strip().strip("\"'") if named else None
    bare = _DEFINITION.sub("", BADGE.sub("", _without_comments(content)))
    found = text.parse(_REFERENCE.sub(r"\1", bare))
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
