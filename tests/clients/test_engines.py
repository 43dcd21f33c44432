"""Engines through Google's client libraries."""

from __future__ import annotations

import re

import pytest
from google.api_core import exceptions
from google.protobuf import text_format

from tests.clients.stores import Stores, create_document, found, own_collection, unique
from tests.conftest import DEMO, DEMO_ENGINE, SHARED_DATA, TRANSPORTS, Api, Server


def service(api: Api):
    return api.client("EngineService")


def create(api: Api, engine_id: str, parent: str = DEMO, **engine: object):
    request = {"parent": parent, "engine_id": engine_id, "engine": engine}
    return service(api).create_engine(request)


def search_engine(*data_stores: str, **fields: object) -> dict[str, object]:
    return {
        "display_name": "An engine",
        "solution_type": "SOLUTION_TYPE_SEARCH",
        "data_store_ids": [name.rpartition("/")[2] for name in data_stores],
        **fields,
    }


def test_create_is_done_at_once_with_the_types_of_its_version(api: Api, stores: Stores) -> None:
    engine_id = unique("engine")
    operation = create(api, engine_id, **search_engine(stores.data_store(api)))
    created = operation.result()

    prefix = f"{stores.collection}/operations/create-engine-"
    assert operation.operation.done
    assert re.fullmatch(re.escape(prefix) + r"\d{1,20}", operation.operation.name)
    assert isinstance(operation.metadata, api.types.CreateEngineMetadata)
    assert isinstance(created, api.types.Engine)
    assert created.name == f"{stores.collection}/engines/{engine_id}"
    assert created == service(api).get_engine(name=created.name)
    service(api).delete_engine(name=created.name).result()


def test_unset_fields_get_the_documented_defaults(api: Api, stores: Stores) -> None:
    types = api.types
    engine = service(api).get_engine(name=stores.engine(api, stores.data_store(api)))
    assert engine.industry_vertical == types.IndustryVertical.GENERIC
    assert engine.search_engine_config.search_tier == types.SearchTier.SEARCH_TIER_STANDARD
    assert engine.create_time == engine.update_time


def test_an_enterprise_engine_reads_back_as_recorded(api_v1: Api, stores: Stores) -> None:
    recorded = SHARED_DATA / "recorded" / "admin_lro_tuning.txt"
    if not recorded.exists():
        pytest.skip("the recorded responses are not here")
    output = recorded.read_text().partition("CELL 46 OUTPUT")[2].partition("CELL 57")[0]
    text = output[output.index('name: "projects/') :].partition("=====")[0]
    types = api_v1.types
    expected = text_format.Parse(text, types.Engine.pb(types.Engine()))

    name = stores.engine(
        api_v1,
        stores.data_store(api_v1, data_store_id=unique("recorded")),
        display_name=expected.display_name,
        search_engine_config={
            "search_tier": "SEARCH_TIER_ENTERPRISE",
            "search_add_ons": ["SEARCH_ADD_ON_LLM"],
        },
    )
    answered = types.Engine.pb(service(api_v1).get_engine(name=name))
    answered.name = expected.name
    answered.data_store_ids[:] = expected.data_store_ids
    # What the API has gained since.
    answered.DiscardUnknownFields()
    for field in ("create_time", "update_time"):
        answered.ClearField(field)
    assert answered == expected


def test_every_field_that_was_given_is_kept(server: Server, stores: Stores) -> None:
    beta = Api(server, "rest", "v1beta")
    name = stores.engine(
        beta,
        stores.data_store(beta),
        common_config={"company_name": "Tindlemoor"},
        disable_analytics=True,
        app_type="APP_TYPE_INTRANET",
        features={"feedback": "FEATURE_STATE_ON"},
    )
    engine = service(beta).get_engine(name=name)
    assert engine.common_config.company_name == "Tindlemoor"
    assert engine.disable_analytics
    assert engine.app_type.name == "APP_TYPE_INTRANET"
    assert engine.features["feedback"] == beta.types.Engine.FeatureState.FEATURE_STATE_ON


def test_an_engine_searches_all_its_data_stores(api_v1: Api, stores: Stores) -> None:
    one, other = stores.data_store(api_v1), stores.data_store(api_v1)
    create_document(api_v1, one, "first", struct_data={"title": "quokka"})
    create_document(api_v1, other, "second", struct_data={"title": "quokka"})
    engine = stores.engine(api_v1, one, other)
    assert found(api_v1, engine, "quokka") == ["first", "second"]


def test_an_engine_needs_data_stores_that_exist(api_v1: Api, stores: Stores) -> None:
    message = f"DataStore {stores.collection}/dataStores/unknown not found."
    with pytest.raises(exceptions.NotFound, match=re.escape(message)):
        create(api_v1, unique("engine"), **search_engine(f"{DEMO}/dataStores/unknown"))
    with pytest.raises(exceptions.BadRequest, match=r"engine\.data_store_ids"):
        create(api_v1, unique("engine"), **search_engine())


