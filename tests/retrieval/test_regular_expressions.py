import pytest

from emulator.retrieval.regular_expressions import RegularExpressionError, matches, whole


@pytest.mark.parametrize(
    ("expression", "text", "expected"),
    [
        ("a|ab", "ab", True),
        ("a", "ab", False),
        ("b", "ab", False),
        ("^abc$", "abc", True),
        ("a$|b", "b", True),
        ("|a", "a", True),
        ("(?i)über", "ÜBER", True),
        (r"\pL+", "Zoë", True),
        ("foo.bar", "foo\nbar", False),
        ("(?s)foo.bar", "foo\nbar", True),
        ("(.*.*.*)*!", "a" * 1000, False),
        (".*", "", False),
    ],
)
def test_an_expression_matches_a_whole_text(expression: str, text: str, expected: bool) -> None:
    assert matches(expression, text) is expected


@pytest.mark.parametrize("expression", ["(?=a)a", r"(a)\1", "("])
def test_what_cannot_be_read_is_refused_and_matches_nothing(expression: str) -> None:
    with pytest.raises(RegularExpressionError):
        whole(expression)
    assert not matches(expression, "a")
