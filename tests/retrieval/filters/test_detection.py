from emulator.retrieval.filters.detection import DetectedTypes, detect_types, merge_types


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
    assert detect_types(data) == {
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
    assert detect_types(data) == {
        "tags": "string",
        "office.name": "string",
        "office.floors": "number",
        "all.n": "integer",
    }


def test_places():
    assert detect_types({"at": {"latitude": 1.5, "longitude": 2}}) == {
        "at": "geolocation",
        "at.latitude": "number",
        "at.longitude": "integer",
    }
    assert detect_types({"at": {"address": "1 Main St"}}) == {
        "at": "geolocation",
        "at.address": "string",
    }
    assert "at" not in detect_types({"at": {"address": "1 Main St", "phone": "5"}})
    assert "at" not in detect_types({"at": {"latitude": 100, "longitude": 2}})


def test_names_that_no_filter_can_write_are_left_out():
    assert detect_types({"": 1, "a b": 1, "a$": 1, "..": 1, "größe": 1}) == {"größe": "integer"}


def test_types_are_merged_over_documents():
    first, second = detect_types({"n": 1, "t": "2023-01-01"}), detect_types({"n": 1.5, "x": True})
    assert merge_types(first, second) == {"n": "number", "t": "datetime", "x": "boolean"}
    assert merge_types(first, {"t": "string"})["t"] == "string"
    assert merge_types({"x": "boolean"}, {"x": "integer"}) == {"x": "string"}
    assert merge_types({}, first) == merge_types(first, {}) == first


def test_a_value_that_is_left_empty_changes_no_type():
    dated = detect_types({"day": "2023-04-16", "n": 1})
    assert merge_types(dated, detect_types({"day": "", "n": ""})) == dated


def test_mixed_values_of_one_field():
    assert detect_types({"a": [1, "x", 2.5]}) == {"a": "string"}


def test_types_that_differed_are_doubtful_once_a_document_is_gone():
    detected = DetectedTypes()
    detected.update([{"n": 1, "t": "x"}, {"n": 1.5, "t": "y"}], gone=1)
    assert (detected.types, detected.are_doubtful) == ({"n": "number", "t": "string"}, False)
    detected.update([{"n": "two"}])
    assert (detected.types, detected.are_doubtful) == ({"n": "string", "t": "string"}, True)
    detected = DetectedTypes()
    detected.update([{"n": 1}, {"n": "two"}])
    assert not detected.are_doubtful