@pytest.mark.parametrize(
    "kind", [{"app_type": "APP_TYPE_INTRANET"}, {"solution_type": "SOLUTION_TYPE_GENERATIVE_CHAT"}]
)
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_an_app_of_gemini_enterprise_is_there_before_its_data(
    server: Server, stores: Stores, transport: str, kind: dict[str, str]
) -> None:
    api = Api(server, transport, "v1beta")
    name = create(api, unique("engine"), **search_engine(**kind)).result().name
    assert not service(api).get_engine(name=name).data_store_ids
    assert found(api, name, "quokka") == []

    data_store = stores.data_store(api)
    create_document(api, data_store, "first", struct_data={"title": "quokka"})
    engine = {"name": name, "data_store_ids": [data_store.rpartition("/")[2]]}
    service(api).update_engine(engine=engine, update_mask={"paths": ["data_store_ids"]})
    assert found(api, name, "quokka") == ["first"]
    service(api).delete_engine(name=name).result()


def test_the_name_of_a_data_store_is_not_its_id(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    engine = {**search_engine(data_store), "data_store_ids": [data_store]}
    with pytest.raises(exceptions.BadRequest, match=r"data_store_ids\[0\].*is not an id"):
        create(api_v1, unique("engine"), **engine)


def test_a_data_store_of_another_project_is_not_found(api_v1: Api, stores: Stores) -> None:
    elsewhere = stores.data_store(api_v1, own_collection())
    with pytest.raises(exceptions.NotFound, match=f"DataStore {stores.collection}/dataStores"):
        create(api_v1, unique("engine"), **search_engine(elsewhere))


def test_a_data_store_is_named_once(api_v1: Api, stores: Stores) -> None:
    name = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match=r"engine\.data_store_ids.*twice"):
        create(api_v1, unique("engine"), **search_engine(name, name))


def test_the_vertical_is_that_of_the_data_stores(api_v1: Api, stores: Stores) -> None:
    media = stores.data_store(api_v1, industry_vertical="MEDIA")
    with pytest.raises(exceptions.BadRequest, match=r"engine\.industry_vertical.*is MEDIA"):
        create(api_v1, unique("engine"), **search_engine(media))
    name = stores.engine(api_v1, media, industry_vertical="MEDIA")
    assert service(api_v1).get_engine(name=name).industry_vertical.name == "MEDIA"


@pytest.mark.parametrize("missing", ["display_name", "solution_type"])
def test_a_missing_field_is_named(api_v1: Api, stores: Stores, missing: str) -> None:
    engine = search_engine(stores.data_store(api_v1))
    del engine[missing]
    with pytest.raises(exceptions.BadRequest, match=rf"Missing required field: engine\.{missing}"):
        create(api_v1, unique("engine"), **engine)


def test_an_unknown_solution_type_is_refused(api_v1: Api, stores: Stores) -> None:
    engine = search_engine(stores.data_store(api_v1), solution_type=99)
    with pytest.raises(exceptions.BadRequest, match=r"engine\.solution_type.*99"):
        create(api_v1, unique("engine"), **engine)


def test_an_id_is_required(api_v1: Api, stores: Stores) -> None:
    with pytest.raises(exceptions.BadRequest, match="Missing required field: engine_id"):
        create(api_v1, "", **search_engine(stores.data_store(api_v1)))


@pytest.mark.parametrize("bad", ["a/b", "a.b", "Upper", "a" * 64, "-a", "a b"])
def test_a_bad_id_is_refused_by_name(api_v1: Api, stores: Stores, bad: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="engine_id"):
        create(api_v1, bad, **search_engine(stores.data_store(api_v1)))


