"""A bound on text that is repeated: a small file must not become a large text."""

from __future__ import annotations

# A text may grow by that many characters, or by so many times what was read of it.
_ALWAYS_ALLOWED = 10_000
_LARGEST = 3


class Growth:
    """Counts what is read and what is repeated of it."""

    def __init__(self) -> None:
        self._read = 0
        self._repeated = 0

    def read(self, text: str) -> None:
        """Count a text that is read."""
        self._read += len(text) + 1

    def allows(self, text: str) -> bool:
        """Whether a text may be repeated once more; counts it."""
        self._repeated += len(text) + 1
        return self._repeated <= _ALWAYS_ALLOWED + _LARGEST * self._read
