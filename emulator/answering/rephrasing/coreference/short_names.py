"""Names said in short after an article, in full as documents write them: "the Amalfi Coast"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from emulator.answering.values import Passage

_SHORT = re.compile(r"\b(?P<article>[Tt]he) (?P<name>[A-Z][a-z]+)\b(?! [A-Z\d])")
_BEFORE = r"\b[Tt]he ((?:[A-Z][\w'\u2019-]+ )*)"


def with_full_names(query: str, passages: Iterable[Passage]) -> str:
    """Return the query with such names in full, as the first passage writes them that has them.

    A passage that writes a name in short, too, or of several things in full does not tell.
    """
    texts = [passage.text for passage in passages] if _SHORT.search(query) else []
    return _SHORT.sub(lambda found: f"{found['article']} {_in_full(found['name'], texts)}", query)


def _in_full(name: str, texts: Iterable[str]) -> str:
    written = re.compile(rf"{_BEFORE}{name}\b")
    forms = next(filter(None, (set(written.findall(text)) for text in texts)), set())
    return f"{forms.pop()}{name}" if len(forms) == 1 else name
