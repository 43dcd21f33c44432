"""IdentityMappingStoreService through Google's client libraries."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions
from google.protobuf.json_format import MessageToDict

from tests.clients.stores import Stores, unique
from tests.conftest import Api, over_each_transport

LOCATION = "projects/demo/locations/global"


api = over_each_transport("v1", "v1beta")


def service(api: Api) -> Any:
    return api.client("IdentityMappingStoreService")


def create(api: Api, store_id: str = "", parent: str = LOCATION) -> str:
    request = {
        "parent": parent,
        "identity_mapping_store_id": store_id or unique("mappings"),
        "identity_mapping_store": {},
    }
    return str(service(api).create_identity_mapping_store(request).name)


def user(external: str, user_id: str) -> dict[str, str]:
    return {"external_identity": external, "user_id": user_id}


def group(external: str, group_id: str) -> dict[str, str]:
    return {"external_identity": external, "group_id": group_id}


def source(*entries: dict[str, str]) -> dict[str, Any]:
    return {"inline_source": {"identity_mapping_entries": [*entries]}}


def fill(api: Api, store: str, *entries: dict[str, str]) -> Any:
    request = {"identity_mapping_store": store, **source(*entries)}
    return service(api).import_identity_mappings(request)


def listed(api: Api, store: str, **fields: Any) -> list[dict[str, str]]:
    pager = service(api).list_identity_mappings({"identity_mapping_store": store, **fields})
    return [MessageToDict(type(one).pb(one), preserving_proto_field_name=True) for one in pager]


def purge(api: Api, store: str, **fields: Any) -> Any:
    request = {"identity_mapping_store": store, **fields}
    operation = service(api).purge_identity_mappings(request)
    operation.result()
    return operation.metadata


def test_a_store_is_made_found_and_deleted(api: Api) -> None:
    name = create(api)
    assert service(api).get_identity_mapping_store(name=name).name == name
    assert name in [one.name for one in service(api).list_identity_mapping_stores(parent=LOCATION)]
    fill(api, name, user("jdoe", "ada@example.com")).result()
    service(api).delete_identity_mapping_store(name=name).result()
    with pytest.raises(exceptions.NotFound, match="IdentityMappingStore"):
        service(api).get_identity_mapping_store(name=name)
    assert listed(api, create(api, name.rpartition("/")[2])) == []


@pytest.mark.parametrize("store_id", ["a b", "x" * 64, "ä"])
def test_ids_have_letters_digits_and_dashes(api_v1: Api, store_id: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="identity_mapping_store_id"):
        create(api_v1, store_id)


def test_entries_are_imported_and_listed_in_order(api: Api) -> None:
    store = create(api)
    entries = [user("jdoe", "ada@example.com"), group("staff", "g1"), group("staff", "g2")]
    operation = fill(api, store, *entries)
    assert not operation.result().error_samples
    counts = operation.metadata
    assert (counts.success_count, counts.failure_count, counts.total_count) == (3, 0, 3)
    fill(api, store, entries[0]).result()  # What is there already stays once.
    assert sorted(listed(api, store), key=str) == sorted(entries, key=str)
    assert sorted(listed(api, store, page_size=2), key=str) == sorted(entries, key=str)


def test_entries_that_are_none_are_told_and_the_others_kept(api_v1: Api) -> None:
    store = create(api_v1)
    good = user("jdoe", "ada@example.com")
    bad = [{"user_id": "x"}, {"external_identity": "y"}, user("z" * 101, "x")]
    operation = fill(api_v1, store, *bad, good)
    told = [one.message for one in operation.result().error_samples]
    for number, reason in enumerate(("external_identity", "identity_provider_id", "external")):
        assert f"identity_mapping_entries[{number}]" in told[number]
        assert reason in told[number]
    assert (operation.metadata.success_count, operation.metadata.failure_count) == (1, 3)
    assert listed(api_v1, store) == [good]


def test_a_purge_takes_what_is_named(api: Api) -> None:
    store = create(api)
    entries = [user("a", "1"), user("b", "2"), group("b", "3")]
    fill(api, store, *entries).result()
    assert purge(api, store, **source(entries[1], user("c", "9"))).success_count == 1
    assert sorted(listed(api, store), key=str) == sorted([entries[0], entries[2]], key=str)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("*", []),
        ('external_id = "b"', ["a"]),
        ('update_time < "2012-04-23T18:25:43Z"', ["a", "b"]),
        ('update_time > "2012-04-23T18:25:43Z" AND external_id = "a"', ["b"]),
    ],
)
def test_a_purge_takes_what_a_filter_asks_for(api_v1: Api, text: str, left: list[str]) -> None:
    store = create(api_v1)
    fill(api_v1, store, user("a", "1"), user("b", "2")).result()
    counted = purge(api_v1, store, filter=text)
    assert (counted.total_count, counted.success_count) == (2 - len(left), 0)
    assert len(listed(api_v1, store)) == 2
    assert purge(api_v1, store, filter=text, force=True).success_count == 2 - len(left)
    assert [one["external_identity"] for one in listed(api_v1, store)] == left


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "filter"),
        ({"filter": "user = 1"}, "user"),
        ({"filter": "*", **source(user("a", "1"))}, "beside inline_source"),
    ],
)
def test_a_purge_that_says_not_what_is_refused(
    api_v1: Api, fields: dict[str, Any], reason: str
) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        purge(api_v1, create(api_v1), **fields)


def test_an_import_needs_a_source_and_a_store(api_v1: Api, http: httpx.Client) -> None:
    with pytest.raises(exceptions.BadRequest, match="inline_source"):
        service(api_v1).import_identity_mappings({"identity_mapping_store": create(api_v1)})
    with pytest.raises(exceptions.NotFound, match="IdentityMappingStore"):
        fill(api_v1, f"{LOCATION}/identityMappingStores/none", user("a", "1"))
    many = [{"externalIdentity": str(number), "userId": "x"} for number in range(10_001)]
    body = {"inlineSource": {"identityMappingEntries": many}}
    answer = http.post(f"/v1/{create(api_v1)}:importIdentityMappings", json=body)
    assert answer.status_code == 400
    assert "10000" in answer.json()["error"]["message"]


def test_a_store_that_is_used_stays(api_v1: Api, stores: Stores) -> None:
    store = create(api_v1)
    data_store = stores.data_store(api_v1, acl_enabled=True, identity_mapping_store=store)
    with pytest.raises(
        exceptions.FailedPrecondition if api_v1.transport == "grpc" else exceptions.BadRequest,
        match=data_store,
    ):
        service(api_v1).delete_identity_mapping_store(name=store)
