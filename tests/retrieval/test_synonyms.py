import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.synonyms import with_synonyms

WORD = re.compile(r"\w+")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a couch for two", "a couch sofa settee for two"),
        ("Sofa", "Sofa settee couch"),
        ("sofas", "sofas"),
        ("couch AND table", "couch sofa settee AND table"),
        ('"red couch"', '"red couch"'),
        ('"red couch" sofa', '"red couch" sofa settee couch'),
        ("sofa or couch", "sofa settee or couch"),
        ("", ""),
    ],
)
def test_the_others_stand_beside_the_one(text, expected):
    found = with_synonyms(text, ["couch", "sofa", "Settee"])
    assert sorted(found.split()) == sorted(expected.split())
    assert found.startswith(text.split(" ")[0])


def test_synonyms_of_several_words():
    assert with_synonyms("an air  conditioner", ["ac", "air conditioner"]) == (
        "an air  conditioner ac"
    )


@given(st.text(), st.lists(st.text(min_size=1).filter(str.strip), min_size=2, max_size=5))
def test_nothing_is_taken_away(text, group):
    assert set(WORD.findall(text)) <= set(WORD.findall(with_synonyms(text, group)))
