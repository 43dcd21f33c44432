"""Health and reflection."""

from __future__ import annotations

import grpc
import pytest
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from emulator.surface.registry import surface
from tests.processes import PATIENCE
from tests.surface.random_messages import published_methods
from tests.transports.grpc.calls import REQUEST, SEARCH, V1, call


def test_health(channel):
    stub = health_pb2_grpc.HealthStub(channel)
    for service in ("", f"{V1}.SearchService"):
        answer = stub.Check(health_pb2.HealthCheckRequest(service=service), timeout=PATIENCE)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
    with pytest.raises(grpc.RpcError) as caught:
        stub.Check(health_pb2.HealthCheckRequest(service="unknown"), timeout=PATIENCE)
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND


def test_health_of_every_service(channel):
    listed = health_pb2_grpc.HealthStub(channel).List(
        health_pb2.HealthListRequest(), timeout=PATIENCE
    )
    assert set(listed.statuses) == {"", *(one.service for one in surface.methods)}
    states = {one.status for one in listed.statuses.values()}
    assert states == {health_pb2.HealthCheckResponse.SERVING}


def test_health_before_the_emulator_is_ready(door, tiny):
    door.ready = False
    stub = health_pb2_grpc.HealthStub(tiny)
    states = health_pb2.HealthCheckResponse
    assert (
        stub.Check(health_pb2.HealthCheckRequest(), timeout=PATIENCE).status == states.NOT_SERVING
    )
    listed = stub.List(health_pb2.HealthListRequest(), timeout=PATIENCE)
    assert listed.statuses[""].status == states.NOT_SERVING
    watched = stub.Watch(health_pb2.HealthCheckRequest(), timeout=PATIENCE)
    assert next(watched).status == states.NOT_SERVING
    door.ready = True
    assert next(watched).status == states.SERVING
    watched.cancel()


def test_watching_an_unknown_service(tiny):
    watched = health_pb2_grpc.HealthStub(tiny).Watch(
        health_pb2.HealthCheckRequest(service="unknown"), timeout=PATIENCE
    )
    assert next(watched).status == health_pb2.HealthCheckResponse.SERVICE_UNKNOWN
    watched.cancel()


def test_many_who_watch_leave_room_for_calls(tiny):
    stub = health_pb2_grpc.HealthStub(tiny)
    watched = [stub.Watch(health_pb2.HealthCheckRequest()) for _ in range(40)]
    assert all(next(one) for one in watched)
    assert call(tiny, SEARCH, REQUEST)
    for one in watched:
        one.cancel()


def test_reflection_lists_every_service(channel):
    database = ProtoReflectionDescriptorDatabase(channel)
    own = {"grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}
    assert sorted(database.get_services()) == sorted({one.service for one in surface.methods} | own)


def test_who_knows_only_reflection_can_check_the_health(channel):
    pool = DescriptorPool(ProtoReflectionDescriptorDatabase(channel))
    check = pool.FindServiceByName("grpc.health.v1.Health").methods_by_name["Check"]
    answer = channel.unary_unary(
        "/grpc.health.v1.Health/Check",
        response_deserializer=GetMessageClass(check.output_type).FromString,
    )(b"", timeout=PATIENCE)
    states = check.output_type.enum_types_by_name["ServingStatus"].values_by_name
    assert answer.status == states["SERVING"].number


def test_reflection_describes_every_published_method(channel):
    pool = DescriptorPool(ProtoReflectionDescriptorDatabase(channel))
    missing = []
    for method in published_methods():
        described = pool.FindServiceByName(method.service).methods_by_name.get(method.rpc)
        if described is None or described.server_streaming != method.server_streaming:
            missing.append(method.full_name)
    assert missing == []


def test_reflection_describes_messages_as_their_version_has_them(channel):
    pool = DescriptorPool(ProtoReflectionDescriptorDatabase(channel))
    older, newer = (
        pool.FindMessageTypeByName(f"google.cloud.discoveryengine.{version}.SearchRequest")
        for version in ("v1", "v1beta")
    )
    assert "region_code" not in older.fields_by_name
    assert "region_code" in newer.fields_by_name
    assert older.fields_by_name["query"].number == newer.fields_by_name["query"].number


def test_reflection_under_its_newer_name(channel):
    listed = channel.stream_stream("/grpc.reflection.v1.ServerReflection/ServerReflectionInfo")
    [answer] = list(listed(iter([b"\x3a\x00"]), timeout=PATIENCE))
    assert f"{V1}.SearchService".encode() in answer
