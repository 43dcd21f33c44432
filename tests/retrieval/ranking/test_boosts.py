import math

import pytest

from emulator.retrieval.attributes import Attributes
from emulator.retrieval.filters.conditions import EVERYTHING, NumberIn, TextIn
from emulator.retrieval.filters.fields import Field, Fields
from emulator.retrieval.ranking.boosts import (
    Boost,
    BoostError,
    Curve,
    boost_of,
    parse_duration,
    read_curve,
    total_boost,
)

FIELDS = Fields({"n": "number", "whole": "integer", "day": "datetime", "text": "string"})
DAY = 86_400_000_000
NOW = 19_000 * DAY


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("5D", 5 * 86400),
        ("0D", 0),
        ("30d", 30 * 86400),
        ("T24H", 86400),
        ("3DT12H30M", 3 * 86400 + 12 * 3600 + 1800),
        ("T1.5S", 1.5),
        ("P1DT1M", 86460),
    ],
)
def test_durations(text, seconds):
    assert parse_duration(text) == seconds * 1_000_000


@pytest.mark.parametrize("text", ["", "P", "5", "T", "5DT", "-5D", "1H", "T1H2D", "5D 3D"])
def test_what_is_no_duration(text):
    with pytest.raises(BoostError, match="not a duration"):
        parse_duration(text)


def test_a_curve_is_linear_between_its_points_and_level_outside():
    curve = read_curve("n", "NUMERICAL", [("10", 0.5), ("0", -0.5)], FIELDS, NOW)
    assert [curve.amount(value) for value in (-9, 0, 2.5, 5, 10, 11)] == [
        -0.5,
        -0.5,
        -0.25,
        0,
        0.5,
        0.5,
    ]


def test_a_curve_reaches_over_all_numbers():
    curve = read_curve("n", "NUMERICAL", [("-1e308", -0.5), ("1e308", 0.5)], FIELDS, NOW)
    amounts = [curve.amount(value) for value in (-1e308, -5e307, 0, 5e307, 1e308)]
    assert amounts == [-0.5, -0.25, 0, 0.25, 0.5]


def test_a_curve_of_one_point_is_level():
    curve = read_curve("whole", "NUMERICAL", [("10", 0.5)], FIELDS, NOW)
    assert curve.amount(-math.inf) == curve.amount(10) == 0.5


def test_freshness_is_the_time_that_has_passed():
    curve = read_curve("day", "FRESHNESS", [("0D", 1.0), ("10D", 0.0)], FIELDS, NOW)
    assert curve.amount(NOW + DAY) == 1.0
    assert curve.amount(NOW - 5 * DAY) == 0.5
    assert curve.amount(NOW - 20 * DAY) == 0.0


@pytest.mark.parametrize(
    ("name", "kind", "points", "part"),
    [
        ("n", "NUMERICAL", [], "needs control points"),
        ("n", "NUMERICAL", [("1", 0.1), ("2", 0.5), ("3", 0.2)], "only rise or only fall"),
        ("n", "NUMERICAL", [("1", 0.1), ("1.0", 0.5)], "same attribute value"),
        ("n", "NUMERICAL", [("1", 1.5)], "1.5 is not in"),
        ("n", "NUMERICAL", [("5D", 0.5)], "'5D' is not a number"),
        ("n", "NUMERICAL", [("nan", 0.5)], "'nan' is not a number"),
        ("day", "FRESHNESS", [("5", 0.5)], "'5' is not a duration"),
        ("day", "NUMERICAL", [("5", 0.5)], "'day' is not known as one of type number or integer"),
        ("n", "FRESHNESS", [("5D", 0.5)], "'n' is not known as one of type datetime"),
        ("x", "NUMERICAL", [("5", 0.5)], "'x' is not known"),
        ("n", "OTHER", [("5", 0.5)], "'OTHER' is not NUMERICAL or FRESHNESS"),
    ],
)
def test_curves_that_are_refused(name, kind, points, part):
    with pytest.raises(BoostError, match=part):
        read_curve(name, kind, points, FIELDS, NOW)


def test_level_stretches_are_monotonic():
    points = [("1", 0.1), ("2", 0.1), ("3", 0.2), ("4", 0.2)]
    assert read_curve("n", "NUMERICAL", points, FIELDS, NOW).amount(2.5) == pytest.approx(0.15)


@pytest.mark.parametrize("amount", [1.01, -2, math.nan])
def test_amounts_are_at_most_one(amount):
    with pytest.raises(BoostError, match="not in"):
        Boost(EVERYTHING, amount)


def test_amounts_are_summed_and_kept_within_one():
    assert total_boost([0.25, 0.5, -0.125]) == 0.625
    assert total_boost([0.75, 0.75]) == 1.0
    assert total_boost([-0.75, -0.75]) == -1.0
    assert total_boost([]) == 0.0


def test_a_document_gets_what_it_matches():
    curve = Curve(Field("n", "number"), ((0.0, 0.0), (10.0, 1.0)))
    boosts = [Boost(TextIn("text", ("a",)), 0.25), Boost(NumberIn("n", 5, 10), curve)]
    data = {"text": "a", "n": [8, 1]}
    assert boost_of(boosts, Attributes.read(data)) == 1.0
    assert boost_of(boosts, Attributes.read({"text": "a", "n": 4})) == 0.25
    assert boost_of(boosts, Attributes.read({"text": "b", "n": 5})) == 0.5
    assert boost_of([Boost(EVERYTHING, curve)], Attributes.read({"n": "text"})) == 0.0
