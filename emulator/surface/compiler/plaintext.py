"""Docstrings of the client packages as plain text with Markdown's back quotes."""

import re

_NOISE = (
    # The generator's remarks on its own output.
    (re.compile(r"This (message|field) (has|is a member of) `oneof`_[\s\S]*?(\n\s*\n|\Z)"), ""),
    (re.compile(r"(For each|Setting any) (oneof|member of the oneof)[\s\S]*?(\n\s*\n|\Z)"), ""),
    (re.compile(r"^\s*\.\. _oneof:.*$", re.MULTILINE), ""),
    # [Document][google.cloud.discoveryengine.v1.Document] and `text <address>`__
    (re.compile(r"\[([^\[\]]+)\]\s*\[[\w.\s]*\]"), r"\1"),
    (re.compile(r"`((?:``[^`]+``|[^`<>])+?)\s*<([^`<>]+)>`_{1,2}"), r"\1 (\2)"),
    (re.compile(r"``([^`]+?)``"), r"`\1`"),
    (re.compile(r"\\([\\`*_|<>\[\]{}:~#'\"-])"), r"\1"),
)
_ITEM = re.compile(r"([-*+•]|\d+[.)])\s")


def plain_text(rst: str) -> str:
    """The text with a line for each paragraph and list item, and no RST left but the quotes."""
    for pattern, replacement in _NOISE:
        rst = pattern.sub(replacement, rst)
    paragraphs = re.split(r"\n\s*\n", rst.strip())
    return "\n\n".join(filter(None, map(_unwrap, paragraphs)))


def _unwrap(paragraph: str) -> str:
    lines: list[str] = []
    for line in map(str.strip, paragraph.splitlines()):
        if lines and not _ITEM.match(line):
            lines[-1] = f"{lines[-1]} {line}"
        else:
            lines.append(line)
    return "\n".join(lines)
