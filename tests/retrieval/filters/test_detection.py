import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.attributes import leaves
from emulator.retrieval.filters import detection
from emulator.retrieval.filters.detection import DetectedTypes, detect_types, merge_types


def types_of(data):
    return detect_types(leaves(data))


def test_types_of_values():
    data = {
        "text": "red",
        "whole": 5.0,
        "number": 5.5,
        "flag": False,
        "day": "2023-04-16",
        "time": "2023-04-16T12:00:00Z",
        "year": "2023",
        "nothing": None,
        "empty": [],
        "left out": "",
    }
    assert types_of(data) == {
        "text": "string",
        "whole": "integer",
        "number": "number",
        "flag": "boolean",
        "day": "datetime",
        "time": "datetime",
        "year": "string",
    }


def test_arrays_and_objects():
    data = {"tags": ["a", "b"], "office": {"name": "x", "floors": [1, 2.5]}, "all": [{"n": 1}]}
    assert types_of(data) == {
        "tags": "string",
        "office.name": "string",
        "office.floors": "number",
        "all.n": "integer",
    }


def test_places():
    assert types_of({"at": {"latitude": 1.5, "longitude": 2}}) == {
        "at": "geolocation",
        "at.latitude": "number",
        "at.longitude": "integer",
    }
    assert types_of({"at": {"address": "1 Main St"}}) == {
        "at": "geolocation",
        "at.address": "string",
    }
    assert "at" not in types_of({"at": {"address": "1 Main St", "phone": "5"}})
    assert "at" not in types_of({"at": {"latitude": 100, "longitude": 2}})


def test_names_that_no_filter_can_write_are_left_out():
    assert types_of({"": 1, "a b": 1, "a$": 1, "..": 1, "größe": 1}) == {"größe": "integer"}


def test_types_are_merged_over_documents():
    first, second = types_of({"n": 1, "t": "2023-01-01"}), types_of({"n": 1.5, "x": True})
    assert merge_types(first, second) == {"n": "number", "t": "datetime", "x": "boolean"}
    assert merge_types(first, {"t": "string"})["t"] == "string"
    assert merge_types({"x": "boolean"}, {"x": "integer"}) == {"x": "string"}
    assert merge_types({}, first) == merge_types(first, {}) == first


def test_a_value_that_is_left_empty_changes_no_type():
    dated = types_of({"day": "2023-04-16", "n": 1})
    assert merge_types(dated, types_of({"day": "", "n": ""})) == dated


def test_mixed_values_of_one_field():
    assert types_of({"a": [1, "x", 2.5]}) == {"a": "string"}


def test_the_types_are_those_of_the_documents_that_are_there():
    detected = DetectedTypes()
    detected.update("a", leaves({"n": 1, "t": "x"}))
    detected.update("b", leaves({"n": "two"}))
    assert detected.types == {"n": "string", "t": "string"}
    detected.update("b", leaves({"n": 2.5}))
    assert detected.types == {"n": "number", "t": "string"}
    detected.update("b", ())
    assert detected.types == {"n": "integer", "t": "string"}
    detected.update("a", ())
    assert detected.types == {"n": "integer", "t": "string"}
    detected.update("a", leaves({"n": True}))
    assert detected.types == {"n": "boolean", "t": "string"}


def test_a_document_that_is_gone_is_no_reason_to_look_at_all_while_others_are_like_it():
    detected = DetectedTypes()
    for number in range(1000):
        detected.update(f"d{number}", leaves({"n": number}))
    detected.update("text", leaves({"n": "unknown"}))
    for number in range(50):
        detected.update(f"d{number}", ())
    detected.update("text", leaves({"n": "known"}))
    detected.update("text", leaves({"n": 1}))
    assert (detected.types, detected.are_doubtful) == ({"n": "integer"}, False)


_data = st.dictionaries(st.sampled_from("ab"), st.sampled_from(["x", "2023-05-06", 1, 1.5, True]))
_changes = st.lists(st.tuples(st.sampled_from("uvwxyz"), _data, st.booleans()), max_size=20)


@given(_changes, st.integers(1, 7))
def test_no_type_is_missed_however_few_documents_are_remembered(changes, remembered):
    documents, detected = {}, DetectedTypes()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(detection, "_REMEMBERED", remembered)
        for one, data, is_kept in changes:
            if is_kept and not detected.are_doubtful:
                detected = DetectedTypes.of(orjson.loads(orjson.dumps(detected.state())))
            documents[one] = data
            detected.update(one, leaves(data))
            expected = {}
            for values in documents.values():
                expected = merge_types(expected, types_of(values))
            known = {path: detected.types[path] for path in expected}
            assert detected.are_doubtful or known == expected
            assert remembered < len(documents) or not detected.are_doubtful
