"""Updates of engines: masks, and what may change."""

from __future__ import annotations

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, create_document, found
from tests.conftest import Api, Server


def service(api: Api):
    return api.client("EngineService")


def test_a_mask_changes_its_fields_only(api: Api, stores: Stores) -> None:
    name = stores.engine(api, stores.data_store(api), common_config={"company_name": "Old"})
    before = service(api).get_engine(name=name)
    changed = service(api).update_engine(
        engine={"name": name, "display_name": "No", "common_config": {"company_name": "New"}},
        update_mask={"paths": ["common_config.company_name"]},
    )
    assert changed.common_config.company_name == "New"
    assert changed.display_name == "An engine"
    assert changed.search_engine_config == before.search_engine_config
    assert changed.create_time == before.create_time
    assert changed.update_time > before.update_time
    assert changed == service(api).get_engine(name=name)


@pytest.mark.parametrize(
    "mask",
    [
        "searchEngineConfig.searchTier,displayName",
        "search_engine_config.search_tier,display_name",
    ],
)
def test_a_mask_is_read_in_both_spellings(http: httpx.Client, stores, rest, mask: str) -> None:
    name = stores.engine(rest, stores.data_store(rest))
    body = {
        "displayName": "Renamed",
        "searchEngineConfig": {"searchTier": "SEARCH_TIER_ENTERPRISE"},
    }
    changed = http.patch(f"/v1/{name}", params={"updateMask": mask}, json=body).json()
    assert changed["searchEngineConfig"] == {"searchTier": "SEARCH_TIER_ENTERPRISE"}
    assert changed["displayName"] == "Renamed"


def test_without_a_mask_the_fields_that_are_set_change(api_v1: Api, stores: Stores) -> None:
    name = stores.engine(api_v1, stores.data_store(api_v1))
    changed = service(api_v1).update_engine(engine={"name": name, "display_name": "Renamed"})
    assert changed.display_name == "Renamed"
    assert changed.solution_type.name == "SOLUTION_TYPE_SEARCH"


def test_an_unknown_path_is_refused(api_v1: Api, stores: Stores) -> None:
    name = stores.engine(api_v1, stores.data_store(api_v1))
    with pytest.raises(exceptions.BadRequest, match=r"update_mask.*common_config\.nothing"):
        service(api_v1).update_engine(
            engine={"name": name}, update_mask={"paths": ["common_config.nothing"]}
        )


def test_an_immutable_field_cannot_change(server: Server, stores: Stores) -> None:
    beta = Api(server, "grpc", "v1beta")
    name = stores.engine(beta, stores.data_store(beta))
    with pytest.raises(exceptions.BadRequest, match="'app_type' is immutable"):
        service(beta).update_engine(engine={"name": name, "app_type": "APP_TYPE_INTRANET"})


def test_a_required_field_cannot_be_cleared(api_v1: Api, stores: Stores) -> None:
    name = stores.engine(api_v1, stores.data_store(api_v1))
    for field in ("display_name", "solution_type"):
        with pytest.raises(exceptions.BadRequest, match=rf"engine\.{field}"):
            service(api_v1).update_engine(engine={"name": name}, update_mask={"paths": [field]})


def test_data_stores_can_be_attached_and_detached(api_v1: Api, stores: Stores) -> None:
    one, other = stores.data_store(api_v1), stores.data_store(api_v1)
    create_document(api_v1, other, "second", struct_data={"title": "quokka"})
    engine = stores.engine(api_v1, one)
    assert found(api_v1, engine, "quokka") == []

    def attach(*ids: str) -> None:
        service(api_v1).update_engine(
            engine={"name": engine, "data_store_ids": ids},
            update_mask={"paths": ["data_store_ids"]},
        )

    attach(one.rpartition("/")[2], other.rpartition("/")[2])
    assert found(api_v1, engine, "quokka") == ["second"]
    attach(other.rpartition("/")[2])
    assert found(api_v1, engine, "quokka") == ["second"]
    with pytest.raises(exceptions.NotFound, match=r"DataStore .*/unknown not found\."):
        attach("unknown")
    api_v1.client("DataStoreService").delete_data_store(name=one).result()
