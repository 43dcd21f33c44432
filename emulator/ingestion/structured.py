"""Structured data as text that can be searched, read and quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from emulator.ingestion.document import ParseError
from emulator.ingestion.json_reading import DEEPEST
from emulator.ingestion.parsers import text
from emulator.ingestion.parsers.html import document as html
from emulator.retrieval.key_properties import SEPARATORS, plain_key, title_key

# Keys whose values read well without their name in front.
_PROSE_KEYS = frozenset((
    "description", "summary", "abstract", "overview", "synopsis", "content", "body", "text",
    "answer",
))  # fmt: skip


# A value is named by so many of the keys above it, and so much of each.
_NAMED = 6
_LONGEST_KEY = 100

# Longer lists of numbers are embeddings, which nobody reads.
_MOST_NUMBERS = 16

_ADDRESS = re.compile(r"(?:https?|gs|ftp|s3)://\S+$|data:[\w/+.-]+[;,]")
_MARKUP = re.compile(r"</[a-z]+\d?>|<(?:br|p)\s*/?>", re.IGNORECASE)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ENDS = (".", "!", "?", ":", "。", "\uff01", "\uff1f", "।")


def render(struct: Mapping[str, object]) -> str:
    """Return `struct` as lines of text: title, prose, then a sentence for each other key.

    A sentence is "Key: value."; nested keys are named by their path and lists of plain values are
    joined by commas. Addresses, embeddings and empty values are left out.
    """
    key = title_key(struct)
    lines = [] if key is None else [_collapsed(_scalar(struct[key]))]
    rest: dict[str, object] = {}
    for name, value in struct.items():
        if isinstance(value, str) and _is_prose(name, value):
            lines.append(_prose(value))
        elif name != key:
            rest[name] = value
    return "\n".join(filter(None, [*lines, *_sentences(rest, (), 1)]))


def _is_prose(key: str, value: str) -> bool:
    return plain_key(key) in _PROSE_KEYS and not _is_address(value)


def _prose(value: str) -> str:
    """The text of a longer value, which may be marked up or have several paragraphs."""
    try:
        document = html.parse(value) if _MARKUP.search(value) else text.parse(value)
    except ParseError:
        return _collapsed(value)
    return "\n".join(block.text for block in document.blocks)


def _sentences(values: Mapping[str, object], path: tuple[str, ...], depth: int) -> list[str]:
    if depth > DEEPEST:
        return []
    found: list[str] = []
    for key, value in values.items():
        found += _key_sentences((*path, str(key)[:_LONGEST_KEY])[-_NAMED:], value, depth)
    return found


def _key_sentences(path: tuple[str, ...], value: object, depth: int) -> list[str]:
    if isinstance(value, dict):
        return _sentences(value, path, depth + 1)
    if not isinstance(value, list):
        return [_sentence(path, _scalar(value))]
    items = list(_flat(value))
    nested = [item for item in items if isinstance(item, dict)]
    plain = _joined([item for item in items if not isinstance(item, dict)])
    # One line an object: what belongs together stays in one sentence or row of them.
    rows = (" ".join(filter(None, _sentences(item, path, depth + 1))) for item in nested)
    return [_sentence(path, plain), *rows]


def _sentence(path: tuple[str, ...], value: str) -> str:
    value = _collapsed(value)
    if not value or _is_address(value):
        return ""
    end = "" if value.endswith(_ENDS) else "."
    return f"{_humanised(path)}: {value}{end}"


@lru_cache(maxsize=4096)  # The documents of a data store have the same keys.
def _humanised(path: tuple[str, ...]) -> str:
    """ "releaseYear" and "release_year" become "Release year", acronyms stay."""
    words = [
        word if word.isupper() and len(word) > 1 else word.lower()
        for key in path
        for word in SEPARATORS.split(_CAMEL.sub(" ", key))
        if word
    ]
    name = " ".join(words)
    return name[:1].upper() + name[1:]


def _joined(values: Sequence[object]) -> str:
    if len(values) > _MOST_NUMBERS and all(isinstance(value, int | float) for value in values):
        return ""
    texts = map(_scalar, values)
    return ", ".join(text for text in texts if text and not _is_address(text))


def _flat(values: Sequence[object]) -> Iterator[object]:
    """The items of a list and of those in it, without recursion, however deep they are."""
    rest = [iter(values)]
    while rest:
        for item in rest[-1]:
            if isinstance(item, list):
                rest.append(iter(item))
                break
            yield item
        else:
            rest.pop()


def _is_address(text: str) -> bool:
    return ":" in text and _ADDRESS.match(text) is not None


def _scalar(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return str(value)


def _collapsed(text: str) -> str:
    return " ".join(text.split())
