"""Updates of documents through Google's client libraries."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import (
    Stores,
    create_document,
    found,
    import_documents,
    struct,
    text_content,
    update_document,
)
from tests.conftest import Api, Server


def service(api: Api):
    return api.client("DocumentService")


def test_an_update_without_a_mask_replaces_the_document(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    name = create_document(
        api, data_store, "one", struct_data={"title": "quokka", "n": 1}, parent_document_id="p"
    ).name
    changed = update_document(api, name, document={"struct_data": {"title": "wombat"}})
    assert struct(changed) == {"title": "wombat"}
    assert changed.parent_document_id == "one"
    assert changed == service(api).get_document(name=name)
    assert found(api, data_store, "quokka") == []
    assert found(api, data_store, "wombat") == ["one"]


def test_a_parents_id_has_a_limit(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    long = "x" * 64
    assert create_document(api_v1, data_store, long, struct_data={}).parent_document_id == long
    with pytest.raises(exceptions.BadRequest, match="parent_document_id': at most 63"):
        create_document(api_v1, data_store, "child", struct_data={}, parent_document_id=long)
    child = create_document(api_v1, data_store, "child", struct_data={}, parent_document_id="p")
    assert child.parent_document_id == "p"


def test_documents_have_two_levels(api_v1: Api, stores: Stores) -> None:
    """ "Currently supports at most two level document hierarchy", says the reference."""
    data_store, refused = stores.data_store(api_v1), "parent_document_id': .*part of 'top'"
    create_document(api_v1, data_store, "top", struct_data={})
    create_document(api_v1, data_store, "child", struct_data={}, parent_document_id="top")
    below = {"struct_data": {}, "parent_document_id": "child"}
    with pytest.raises(exceptions.BadRequest, match=refused):
        create_document(api_v1, data_store, "low", **below)
    name = create_document(api_v1, data_store, "low", struct_data={}).name
    with pytest.raises(exceptions.BadRequest, match=refused):
        update_document(api_v1, name, document=below)
    batch = [
        {"id": "other", "struct_data": {}, "parent_document_id": "top"},
        {"id": "low", **below},
        {"id": "lower", "struct_data": {}, "parent_document_id": "other"},
    ]
    done = import_documents(api_v1, data_store, batch).result()
    assert [one.message.partition("'")[2].partition("'")[0] for one in done.error_samples] == [
        "low",
        "lower",
    ]


def test_a_mask_changes_its_fields_only(api: Api, stores: Stores) -> None:
    data_store = stores.content_store(api)
    content = text_content("The quokka smiles.")
    name = create_document(
        api, data_store, "one", struct_data={"title": "Animals", "n": 1}, content=content
    ).name
    changed = update_document(
        api, name, ["struct_data"], document={"struct_data": {"title": "Wombats"}}
    )
    assert struct(changed) == {"title": "Wombats"}
    assert changed.content.raw_bytes == content["raw_bytes"]
    assert found(api, data_store, "quokka") == found(api, data_store, "wombats") == ["one"]

    changed = update_document(api, name, ["content"], document={"content": text_content("Koala")})
    assert struct(changed) == {"title": "Wombats"}
    assert found(api, data_store, "quokka") == []
    assert found(api, data_store, "koala") == ["one"]


def test_a_mask_may_name_a_key_of_the_data(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    values = {"title": "x", "unitPrice": 1, "size": {"width": 1, "height": 2}}
    name = create_document(api_v1, data_store, "one", struct_data=values).name
    new = {"title": "y", "size": {"width": 7}}
    changed = update_document(
        api_v1, name, ["struct_data.size.width"], document={"struct_data": new}
    )
    assert struct(changed) == {**values, "size": {"width": 7, "height": 2}}
    changed = update_document(
        api_v1, name, ["struct_data.size.height"], document={"struct_data": new}
    )
    assert struct(changed) == {**values, "size": {"width": 7}}


def test_a_key_in_camel_case_can_be_masked_on_the_wire(
    http: httpx.Client, rest: Api, stores: Stores
) -> None:
    values = {"unitPrice": 1, "other": 2}
    name = create_document(rest, stores.data_store(rest), "one", struct_data=values).name
    body = {"structData": {"unitPrice": 3, "other": 4}}
    response = http.patch(f"/v1/{name}?updateMask=structData.unitPrice", json=body)
    assert response.json()["structData"] == {"unitPrice": 3, "other": 2}


def test_a_key_of_data_that_was_given_as_text_can_be_masked(api_v1: Api, stores: Stores) -> None:
    name = create_document(
        api_v1, stores.data_store(api_v1), "one", json_data='{"price": 1, "title": "x"}'
    ).name
    changed = update_document(
        api_v1, name, ["struct_data.price"], document={"struct_data": {"price": 2}}
    )
    assert struct(changed) == {"price": 2, "title": "x"}


def test_one_kind_of_data_takes_the_place_of_the_other(api_v1: Api, stores: Stores) -> None:
    name = create_document(
        api_v1, stores.data_store(api_v1), "one", struct_data={"title": "x"}
    ).name
    changed = update_document(api_v1, name, ["json_data"], document={"json_data": '{"title": "y"}'})
    assert changed.json_data == '{"title": "y"}'
    assert "struct_data" not in changed
    changed = update_document(api_v1, name, document={"struct_data": {"title": "z"}})
    assert struct(changed) == {"title": "z"}
    assert "json_data" not in changed


@pytest.mark.parametrize("mask", ["structData,schemaId", "struct_data,schema_id"])
def test_a_mask_is_read_in_both_spellings(
    http: httpx.Client, rest: Api, stores: Stores, mask: str
) -> None:
    name = create_document(rest, stores.data_store(rest), "one", struct_data={"a": 1}).name
    body = {"structData": {"b": 2}}
    response = http.patch(f"/v1/{name}", params={"updateMask": mask}, json=body)
    assert response.json()["structData"] == {"b": 2}
    response = http.patch(f"/v1/{name}", params={"update_mask": mask}, json=body)
    assert response.status_code == 200


def test_a_wrong_mask_changes_nothing(api_v1: Api, stores: Stores) -> None:
    values = {"title": "x", "sizes": [{"width": 1}]}
    name = create_document(api_v1, stores.data_store(api_v1), "one", struct_data=values).name
    before = service(api_v1).get_document(name=name)
    for path in ("nothing", "content.nothing", "id.x", "struct_data.sizes.width"):
        with pytest.raises(exceptions.BadRequest, match=f"update_mask.*{re.escape(path)}"):
            update_document(api_v1, name, [path], document={"struct_data": {"title": "y"}})
    assert service(api_v1).get_document(name=name) == before


def test_output_only_fields_are_ignored(api_v1: Api, stores: Stores) -> None:
    given = {
        "derived_struct_data": {"link": "x"},
        "index_status": {"pending_message": "x"},
        "index_time": {"seconds": 1},
    }
    document = create_document(api_v1, stores.data_store(api_v1), "one", **given)
    for one in (document, update_document(api_v1, document.name, list(given), document=given)):
        assert "derived_struct_data" not in one
        assert one.index_status.pending_message == ""
        assert one.index_time.year > 2000


def test_an_update_creates_what_is_allowed_to_be_missing(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    name = f"{data_store}/branches/0/documents/one"
    fields = {"document": {"struct_data": {"title": "quokka"}}, "allow_missing": True}
    created = update_document(api_v1, name, ["schema_id"], **fields)
    assert (created.name, created.id, struct(created)) == (name, "one", {"title": "quokka"})
    assert found(api_v1, data_store, "quokka") == ["one"]
    again = update_document(
        api_v1, name, **{**fields, "document": {"struct_data": {"title": "wombat"}}}
    )
    assert struct(again) == {"title": "wombat"}
    with pytest.raises(exceptions.BadRequest, match=r"document\.name.*'a\.b'"):
        update_document(api_v1, f"{data_store}/branches/0/documents/a.b", allow_missing=True)


def test_masked_updates_at_the_same_time_all_count(server: Server, stores: Stores) -> None:
    api = Api(server, "grpc", "v1")
    name = create_document(api, stores.data_store(api), "one", struct_data={"title": "x"}).name

    def write(thread: int) -> None:
        for number in range(5):
            key = f"k{thread}x{number}"
            update_document(
                api, name, [f"struct_data.{key}"], document={"struct_data": {key: number}}
            )

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    assert len(struct(service(api).get_document(name=name))) == 41
