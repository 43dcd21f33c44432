import pytest

from emulator.answering.question_analysis.term_weights import idf_over
from emulator.answering.rephrasing.generalization import (
    generalize,
    is_general_answer,
    needs_generalization,
    truecase,
)
from emulator.answering.values import Passage

KITE = Passage("The Kite 3 is a light hub.", "Kite 3")
RETURNS = Passage("Open the order and choose the items.", "Returns and refunds")
MOUNTING = Passage("Mount it on a pole.", "Mounting a Kite 3")


IDF = idf_over([KITE, RETURNS, MOUNTING])


@pytest.mark.parametrize(
    ("question", "general"),
    [
        ("How do I return a Kite 3?", "How do I return one?"),
        ("Can I return my Kite 3?", "Can I return one?"),
        ("What does it cost to return the Kite 3?", "What does it cost to return one?"),
        ("How much does a Kite 3 cost?", ""),
        ("How do I return a parcel?", ""),
        ("", ""),
    ],
)
def test_what_is_done_with_a_thing_may_be_done_with_any(question, general):
    assert generalize(question) == general


def test_texts_on_other_things_leave_it_unsaid():
    assert needs_generalization("How do I return a Kite 3?", [KITE], IDF)


def test_a_text_on_doing_it_with_the_thing_says_it():
    assert not needs_generalization("How do I mount a Kite 3?", [KITE, MOUNTING], IDF)


def test_of_a_thing_that_is_not_known_nothing_is_said_anywhere():
    assert not needs_generalization("How do I return a Falcon 9?", [KITE], IDF)


def titled(title, **of):
    return Passage("Open the order.", title, **of)


def test_a_title_is_about_any_thing_if_it_names_none():
    assert is_general_answer("How do I return one?", titled("Returns and refunds"))
    assert is_general_answer("How do I return one?", titled("Returns | Holm Shop"))
    assert not is_general_answer("How do I return one?", titled("The return of a Kite 2"))
    assert not is_general_answer("How do I return one?", titled("Refunds"))
    assert not is_general_answer("How do I use one?", titled("Refunds"))


def test_a_record_is_about_one_thing():
    assert not is_general_answer("How do I return one?", titled("Return box", structured=True))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("how do i return a kite pro", "how do i return a Kite Pro"),
        ("how do i return a pole", "how do i return a pole"),
        ("How do I return a kite pro?", "How do I return a kite pro?"),
    ],
)
def test_names_have_the_capitals_that_they_have_in_texts(question, told):
    texts = [Passage("The Kite Pro stands on a Pole. A pole is not sold.", "The Kite Pro")]
    assert truecase(question, texts) == told
