import pytest

from emulator.answering.document_text.named_entities import full_names, names, names_in_statement
from tests.pace import within


def full(text):
    return [text[start:end] for start, end in full_names(text)]


def test_a_capital_that_opens_a_sentence_is_no_name():
    assert names("Employees get leave. Everyone does.") == []


def test_capitals_inside_a_sentence_and_numbers_are_names():
    assert names("In 1992 he met Lewis Cymbal.") == ["1992", "lewi", "cymbal"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Who founded Cymbal Bank in New York?", ["Cymbal Bank", "New York"]),
        ("how much is the skylark 2?", ["skylark 2"]),
        ("When was Cloud 4.5 released?", ["Cloud 4.5"]),
        ("Is it in release 4.5.1 or 5. 6?", ["release 4.5.1", "5", "6"]),
        ("What happened in 2015?", ["2015"]),
        ("Is Lima in Peru?", ["Lima", "Peru"]),
    ],
)
def test_full_names(text, expected):
    assert full(text) == expected


def test_a_long_text_of_names_is_read_once():
    with within(3):  # Seconds; a copy of what stands before each takes more.
        assert len(names("a" + " B" * 300_000)) == 300_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada Holm painted it.", ["Ada Holm"]),
        ("It burned. Io, Europa and Callisto remain.", ["Io", "Europa", "Callisto"]),
        ("Professor Ada Holm painted it.", ["Ada Holm"]),
        ("In Lund Ada stayed.", ["Lund Ada"]),
        ("However Holm stayed.", ["Holm"]),
        ("Locally, Holm is known.", ["Holm"]),
        ("Employees get leave.", []),
    ],
)
def test_a_name_may_open_a_statement(text, expected):
    assert [text[start:end] for start, end in names_in_statement(text)] == expected
