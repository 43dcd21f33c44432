"""The JSON text of lists that grow is that which any list would have."""

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.surface.growing_json import GrowingList, dumps

ITEMS = st.lists(
    st.recursive(
        st.none() | st.integers(-9, 9) | st.text(max_size=4),
        lambda inner: (
            st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2)
        ),
        max_leaves=4,
    ),
    max_size=3,
)


def plain(shown, *, pretty):
    return orjson.dumps(shown, option=orjson.OPT_INDENT_2 if pretty else 0)


@pytest.mark.parametrize("pretty", [False, True])
@settings(max_examples=20)
@given(first=ITEMS, added=st.lists(ITEMS, max_size=2))
def test_its_text_is_that_of_a_list(pretty, first, added):
    grown = GrowingList(first)
    for more in [[], *added]:
        grown = GrowingList([*grown, *more], grown)
        for shown in (grown, {"a": {"b": grown}, "c": [{"d": grown}, 1]}):
            expected = orjson.loads(orjson.dumps(shown))
            assert dumps(shown, pretty=pretty) == plain(expected, pretty=pretty)


def test_what_is_kept_is_not_written_again():
    grown = GrowingList([{"a": 1}])
    assert dumps(grown) == b'[{"a":1}]'
    grown[0]["a"] = 2
    assert dumps(GrowingList([*grown, 3], grown)) == b'[{"a":1},3]'


def test_other_values_without_a_json_form_are_refused():
    with pytest.raises(TypeError):
        dumps({"a": {1, 2}})
