import math

import pytest

from emulator.retrieval.filters.binding import read_condition, read_filter
from emulator.retrieval.filters.conditions import (
    DOCUMENT_ID,
    EARLIEST,
    EVERYTHING,
    LATEST,
    NOTHING,
    DateIn,
    IsTrue,
    NumberIn,
    TextIn,
    Within,
    without_fields,
)
from emulator.retrieval.filters.errors import FilterError
from emulator.retrieval.filters.fields import Fields
from emulator.retrieval.filters.geo import Circle, Point
from emulator.retrieval.filters.parser import Grammar
from emulator.retrieval.filters.syntax import And, Not, Or

FIELDS = Fields(
    {
        "text": "string",
        "number": "number",
        "whole": "integer",
        "flag": "boolean",
        "day": "datetime",
        "place": "geolocation",
        "office.name": "string",
        "_uri": "string",
    },
    keys={"uri": ["_uri"]},
)
COMPARISON = "on comparison operators"
COLON = 'on ":" operator'
YEAR = (1672531200_000000, 1704067200_000000)  # 2023


def read(text):
    return read_filter(text, FIELDS)


def refusal(text, fields=FIELDS):
    with pytest.raises(FilterError) as caught:
        read_filter(text, fields)
    return caught.value.reason, caught.value.position


def test_texts():
    assert read('text: ANY("a", "b")') == TextIn("text", ("a", "b"))


def test_numbers():
    assert read("number = 5") == NumberIn("number", 5.0, 5.0)
    assert read("whole >= 5") == NumberIn("whole", 5.0, math.inf)
    assert read("whole > 5") == NumberIn("whole", math.nextafter(5, 6), math.inf)
    assert read("number <= 5") == NumberIn("number", -math.inf, 5.0)
    assert read("number < 5") == NumberIn("number", -math.inf, math.nextafter(5, 4))
    assert read("number: IN(*, 5i)") == read("number <= 5")


@pytest.mark.parametrize(
    ("operator", "first", "last"),
    [
        ("=", YEAR[0], YEAR[1] - 1),
        ("<", EARLIEST, YEAR[0] - 1),
        (">=", YEAR[0], LATEST),
        ("<=", EARLIEST, YEAR[1] - 1),
        (">", YEAR[1], LATEST),
    ],
)
def test_dates_are_periods(operator, first, last):
    assert read(f'day {operator} "2023"') == DateIn("day", first, last)


def test_dates_have_zones():
    assert read('day < "2024-04-16T12:00:00-07:00"') == read('day < "2024-04-16T19:00:00Z"')


def test_dates_can_be_microseconds_since_the_epoch():
    assert read("day >= 1672531200000000") == read('day >= "2023"')
    assert read("day = 5") == DateIn("day", 5, 5)


def test_truth_values():
    assert read('flag = "true"') == IsTrue("flag", True)
    assert read('flag = "false"') == IsTrue("flag", False)


def test_places():
    expected = Within("place", Circle(Point(40.5, -73.0), 100.0))
    assert read("place: GEO_DISTANCE(40.5, -73, 100)") == expected
    assert read('place: GEO_DISTANCE("40.5, -73", 100)') == expected


def test_structure_is_kept():
    assert read('NOT text: ANY("a") AND (whole = 1 OR whole = 2)') == And(
        (
            Not(TextIn("text", ("a",))),
            Or((NumberIn("whole", 1.0, 1.0), NumberIn("whole", 2.0, 2.0))),
        )
    )


def test_names_of_fields():
    for name in ("office.name", "structData.office.name"):
        assert read(f'{name}: ANY("a")') == TextIn("office.name", ("a",))
    assert read('id: ANY("a")') == TextIn(DOCUMENT_ID, ("a",))
    assert read('uri: ANY("a")') == TextIn("_uri", ("a",))


