import pytest

from emulator.answering.question_analysis.analysis import analyze
from emulator.answering.question_analysis.comparison import compared


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("What is the difference between Team and Enterprise?", ({"team"}, {"enterpris"})),
        ("difference between the blue kite and the red kite", ({"blue"}, {"red"})),
        ("What differences are there between pay in Oslo and Rome?", ({"oslo"}, {"rome"})),
        ("compare Team with Enterprise", ({"team"}, {"enterpris"})),
        ("Team vs. Enterprise", ({"team"}, {"enterpris"})),
        ("How do Oslo and Rome differ?", ({"oslo"}, {"rome"})),
        ("How does the Team plan differ from Enterprise?", ({"team", "plan"}, {"enterpris"})),
        ("Is it closed in Oslo and Rome?", None),
        ("What is the difference?", None),
    ],
)
def test_two_things_that_are_compared_are_told_apart(question, sides):
    assert compared(analyze(question, lambda term: 1.0)) == sides


def test_a_long_comparison_is_read_in_time():
    assert compared(analyze("compare " + "and with " * 50_000, lambda term: 1.0)) is None
