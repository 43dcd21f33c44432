import pytest

from emulator.answering.document_text.layout import SentenceKind
from emulator.answering.document_text.parsed_text import numbered, parse, title_terms


def test_sentences_know_their_heading():
    reading = parse("Annual leave\n\nEveryone has 28 days.\n\nSickness\n\nTell your manager.")
    assert [sentence.heading for sentence in reading.sentences] == [None, 0, None, 2]


def test_rows_stand_under_the_header_and_prose_after_them_under_the_heading():
    reading = parse("Plans\n\nPlan | Price\nFree | 0\n\nAll prices include VAT.")
    assert [sentence.heading for sentence in reading.sentences] == [None, 0, 1, 0]


def test_headings_stand_under_the_one_with_a_number_that_the_first_of_them_follows():
    fixed = "Fixed\n\nIt is fast.\n\n4.1\n\nIt is out.\n\nHelp\n\nAsk us."
    reading = parse(f"[4.2.0] - 2025-05-01\n\nNew\n\nIt has maps.\n\n{fixed}")
    above = {sentence.text: sentence.heading for sentence in reading.sentences}
    assert (above["New"], above["Fixed"]) == (0, 0)
    assert above["4.1"] is None
    assert above["Help"] is None  # Prose stands between.


def test_terms_are_counted_over_the_text():
    assert parse("Leave is paid. Leave early.").counts["leav"] == 2


def test_numbered_things_are_a_word_and_its_number():
    assert numbered("The Skylark 2 and the X-200") == {("skylark", "2"), ("x", "200")}


def test_dotted_numbers_are_numbered_things_by_themselves():
    assert numbered("Release 4.3 and 10.2.1 came in 2025.") == {
        ("", "4.3"),
        ("", "10.2.1"),
        ("in", "2025"),
    }
    assert numbered("On 18.02.2025 it cost 1.999 euros.") == {("", "1.999")}


def test_nothing_is_read_from_marks_alone():
    assert parse("---\n\n***").sentences == ()


def test_reading_twice_gives_the_same_object():
    assert parse("One sentence.") is parse("One sentence.")


def test_an_item_that_ends_in_a_question_mark_is_a_question():
    assert parse("- Which plans are there?").sentences[0].kind is SentenceKind.QUESTION


@pytest.mark.parametrize("title", ["Refunds. How long do refunds take?", "A: the ABC", "", "中文"])
def test_a_title_says_the_terms_of_its_sentences(title):
    assert list(title_terms(title)) == list(parse(title).counts)
