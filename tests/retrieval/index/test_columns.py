import math

from hypothesis import example, given
from hypothesis import strategies as st

from emulator.retrieval.attributes import Attributes
from emulator.retrieval.filters.fields import Field
from emulator.retrieval.filters.geo import Point
from emulator.retrieval.index import columns

numbers = st.floats(allow_nan=False)
texts = st.text() | st.from_regex(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|\x01)?\x01?")


@given(numbers, numbers)
@example(0.0, -0.0)
def test_stored_numbers_have_the_order_of_the_numbers(one, other):
    first, second = columns.stored_number(one), columns.stored_number(other)
    assert (first < second, first == second) == (one < other, one == other)
    assert columns.original_number(first) == one


def test_stored_numbers_have_64_bits():
    for number in (-math.inf, -0.0, math.inf):
        assert -(2**63) <= columns.stored_number(number) < 2**63


@given(texts)
def test_stored_texts_can_be_read_back(text):
    assert columns.original_text(columns.stored_text(text)) == text


@given(texts, texts)
def test_stored_texts_are_as_different_as_the_texts(one, other):
    assert (columns.stored_text(one) == columns.stored_text(other)) == (one == other)


def test_places_can_be_read_back():
    found = Attributes.read({"a": {"b": [{"latitude": 0.1, "longitude": -1e-7}]}})
    [term] = columns.Columns.of(found).points
    assert term.startswith("a.b/")
    assert columns.place_of(term) == Point(0.1, -1e-7)


def test_the_first_value_of_each_type_is_the_key():
    found = Attributes.read({"a": [2, "b", 1, "a", True]})
    assert columns.Columns.of(found).keys == {
        "text.a": "b",
        "truth.a": True,
        "number.a": columns.stored_number(2),
    }
    assert columns.key(Field("a", "integer")) == "number.a"
    assert columns.key(Field("a", "geolocation")) is None
