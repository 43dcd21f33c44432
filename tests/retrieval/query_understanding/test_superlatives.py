import pytest

from emulator.retrieval.query_understanding.superlatives import find_superlatives, has_superlative

TYPES = {
    "price": "number",
    "prices.usd": "number",
    "rating": "number",
    "pages": "integer",
    "weight_grams": "integer",
    "warranty_months": "integer",
    "released": "datetime",
    "updated": "datetime",
    "city": "string",
}


@pytest.mark.parametrize(
    ("text", "field", "is_most", "words"),
    [
        ("the cheapest kettle", "price", False, "cheapest"),
        ("the least expensive kettle", "price", False, "least expensive"),
        ("the most expensive kettle", "price", True, "most expensive"),
        ("the lightest kettle", "weight_grams", False, "lightest"),
        ("the best rated kettle", "rating", True, "best rated"),
        ("Which kettle has the highest rating?", "rating", True, "highest rating"),
        ("Which book has the most pages?", "pages", True, "most pages"),
        ("the longest warranty of all", "warranty_months", True, "longest warranty"),
        ("the longest book", "pages", True, "longest"),
        ("the newest kettle", "released", True, "newest"),
        ("the oldest kettle", "released", False, "oldest"),
    ],
)
def test_superlatives_are_of_the_field_that_measures_them(text, field, is_most, words):
    first = next(find_superlatives(text, TYPES))
    assert (first.field, first.is_most) == (field, is_most)
    assert text[first.start : first.end] == words


@pytest.mark.parametrize(
    "text",
    [
        "at least two kettles",
        "at most 3",
        "the most beautiful kettle",
        "the highest tower",
        "almost",
    ],
)
def test_other_words_are_of_no_field(text):
    assert not list(find_superlatives(text, TYPES))


def test_all_fields_that_may_be_meant_are_told():
    fields = [one.field for one in find_superlatives("the cheapest kettle", TYPES)]
    assert fields == ["price", "prices.usd"]


def test_year_may_be_a_number():
    [found] = find_superlatives("the oldest song", {"year": "integer", "city": "string"})
    assert (found.field, found.is_most) == ("year", False)


@pytest.mark.parametrize(
    ("text", "expected"), [("the cheapest", True), ("at least", False), ("cheap", False)]
)
def test_superlatives_are_told_by_words_alone(text, expected):
    assert has_superlative(text) is expected
