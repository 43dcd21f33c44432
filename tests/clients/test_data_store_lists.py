"""Lists of data stores: pages, tokens and filters."""

from __future__ import annotations

import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, own_collection
from tests.conftest import DEMO, Api


def service(api: Api):
    return api.client("DataStoreService")


def test_lists_come_in_pages(api: Api, stores: Stores) -> None:
    parent = own_collection()
    names = [stores.data_store(api, parent) for _ in range(12)]

    first = next(service(api).list_data_stores(parent=parent).pages)
    assert [one.name for one in first.data_stores] == names[:10]
    pager = service(api).list_data_stores(request={"parent": parent, "page_size": 5})
    assert [len(page.data_stores) for page in pager.pages] == [5, 5, 2]
    pager = service(api).list_data_stores(request={"parent": parent, "page_size": 12})
    assert [one.name for one in pager] == names


def test_a_page_has_at_most_fifty_stores(rpc: Api, stores: Stores) -> None:
    parent = own_collection()
    for _ in range(51):
        stores.data_store(rpc, parent)
    pager = service(rpc).list_data_stores(request={"parent": parent, "page_size": 1000})
    assert [len(page.data_stores) for page in pager.pages] == [50, 1]


def test_no_store_is_missed_when_those_listed_are_deleted(api_v1: Api, stores: Stores) -> None:
    parent = own_collection()
    for _ in range(7):
        stores.data_store(api_v1, parent)
    for one in service(api_v1).list_data_stores(request={"parent": parent, "page_size": 2}):
        service(api_v1).delete_data_store(name=one.name).result()
    assert list(service(api_v1).list_data_stores(parent=parent)) == []


def test_a_negative_page_size_is_refused(api_v1: Api) -> None:
    with pytest.raises(exceptions.BadRequest, match="page_size"):
        service(api_v1).list_data_stores(request={"parent": DEMO, "page_size": -1})


def test_a_page_token_serves_its_own_list_only(api_v1: Api, stores: Stores) -> None:
    parent = own_collection()
    first, *_ = [stores.data_store(api_v1, parent) for _ in range(3)]
    page = next(service(api_v1).list_data_stores({"parent": parent, "page_size": 1}).pages)
    token = page.next_page_token

    def ask(**changes: object) -> object:
        request = {"parent": parent, "page_size": 1, "page_token": token, **changes}
        return next(service(api_v1).list_data_stores(request).pages)

    assert ask(page_size=2).data_stores
    for changes in (
        {"parent": DEMO},
        {"filter": "solution_type:SOLUTION_TYPE_SEARCH"},
        {"page_token": token[:-1] + ("A" if token[-1] != "A" else "B")},
        {"page_token": token + "!"},
        {"page_token": token[2:]},
        {"page_token": "garbage"},
        {"page_token": "ünsinn"},
    ):
        with pytest.raises(exceptions.BadRequest, match="page_token"):
            ask(**changes)
    foreign = {"parent": first, "page_token": token}
    with pytest.raises(exceptions.BadRequest, match="page_token"):
        api_v1.client("SchemaService").list_schemas(foreign)


def test_a_list_is_filtered_by_solution_type(api: Api, stores: Stores) -> None:
    parent = own_collection()
    search = stores.data_store(api, parent)
    chat = stores.data_store(api, parent, solution_types=["SOLUTION_TYPE_CHAT"])
    both = ["SOLUTION_TYPE_CHAT", "SOLUTION_TYPE_SEARCH"]
    mixed = stores.data_store(api, parent, solution_types=both)

    def ask(text: str) -> list[str]:
        pager = service(api).list_data_stores(request={"parent": parent, "filter": text})
        return [one.name for one in pager]

    assert ask("solution_type:SOLUTION_TYPE_SEARCH") == [search, mixed]
    assert ask("solution_type = SOLUTION_TYPE_CHAT") == [chat, mixed]
    assert ask("NOT solution_type:SOLUTION_TYPE_CHAT") == [search]
    assert ask("solution_type != SOLUTION_TYPE_SEARCH") == [chat]
    assert ask("solution_type:SOLUTION_TYPE_GENERATIVE_CHAT") == []


@pytest.mark.parametrize(
    "text",
    [
        "solution_type:NOTHING",
        "display_name:x",
        "solution_type",
        "solution_type < SOLUTION_TYPE_CHAT",
        "(",
        "solution_type:SOLUTION_TYPE_CHAT)",
        '"',
    ],
)
def test_a_malformed_filter_is_refused(api_v1: Api, text: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="filter"):
        service(api_v1).list_data_stores(request={"parent": DEMO, "filter": text})
