"""The key properties title and uri of structured data, by the usual names of their keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice


def _ranks(*names: str) -> Mapping[str, int]:
    return {name: rank for rank, name in enumerate(names)}


# The usual names, best first, without case and separators.
_TITLES = _ranks(
    "title", "name", "displayname", "fullname", "headline", "productname", "producttitle",
    "subject", "label", "question",
)  # fmt: skip
_URIS = _ranks(
    "uri", "url", "link", "href", "permalink", "weburl", "pageurl", "canonicalurl", "website",
    "homepage",
)  # fmt: skip

# Next come names of things ("hotel_name", "recipeTitle"), but not of what belongs to them, and what
# a thing may be called by.
_NAME = re.compile(
    r"(?:(?P<of>[A-Za-z]+)[\s_.\-/]+(?i:name|title)|(?P<whose>[A-Za-z]?[a-z]+)(?:Name|Title))$"
)
_OTHERS = frozenset((
    "author", "brand", "category", "city", "class", "country", "domain", "file", "first", "group",
    "host", "job", "last", "middle", "nick", "region", "user",
))  # fmt: skip
_CALLED = _ranks("model", "product", "item")

# What describes a thing has words, and more than yes or no.
_DESCRIBES = re.compile(r"(?!(?:yes|no|true|false)$)(?!\w+:)(?=.*[^\W\d_]{2}).+", re.IGNORECASE)
_LONGEST, _MOST = 40, 3

SEPARATORS = re.compile(r"[\s_.\-/]+")
"""What stands between the words of a key."""


def title_of(struct: Mapping[str, object]) -> str | None:
    """Return the text under the most usual key of a title, None if there is none."""
    return _text(struct, title_key(struct))


def description_of(struct: Mapping[str, object]) -> str:
    """Return the first short texts of structured data, by which a reader may tell what it is of."""
    texts = (" ".join(value.split()) for value in struct.values() if isinstance(value, str))
    short = (text for text in texts if _DESCRIBES.fullmatch(text) and len(text) <= _LONGEST)
    return ", ".join(islice(short, _MOST))


def uri_of(struct: Mapping[str, object]) -> str | None:
    """Return the text under the most usual key of a link, None if there is none."""
    return _text(struct, _first_key(struct, _URIS))


def title_key(struct: Mapping[str, object]) -> str | None:
    """Return the key whose text is taken for the title."""
    usual = _first_key(struct, _TITLES)
    if usual is not None:
        return usual
    named = (key for key in struct if _is_name(key) and _is_text(struct[key]))
    return next(named, None) or _first_key(struct, _CALLED)


def key_properties(struct: Mapping[str, object]) -> dict[str, str]:
    """Return the keys that are taken for the title and the uri, by these names of them."""
    found = {"title": title_key(struct), "uri": _first_key(struct, _URIS)}
    return {name: key for name, key in found.items() if key is not None}


@lru_cache(maxsize=4096)  # The documents of a data store have the same keys.
def plain_key(key: str) -> str:
    """Return a key without case and separators."""
    return SEPARATORS.sub("", key).lower()


def _text(struct: Mapping[str, object], key: str | None) -> str | None:
    return None if key is None else " ".join(str(struct[key]).split())


def _first_key(struct: Mapping[str, object], ranks: Mapping[str, int]) -> str | None:
    """The key of the best rank that has a text."""
    best, first = len(ranks), None
    for key, value in struct.items():
        rank = ranks.get(plain_key(key), best)
        if rank < best and _is_text(value):
            best, first = rank, key
    return first


@lru_cache(maxsize=4096)
def _is_name(key: str) -> bool:
    found = _NAME.search(key)
    return found is not None and (found["of"] or found["whose"]).lower() not in _OTHERS


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())
