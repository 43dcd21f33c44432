"""Markdown inside a line: emphasis, code spans, links and images become their text.

Images that are links, as the badges at the top of a README, are left out.
"""

from __future__ import annotations

import re
from html import unescape

# Every repetition is bounded: an unclosed mark on a line of megabytes must not be looked for
# over and over again.
_TARGET = r"(?:\([^()\n]{0,1000}\)|\[[^\[\]\n]{0,300}\])"
BADGE = re.compile(rf"\[!\[[^\[\]\n]{{0,500}}\]{_TARGET}\]{_TARGET}")
_LINK = re.compile(r"(?<!\w)!?\[([^\[\]\n]{0,500})\]\([^()\s]{0,1000}(?:\s+\"[^\"\n]{0,300}\")?\)")
# What is to be read as it is: an escaped mark, or code.
_LITERAL = re.compile(r"\\([`*_\[\]#])|(`{1,3})([^`\n]{1,300})\2")
_EMPHASIS = re.compile(r"(?<![\w*])(\*{1,3})(?=[^\s*])([^*\n]{1,500})(?<=[^\s*])\1(?![\w*])")
# "__init__" is a name. What comes before is looked at last: a pattern that begins with what it
# looks for is faster.
_UNDERSCORED = re.compile(
    r"(_(?<!\w_)(?!_[a-z\d]+__)_{0,2})(?=[^\s_])([^_\n]{1,500})(?<=[^\s_])\1(?!\w)"
)
_STRUCK = re.compile(r"~~(?=[^\s~])([^~\n]{1,500})(?<=[^\s~])~~")
_AUTOLINK = re.compile(r"<(https?://[^<>\s]{1,1000})>")
_TAG = re.compile(
    r"</?(?:abbr|a|br|b|cite|code|del|details|dfn|div|em|figcaption|figure|font|h[1-6]|img|ins|i"
    r"|kbd|li|mark|ol|picture|pre|p|samp|section|small|source|span|strong|sub|summary|sup|table"
    r"|tbody|td|thead|th|tr|ul|u|var)(?:\s[^<>\n]{0,1000})?/?>",
    re.IGNORECASE,
)
_ENTITY = re.compile(r"&(?:[a-zA-Z][a-zA-Z0-9]{1,31}|#\d{1,7}|#[xX][\da-fA-F]{1,6});")

# Marks mean nothing there: characters that nobody uses stand for them until the end.
_MEANT = "[]()!*_~<>\\&#"
_HIDING = str.maketrans(_MEANT, "".join(chr(0xE000 + place) for place in range(len(_MEANT))))
_SHOWING = {hidden: meant for meant, hidden in _HIDING.items()}

# Each with what it cannot match without: patterns take far longer to see that.
_PATTERNS = (
    ("[![", BADGE, ""),
    ("](", _LINK, r"\1"),
    ("_", _UNDERSCORED, r"\2"),
    ("*", _EMPHASIS, r"\2"),
    ("~~", _STRUCK, r"\1"),
    ("<", _AUTOLINK, r"\1"),
    ("<", _TAG, ""),
)
_MARKS = "[`*_~<\\&"


def plain(text: str) -> str:
    """Return `text` without Markdown's inline marks and the HTML that Markdown allows."""
    for mark in _MARKS:  # In half the time that `any` takes.
        if mark in text:
            return _unmarked(text)
    return text


def _unmarked(text: str) -> str:
    if "`" not in text and "\\" not in text:
        return _without_marks(text)
    hidden = _LITERAL.sub(lambda found: (found[1] or found[3]).translate(_HIDING), text)
    return _without_marks(hidden).translate(_SHOWING)


def _without_marks(text: str) -> str:
    for mark, pattern, kept in _PATTERNS:
        if mark in text:
            text = pattern.sub(kept, text)
    if "&" in text:
        text = _ENTITY.sub(lambda entity: unescape(entity[0]), text)
    return text.strip(" ")
