import pytest

from emulator.answering.generation.rendering import render
from emulator.answering.values import Passage


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Price eur: 429.", "X 200 - Price (EUR): 429."),
        ("Weight grams: 310.", "X 200 - Weight (grams): 310."),
        ("Color: dark blue.", "X 200 - Color: dark blue."),
        ("Grams: 310.", "X 200 - Grams: 310."),
        ("The X 200 is a camera.", "The X 200 is a camera."),
    ],
)
def test_a_field_names_its_record_and_unit(line, expected):
    assert render(Passage(line, "X 200", structured=True), 0) == expected


def test_a_second_field_of_a_record_does_not_name_it_again():
    passage = Passage("Price eur: 429.", "X 200", structured=True)
    assert render(passage, 0, goes_on=True) == "Price (EUR): 429."


@pytest.mark.parametrize("line", ["Group: money.", "They are free for two hours."])
def test_a_question_is_no_name_of_a_record(line):
    assert render(Passage(line, "Is there parking?", structured=True), 0) == line


def test_a_record_without_a_title_is_left_as_it_is():
    assert render(Passage("Color: blue.", structured=True), 0) == "Color: blue."


def test_a_row_names_its_columns():
    passage = Passage("Plan | Price\nFree | 0 euros\nPro | 9 euros")
    assert render(passage, 2) == "Plan: Pro; Price: 9 euros."


def test_the_empty_corner_of_a_table_is_understood():
    passage = Passage("Skylark 2 | Skylark 3\nPrice | 249 | 329")
    assert render(passage, 1) == "Price; Skylark 2: 249; Skylark 3: 329."


def test_an_empty_first_cell_keeps_the_others_under_their_names():
    text = "Weight | Size | Price\n2 kg | small | 5 euros\n | large | 40 euros"
    assert render(Passage(text), 2) == "Size: large; Price: 40 euros."


def test_a_row_without_a_header_gives_its_cells():
    assert render(Passage("Free | 0\nPro | 9"), 1) == "Pro: 9."
    assert render(Passage("Free | 0 | 1\nPro | 9 | 2"), 1) == "Pro; 9; 2."


def test_prose_is_left_as_it_is():
    assert render(Passage("Leave is paid."), 0) == "Leave is paid."


@pytest.mark.parametrize(
    "term",
    ["--depth <depth>", "-s, --sign", "os.remove(path)", "gc.<pattern>.reflogExpire", "BORG_REPO"],
)
def test_what_explains_something_typed_says_what(term):
    passage = Passage(f"{term}\n\nIt does this. It needs that.")
    assert render(passage, 1) == f"{term}: It does this."
    assert render(passage, 2) == "It needs that."


@pytest.mark.parametrize(
    ("heading", "sentence"),
    [
        ("Shallow clones", "They have no history."),
        ("Node.js", "It runs programs."),
        ("HTTP", "It is a protocol."),
        ("--depth", "With --depth the history is cut."),
        (f"run({', '.join(['option'] * 20)})", "It runs."),
    ],
)
def test_other_headings_and_what_names_its_own_are_not_told(heading, sentence):
    assert render(Passage(f"{heading}\n\n{sentence} More."), 1) == sentence
