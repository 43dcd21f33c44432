import pytest

from emulator.answering.evidence.rarity import idf_over
from emulator.answering.rephrasing.generality import is_about, of_any
from emulator.answering.values import Passage

KITE = Passage("The Kite 3 is a light hub.", "Kite 3")
RETURNS = Passage("Open the order and choose the items.", "Returns and refunds")
MOUNTING = Passage("Mount it on a pole.", "Mounting a Kite 3")


def asked(question, *passages):
    return of_any(question, passages or (KITE,), idf_over([KITE, RETURNS, MOUNTING]))


@pytest.mark.parametrize(
    ("question", "general"),
    [
        ("How do I return a Kite 3?", "How do I return one?"),
        ("Can I return my Kite 3?", "Can I return one?"),
        ("What does it cost to return the Kite 3?", "What does it cost to return one?"),
    ],
)
def test_what_is_done_with_a_thing_may_be_done_with_any(question, general):
    assert asked(question) == general


@pytest.mark.parametrize(
    "question",
    [
        "How do I return a Falcon 9?",
        "How much does a Kite 3 cost?",
        "How do I return a parcel?",
        "",
    ],
    ids=["a thing that is not known", "nothing is done with it", "no name", "nothing is asked"],
)
def test_what_else_is_asked_stays_as_it_is(question):
    assert asked(question) == ""


def test_what_a_text_says_of_the_thing_is_asked_of_that():
    assert asked("How do I mount a Kite 3?", MOUNTING) == ""


def test_a_title_is_about_any_thing_if_it_names_none():
    assert is_about("How do I return one?", "Returns and refunds")
    assert is_about("How do I return one?", "Returns | Holm Shop")
    assert not is_about("How do I return one?", "The return of a Kite 2")
    assert not is_about("How do I return one?", "Refunds")
