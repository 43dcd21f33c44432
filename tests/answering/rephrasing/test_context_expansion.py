"""What was spoken of, added to a follow-up question as far as documents say it with that."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import pytest

from emulator.answering.document_text.parsed_text import passage_terms
from emulator.answering.rephrasing.context_expansion import NO_TERMS, expand
from emulator.answering.rephrasing.rephrase import follow_up
from emulator.answering.values import Passage, Turn
from emulator.retrieval.text.analysis import terms

PASSAGES = (
    Passage("The allowance for lunch has limits."),
    Passage("The limits of the kiln: clay, glaze and 1,200 degrees."),
    Passage("Ask the potter when a pot cracks in the kiln."),
    Passage("A loom has no limits.", "Weaving"),
)


def idf(term: str) -> float:
    held = sum(term in passage_terms(one) for one in PASSAGES)
    return math.log1p((len(PASSAGES) - held + 0.5) / (held + 0.5))


def find(text: str, besides: Mapping[str, float] = NO_TERMS, /) -> Sequence[Passage]:
    """The passages that say some of the terms, those that say more and rarer ones first."""
    weights = {**besides, **dict.fromkeys(terms(text), 1.0)}

    def score(passage: Passage) -> float:
        return sum(weights[term] * idf(term) for term in passage_terms(passage) & weights.keys())

    return sorted(filter(score, PASSAGES), key=score, reverse=True)


@pytest.mark.parametrize(
    ("query", "spoken", "expected"),
    [
        ("What are the limits?", ["How hot is the kiln?"], "What are the limits (kiln)?"),
        ("What are its limits", ["Hello?", "What is Weaving?"], "What are its limits (Weaving)"),
        ("Has it limits (lunch)?", ["Is glaze clay?"], "Has it limits (lunch)?"),
        ("And then (limits)?", ["Is the kiln hot?"], "And then (limits kiln)?"),
        ("And then?", ["Does a pot crack?"], "And then (pot crack)?"),
    ],
)
def test_words_are_added_that_the_best_passage_says_with_the_question(
    query: str, spoken: Sequence[str], expected: str
) -> None:
    assert expand(query, spoken, idf, find).text == expected


def test_at_most_four_words_are_added_and_no_mere_digit() -> None:
    spoken = ["Do clay, glaze, degrees, kiln and 1,200 go together?"]
    added = expand("What are the limits?", spoken, idf, find).text.partition("(")[2].split()
    assert len(added) == 4
    assert "1" not in added


@pytest.mark.parametrize(
    ("query", "spoken"),
    [
        ("What are the limits?", []),
        ("What are the limits?", ["What is a zorblax?"]),  # No document has the word.
        ("When does a pot crack?", ["What are the limits of the kiln?"]),  # It is found without.
        ("Is payday late?", ["How hot is the kiln?"]),  # Of payday no document speaks.
        ("What does the potter cost?", ["Does the potter glaze?"]),  # It asks something else.
    ],
)
def test_a_question_from_which_nothing_is_missing_is_left_alone(
    query: str, spoken: Sequence[str]
) -> None:
    assert expand(query, spoken, idf, find).text == query


def test_terms_count_by_how_clear_the_question_is_and_how_long_ago_they_were_said() -> None:
    spoken = ["Is glaze clay?", "How hot is the kiln?"]
    besides = {"glaze": 0.25, "clay": 0.25, "kiln": 0.25 * 0.7}
    assert expand("Is there lunch?", spoken, idf, find).weights == pytest.approx(besides)


def test_nothing_else_counts_for_a_question_that_names_something() -> None:
    assert expand("Is there lunch at Vulcan?", ["Is glaze clay?"], idf, find).weights == {}


def test_a_name_is_searched_for_in_full() -> None:
    def written(_: str, besides: Mapping[str, float] = NO_TERMS, /) -> Sequence[Passage]:
        return [Passage("The Amalfi Coast has lemons.")]

    asked = follow_up("What should I eat on the Coast?", [Turn("Where shall we go?")])
    assert asked.resolve(written, idf).text == "What should I eat on the Amalfi Coast?"
    first = follow_up("What should I eat on the Coast?", [])
    assert first.resolve(written, idf).text == first.text


def test_what_was_said_before_the_same_was_is_about_something_else() -> None:
    spoken = ["Are there limits?", "How hot is the kiln?"]
    assert expand("What are the limits?", spoken, idf, find) == ("What are the limits?", {})


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("What are the limits?", "What are the limits (kiln)?"),
        ("Thank you!", "Thank you!"),
        ("Und was sind die limits?", "Und was sind die limits (kiln)?"),
    ],
)
def test_questions_get_it_but_no_small_talk(query: str, expected: str) -> None:
    asked = follow_up(query, [Turn("How hot is the kiln?")])
    assert asked.resolve(find, idf).text == expected


IN_OTHER_LANGUAGES = (
    Passage("Los hombres de Bolívar vencieron en Boyacá."),
    Passage("San Martín cruzó los Andes con 5.200 hombres."),
    Passage("张衡生于公元78年。"),
    Passage("沈括生于1031年。"),
)


@pytest.mark.parametrize(
    ("query", "spoken", "expected"),
    [
        (
            "¿Cuántos hombres llevó?",
            "¿Quién fue San Martín?",
            "¿Cuántos hombres llevó (San Martín)?",
        ),
        ("生于哪年?", "谁是沈括?", "生于哪年 (沈括)?"),
        ("¿Cuántos peces hay?", "¿Quién fue San Martín?", "¿Cuántos peces hay?"),
    ],
)
def test_words_are_added_in_other_languages_but_for_those_that_serve_the_asking(
    query: str, spoken: str, expected: str
) -> None:
    def held(term: str) -> float:
        return 2.0 - any(term in passage_terms(one) for one in IN_OTHER_LANGUAGES)

    def found(text: str, besides: Mapping[str, float] = NO_TERMS, /) -> Sequence[Passage]:
        weights = {**besides, **dict.fromkeys(terms(text), 1.0)}

        def score(passage: Passage) -> float:
            return sum(weights[term] for term in passage_terms(passage) & weights.keys())

        return sorted(filter(score, IN_OTHER_LANGUAGES), key=score, reverse=True)

    asked = follow_up(query, [Turn(spoken)])
    assert asked.resolve(found, held).text == expected
