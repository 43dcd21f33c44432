"""Sentences of real texts, changed or shortened by rule, against the texts they are from."""

import json
import random
import re
from collections.abc import Iterator

import pytest

from emulator.answering.document_text.named_entities import full_names
from emulator.answering.grounding.ground import support
from emulator.answering.values import Passage
from emulator.retrieval.text.segmentation import sentences
from tests.conftest import SHARED_DATA

FILE = SHARED_DATA / "xquad_en" / "corpus.jsonl"
pytestmark = pytest.mark.skipif(not FILE.exists(), reason="the texts are not there")

_NUMBER = re.compile(r"(?<![\w.,])\d{1,4}(?![\w.,]*\d)")
_VERB = re.compile(r"\b(?:is|are|was|were|can|could|will|must|should)\b")
_DENIAL = re.compile(r"\b(?:not|no|never)\b")
_UNITS = {"months": "days", "years": "months", "miles": "hours", "million": "billion"}
_OPPOSITES = {"before": "after", "increase": "decrease", "largest": "smallest", "first": "last"}
_NAME = "Ann Miller"


def sampled() -> Iterator[tuple[Passage, str]]:
    """Every sentence of some texts."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    for line in random.Random(1).sample(lines, 80):
        text = json.loads(line)["text"]
        yield from ((Passage(text), text[start:end]) for start, end in sentences(text))


def other_number(sentence: str) -> str:
    return _NUMBER.sub(lambda found: str(int(found[0]) + 3), sentence, count=1)


def other_name(sentence: str) -> str:
    names = [span for span in full_names(sentence) if sentence[span[0]].isupper()]
    named = [(start, end) for start, end in names if not re.search(r"\d", sentence[start:end])]
    return sentence[: named[0][0]] + _NAME + sentence[named[0][1] :] if named else sentence


def negation(sentence: str) -> str:
    if _DENIAL.search(sentence):
        return sentence
    return _VERB.sub(lambda found: f"{found[0]} not", sentence, count=1)


def other_unit(sentence: str) -> str:
    words = "|".join(_UNITS)
    return re.sub(rf"\b(?:{words})\b", lambda found: _UNITS[found[0]], sentence, count=1)


def opposite(sentence: str) -> str:
    words = "|".join(_OPPOSITES)
    return re.sub(rf"\b(?:{words})\b", lambda found: _OPPOSITES[found[0]], sentence, count=1)


def without_parentheses(sentence: str) -> str:
    return re.sub(r" \([^)]*\)", "", sentence)


def without_clause(sentence: str) -> str:
    return re.sub(r"(.{40,}?), (?:which|who|where|although|while) .+\.$", r"\1.", sentence)


def without_opening(sentence: str) -> str:
    found = re.match(r"(?:In|On|At|By|During|After|Since|From) [^,]{3,40}, (.+)$", sentence)
    return found[1][0].upper() + found[1][1:] if found else sentence


@pytest.mark.parametrize("change", [other_number, other_name, negation, other_unit, opposite])
def test_changed_sentences_are_not_supported(change):
    scores = [
        support(changed, [passage])
        for passage, sentence in sampled()
        if (changed := change(sentence)) != sentence
    ]
    assert len(scores) >= 10
    seen = sum(score is not None and score < 0.5 for score in scores)
    assert seen / len(scores) >= 0.98


@pytest.mark.parametrize("change", [without_parentheses, without_clause, without_opening])
def test_shortened_sentences_are(change):
    scores = [
        support(changed, [passage])
        for passage, sentence in sampled()
        if (changed := change(sentence)) != sentence
    ]
    assert len(scores) >= 10
    seen = sum(score is not None and score >= 0.6 for score in scores)
    assert seen / len(scores) >= 0.95
