from emulator.answering.evidence.asking import AnswerKind
from emulator.answering.rules import normalized, rules


def test_every_kind_of_the_rules_is_known():
    assert {kind for kind, _ in rules().kinds} <= set(AnswerKind)


def test_fillers_are_generic_too():
    assert rules().fillers < rules().generic


def test_questions_are_normalized_for_patterns():
    assert normalized("  What\u2019s\n“UP”  ") == 'what\'s "up"'


def test_overlong_questions_are_cut():
    assert len(normalized("word " * 10_000)) <= 2_000
