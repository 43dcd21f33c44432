"""Updates of data stores: masks, and what may change."""

from __future__ import annotations

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores
from tests.conftest import Api


def service(api: Api):
    return api.client("DataStoreService")


@pytest.mark.parametrize("mask", ["displayName", "display_name"])
def test_a_mask_is_read_in_both_spellings(http: httpx.Client, stores, rest, mask: str) -> None:
    name = stores.data_store(rest)
    body = {"displayName": "Renamed", "solutionTypes": ["SOLUTION_TYPE_CHAT"]}
    response = http.patch(f"/v1/{name}", params={"updateMask": mask}, json=body)
    assert response.json()["displayName"] == "Renamed"
    assert response.json()["solutionTypes"] == ["SOLUTION_TYPE_SEARCH"]
    assert response.json() == http.get(f"/v1/{name}").json()


def test_without_a_mask_the_fields_that_are_set_change(api: Api, stores: Stores) -> None:
    name = stores.data_store(api)
    changed = service(api).update_data_store(data_store={"name": name, "display_name": "Renamed"})
    assert changed.display_name == "Renamed"
    assert [kind.name for kind in changed.solution_types] == ["SOLUTION_TYPE_SEARCH"]
    assert changed == service(api).get_data_store(name=name)


def test_an_update_in_any_spelling_of_the_name(api_v1: Api, stores: Stores) -> None:
    name = stores.data_store(api_v1)
    spelled = f"projects/demo/locations/global/dataStores/{name.rpartition('/')[2]}"
    changed = service(api_v1).update_data_store(data_store={"name": spelled, "display_name": "y"})
    assert (changed.name, changed.display_name) == (name, "y")


@pytest.mark.parametrize("path", ["nothing", "display_name.x", "solution_types.x", "create_time.x"])
def test_an_unknown_path_is_refused(api_v1: Api, stores: Stores, path: str) -> None:
    name = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match=f"update_mask.*{path}"):
        service(api_v1).update_data_store(
            data_store={"name": name, "display_name": "y"}, update_mask={"paths": [path]}
        )
    assert service(api_v1).get_data_store(name=name).display_name == "A store"


@pytest.mark.parametrize(
    ("field", "value"),
    [("content_config", "CONTENT_REQUIRED"), ("industry_vertical", "MEDIA"), ("acl_enabled", True)],
)
def test_an_immutable_field_cannot_change(
    api_v1: Api, stores: Stores, field: str, value: object
) -> None:
    name = stores.data_store(api_v1)
    for mask in (None, {"paths": [field]}):
        with pytest.raises(exceptions.BadRequest, match=f"'{field}' is immutable"):
            service(api_v1).update_data_store(
                data_store={"name": name, field: value}, update_mask=mask
            )


def test_an_immutable_field_may_be_sent_as_it_is(api_v1: Api, stores: Stores) -> None:
    data_store = service(api_v1).get_data_store(name=stores.data_store(api_v1))
    data_store.display_name = "Renamed"
    for mask in (None, {"paths": ["*"]}, {"paths": ["display_name", "content_config"]}):
        changed = service(api_v1).update_data_store(data_store=data_store, update_mask=mask)
        assert changed.display_name == "Renamed"


def test_output_only_fields_are_ignored(api_v1: Api, stores: Stores) -> None:
    name = stores.data_store(api_v1, default_schema_id="other", billing_estimation={})
    before = service(api_v1).get_data_store(name=name)
    assert before.default_schema_id == "default_schema"
    assert "billing_estimation" not in before

    paths = ["default_schema_id", "create_time", "billing_estimation", "name"]
    changed = service(api_v1).update_data_store(
        data_store={"name": name, "default_schema_id": "other", "billing_estimation": {}},
        update_mask={"paths": paths},
    )
    assert changed == before


def test_a_starting_schema_is_ignored_in_an_update(api_v1: Api, stores: Stores) -> None:
    name = stores.data_store(api_v1)
    schema = {"struct_schema": {"type": "object", "properties": {"x": {"type": "string"}}}}
    for mask in (None, {"paths": ["starting_schema"]}):
        changed = service(api_v1).update_data_store(
            data_store={"name": name, "starting_schema": schema}, update_mask=mask
        )
        assert "starting_schema" not in changed


def test_a_display_name_cannot_be_cleared(api_v1: Api, stores: Stores) -> None:
    name = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match=r"data_store\.display_name"):
        service(api_v1).update_data_store(
            data_store={"name": name}, update_mask={"paths": ["display_name"]}
        )


def test_chunking_is_chosen_when_a_store_is_created(api_v1: Api, stores: Stores) -> None:
    name = stores.content_store(api_v1)
    config = {"chunking_config": {"layout_based_chunking_config": {"chunk_size": 200}}}
    with pytest.raises(exceptions.BadRequest, match="chunking_config"):
        service(api_v1).update_data_store(
            data_store={"name": name, "document_processing_config": config},
            update_mask={"paths": ["document_processing_config"]},
        )


def test_an_update_that_says_nothing_of_chunking_leaves_it(api_v1: Api, stores: Stores) -> None:
    chunking = {"layout_based_chunking_config": {"chunk_size": 200}}
    name = stores.content_store(api_v1, document_processing_config={"chunking_config": chunking})
    parsing = {"default_parsing_config": {"layout_parsing_config": {}}}
    changed = service(api_v1).update_data_store(
        data_store={"name": name, "document_processing_config": parsing},
        update_mask={"paths": ["document_processing_config"]},
    )
    config = changed.document_processing_config
    assert "layout_parsing_config" in config.default_parsing_config
    assert config.chunking_config.layout_based_chunking_config.chunk_size == 200
    assert changed == service(api_v1).get_data_store(name=name)
    with pytest.raises(exceptions.BadRequest, match="chunking_config"):
        service(api_v1).update_data_store(
            data_store={"name": name},
            update_mask={"paths": ["document_processing_config.chunking_config"]},
        )


def test_the_parser_can_change(api_v1: Api, stores: Stores) -> None:
    name = stores.content_store(api_v1)
    config = {"default_parsing_config": {"layout_parsing_config": {}}}
    changed = service(api_v1).update_data_store(
        data_store={"name": name, "document_processing_config": config},
        update_mask={"paths": ["document_processing_config.default_parsing_config"]},
    )
    assert "layout_parsing_config" in changed.document_processing_config.default_parsing_config
    assert changed.document_processing_config.name == f"{name}/documentProcessingConfig"
