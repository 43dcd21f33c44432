"""Words that people shorten in chats."""

from __future__ import annotations

import pytest

from emulator.ces.runtime.planning.understanding.short_spellings import written_out


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("can u cancel it pls", "can you cancel it please"),
        ("Whats my bill? I dont know", "What's my bill? I don't know"),
        ("thank u", "thank you"),
        ("im at im@pls.dev, see pls.example", "i'm at im@pls.dev, see pls.example"),
        ("line U, zone u", "line U, zone u"),
        ("the impls of it", "the impls of it"),
    ],
)
def test_they_are_written_out(text: str, whole: str) -> None:
    assert written_out(text) == whole
