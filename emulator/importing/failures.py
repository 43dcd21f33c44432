"""What an import could not take, to be told in few lines."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from emulator.importing.files import Unreadable

_File: TypeAlias = tuple[str, str]

# A document's id, and the field that its file became.
_DOCUMENT = re.compile(r"Document '([^']*)': (?:Invalid value at 'document\.content\.\w+': )?")


class Failures:
    """Counts what failed; many lines of a file that fail for one reason are told together.

    `names` has the files that are a document each, by its id.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self.count = 0
        self._names = names
        self._firsts: dict[_File, Unreadable] = {}
        self._counts: dict[_File, int] = {}
        self._messages: list[str] = []

    def unreadable(self, one: Unreadable) -> None:
        """Note what no document could be made of."""
        key = (one.name, one.reason)
        self._firsts.setdefault(key, one)
        self._counts[key] = self._counts.get(key, 0) + 1
        self.count += 1

    def refused(self, count: int, messages: Sequence[str]) -> None:
        """Note documents that the emulator refused, and what it said of the first of them."""
        self._messages += map(self._told, messages)
        self.count += count

    def sentences(self) -> list[str]:
        """Return where and why, a sentence for each file and reason, then what was refused."""
        read = [_sentence(one, self._counts[key]) for key, one in self._firsts.items()]
        return [*read, *self._messages]

    def _told(self, message: str) -> str:
        """The message with the name of the document's file, where it has one of its own."""
        found = _DOCUMENT.match(message)
        name = self._names.get(found[1]) if found else None
        return f"{name}: {message[found.end() :]}" if found and name else message


def _sentence(first: Unreadable, count: int) -> str:
    more = f" and {count - 1} more" if count > 1 else ""
    return f"{first.place}{more}: {first.reason}"
