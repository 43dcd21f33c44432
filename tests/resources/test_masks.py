"""Field masks against a model of plain values."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.resources import masks
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import ces
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import surface
from emulator.surface.wellknown import struct_dict

RESOURCES = [de.DataStore, de.Engine, de.Document, de.ServingConfig, de.Session]
WRITABLE = ("display_name", "boost_control_ids", "generic_config", "diversity_level", "model_id")

words = st.text("ab", max_size=2)
configs = st.builds(
    lambda fields: de.ServingConfig(**fields),
    st.fixed_dictionaries(
        {},
        optional={
            "display_name": words,
            "diversity_level": words,
            "model_id": words,
            "boost_control_ids": st.lists(words, max_size=2),
            "generic_config": st.just({"content_search_spec": {"snippet_spec": {}}}),
        },
    ),
)
keys = st.sampled_from(["a", "b", "c"])
scalars = st.one_of(st.none(), st.booleans(), st.integers(0, 9), words)
objects = st.recursive(
    st.dictionaries(keys, scalars, max_size=3),
    lambda inner: st.dictionaries(keys, st.one_of(scalars, inner), max_size=3),
    max_leaves=8,
)


def document(values):
    made = de.Document()
    made.struct_data.update(values)
    return made


def copied(message):
    return type(message).FromString(message.SerializeToString())


@given(configs, configs, st.sets(st.sampled_from(WRITABLE), min_size=1))
def test_masked_fields_are_those_of_the_source_and_others_stay(target, source, paths):
    before, given_source = copied(target), copied(source)
    masks.update(target, source, sorted(paths))
    for field in WRITABLE:
        expected = source if field in paths else before
        assert getattr(target, field) == getattr(expected, field)
    assert source == given_source


@given(configs, configs, st.lists(st.sampled_from(WRITABLE)))
def test_an_update_made_twice_is_made_once(target, source, paths):
    masks.update(target, source, paths)
    once = copied(target)
    masks.update(target, source, paths)
    assert target == once


@given(configs, configs)
def test_without_a_mask_the_fields_that_are_set_change(target, source):
    before = copied(target)
    masks.update(target, source, [])
    before.MergeFrom(source)
    if source.boost_control_ids:  # A merge would append.
        before.boost_control_ids[:] = source.boost_control_ids
    assert target == before


@given(configs, configs)
def test_all_fields_are_replaced_by_a_star(target, source):
    other, name = copied(target), target.display_name
    masks.update(target, source, ["*"])
    masks.update(other, source, [], replaces=True)
    expected = copied(source)
    expected.display_name = source.display_name or name  # It is required.
    assert target == other == expected


@given(objects, objects, st.lists(keys, min_size=1, max_size=3))
def test_a_key_of_a_struct_changes_alone(target, source, path):
    expected = copy.deepcopy(target)
    set_key(expected, source, path)
    changed = document(target)
    masks.update(changed, document(source), [".".join(["struct_data", *path])])
    assert struct_dict(changed.struct_data) == expected


def set_key(target, source, path):
    """The model: what a masked key does to plain dictionaries."""
    key, *below = path
    if not below:
        target.pop(key, None)
        if key in source:
            target[key] = source[key]
    elif isinstance(target.get(key), dict):
        inner = source.get(key)
        set_key(target[key], inner if isinstance(inner, dict) else {}, below)
    elif reaches(source.get(key), below):
        target[key] = {}
        set_key(target[key], source[key], below)


def reaches(value, path):
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return False
        value = value[key]
    return True


def test_a_key_may_be_spelled_as_json_spells_a_mask():
    target = document({"unitPrice": 1, "unit_size": 2})
    masks.update(target, document({"unitPrice": 3, "unit_size": 4}), ["struct_data.unit_price"])
    assert struct_dict(target.struct_data) == {"unitPrice": 3, "unit_size": 2}


def test_a_path_may_lead_into_a_message():
    target = de.Engine(common_config={"company_name": "old"}, display_name="x")
    masks.update(target, de.Engine(display_name="y"), ["common_config.company_name"])
    assert target.common_config.company_name == ""
    assert target.display_name == "x"


@pytest.mark.parametrize(
    ("target", "path"),
    [
        (ces.Tool(python_function={"python_code": "x"}), "client_function.parameters.title"),
        (de.Control(boost_action={"filter": "x"}), "filter_action.filter"),
        (de.Document(json_data="{}"), "struct_data.a.b"),
        (de.Document(id="d"), "content.uri"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_cleared_in_a_message_that_is_not_there_changes_nothing(target, path):
    before = copied(target)
    masks.update(target, type(target)(), [path])
    assert target == before


def test_what_is_cleared_in_a_message_that_is_there_leaves_the_message():
    target = de.Control(filter_action={"filter": "x"})
    masks.update(target, de.Control(), ["filter_action.filter"])
    assert target == de.Control(filter_action={})


def test_a_map_is_replaced_as_a_whole():
    target, source = de.Engine(features={"a": 1, "b": 2}), de.Engine(features={"b": 1})
    masks.update(target, source, ["features"])
    assert dict(target.features) == {"b": 1}


@pytest.mark.parametrize("kind", RESOURCES, ids=lambda kind: kind.DESCRIPTOR.name)
def test_fields_of_the_server_are_passed_over(kind):
    behaviors = surface.behaviors[kind.DESCRIPTOR.full_name]
    for field, found in behaviors.items():
        if "output_only" not in found:
            continue
        source = kind()
        descriptor = kind.DESCRIPTOR.fields_by_name[field]
        if descriptor.message_type is not None and not descriptor.is_repeated:
            getattr(source, field).SetInParent()
        elif descriptor.is_repeated:
            continue
        elif descriptor.type == descriptor.TYPE_STRING:
            setattr(source, field, "x")
        else:
            setattr(source, field, 1)
        for paths in ([], [field], ["*"]):
            target = kind()
            masks.update(target, source, paths)
            assert target == kind(), field
        assert masks.writable(source) == kind()


def test_what_is_input_only_is_not_kept():
    source = de.DataStore(kms_key_name="key", display_name="x")
    assert masks.writable(source) == de.DataStore(display_name="x")
    target = de.DataStore()
    masks.update(target, source, ["kms_key_name", "display_name"])
    assert target == de.DataStore(display_name="x")


def test_a_name_never_changes():
    target = de.DataStore(name="a")
    masks.update(target, de.DataStore(name="b"), ["name"])
    assert target.name == "a"


def test_an_immutable_field_may_be_sent_as_it_is():
    target = de.DataStore(content_config=2, display_name="x")
    source = de.DataStore(content_config=2, display_name="y")
    masks.update(target, source, ["content_config", "display_name"])
    assert target == source
    with pytest.raises(ApiError) as error:
        masks.update(target, de.DataStore(content_config=1), ["content_config"])
    assert error.value.violations[0].field == "update_mask"


@given(st.sampled_from(RESOURCES), st.text(min_size=1))
def test_a_path_that_is_no_field_is_refused(kind, path):
    if path in kind.DESCRIPTOR.fields_by_name or path == "*":
        return
    with pytest.raises(ApiError) as error:
        masks.update(kind(), kind(), [path])
    assert error.value.code is Code.INVALID_ARGUMENT
    assert error.value.violations[0].field == "update_mask"


@pytest.mark.parametrize(
    "path",
    ["display_name.x", "data_store_ids.x", "features.x", "common_config.x", "common_config.", "."],
)
def test_a_path_below_what_has_no_fields_is_refused(path):
    with pytest.raises(ApiError):
        masks.update(de.Engine(), de.Engine(), [path])


@pytest.mark.parametrize(
    ("kept", "sent", "array"),
    [
        (de.Session(turns=[{}]), de.Session(turns=[{}]), "turns"),
        (de.Engine(features={"query": 1}), de.Engine(features={"query": 2}), "features"),
        (
            document({"sizes": [{"query": 1}]}),
            document({"sizes": [{"query": 2}]}),
            "struct_data.sizes",
        ),
        (document({"sizes": {"query": 1}}), document({"sizes": [1]}), "struct_data.sizes"),
        (document({"a": {"b": [1]}}), document({}), "struct_data.a.b"),
    ],
    ids=["field", "map", "both lists", "list sent", "list kept"],
)
@pytest.mark.parametrize("below", ["query", "0", "0.query", "*.query"])
def test_a_path_into_an_array_or_a_map_is_refused(kept, sent, array, below):
    """AIP-161: elements have no index; wildcards and keys of maps are a service's choice."""
    with pytest.raises(ApiError) as error:
        masks.update(kept, sent, [f"{array}.{below}"])
    assert error.value.code is Code.INVALID_ARGUMENT
    assert f"leads into '{array}'" in error.value.violations[0].description


def test_an_object_may_take_the_place_of_an_array():
    target = document({"size": [1, 2]})
    masks.update(target, document({"size": {"width": 3}}), ["struct_data.size.width"])
    assert struct_dict(target.struct_data) == {"size": {"width": 3}}