def test_the_documents_id_has_two_names_unless_the_data_has_them():
    assert read_filter('document_id: ANY("a")', Fields({})) == TextIn(DOCUMENT_ID, ("a",))
    assert read_filter('id: ANY("a")', Fields({"id": "string"})) == TextIn("id", ("a",))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('text = "x"', COMPARISON),
        ('text > "x"', COMPARISON),
        ("text = 1", COMPARISON),
        ('place = "1,2"', COMPARISON),
        ('flag > "true"', COMPARISON),
        ('number: ANY("1")', COLON),
        ('day: ANY("2023")', COLON),
        ('flag: ANY("true")', COLON),
        ('place: ANY("1,2")', COLON),
        ("text: IN(1, 2)", COLON),
        ("day: IN(1, 2)", COLON),
        ("text: GEO_DISTANCE(1, 2, 3)", COLON),
    ],
)
def test_operators_that_do_not_fit_the_field(text, reason):
    field = text.partition(":")[0].split()[0]
    why = f'Unsupported field "{field}" {reason}: it is of type {FIELDS.types[field]}'
    assert refusal(text) == (why, 0)


@pytest.mark.parametrize(
    ("text", "part", "position"),
    [
        ('number = "5"', "a value that is not a number", 9),
        ('flag = "yes"', 'not "true" or "false"', 7),
        ("flag = 1", 'not "true" or "false"', 7),
        ('day = "yesterday"', "'yesterday' is not an ISO 8601 date", 6),
        ('day = "2023-13"', "'2023-13' is not an ISO 8601 date", 6),
        ("day > 1e30", "out of range", 6),
        ('place: GEO_DISTANCE("1 Main St", 5)', "'1 Main St' cannot be located", 7),
        ("place: GEO_DISTANCE(91, 0, 5)", "Latitude", 7),
        ("place: GEO_DISTANCE(9, 0, -5)", "distance", 7),
        (f"place: GEO_DISTANCE(9, 0, {'9' * 400})", "distance", 7),
        ('whole = 1 AND nothing: ANY("a")', 'field "nothing" on ":" operator: it is not known', 14),
        ("TEXT = 1", 'field "TEXT" on comparison operators: it is not known', 0),
        ('office: ANY("a")', 'field "office" on ":" operator: it is not known', 0),
    ],
)
def test_refusals(text, part, position):
    reason, found = refusal(text)
    assert part in reason
    assert found == position


def test_unknown_fields_may_match_nothing():
    lenient = Fields({}, lenient=True)
    assert read_filter('x: ANY("a")', lenient) == NOTHING
    assert read_filter('x = "a"', lenient) == NOTHING
    assert read_filter('siteSearch: "example.com"', lenient) == NOTHING
    with pytest.raises(FilterError):
        read_filter('x: "a"', lenient)


def test_the_condition_of_a_boost_may_be_true():
    assert read_condition(" true ", FIELDS) == EVERYTHING
    assert read_condition("whole = 1", FIELDS) == NumberIn("whole", 1.0, 1.0)


A, B, C = TextIn("a", ("x",)), TextIn("b", ("x",)), TextIn("c", ("x",))


@pytest.mark.parametrize(
    ("condition", "left"),
    [
        (A, EVERYTHING),
        (B, B),
        (EVERYTHING, EVERYTHING),
        (And((A, B)), And((B,))),
        (And((And((A, C)), B)), And((And((C,)), B))),
        (And((A, A)), EVERYTHING),
        (Or((A, B)), EVERYTHING),
        (Or((B, C)), Or((B, C))),
        (Not(A), EVERYTHING),
        (Not(B), Not(B)),
        (Not(And((A, B))), EVERYTHING),
        (And((Not(A), Or((And((A, B)), C)))), And((Or((And((B,)), C)),))),
    ],
)
def test_a_condition_without_a_field(condition, left):
    assert without_fields(condition, frozenset("a")) == left


@pytest.mark.parametrize("read", [read_filter, read_condition])
def test_a_group_is_negated_only_where_that_is_allowed(read):
    text = 'NOT (text: ANY("a") OR flag = "true")'
    with pytest.raises(FilterError):
        read(text, FIELDS)
    assert isinstance(read(text, FIELDS, Grammar.LENIENT), Not)
