import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.filters.geo import Circle, Point, cell, cover, distance, parse_point, point

latitudes = st.floats(-90, 90) | st.sampled_from([-90.0, 0.0, 90.0])
longitudes = st.floats(-180, 180) | st.sampled_from([-180.0, 0.0, 180.0])
points = st.builds(Point, latitudes, longitudes)
circles = st.builds(Circle, points, st.floats(0, 2.1e7) | st.floats(0, 1000))


def test_the_distance_of_two_airports():
    # JFK and LAX; 3,974 km is what the great circle distance is commonly given as.
    assert distance(Point(40.63975, -73.77893), Point(33.94254, -118.40807)) == pytest.approx(
        3_974_000, rel=1e-3
    )


def test_the_distance_over_the_date_line():
    assert distance(Point(0, 179.5), Point(0, -179.5)) == pytest.approx(111_195, rel=1e-4)


@given(points, points)
def test_the_distance_is_the_same_both_ways(one, other):
    assert distance(one, other) == pytest.approx(distance(other, one))
    assert 0 <= distance(one, other) < 20_015_100


@given(circles, points)
def test_a_cover_holds_the_circle_and_nothing_far_from_it(circle, place):
    cells = cover(circle)
    inside = cell(place).startswith(cells.inside)
    assert not inside or circle.holds(place)
    assert inside or not circle.holds(place) or cell(place).startswith(cells.border)


@given(circles)
def test_a_cover_is_small(circle):
    cells = cover(circle)
    assert len(cells.border) < 300
    assert len(cells.inside) < 1000


def test_pairs():
    assert parse_point(" 40.5,-73 ") == Point(40.5, -73.0)
    for text in ("", "40.5", "1,2,3", "40.5 -73", "91,0", "0,181", "a,b"):
        assert parse_point(text) is None


def test_what_is_no_place():
    assert point(1, 2.5) == Point(1.0, 2.5)
    for latitude, longitude in ((None, 1), ("1", 1), (True, 1), (float("nan"), 1), (1, -200)):
        assert point(latitude, longitude) is None
