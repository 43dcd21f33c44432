"""What of a turn's text are the user's own words."""

import pytest

from emulator.ces.runtime.session.inputs import without_events
from tests.pace import within


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<event>welcome</event>", ""),
        ("<event>welcome</event> How heavy\nis it?", "How heavy\nis it?"),
        ("How <context>It is Monday.</context> heavy is it?", "How heavy is it?"),
        ("<event>a</event><context>b</context>\nHello", "Hello"),
        ("<event>one <context> in</event> another", "another"),
        ("What is <event>?", "What is <event>?"),
        ("<event>a</context>", "<event>a</context>"),
        ("1 </event> 2", "1 </event> 2"),
    ],
)
def test_events_and_contexts_are_no_words(text: str, words: str) -> None:
    assert without_events(text) == words


def test_marks_without_an_end_are_passed_over_quickly() -> None:
    text = "<event>" * 20_000 + "<context>" * 20_000
    with within(2):  # Seconds; a look for the end at each takes minutes.
        assert without_events(text) == text
