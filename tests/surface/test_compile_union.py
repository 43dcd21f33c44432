"""Merging the versions of an API into one file."""

import pytest
from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import (
    DescriptorProto,
    FieldDescriptorProto,
    FileDescriptorProto,
)

from emulator.surface.compiler.packages import Package
from emulator.surface.compiler.union import VersionConflictError, union_file

STRING = FieldDescriptorProto.TYPE_STRING
INT64 = FieldDescriptorProto.TYPE_INT64
MESSAGE = FieldDescriptorProto.TYPE_MESSAGE
OPTIONAL = FieldDescriptorProto.LABEL_OPTIONAL
REPEATED = FieldDescriptorProto.LABEL_REPEATED

NEW = Package("discoveryengine", "v1beta")
OLD = Package("discoveryengine", "v1")


def api_file(package, *messages):
    name = f"google/cloud/{package.api}/{package.version}/things.proto"
    file = FileDescriptorProto(name=name, package=package.proto, syntax="proto3")
    file.message_type.extend(messages)
    return file


def message(name, *fields, oneofs=()):
    result = DescriptorProto(name=name, field=fields)
    for oneof in oneofs:
        result.oneof_decl.add(name=oneof)
    return result


def field(name, number, type_=STRING, label=OPTIONAL, **more):
    return FieldDescriptorProto(name=name, number=number, type=type_, label=label, **more)


def merge(new, old):
    versions = [(NEW, {"new": api_file(NEW, *new)}), (OLD, {"old": api_file(OLD, *old)})]
    return union_file(versions)


def load(file):
    """The file's messages by name, from a pool that checks the file."""
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return pool.FindFileByName(file.name).message_types_by_name


def test_fields_of_all_versions_are_kept_in_order_of_their_numbers():
    union = merge(
        [message("Thing", field("name", 1), field("added", 3))],
        [message("Thing", field("name", 1), field("dropped", 2))],
    )
    assert [f.name for f in load(union)["Thing"].fields] == ["name", "dropped", "added"]


def test_messages_of_a_single_version_are_kept():
    union = merge([message("New")], [message("Old")])
    assert set(load(union)) == {"New", "Old"}


def test_references_point_into_the_union():
    part = field("part", 1, MESSAGE, type_name=".google.cloud.discoveryengine.v1beta.Part")
    union = merge([message("Thing", part), message("Part")], [message("Part")])
    found = load(union)["Thing"].fields_by_name["part"].message_type
    assert found.full_name == "google.cloud.discoveryengine.union.Part"


def test_nested_messages_and_enums_are_merged():
    new, old = message("Thing"), message("Thing")
    new.nested_type.append(message("Part", field("a", 1)))
    old.nested_type.append(message("Part", field("b", 2)))
    for thing, names in ((new, ["NONE", "ONE"]), (old, ["NONE", "", "TWO"])):
        state = thing.enum_type.add(name="State")
        for number, name in enumerate(names):
            if name:
                state.value.add(name=name, number=number)
    thing = load(merge([new], [old]))["Thing"]
    assert [f.name for f in thing.nested_types_by_name["Part"].fields] == ["a", "b"]
    values = thing.enum_types_by_name["State"].values
    assert [(value.name, value.number) for value in values] == [("NONE", 0), ("ONE", 1), ("TWO", 2)]


def test_maps_stay_maps():
    thing = message(
        "Thing",
        field(
            "labels",
            1,
            MESSAGE,
            REPEATED,
            type_name=".google.cloud.discoveryengine.v1beta.Thing.LabelsEntry",
        ),
    )
    entry = message("LabelsEntry", field("key", 1), field("value", 2))
    entry.options.map_entry = True
    thing.nested_type.append(entry)
    labels = load(merge([thing], []))["Thing"].fields_by_name["labels"]
    assert labels.message_type.GetOptions().map_entry


def test_oneofs_are_joined_and_synthetic_ones_come_last():
    new = message(
        "Thing",
        field("maybe", 1, proto3_optional=True, oneof_index=1),
        field("text", 2, oneof_index=0),
        field("note", 3),
        field("image", 4, oneof_index=0),
        oneofs=["content", "_maybe"],
    )
    old = message("Thing", field("sound", 5, oneof_index=0), oneofs=["content"])
    union = merge([new], [old])
    thing = load(union)["Thing"]
    assert [oneof.name for oneof in thing.oneofs] == ["content", "_maybe"]
    assert [f.name for f in thing.oneofs_by_name["content"].fields] == ["text", "image", "sound"]
    # Some protobuf runtimes refuse oneofs whose fields do not stand together.
    names = [f.name for f in union.message_type[0].field]
    assert names == ["maybe", "text", "image", "sound", "note"]


@pytest.mark.parametrize(
    ("changed", "culprit"),
    [
        pytest.param(field("size", 2), "size", id="number"),
        pytest.param(field("length", 1, INT64), "length", id="name"),
        pytest.param(field("size", 1, STRING), "size", id="type"),
        pytest.param(field("size", 1, INT64, REPEATED), "size", id="label"),
        pytest.param(field("size", 1, INT64, oneof_index=0), "size", id="oneof"),
    ],
)
def test_a_field_that_differs_between_versions_is_refused_by_name(changed, culprit):
    new = message("Thing", field("size", 1, INT64))
    old = message("Thing", changed, oneofs=["kind"] if changed.HasField("oneof_index") else [])
    with pytest.raises(VersionConflictError, match=rf"union\.Thing: .*{culprit}"):
        merge([new], [old])


@pytest.mark.parametrize("value", [("ONE", 2), ("UNO", 1)])
def test_an_enum_value_that_differs_between_versions_is_refused_by_name(value):
    new, old = message("Thing"), message("Thing")
    new.enum_type.add(name="State").value.add(name="ONE", number=1)
    old.enum_type.add(name="State").value.add(name=value[0], number=value[1])
    with pytest.raises(VersionConflictError, match=rf"union\.Thing\.State: {value[0]}"):
        merge([new], [old])
