from collections.abc import Iterator

import pytest

from emulator.answering import rulebook
from emulator.answering.evidence.asking import AnswerKind
from emulator.answering.rules import normalized, rules


@pytest.fixture
def own_kinds() -> Iterator[None]:
    """Kinds whose patterns have flags, names and references to what they have matched."""
    patterns = ["(go)(-| )on", r"\b(\w+) and \1\b", "(?i:WHOM)", r"(?P<x>\d)(?P=x)", r"(?P<x>!)!?$"]
    rulebook.use({"kinds": [{"kind": "person", "question": patterns}]})
    rules.cache_clear()
    yield
    rulebook.use({})
    rules.cache_clear()


def test_every_kind_of_the_rules_is_known():
    assert {kind for kind, _ in rules().kinds} <= set(AnswerKind)


def test_fillers_are_generic_too():
    assert rules().fillers < rules().generic


def test_questions_are_normalized_for_patterns():
    assert normalized("  What\u2019s\n“UP”  ") == 'what\'s "up"'


def test_overlong_questions_are_cut():
    assert len(normalized("word " * 10_000)) <= 2_000


@pytest.mark.usefixtures("own_kinds")
@pytest.mark.parametrize(
    ("question", "fits"),
    [
        *(
            ("go-on", True),
            ("again and again", True),
            ("whom", True),
            ("11", True),
            ("what!", True),
        ),
        *(("go and on", False), ("12", False), ("who", False)),
    ],
)
def test_patterns_of_a_kind_mean_what_they_mean_alone(question: str, fits: bool):
    [(_, found)] = rules().kinds
    assert any(pattern.search(question) for pattern in found) is fits
