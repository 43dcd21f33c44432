"""Serving configs through Google's client libraries: v1 can only update, v1beta does the rest."""

from __future__ import annotations

import re

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, create_document
from tests.conftest import DEMO_CONFIG, TRANSPORTS, Api, Server

ALIASES = ("default_search", "default_serving_config", "default_config")


@pytest.fixture(params=[(t, v) for v in ("v1beta", "v1alpha") for t in TRANSPORTS])
def reader(request: pytest.FixtureRequest, server: Server) -> Api:
    """The versions that can get and list."""
    return Api(server, *request.param)


def service(api: Api):
    return api.client("ServingConfigService")


def config(**fields: object) -> dict[str, object]:
    return {"display_name": "Mine", "solution_type": "SOLUTION_TYPE_SEARCH", **fields}


def create(api: Api, parent: str, config_id: str, **fields: object):
    request = {"parent": parent, "serving_config_id": config_id, "serving_config": config(**fields)}
    return service(api).create_serving_config(request)


@pytest.fixture
def owners(stores: Stores, rpc: Api) -> tuple[str, str]:
    """A data store and an engine over it."""
    data_store = stores.data_store(rpc)
    return data_store, stores.engine(rpc, data_store)


@pytest.mark.parametrize("alias", ALIASES)
def test_three_ids_name_the_default_config(reader: Api, owners, alias: str) -> None:
    for owner in owners:
        found = service(reader).get_serving_config(name=f"{owner}/servingConfigs/{alias}")
        assert found.name == f"{owner}/servingConfigs/{alias}"
        assert found.solution_type.name == "SOLUTION_TYPE_SEARCH"
        assert found.display_name
        assert found.create_time


def test_an_owner_has_its_default_config_from_the_start(reader: Api, owners) -> None:
    for owner in owners:
        [found] = service(reader).list_serving_configs(parent=owner)
        assert found.name == f"{owner}/servingConfigs/default_search"


@pytest.mark.parametrize("alias", ALIASES)
def test_three_ids_serve_a_search(api_v1: Api, stores: Stores, owners, alias: str) -> None:
    data_store, engine = owners
    create_document(api_v1, data_store, "one", struct_data={"title": "quokka"})
    short = f"projects/demo/locations/global/dataStores/{data_store.rpartition('/')[2]}"
    for owner in (data_store, engine, short):
        pager = api_v1.client("SearchService").search(
            request={"serving_config": f"{owner}/servingConfigs/{alias}", "query": "quokka"}
        )
        assert [result.document.id for result in pager] == ["one"]


def test_an_id_with_the_method_of_its_url_serves_a_search(
    api_v1: Api, stores: Stores, owners
) -> None:
    """As Google's lab on searching films names its serving config, in every version of it."""
    create_document(api_v1, owners[0], "one", struct_data={"title": "quokka"})
    search = api_v1.client("SearchService").search
    for owner in owners:
        config = f"{owner}/servingConfigs/default_search:search"
        pager = search(request={"serving_config": config, "query": "quokka"})
        assert [result.document.id for result in pager] == ["one"]
        missing = f"{owner}/servingConfigs/unknown"
        with pytest.raises(exceptions.NotFound, match=re.escape(f'"{missing}" does not exist')):
            search(request={"serving_config": f"{missing}:search", "query": "quokka"})


def test_an_unknown_config_is_not_found(api_v1: Api, owners) -> None:
    for owner in owners:
        name = f"{owner}/servingConfigs/unknown"
        message = re.escape(f'ServingConfig with name "{name}" does not exist.')
        with pytest.raises(exceptions.NotFound, match=message):
            api_v1.client("SearchService").search(request={"serving_config": name})
        with pytest.raises(exceptions.NotFound, match=message):
            service(api_v1).update_serving_config(
                serving_config={"name": name, "display_name": "x"}
            )


def test_an_unknown_owner_is_not_found(reader: Api, stores: Stores) -> None:
    for collection, said in (
        ("dataStores", "DataStore {} not found."),
        ("engines", 'Engine with name "{}" does not exist.'),
    ):
        parent = f"{stores.collection}/{collection}/unknown"
        message = re.escape(said.format(parent))
        with pytest.raises(exceptions.NotFound, match=message):
            service(reader).get_serving_config(name=f"{parent}/servingConfigs/default_search")
        with pytest.raises(exceptions.NotFound, match=message):
            service(reader).list_serving_configs(parent=parent)


