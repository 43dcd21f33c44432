"""Fields that the reference documents show and the client packages lack."""

import pytest
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto

from emulator.surface.compiler.overlay import apply_overlay, share_fields
from emulator.surface.compiler.packages import PACKAGES, Package

V1, V1BETA = (Package("discoveryengine", version) for version in ("v1", "v1beta"))


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
    with pytest.raises(ValueError, match=r"AssistAnswer\.Reply\.reply_id; drop it"):
        apply_overlay(file)


def user_files():
    files = {
        package: {package.proto: FileDescriptorProto(name=package.proto, package=package.proto)}
        for package in PACKAGES
    }
    for version in ("v1", "v1beta"):
        package = Package("discoveryengine", version)
        files[package][package.proto].message_type.add(name="UserInfo")
    user = files[V1BETA][V1BETA.proto].message_type[0]
    user.nested_type.add(name="PreciseLocation")
    user.field.add(
        name="precise_location", number=3, type_name=f".{V1BETA.proto}.UserInfo.PreciseLocation"
    )
    return files


def test_a_field_of_another_version_is_shared_with_its_type():
    files = user_files()
    share_fields(files)
    (user,) = files[V1][V1.proto].message_type
    assert [(one.name, one.number, one.type_name) for one in user.field] == [
        ("precise_location", 3, f".{V1.proto}.UserInfo.PreciseLocation")
    ]
    assert [one.name for one in user.nested_type] == ["PreciseLocation"]


def test_a_shared_field_that_the_clients_have_by_now_is_refused():
    files = user_files()
    share_fields(files)
    with pytest.raises(ValueError, match=r"UserInfo\.precise_location; drop it"):
        share_fields(files)


def settings_file():
    file = FileDescriptorProto(name="common.proto", package="google.cloud.ces.v1", syntax="proto3")
    file.message_type.add(name="ModelSettings")
    tool = file.message_type.add(name="DataStoreTool")
    tool.nested_type.add(name="ModalityConfig")
    return file


def test_an_enum_is_added_with_its_field():
    file = settings_file()
    apply_overlay(file)
    settings = file.message_type[0]
    (field,) = settings.field
    assert field.type_name == ".google.cloud.ces.v1.ModelSettings.ThinkingLevel"
    (enum,) = settings.enum_type
    assert (enum.name, enum.value[0].name) == ("ThinkingLevel", "THINKING_LEVEL_UNSPECIFIED")


def test_a_message_is_added_with_what_refers_to_it():
    file = settings_file()
    apply_overlay(file)
    modality, snippets = file.message_type[1].nested_type
    assert modality.field[0].type_name == ".google.cloud.ces.v1.DataStoreTool.SnippetsConfig"
    assert [field.name for field in snippets.field] == ["enable_snippets", "max_snippets"]


def test_a_message_that_the_clients_have_by_now_is_refused():
    file = settings_file()
    file.message_type[1].nested_type.add(name="SnippetsConfig")
    with pytest.raises(ValueError, match=r"DataStoreTool\.SnippetsConfig; drop it"):
        apply_overlay(file)
