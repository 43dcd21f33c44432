import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.ingestion.sources.wildcards import has_wildcards, literal_prefix, matches


@pytest.mark.parametrize(
    ("pattern", "name", "expected"),
    [
        ("a.txt", "a.txt", True),
        ("a.txt", "axtxt", False),
        ("*.txt", "a.txt", True),
        ("*.txt", "b/a.txt", False),
        ("**.txt", "b/a.txt", True),
        ("**/a.txt", "b/c/a.txt", True),
        ("b/*/a.txt", "b/c/a.txt", True),
        ("b/*/a.txt", "b/c/d/a.txt", False),
        ("?.txt", "a.txt", True),
        ("?.txt", "/.txt", False),
        ("*", "", True),
    ],
)
def test_what_fits(pattern, name, expected):
    assert matches(pattern, name) is expected


def test_a_mark_for_one_letter_is_a_wildcard():
    assert has_wildcards("a?.txt")
    assert not has_wildcards("a.txt")


PARTS = st.sampled_from(["a", "b", "/", "*", "**", "?"])


@given(st.lists(PARTS, max_size=8).map("".join), st.text("ab/", max_size=8))
def test_it_agrees_with_regular_expressions(pattern, name):
    forms = {"*": "[^/]*", "?": "[^/]"}
    tokens = re.findall(r"\*\*+|[*?]|[^*?]", pattern)
    expected = "".join(
        ".*" if one[:2] == "**" else forms.get(one, re.escape(one)) for one in tokens
    )
    assert matches(pattern, name) is bool(re.fullmatch(expected, name))
    assert not matches(pattern, name) or name.startswith(literal_prefix(pattern))