def test_an_id_is_given_once(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    name = stores.engine(api_v1, data_store)
    with pytest.raises(exceptions.Conflict, match=f"Engine {name} already exists"):
        create(api_v1, name.rpartition("/")[2], **search_engine(data_store))


@pytest.mark.parametrize("method", ["get_engine", "delete_engine"])
def test_an_unknown_engine_is_not_found(api: Api, stores: Stores, method: str) -> None:
    message = f'Engine with name "{stores.collection}/engines/unknown" does not exist.'
    with pytest.raises(exceptions.NotFound, match=re.escape(message)):
        getattr(service(api), method)(name=f"{DEMO}/engines/unknown")


def test_other_collections_do_not_exist(api_v1: Api, stores: Stores) -> None:
    parent = DEMO.replace("default_collection", "other")
    with pytest.raises(exceptions.NotFound, match=r"Collection .*/collections/other not found\."):
        create(api_v1, unique("engine"), parent, **search_engine(stores.data_store(api_v1)))
    with pytest.raises(exceptions.NotFound, match=r"Collection .*/collections/other not found\."):
        service(api_v1).list_engines(parent=parent)


@pytest.mark.parametrize("name", ["demo", f"{DEMO}/dataStores/demo-docs", f"{DEMO}/engines/"])
def test_a_malformed_name_is_refused_with_its_form(rpc: Api, name: str) -> None:
    form = r"'name': .*projects/\*/locations/\*/collections/\*/engines/\*"
    with pytest.raises(exceptions.InvalidArgument, match=form):
        service(rpc).get_engine(name=name)


def test_a_name_with_the_project_number_is_the_same(api_v1: Api, stores: Stores) -> None:
    name = stores.engine(api_v1, stores.data_store(api_v1))
    spelled = f"{DEMO}/engines/{name.rpartition('/')[2]}"
    assert service(api_v1).get_engine(name=spelled) == service(api_v1).get_engine(name=name)


def test_a_list_has_all_engines_of_its_type(api: Api, stores: Stores) -> None:
    parent = own_collection()
    data_store = stores.data_store(api, parent)
    search = [stores.engine(api, data_store) for _ in range(12)]
    chat = stores.engine(api, data_store, solution_type="SOLUTION_TYPE_CHAT")

    def ask(text: str) -> list[str]:
        pager = service(api).list_engines(request={"parent": parent, "filter": text})
        return [one.name for one in pager]

    assert ask("") == [*search, chat]
    assert ask("solution_type=SOLUTION_TYPE_SEARCH") == search
    assert ask("solution_type:SOLUTION_TYPE_CHAT") == [chat]
    assert ask("solution_type=SOLUTION_TYPE_RECOMMENDATION") == []


# Of its page_size and page_token the reference says: "Not supported."
def test_a_list_has_no_pages(api: Api, stores: Stores) -> None:
    parent = own_collection()
    data_store = stores.data_store(api, parent)
    made = [stores.engine(api, data_store) for _ in range(3)]
    request = {"parent": parent, "page_size": 1, "page_token": "any"}
    (page,) = service(api).list_engines(request=request).pages
    assert ([one.name for one in page.engines], page.next_page_token) == (made, "")


def test_a_negative_page_size_is_refused(api_v1: Api) -> None:
    with pytest.raises(exceptions.BadRequest, match="page_size"):
        service(api_v1).list_engines(request={"parent": DEMO, "page_size": -1})


def test_a_data_store_without_a_solution_gets_that_of_its_engine(api: Api, stores: Stores) -> None:
    data_stores, kinds = api.client("DataStoreService"), api.types.SolutionType
    plain = stores.data_store(api, solution_types=[])
    chat = stores.data_store(api, solution_types=["SOLUTION_TYPE_CHAT"])
    assert data_stores.get_data_store(name=plain).solution_types == []
    engine = stores.engine(api, plain, chat)
    given = [data_stores.get_data_store(name=name).solution_types for name in (plain, chat)]
    assert given == [[kinds.SOLUTION_TYPE_SEARCH], [kinds.SOLUTION_TYPE_CHAT]]
    service(api).delete_engine(name=engine).result()
    assert data_stores.get_data_store(name=plain).solution_types == [kinds.SOLUTION_TYPE_SEARCH]


def test_an_engine_that_is_refused_leaves_its_data_stores(api_v1: Api, stores: Stores) -> None:
    plain = stores.data_store(api_v1, solution_types=[])
    with pytest.raises(exceptions.Conflict):
        create(api_v1, DEMO_ENGINE.rpartition("/")[2], **search_engine(plain)).result()
    assert api_v1.client("DataStoreService").get_data_store(name=plain).solution_types == []


def test_delete_answers_empty_and_keeps_the_data_stores(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    create_document(api, data_store, "one", struct_data={"title": "quokka"})
    name = stores.engine(api, data_store)
    operation = service(api).delete_engine(name=name)

    assert operation.operation.done
    assert operation.operation.name.startswith(f"{stores.collection}/operations/delete-engine-")
    assert isinstance(operation.metadata, api.types.DeleteEngineMetadata)
    assert operation.operation.response.TypeName() == "google.protobuf.Empty"
    message = re.escape(f'Engine with name "{name}" does not exist.')
    with pytest.raises(exceptions.NotFound, match=message):
        service(api).get_engine(name=name)
    assert found(api, data_store, "quokka") == ["one"]


def test_an_engine_created_again_under_its_id_has_no_sessions(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    name = stores.engine(api_v1, data_store)
    sessions = api_v1.client("SessionService")
    session = sessions.create_session(parent=name, session={}).name
    service(api_v1).delete_engine(name=name).result()
    with pytest.raises(exceptions.NotFound):
        sessions.get_session(name=session)
    assert stores.engine(api_v1, data_store, engine_id=name.rpartition("/")[2]) == name
    assert list(sessions.list_sessions(parent=name)) == []
