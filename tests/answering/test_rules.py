from collections.abc import Iterator

import pytest

from emulator.answering import rulebook
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.rules import genres, normalized, rules


@pytest.fixture
def own_kinds() -> Iterator[None]:
    """Kinds whose patterns have flags, names, references to what they have matched, and starts
    that are those of their first alternative only."""
    starts = [
        r"\bin|side$",
        r"\b(b|p)ig|[(|]",
        "^(at|to) (all|(no|any) (one|two))",
        "^(un|re)|tied$",
        "(?<!é)ça|öl?l|[àé]?xx|ñ{0,2}zz",
    ]
    patterns = [
        *starts,
        "(go)(-| )on",
        r"\b(\w+) and \1\b",
        "(?i:WHOM)",
        r"(?P<x>\d)(?P=x)",
        r"(?P<x>!)!?$",
    ]
    rulebook.use({"kinds": [{"kind": "person", "question": patterns}]})
    rules.cache_clear()
    yield
    rulebook.use({})
    rules.cache_clear()


def test_every_kind_of_the_rules_is_known():
    assert {kind for kind, _ in rules().kinds} <= set(AnswerType)


def test_kinds_of_text_are_known_without_the_other_rules():
    rules.cache_clear()
    genres.cache_clear()
    assert "guid" in genres()  # the stem of "guide"
    assert rules.cache_info().currsize == 0


def test_fillers_and_kinds_of_text_are_generic_too():
    assert rules().fillers < rules().generic
    assert genres() < rules().generic


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
        *(("in it", True), ("outside", True), ("a pig", True), ("a (b", True), ("untied", True)),
        *(("to all", True), ("to any two", True), ("rested", True), ("he tied", True)),
        *(("un ça", True), ("öl", True), ("axx", True), ("fizz", True)),
        *(("éça", False), ("ca", False)),
        *(("bin", False), ("apig", False), ("not at all", False), ("at one", False)),
        *(("go and on", False), ("12", False), ("who", False)),
    ],
)
def test_patterns_of_a_kind_mean_what_they_mean_alone(question: str, fits: bool):
    [(_, found)] = rules().kinds
    assert any(pattern.search(question) for pattern in found) is fits
