"""Floors of what `tests.benchmarks.answers` measures, over samples."""

import pytest

from tests.benchmarks.answers import Collection, follow_ups, lines, quality
from tests.conftest import SHARED_DATA

pytestmark = pytest.mark.skipif(not SHARED_DATA.is_dir(), reason=f"no test data in {SHARED_DATA}")


@pytest.fixture(scope="module")
def measured(http):
    questions = lines(SHARED_DATA / "xquad_en" / "qa.jsonl")
    collection = Collection(http, lines(SHARED_DATA / "xquad_en" / "corpus.jsonl"))
    return quality(collection, questions[::4])


def test_answers_contain_the_gold_answer(measured):
    assert measured.contained > 0.88


def test_answers_cite_the_gold_passage(measured):
    assert measured.cited > 0.92


def test_answers_are_short(measured):
    assert measured.sentences < 2.5


def test_citations_are_sentences_of_what_they_cite(measured):
    assert measured.aligned == 1


def test_few_questions_are_wrongly_skipped(measured):
    assert measured.skipped < 0.05


def test_rephrased_follow_ups_find_more_than_raw_ones(http):
    gains = follow_ups(http, SHARED_DATA / "cast")
    assert gains["rephrased"] > gains["raw"] + 0.02
