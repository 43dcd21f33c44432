"""Descriptions as HTML: paragraphs, lists, `code`, **emphasis** and links, everything escaped."""

from __future__ import annotations

import re
from html import escape

_MARKUP = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|(https?://[^\s<>()\"']*[^\s<>()\"'.,;:])")
_ITEM = re.compile(r"^- ")


def html(text: str) -> str:
    """A description as a sequence of `<p>` and `<ul>`."""
    return "".join(_block(block) for block in re.split(r"\n{2,}", text.strip()) if block)


def _inline(text: str) -> str:
    """One line of a description, without the elements around it."""
    parts: list[str] = []
    position = 0
    for match in _MARKUP.finditer(text):
        parts += [escape(text[position : match.start()]), _marked(match)]
        position = match.end()
    return "".join(parts) + escape(text[position:])


def _block(block: str) -> str:
    lines = block.split("\n")
    first = next((at for at, line in enumerate(lines) if _ITEM.match(line)), len(lines))
    before, items = " ".join(lines[:first]), lines[first:]
    paragraph = f"<p>{_inline(before)}</p>" if before else ""
    return paragraph + (f"<ul>{_items(items)}</ul>" if items else "")


def _items(lines: list[str]) -> str:
    """List items; a line without a dash continues the item before it."""
    items: list[str] = []
    for line in lines:
        if _ITEM.match(line):
            items.append(line[2:])
        else:
            items[-1] += " " + line.strip()
    return "".join(f"<li>{_inline(item)}</li>" for item in items)


def _marked(match: re.Match[str]) -> str:
    code, strong, url = match.groups()
    if code is not None:
        return f"<code>{escape(code)}</code>"
    if strong is not None:
        return f"<strong>{escape(strong)}</strong>"
    return f'<a href="{escape(url)}">{escape(url)}</a>'
