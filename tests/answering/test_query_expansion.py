import pytest

from emulator.answering.query_expansion import expansion_terms, expansion_weights
from tests.pace import within


@pytest.mark.parametrize(
    ("question", "other", "asked"),
    [
        ("Can I give it back?", "return", {"give", "back"}),
        ("Can I give back what I bought?", "return", {"give", "back"}),
        ("Is it forbidden?", "prohibit", {"forbidden"}),
        ("Is it prohibited?", "forbidden", {"prohibit"}),
        ("When is it paid?", "payment", {"paid"}),
        ("Do you have a plugin?", "app", {"plugin"}),
        ("How many weeks do fathers get?", "patern", {"father"}),
        ("How many people live in Oslo?", "popul", {"peopl", "live"}),
    ],
)
def test_words_of_a_group_stand_for_each_other(question: str, other: str, asked: set[str]) -> None:
    assert asked <= expansion_terms(question)[other]


def test_a_phrase_is_not_taken_for_its_words() -> None:
    assert "parcel" in expansion_terms("Where is the package?")
    assert expansion_terms("Where is the car park?").keys().isdisjoint({"vehicl", "automobil"})


@pytest.mark.parametrize(
    "question", ["", "Foobar?", "Can I return the book I give back to the library?"]
)
def test_what_is_asked_is_no_other_word(question: str) -> None:
    assert "return" not in expansion_terms(question)


def test_words_of_other_languages_have_none() -> None:
    assert not expansion_terms("Wann ist das Restaurant in der Altstadt geöffnet?")


def test_what_tells_a_story_is_not_asked_in_other_words() -> None:
    assert expansion_terms("Can I give the lamp back?")
    story = (
        "Can I give the lamp back that arrived broken yesterday although the box looked perfect?"
    )
    assert not expansion_terms(story)


def test_what_repeats_itself_is_read_in_time():
    with within(1):
        assert "return" in expansion_terms("What is the fastest thing to give back, and " * 10_000)


def test_no_other_word_weighs_as_much_as_the_one_that_is_asked_for() -> None:
    idf = {"kid": 2.0, "toddler": 8.0, "child": 1.0}.__getitem__
    others = dict.fromkeys(["toddler", "child"], frozenset({"kid"}))
    weights = expansion_weights(others, idf, lambda _: 1)
    assert weights["toddler"] * idf("toddler") < idf("kid")
    assert weights["child"] * idf("child") < idf("kid")


def test_words_that_no_text_has_are_not_looked_for() -> None:
    others = {"toddler": frozenset({"kid"})}
    assert not expansion_weights(others, lambda _: 1.0, lambda _: 0)
