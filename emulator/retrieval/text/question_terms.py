"""Questions that texts ask themselves, as headings of a FAQ do.

Each stands in the index once more as one term: who asks it word for word is answered there, however
common its words are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b

# Those of Latin, of Chinese and Japanese, and of Arabic script.
_MARKS = ("?", "\uff1f", "\u061f")
# The number of a section, and "Q: " in a list of questions.
_BEFORE = re.compile(r"\A(?:[\W\d_]|Q:\s)+")
_WORD = re.compile(r"[^\W_]+[+#]*")


# One call asks the same in several places.
@lru_cache(maxsize=256)
def question_term(text: str) -> str:
    """Return the term of a question, whatever its case and marks; "" where it has no word.

    It is a number of so many digits that no text has it.
    """
    words = _WORD.findall(_BEFORE.sub("", text).lower())
    if not words:
        return ""
    return str(int.from_bytes(blake2b(" ".join(words).encode(), digest_size=8).digest()))


def is_question(line: str) -> bool:
    """Whether a line asks something."""
    return line.endswith(_MARKS)


def question_terms(text: str) -> Iterator[str]:
    """Yield the terms of the lines that are questions."""
    if any(mark in text for mark in _MARKS):
        lines = map(str.rstrip, text.splitlines())
        yield from filter(None, map(question_term, filter(is_question, lines)))
