"""JSON as it is pasted: what Google's front end takes beside the standard.

Its parser (protobuf's JsonStreamParser, which transcoding proxies share) takes a comma after the
last element, keys without quotes, texts in single quotes, lines that break inside a text, and any
character after a backslash.
"""

from __future__ import annotations

import re

_TEXT = r'"(?:[^"\\]|\\.)*+"' + r"|'(?:[^'\\]|\\.)*+'"
_KEY = r"(?!(?:true|false|null)(?![\w$]))[A-Za-z_$][\w$]*"
_LAST = r",(?=\s*[\]}])"
# These stay, to be refused: a comma after nothing, and a text without an end, of which all that
# follows is part. (To look for its end at each quote in it would take the square of its length.)
_WRONG = r"[\[{,]\s*,|[\"'].*"
_PART = re.compile(
    rf"(?P<text>{_TEXT})|(?P<before>[{{,]\s*)(?P<key>{_KEY})(?=\s*:)|(?P<last>{_LAST})|{_WRONG}",
    re.ASCII | re.DOTALL,
)
_CHARACTER = re.compile(r"\\(.)|[\"\t\n\r]", re.DOTALL)
_ESCAPES = frozenset('"\\/bfnrtu')
_BARE = {'"': '\\"', "\t": "\\t", "\n": "\\n", "\r": "\\r", "v": "\\u000b"}


def strict(text: str) -> str:
    """The same in standard JSON; what is wrong with it beside that stays."""
    return _PART.sub(_part, text)


def _part(found: re.Match[str]) -> str:
    if found["text"]:
        return f'"{_CHARACTER.sub(_character, found["text"][1:-1])}"'
    if found["key"]:
        return f'{found["before"]}"{found["key"]}"'
    return "" if found["last"] else found[0]


def _character(found: re.Match[str]) -> str:
    escaped = found[1]
    if escaped is None:
        return _BARE[found[0]]
    if escaped in _ESCAPES:
        return found[0]
    return _BARE.get(escaped, escaped)
