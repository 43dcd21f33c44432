"""Floors of what `tests.benchmarks.answers` measures, over samples."""

from pathlib import Path

import pytest

from tests.benchmarks.answers import Collection, follow_ups, lines, quality

DATA = Path(__file__).parents[2] / "../shared/data"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"no test data in {DATA}")


@pytest.fixture(scope="module")
def measured():
    questions = lines(DATA / "xquad_en" / "qa.jsonl")
    return quality(Collection(lines(DATA / "xquad_en" / "corpus.jsonl")), questions[::4])


def test_answers_contain_the_gold_answer(measured):
    assert measured.contained > 0.87


def test_answers_cite_the_gold_passage(measured):
    assert measured.cited > 0.9


def test_answers_are_short(measured):
    assert measured.sentences < 2.5


def test_few_questions_are_wrongly_skipped(measured):
    assert measured.skipped < 0.05


def test_rephrased_follow_ups_find_more_than_raw_ones():
    gains = follow_ups(DATA / "cast")
    assert gains["rephrased"] > gains["raw"] + 0.02