def test_an_update_under_one_id_shows_under_all(api: Api, owners, server: Server) -> None:
    reader = Api(server, "grpc", "v1beta")
    for owner in owners:
        before = service(reader).get_serving_config(name=f"{owner}/servingConfigs/default_search")
        changed = service(api).update_serving_config(
            serving_config={
                "name": f"{owner}/servingConfigs/default_config",
                "ranking_expression": "relevance_score",
            },
            update_mask={"paths": ["ranking_expression"]},
        )
        assert changed.name == f"{owner}/servingConfigs/default_config"
        assert changed.display_name == before.display_name
        for alias in ALIASES:
            name = f"{owner}/servingConfigs/{alias}"
            found = service(reader).get_serving_config(name=name)
            assert (found.name, found.ranking_expression) == (name, "relevance_score")
            assert found.create_time == before.create_time
            assert found.update_time > before.update_time


def test_an_update_without_a_mask_clears_what_is_not_set(beta: Api, owners) -> None:
    name = f"{owners[1]}/servingConfigs/default_search"
    service(beta).update_serving_config(
        serving_config={"name": name, "ranking_expression": "relevance_score", "model_id": "a"}
    )
    changed = service(beta).update_serving_config(serving_config={"name": name, "model_id": "b"})
    assert changed.ranking_expression == ""
    assert changed.model_id == "b"
    assert changed.display_name  # It is required, so leaving it out does not clear it.
    assert changed == service(beta).get_serving_config(name=name)


def test_an_update_that_is_wrong_changes_nothing(api_v1: Api, owners, server: Server) -> None:
    name = f"{owners[0]}/servingConfigs/default_search"
    reader = Api(server, "rest", "v1beta")
    before = service(reader).get_serving_config(name=name)
    for fields, path in (
        ({}, "nothing"),
        ({}, "display_name"),
        ({"display_name": "x" * 129}, "display_name"),
        ({"solution_type": "SOLUTION_TYPE_CHAT"}, "solution_type"),
        ({"ranking_expression": "relevance_score *"}, "ranking_expression"),
        ({"ignore_control_ids": ["none"]}, "ignore_control_ids"),
        ({"oneway_synonyms_control_ids": ["none"]}, "oneway_synonyms_control_ids"),
    ):
        with pytest.raises(exceptions.BadRequest, match=path):
            service(api_v1).update_serving_config(
                serving_config={"name": name, **fields}, update_mask={"paths": [path]}
            )
    assert service(reader).get_serving_config(name=name) == before


@pytest.mark.parametrize(
    "expression", ["double * relevance_score", "c.n", "log(relevance_score)", "dotProduct"]
)
def test_an_expression_is_of_relevance_and_embeddings(
    api: Api, owners, server: Server, expression: str
) -> None:
    refused = f'ServingConfig ranking expression "{re.escape(expression)}" is invalid: '
    config = {"name": f"{owners[0]}/servingConfigs/default_search"}
    with pytest.raises(exceptions.BadRequest, match=refused):
        service(api).update_serving_config(
            serving_config={**config, "ranking_expression": expression},
            update_mask={"paths": ["ranking_expression"]},
        )
    with pytest.raises(exceptions.BadRequest, match=refused):
        create(
            Api(server, api.transport, "v1beta"), owners[0], "mine", ranking_expression=expression
        )
    taken = service(api).update_serving_config(
        serving_config={**config, "ranking_expression": "0.8 * relevance_score + dotProduct(v)"},
        update_mask={"paths": ["ranking_expression"]},
    )
    assert taken.ranking_expression == "0.8 * relevance_score + dotProduct(v)"


def test_output_only_fields_are_ignored(api_v1: Api, owners) -> None:
    name = f"{owners[0]}/servingConfigs/default_search"
    changed = service(api_v1).update_serving_config(
        serving_config={"name": name, "create_time": {"seconds": 1}},
        update_mask={"paths": ["create_time"]},
    )
    assert changed.create_time.year > 2000


