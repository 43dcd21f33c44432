"""Documents one by one through Google's client libraries."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from uuid import uuid4

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import (
    Stores,
    create_document,
    found,
    import_documents,
    struct,
    update_document,
)
from tests.conftest import DEMO, TRANSPORTS, Api, Server


def service(api: Api):
    return api.client("DocumentService")


def test_create_answers_the_whole_document(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    document = create_document(api, data_store, "A-b_1", struct_data={"title": "Quokka"})

    assert document.name == f"{data_store}/branches/0/documents/A-b_1"
    assert document.id == "A-b_1"
    assert document.schema_id == "default_schema"
    assert document.parent_document_id == "A-b_1"
    assert struct(document) == {"title": "Quokka"}
    assert document.index_time
    assert document == service(api).get_document(name=document.name)


@pytest.mark.parametrize("bad", ["a/b", "a.b", "a" * 129, "a b", "ä", "a:b", "..", "a\n"])
def test_a_bad_id_is_refused_by_name(api_v1: Api, stores: Stores, bad: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="document_id"):
        create_document(api_v1, stores.data_store(api_v1), bad, struct_data={})


def test_an_id_is_required_and_may_have_128_characters(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match="Missing required field: document_id"):
        create_document(api_v1, data_store, "", struct_data={})
    assert create_document(api_v1, data_store, "x" * 128, struct_data={}).id == "x" * 128


def test_a_document_is_required(rpc: Api, http: httpx.Client, stores: Stores) -> None:
    parent = f"{stores.data_store(rpc)}/branches/0"
    with pytest.raises(exceptions.InvalidArgument, match="Missing required field: document"):
        service(rpc).create_document({"parent": parent, "document_id": "one"})
    response = http.post(f"/v1/{parent}/documents?documentId=one", json={})
    assert response.status_code == 200  # The body is the document: an empty one.


def test_an_id_that_differs_from_the_name_is_refused(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match=r"document\.id.*'two'.*'one'"):
        create_document(api_v1, data_store, "one", id="two")
    name = create_document(api_v1, data_store, "one").name
    with pytest.raises(exceptions.BadRequest, match=r"document\.id"):
        update_document(api_v1, name, document={"id": "two"})


def test_an_id_is_given_once(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    name = create_document(api_v1, data_store, "one", struct_data={"title": "first"}).name
    with pytest.raises(exceptions.Conflict, match=f"Document {name} already exists"):
        create_document(api_v1, data_store, "one", struct_data={"title": "second"})
    assert struct(service(api_v1).get_document(name=name)) == {"title": "first"}


def test_what_does_not_exist_is_not_found(api: Api, stores: Stores) -> None:
    branch = f"{stores.data_store(api)}/branches"
    nowhere = f"{stores.collection}/dataStores/nowhere"
    for parent, message in (
        (f"{branch}/0", f'Document with name "{branch}/0/documents/one" does not exist.'),
        (f"{branch}/1", f"Branch {branch}/1 not found."),
        (f"{nowhere}/branches/0", f"DataStore {nowhere} not found."),
    ):
        for call in (
            lambda name: service(api).get_document(name=name),
            lambda name: service(api).delete_document(name=name),
            lambda name: update_document(api, name, document={"struct_data": {}}),
        ):
            with pytest.raises(exceptions.NotFound, match=re.escape(message)):
                call(f"{parent}/documents/one")
    for parent in (f"{branch}/1", f"{nowhere}/branches/0"):
        with pytest.raises(exceptions.NotFound):
            service(api).list_documents(parent=parent)
        request = {"parent": parent, "document_id": "one", "document": {"struct_data": {}}}
        with pytest.raises(exceptions.NotFound):
            service(api).create_document(request)


@pytest.mark.parametrize(
    "name", ["one", f"{DEMO}/dataStores/demo-docs", f"{DEMO}/dataStores/a/branches/0/documents/"]
)
def test_a_malformed_name_is_refused_with_its_form(rpc: Api, name: str) -> None:
    with pytest.raises(exceptions.InvalidArgument, match=r"'name': .*branches/\*/documents/\*"):
        service(rpc).get_document(name=name)
    with pytest.raises(exceptions.InvalidArgument, match=r"'document\.name': .*documents/\*"):
        update_document(rpc, name)
    with pytest.raises(exceptions.InvalidArgument, match=r"'parent': .*branches/\*"):
        service(rpc).list_documents(parent=name)


def test_every_spelling_names_the_same_document(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    store_id = data_store.rpartition("/")[2]
    number = stores.collection.split("/")[1]
    numbers = count()
    for project in ("demo", number):
        for collection in ("", "/collections/default_collection"):
            for branch in ("0", "default_branch"):
                parent = (
                    f"projects/{project}/locations/global{collection}"
                    f"/dataStores/{store_id}/branches/{branch}"
                )
                document_id = f"d{next(numbers)}"
                request = {"parent": parent, "document_id": document_id, "document": {}}
                name = service(api_v1).create_document(request).name
                assert name == f"{data_store}/branches/0/documents/{document_id}"
                spelled = f"{parent}/documents/{document_id}"
                assert service(api_v1).get_document(name=spelled).name == name
                assert (
                    update_document(api_v1, spelled, document={"struct_data": {"a": 1}}).name
                    == name
                )
                assert name in [one.name for one in service(api_v1).list_documents(parent=parent)]
                service(api_v1).delete_document(name=spelled)


def test_a_list_comes_in_pages_by_id(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    for document_id in ("c", "a", "B", "b", "1"):
        create_document(api, data_store, document_id, struct_data={"id": document_id})
    request = {"parent": f"{data_store}/branches/default_branch", "page_size": 2}
    pages = list(service(api).list_documents(request).pages)
    ids = [[one.id for one in page.documents] for page in pages]
    assert ids == [["1", "B"], ["a", "b"], ["c"]]
    assert struct(pages[0].documents[0]) == {"id": "1"}


def test_a_page_has_100_documents_and_at_most_1000(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    many = [{"id": f"d{number}"} for number in range(1001)]
    import_documents(api, data_store, many).result()
    for asked, expected in ((0, 100), (1001, 1000)):
        request = {"parent": f"{data_store}/branches/0", "page_size": asked}
        page = next(iter(service(api).list_documents(request).pages))
        assert len(page.documents) == expected
        assert page.next_page_token


def test_no_document_is_missed_when_those_listed_are_deleted(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    for number in range(7):
        create_document(api_v1, data_store, f"d{number}")
    request = {"parent": f"{data_store}/branches/0", "page_size": 2}
    for one in service(api_v1).list_documents(request):
        service(api_v1).delete_document(name=one.name)
    assert list(service(api_v1).list_documents(request)) == []


def test_a_bad_page_is_refused(api_v1: Api, stores: Stores) -> None:
    data_store, other = stores.data_store(api_v1), stores.data_store(api_v1)
    for one in (data_store, other):
        create_document(api_v1, one, "a")
        create_document(api_v1, one, "b")

    def page(owner: str, **fields: object):
        request = {"parent": f"{owner}/branches/0", "page_size": 1, **fields}
        return next(service(api_v1).list_documents(request).pages)

    token = page(data_store).next_page_token
    assert [one.id for one in page(data_store, page_token=token).documents] == ["b"]
    for owner, fields in (
        (data_store, {"page_size": -1}),
        (data_store, {"page_token": "garbage"}),
        (data_store, {"page_token": token + "A"}),
        (other, {"page_token": token}),
    ):
        with pytest.raises(exceptions.BadRequest, match=next(iter(fields))):
            page(owner, **fields)


def test_delete_answers_nothing(api: Api, http: httpx.Client, stores: Stores) -> None:
    data_store = stores.data_store(api)
    name = create_document(api, data_store, "one", struct_data={"title": "quokka"}).name
    assert found(api, data_store, "quokka") == ["one"]
    assert service(api).delete_document(name=name) is None
    assert found(api, data_store, "quokka") == []
    with pytest.raises(exceptions.NotFound, match=f'with name "{re.escape(name)}" does not exist'):
        service(api).delete_document(name=name)
    create_document(api, data_store, "one", struct_data={"title": "quokka"})
    assert found(api, data_store, "quokka") == ["one"]
    assert http.delete(f"/v1/{name}").json() == {}


def test_every_write_is_seen_by_the_next_search(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    engine = stores.engine(api, data_store)
    name = f"{data_store}/branches/0/documents/one"
    first, second = f"first{uuid4().hex}", f"second{uuid4().hex}"
    for owner in (data_store, engine):
        create_document(api, data_store, "one", struct_data={"title": first})
        assert found(api, owner, first) == ["one"]
        update_document(api, name, document={"struct_data": {"title": second}})
        assert (found(api, owner, first), found(api, owner, second)) == ([], ["one"])
        service(api).delete_document(name=name)
        assert found(api, owner, second) == []


def test_writers_at_the_same_time_lose_nothing(server: Server, stores: Stores) -> None:
    """Eight threads create documents and search for each at once, on both transports."""
    apis = [Api(server, transport, "v1") for transport in TRANSPORTS]
    data_store = stores.data_store(apis[0])
    for api in apis:  # The libraries make their clients lazily, and not for several threads.
        assert found(api, data_store, "anything") == []

    def write(thread: int) -> None:
        api = apis[thread % len(apis)]
        for number in range(15):
            document_id = f"d{thread}-{number}"
            word = f"quokka{thread}x{number}"
            create_document(api, data_store, document_id, struct_data={"title": f"animal {word}"})
            assert found(api, data_store, word) == [document_id]

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    expected = sorted(f"d{thread}-{number}" for thread in range(8) for number in range(15))
    assert found(apis[0], data_store, "animal") == expected
    documents = service(apis[1]).list_documents(parent=f"{data_store}/branches/0")
    assert [one.id for one in documents] == expected


def test_one_of_many_writers_of_the_same_id_wins(server: Server, stores: Stores) -> None:
    api = Api(server, "grpc", "v1")
    data_store = stores.data_store(api)

    def write(thread: int) -> bool:
        try:
            create_document(api, data_store, "one", struct_data={"title": f"quokka {thread}"})
        except exceptions.Conflict:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(write, range(8))) == 1
    assert found(api, data_store, "quokka") == ["one"]
