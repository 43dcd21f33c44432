"""What is told of a resource that is not there, beside the words of the service."""

from __future__ import annotations

from typing import Any

import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, own_collection, unique
from tests.conftest import Api


def told(api: Api, serving_config: str) -> str:
    """What the exception of a search says."""
    client = api.client("SearchService")
    request = api.types.SearchRequest(serving_config=serving_config, query="quokka")
    with pytest.raises(exceptions.NotFound) as refusal:
        client.search(request)
    return str(refusal.value)


def configs(parent: str, kind: str, id_: str, config: str = "default_search") -> str:
    return f"{parent}/{kind}/{id_}/servingConfigs/{config}"


@pytest.fixture
def made(api: Api, stores: Stores) -> tuple[str, str, str]:
    """A collection of a project alone, with the ids of its data store and engine."""
    parent = own_collection()
    data_store = stores.data_store(api, parent, data_store_id=unique("papers"))
    engine = unique("library")
    request: dict[str, Any] = {
        "parent": parent,
        "engine_id": engine,
        "engine": {
            "display_name": "Library",
            "solution_type": "SOLUTION_TYPE_SEARCH",
            "data_store_ids": [data_store.rpartition("/")[2]],
        },
    }
    service = api.client("EngineService")
    service.create_engine(request).result()
    return parent, data_store.rpartition("/")[2], engine


def test_an_engine_is_not_a_data_store(api: Api, made: tuple[str, str, str]) -> None:
    parent, data_store, engine = made
    said = told(api, configs(parent, "dataStores", engine))
    assert "is the id of the Engine projects/" in said
    assert f"/engines/{engine}." in said
    said = told(api, configs(parent, "engines", data_store))
    assert "is the id of the DataStore projects/" in said
    assert f"/dataStores/{data_store}." in said


def test_an_id_that_is_nearly_one(api: Api, made: tuple[str, str, str]) -> None:
    parent, data_store, engine = made
    nearly = configs(parent, "dataStores", data_store[:-1])
    assert f"Did you mean {data_store}?" in told(api, nearly)
    assert f"Did you mean {engine}?" in told(api, configs(parent, "engines", engine.upper()))
    assert f"Engine ids there: {engine}." in told(api, configs(parent, "engines", "q"))


def test_another_place(api: Api, made: tuple[str, str, str]) -> None:
    parent, _, engine = made
    elsewhere = parent.replace("/global/", "/us/")
    assert "There is no Engine in projects/" in told(api, configs(elsewhere, "engines", engine))
    assert "The project is empty." in told(api, configs(own_collection(), "engines", engine))


def test_another_serving_config(api: Api, made: tuple[str, str, str]) -> None:
    parent, data_store, _ = made
    name = configs(parent, "dataStores", data_store, "defualt_search")
    assert "default_search is always there." in told(api, name)


def test_another_collection(api: Api, stores: Stores) -> None:
    with pytest.raises(exceptions.NotFound, match="default_collection is always there"):
        stores.data_store(api, own_collection().replace("default_collection", "mine"))
