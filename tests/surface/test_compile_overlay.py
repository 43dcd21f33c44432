"""Fields that the reference documents show and the client packages lack."""

import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto

from emulator.surface.compiler.overlay import apply_overlay


def assist_file(package, **field):
    file = FileDescriptorProto(name="assist.proto", package=package, syntax="proto3")
    reply = file.message_type.add(name="AssistAnswer").nested_type.add(name="Reply")
    if field:
        reply.field.add(type=FieldDescriptorProto.TYPE_STRING, **field)
    return file


def fields(file):
    return [field.name for field in file.message_type[0].nested_type[0].field]


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_a_documented_field_is_added_to_every_version(version):
    file = assist_file(f"google.cloud.discoveryengine.{version}")
    apply_overlay(file)
    assert fields(file) == ["reply_id"]


def test_other_apis_are_left_alone():
    file = assist_file("google.cloud.ces.v1")
    apply_overlay(file)
    assert fields(file) == []


def test_a_version_without_the_message_is_left_alone():
    file = FileDescriptorProto(name="a.proto", package="google.cloud.discoveryengine.v1alpha")
    apply_overlay(file)
    assert not file.message_type


@pytest.mark.parametrize(
    "field", [{"name": "reply_id", "number": 7}, {"name": "x", "number": 10001}]
)
def test_a_field_that_the_clients_have_by_now_is_refused(field):
    file = assist_file("google.cloud.discoveryengine.v1", **field)
    with pytest.raises(ValueError, match=r"AssistAnswer\.Reply\.reply_id; drop it from OVERLAY"):
        apply_overlay(file)