def test_a_config_can_be_created_and_deleted(beta: Api, owners) -> None:
    for owner in owners:
        created = create(beta, owner, "mine", ranking_expression="relevance_score")
        assert created.name == f"{owner}/servingConfigs/mine"
        assert created == service(beta).get_serving_config(name=created.name)
        listed = service(beta).list_serving_configs(parent=owner)
        ids = [one.name.rpartition("/")[2] for one in listed]
        assert ids == ["default_search", "mine"]
        list(beta.client("SearchService").search({"serving_config": created.name}))

        service(beta).delete_serving_config(name=created.name)
        with pytest.raises(exceptions.NotFound):
            service(beta).get_serving_config(name=created.name)


def test_a_list_comes_in_pages(beta: Api, owners) -> None:
    owner = owners[1]
    for number in range(4):
        create(beta, owner, f"mine-{number}")
    pager = service(beta).list_serving_configs(request={"parent": owner, "page_size": 2})
    ids = [[one.name.rpartition("/")[2] for one in page.serving_configs] for page in pager.pages]
    assert ids == [["default_search", "mine-0"], ["mine-1", "mine-2"], ["mine-3"]]
    for field, value in (("page_size", -1), ("page_token", "garbage")):
        with pytest.raises(exceptions.BadRequest, match=field):
            service(beta).list_serving_configs(request={"parent": owner, field: value})


def test_an_id_is_given_once(beta: Api, owners) -> None:
    create(beta, owners[0], "mine")
    for taken in ("mine", *ALIASES):
        name = f"{owners[0]}/servingConfigs/{taken}"
        with pytest.raises(exceptions.Conflict, match=f"ServingConfig {name} already exists"):
            create(beta, owners[0], taken)


@pytest.mark.parametrize("bad", ["a/bcd", "a.bcd", "abc", "a" * 64, "-abcd"])
def test_a_bad_id_is_refused_by_name(beta: Api, owners, bad: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="serving_config_id"):
        create(beta, owners[0], bad)


@pytest.mark.parametrize("missing", ["display_name", "solution_type"])
def test_a_missing_field_is_named(beta: Api, owners, missing: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=rf"serving_config\.{missing}"):
        create(beta, owners[0], "mine", **{missing: None})


def test_the_default_config_stays(beta: Api, owners) -> None:
    for alias in ALIASES:
        with pytest.raises(exceptions.BadRequest, match="cannot be deleted"):
            service(beta).delete_serving_config(name=f"{owners[0]}/servingConfigs/{alias}")


def test_a_new_owner_under_an_old_id_has_the_default_config(
    api_v1: Api, stores: Stores, server: Server
) -> None:
    name = stores.data_store(api_v1)
    config_name = f"{name}/servingConfigs/default_search"
    service(api_v1).update_serving_config(
        serving_config={"name": config_name, "display_name": "Changed"},
        update_mask={"paths": ["display_name"]},
    )
    api_v1.client("DataStoreService").delete_data_store(name=name).result()
    stores.data_store(api_v1, data_store_id=name.rpartition("/")[2])
    found = service(Api(server, "rest", "v1beta")).get_serving_config(name=config_name)
    assert found.display_name != "Changed"


def test_an_engine_has_a_hundred_configs_at_most(server: Server, owners) -> None:
    _, engine = owners
    grpc = Api(server, "grpc", "v1beta")
    for number in range(99):  # The default one counts.
        create(grpc, engine, f"config-{number}")
    with pytest.raises(exceptions.ResourceExhausted, match="has 100 serving configs"):
        create(grpc, engine, "config-99")


def test_guided_search_is_refused_by_name(http: httpx.Client) -> None:
    config = {"guidedSearchSpec": {"enableRelatedQuestions": True}}
    path = f"/v1alpha/{DEMO_CONFIG}?updateMask=guidedSearchSpec"
    error = http.patch(path, json=config).json()["error"]
    assert error["status"] == "UNIMPLEMENTED"
    assert "serving_config.guided_search_spec" in error["message"]
