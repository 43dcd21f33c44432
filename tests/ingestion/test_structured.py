import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.ingestion.structured import render
from emulator.retrieval.key_properties import description_of, title_of, uri_of


def test_title_and_description_come_first():
    struct = {"price": 5, "description": "Very  nice. Really", "name": "Lamp"}
    assert render(struct) == "Lamp\nVery nice. Really\nPrice: 5."


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("release_year", "Release year"),
        ("releaseYear", "Release year"),
        ("ISBN", "ISBN"),
        ("HTTPCode", "HTTP code"),
        ("depth-km", "Depth km"),
        ("a.b", "A b"),
        ("_private", "Private"),
    ],
)
def test_keys_are_humanised(key, shown):
    assert render({key: "x"}) == f"{shown}: x."


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (5.0, "5."),
        (5.5, "5.5."),
        (True, "yes."),
        (False, "no."),
        ("Done!", "Done!"),
        (["a", None, 2.0], "a, 2."),
        (["https://a.b/c", "a"], "a."),
        (["a"] * 17, f"{', '.join('a' * 17)}."),
        ([[1, 2], [3]], "1, 2, 3."),
        ([1, [[2], [[3]]], 4], "1, 2, 3, 4."),
        ("two\nlines", "two lines."),
    ],
)
def test_values(value, shown):
    assert render({"key": value}) == f"Key: {shown}"


@pytest.mark.parametrize(
    "value", [None, "", " ", [], {}, [None], "https://a.b/c", ["gs://b/o"], [0.5] * 100]
)
def test_what_says_nothing_is_left_out(value):
    assert render({"key": value}) == ""


def test_a_description_is_no_address_and_may_be_no_text():
    assert render({"description": "https://a.b/c", "text": 5}) == "Text: 5."
    assert render({"summary": "data:image/png;base64,AA=="}) == ""


def test_nested_keys_are_named_by_their_path():
    assert render({"address": {"city": "Oslo", "geo": {"lat": 59.9}}}) == (
        "Address city: Oslo.\nAddress geo lat: 59.9."
    )


def test_objects_in_a_list_have_a_line_each():
    struct = {"cast": [{"name": "Ada", "role": "Lead"}, {"name": "Bob"}, "others"]}
    assert render(struct) == "Cast: others.\nCast name: Ada. Cast role: Lead.\nCast name: Bob."


def test_objects_in_lists_of_lists_have_a_line_each():
    assert render({"a": [[{"b": 1}], [{"b": 2}]]}) == "A b: 1.\nA b: 2."


def test_a_value_is_named_by_the_nearest_keys():
    deep: dict[str, object] = {"value": 1}
    for number in range(9):
        deep = {f"k{number}": deep}
    assert render(deep) == "K4 k3 k2 k1 k0 value: 1."


def test_prose_may_have_paragraphs_and_markup():
    assert render({"body": "First.\n\n- item"}) == "First.\nitem"
    assert render({"body": "<p>First <b>bold</b></p><p>Second</p>"}) == "First bold\nSecond"


def test_an_entry_of_a_faq_is_its_question_above_the_answer():
    entry = {
        "answer": "By card. Or by <b>transfer</b>.<br>",
        "group": "a",
        "question": "How to pay?",
    }
    assert render(entry) == "How to pay?\nBy card. Or by transfer.\nGroup: a."
    assert title_of(entry) == "How to pay?"
    assert title_of({**entry, "title": "Payment"}) == "Payment"


def test_the_title_is_not_repeated():
    assert render({"title": "Lamp", "name": "lamp-1"}) == "Lamp\nName: lamp-1."


@pytest.mark.parametrize(
    ("struct", "title"),
    [
        ({"name": "b", "title": "a"}, "a"),
        ({"displayName": " a\n b "}, "a b"),
        ({"Product_Title": "a"}, "a"),
        ({"title": "", "name": "b"}, "b"),
        ({"title": 5}, None),
        ({"author_name": "b", "hotel_name": "a"}, "a"),
        ({"recipeTitle": "a"}, "a"),
        ({"HOTEL NAME": "a"}, "a"),
        ({"name": "a", "hotel_name": "b"}, "a"),
        ({"brand": "b", "model": "a"}, "a"),
        ({"firstName": "a", "job_title": "b", "username": "c", "filename": "d"}, None),
        ({"other": "x"}, None),
        ({}, None),
    ],
)
def test_title_of(struct, title):
    assert title_of(struct) == title


@pytest.mark.parametrize(
    ("struct", "description"),
    [
        ({"a": "red", "b": " dark\n blue ", "c": "pine", "d": "late"}, "red, dark blue, pine"),
        ({"a": "yes", "b": "2024-05-06", "c": "https://a.test", "d": "o" * 50, "e": "oak"}, "oak"),
        ({"a": 5, "b": ["red"], "c": ""}, ""),
    ],
)
def test_description_of(struct, description):
    assert description_of(struct) == description


@pytest.mark.parametrize(
    ("struct", "uri"),
    [
        ({"url": "https://a", "link": "https://b"}, "https://a"),
        ({"URI": "gs://a"}, "gs://a"),
        ({"web_url": "https://a"}, "https://a"),
        ({"uri": None}, None),
    ],
)
def test_uri_of(struct, uri):
    assert uri_of(struct) == uri


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(st.dictionaries(st.text(), JSON))
def test_any_structured_data_has_a_text(struct):
    assert all(line for line in render(struct).split("\n")) or render(struct) == ""
    title_of(struct)
    uri_of(struct)


def test_deep_structures_end_somewhere():
    deep: dict[str, object] = {}
    for _ in range(5000):
        deep = {"a": [deep], "b": "x"}
    assert render(deep).count("x") == 100
