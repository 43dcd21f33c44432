from emulator.retrieval.attributes import UNLOCATED, Attributes, leaves
from emulator.retrieval.filters.dates import period
from emulator.retrieval.filters.geo import Point


def test_values_by_path_and_type():
    found = Attributes.read({"a": ["x", 1, True, "x", None], "b": {"c": [{"d": 2}, {"d": 1.5}]}})
    assert list(found.texts["a"]) == ["x"]
    assert list(found.numbers["a"]) == [1.0]
    assert list(found.truths["a"]) == [True]
    assert list(found.numbers["b.c.d"]) == [2.0, 1.5]


def test_a_text_may_also_be_a_date_or_a_place():
    found = Attributes.read({"a": ["2023", "1.5,-2"]})
    assert list(found.texts["a"]) == ["2023", "1.5,-2"]
    assert list(found.dates["a"]) == [period("2023").start]
    assert list(found.points["a"]) == [Point(1.5, -2.0)]


def test_an_object_may_be_a_place_beside_its_parts():
    found = Attributes.read({"at": {"latitude": 1, "longitude": 2}})
    assert list(found.points["at"]) == [Point(1.0, 2.0)]
    assert list(found.numbers["at.latitude"]) == [1.0]


def test_a_place_without_coordinates_is_known_but_nowhere():
    data = {"at": {"address": "1 Main St"}}
    assert ("at", UNLOCATED) in list(leaves(data))
    assert Attributes.read(data).points == {}


def test_what_is_no_value():
    found = Attributes.read({"a": "", "b": "x" * 2001, "c": float("nan"), "d": 10**400, "e": None})
    assert found == Attributes()


def test_dots_in_names_are_steps():
    found = Attributes.read({"a.b": 1, "a": {"b": 2}})
    assert list(found.numbers["a.b"]) == [1.0, 2.0]
