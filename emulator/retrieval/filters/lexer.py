"""The tokens of a filter."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from emulator.retrieval.filters.errors import syntax_error

Kind: TypeAlias = Literal["string", "operator", "mark", "word", "end"]

_TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:\\.|[^"\\])*")
    |(?P<operator>[<>=!]+)
    |(?P<mark>[():,])
    |(?P<word>[^\s()<>=!:,"]+))""",
    re.VERBOSE | re.DOTALL,
)
_END = "<EOF>"


class Token(NamedTuple):
    """A piece of the text as written, and its character offset."""

    kind: Kind
    text: str
    position: int

    @property
    def literal(self) -> str:
        """The text that a string token stands for: `\\"` and `\\\\` are unescaped."""
        return re.sub(r'\\(["\\])', r"\1", self.text[1:-1])


def literal(text: str) -> str:
    """A text as a filter has it in quotes."""
    escaped = re.sub(r'(["\\])', r"\\\1", text)
    return f'"{escaped}"'


def tokens(text: str) -> list[Token]:
    """Cut `text` into tokens, the last of which marks its end."""
    found: list[Token] = []
    position, end = 0, len(text.rstrip())
    while position < end:
        match = _TOKEN.match(text, position)
        if match is None:  # Only a quotation mark without its partner fits nothing.
            rest = text[position:end].lstrip()
            raise syntax_error(rest, end - len(rest), "a closing quotation mark")
        kind: Kind = match.lastgroup  # type: ignore[assignment]  # one group of the pattern
        found.append(Token(kind, match[kind], match.start(kind)))
        position = match.end()
    return [*found, Token("end", _END, end)]
