"""Controls through Google's client libraries: what they say, and what they do to searches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, create_document
from tests.conftest import DEMO, Api, Server
from tests.processes import running

SYNONYMS = {"synonyms_action": {"synonyms": ["quokka", "marsupial"]}}


def service(api: Api) -> Any:
    return api.client("ControlService")


def control(**fields: Any) -> dict[str, Any]:
    return {
        "display_name": "A control",
        "solution_type": "SOLUTION_TYPE_SEARCH",
        "use_cases": ["SEARCH_USE_CASE_SEARCH"],
        **fields,
    }


def create(api: Api, parent: str, control_id: str, **fields: Any) -> Any:
    request = {"parent": parent, "control_id": control_id, "control": control(**fields)}
    return service(api).create_control(request=request)


def attach(api: Api, owner: str, **ids: list[str]) -> None:
    api.client("ServingConfigService").update_serving_config(
        serving_config={"name": f"{owner}/servingConfigs/default_search", **ids},
        update_mask={"paths": list(ids)},
    )


def search(api: Api, owner: str, query: str = "animal", **fields: Any) -> Any:
    config = f"{owner}/servingConfigs/default_search"
    request = {"serving_config": config, "query": query, **fields}
    return next(api.client("SearchService").search(request=request).pages)


def ids(response: Any) -> list[str]:
    return [result.id for result in response.results]


@pytest.fixture
def store(stores: Stores, rpc: Api) -> str:
    """A data store of three animals."""
    data_store = stores.data_store(rpc)
    for name, kind, age in (("a", "quokka", 1), ("b", "wombat", 2), ("c", "emu", 3)):
        data = {"title": f"animal {kind}", "kind": kind, "age": age}
        create_document(rpc, data_store, name, struct_data=data)
    return data_store


@pytest.fixture
def engine(stores: Stores, rpc: Api, store: str) -> str:
    return stores.engine(rpc, store)


def test_controls_of_a_data_store_are_those_of_its_engine(
    api: Api, store: str, engine: str
) -> None:
    """As recorded of the service: they are named under the engine, and found under both."""
    made = create(api, store, "one", **SYNONYMS)
    assert made.name == f"{engine}/controls/one"
    for owner in (store, engine):
        assert service(api).get_control(name=f"{owner}/controls/one") == made
        assert list(service(api).list_controls(parent=owner)) == [made]
        attach(api, owner, synonyms_control_ids=["one"])
        found = search(api, owner, "marsupial")
        assert (ids(found), list(found.applied_controls)) == (["a"], [made.name])
    with pytest.raises(exceptions.Conflict, match=f"{engine}/controls/one"):
        create(api, store, "one", **SYNONYMS)

    made.name, made.display_name = f"{store}/controls/one", "Another"
    changed = service(api).update_control(control=made, update_mask={"paths": ["display_name"]})
    assert (changed.name, changed.display_name) == (f"{engine}/controls/one", "Another")
    assert list(changed.associated_serving_config_ids) == ["default_search"]
    service(api).delete_control(name=made.name)
    for owner in (store, engine):
        with pytest.raises(exceptions.NotFound, match=f"{owner}/controls/one"):
            service(api).get_control(name=f"{owner}/controls/one")


def test_controls_that_were_there_before_the_engine_stay(
    api_v1: Api, stores: Stores, store: str
) -> None:
    made = create(api_v1, store, "one", **SYNONYMS)
    assert made.name == f"{store}/controls/one"
    engine = stores.engine(api_v1, store)
    assert create(api_v1, store, "two", **SYNONYMS).name == f"{store}/controls/two"
    assert service(api_v1).get_control(name=made.name) == made
    assert not list(service(api_v1).list_controls(parent=engine))


def test_a_data_store_of_two_engines_has_its_own_controls(
    api_v1: Api, stores: Stores, store: str
) -> None:
    engines = [stores.engine(api_v1, store), stores.engine(api_v1, store)]
    assert create(api_v1, store, "one", **SYNONYMS).name == f"{store}/controls/one"
    assert not any(list(service(api_v1).list_controls(parent=one)) for one in engines)


def test_a_control_is_kept(api: Api, engine: str) -> None:
    made = create(api, engine, "one", **SYNONYMS)
    assert made.name == f"{engine}/controls/one"
    assert service(api).get_control(name=made.name) == made
    assert list(service(api).list_controls(parent=engine)) == [made]
    made.display_name = "Another"
    changed = service(api).update_control(control=made, update_mask={"paths": ["display_name"]})
    assert changed.display_name == "Another"
    assert list(changed.synonyms_action.synonyms) == ["quokka", "marsupial"]
    service(api).delete_control(name=made.name)
    with pytest.raises(exceptions.NotFound, match="Control"):
        service(api).get_control(name=made.name)


def test_a_page_of_controls(api_v1: Api, engine: str) -> None:
    for number in range(3):
        create(api_v1, engine, f"c{number}", **SYNONYMS)
    pager = service(api_v1).list_controls(request={"parent": engine, "page_size": 2})
    assert [len(page.controls) for page in pager.pages] == [2, 1]


def test_lists_of_controls_take_no_filter(api_v1: Api, engine: str) -> None:
    """ "Currently this field is unsupported", says the reference."""
    with pytest.raises(exceptions.MethodNotImplemented, match=r"ListControlsRequest\.filter"):
        service(api_v1).list_controls(request={"parent": engine, "filter": "x"})


def test_an_id_is_taken_once(api_v1: Api, engine: str) -> None:
    create(api_v1, engine, "one", **SYNONYMS)
    with pytest.raises(exceptions.Conflict):
        create(api_v1, engine, "one", **SYNONYMS)


POINTS = ({"attribute_value": "1"}, {"attribute_value": "2", "boost_amount": 1})


def curve(*points: dict[str, Any], kind: str | int = "NUMERICAL") -> dict[str, Any]:
    spec = {"field_name": "age", "attribute_type": kind, "control_points": points}
    return {"interpolation_boost_spec": spec, "filter": "", "data_store": "{store}"}


def promotion(link: dict[str, Any]) -> dict[str, Any]:
    return {"promote_action": {"data_store": "{store}", "search_link_promotion": link}}


def filter_of(length: int) -> str:
    begun, ended = 'kind: ANY("', '")'
    return begun + "x" * (length - len(begun + ended)) + ended


BAD = [
    ({}, "action"),
    ({"display_name": "", **SYNONYMS}, "display_name"),
    ({"display_name": "x" * 129, **SYNONYMS}, "display_name"),
    ({"use_cases": [], **SYNONYMS}, "use_cases"),
    ({"solution_type": 0, **SYNONYMS}, "solution_type"),
    ({"synonyms_action": {"synonyms": ["one"]}}, "synonyms"),
    ({"synonyms_action": {"synonyms": ["x"] * 101}}, "synonyms"),
    ({"synonyms_action": {"synonyms": ["x", " "]}}, "synonyms'.*empty"),
    ({"redirect_action": {"redirect_uri": ""}}, "redirect_uri"),
    ({"redirect_action": {"redirect_uri": "x" * 2001}}, "redirect_uri"),
    ({"conditions": [{}, {}], **SYNONYMS}, "conditions"),
    ({"conditions": [{"query_terms": [{"value": "Up"}]}], **SYNONYMS}, "lower case"),
    (
        {"conditions": [{"query_terms": [{"value": "a b c d", "full_match": True}]}], **SYNONYMS},
        "3 words",
    ),
    ({"conditions": [{"query_terms": [{"value": "a"}] * 11}], **SYNONYMS}, "at most 10"),
    ({"conditions": [{"query_terms": [{"value": " "}]}], **SYNONYMS}, r"query_terms\[0\].value"),
    ({"conditions": [{"query_terms": [{"value": "a" * 5001}]}], **SYNONYMS}, "at most 5000"),
    ({"conditions": [{"query_regex": "("}], **SYNONYMS}, "query_regex'.*no regular expression"),
    ({"conditions": [{"query_regex": "a)|(b"}], **SYNONYMS}, "query_regex'.*no regular"),
    ({"conditions": [{"query_regex": "(?=a).*"}], **SYNONYMS}, "query_regex'.*without look-around"),
    ({"conditions": [{"query_regex": r"(a)\1"}], **SYNONYMS}, "query_regex'.*backreferences"),
    ({"conditions": [{"query_regex": "((a{1000}){1000})"}], **SYNONYMS}, "query_regex'.*too large"),
    (
        {"conditions": [{"query_regex": "a", "query_terms": [{"value": "a"}]}], **SYNONYMS},
        "query_regex'.*excludes query_terms",
    ),
    (
        {
            "conditions": [
                {
                    "active_time_range": [
                        {"start_time": "2026-02-01T00:00:00Z"}
                        | {"end_time": "2026-01-01T00:00:00Z"}
                    ]
                }
            ],
            **SYNONYMS,
        },
        "ends before it starts",
    ),
    ({"filter_action": {"filter": 'kind: ANY("a")', "data_store": ""}}, "data_store"),
    ({"filter_action": {"filter": "", "data_store": "{store}"}}, "filter"),
    ({"filter_action": {"filter": "kind ANY", "data_store": "{store}"}}, "filter"),
    ({"filter_action": {"filter": filter_of(5001), "data_store": "{store}"}}, "at most 5000"),
    ({"filter_action": {"filter": 'a: ANY("b")', "data_store": "{store}x"}}, "no data store"),
    (
        {
            "filter_action": {
                "filter": 'a: ANY("b")',
                "data_store": "{store}/schemas/default_schema",
            }
        },
        "no data store",
    ),
    (
        {"boost_action": {"fixed_boost": 2, "filter": "", "data_store": "{store}"}},
        "'control.boost_action.fixed_boost': 2 is not within",
    ),
    (
        {"boost_action": {"boost": -2, "filter": "", "data_store": "{store}"}},
        "'control.boost_action.boost': -2 is not within",
    ),
    (
        {"boost_action": {"interpolation_boost_spec": {}, "filter": "", "data_store": "{store}"}},
        "interpolation_boost_spec.field_name",
    ),
    ({"boost_action": curve({"attribute_value": "x", "boost_amount": 1})}, "'x' is not a number"),
    ({"boost_action": curve({"attribute_value": "1", "boost_amount": 2})}, r"\[0\].boost_amount"),
    ({"boost_action": curve({"attribute_value": "5X"}, kind="FRESHNESS")}, "5X' is not a duration"),
    ({"boost_action": curve({"attribute_value": "1"}, kind=0)}, "attribute_type"),
    ({"boost_action": curve()}, "control_points': A curve needs control points"),
    (
        {"boost_action": curve(*POINTS, {"attribute_value": "3", "boost_amount": 0.5})},
        "control_points': The boost amounts of the control points must only rise or only fall",
    ),
    (
        {
            "conditions": [{"active_time_range": [{"end_time": "2020-01-01T00:00:00Z"}]}],
            **SYNONYMS,
        },
        r"active_time_range\[0\].end_time': it must be in the future",
    ),
    (promotion({"uri": "https://a"}), "title"),
    (promotion({"title": "a"}), "uri"),
    (promotion({"title": "t" * 161, "uri": "https://a"}), "title': at most 160"),
    (
        promotion({"title": "t", "uri": "https://a", "description": "d" * 201}),
        "description': at most 200",
    ),
    ({"promote_action": {"data_store": "{store}"}}, "promote_action.search_link_promotion"),
    (
        {"promote_action": {"search_link_promotion": {"title": "a", "uri": "https://a"}}},
        "promote_action.data_store",
    ),
]


@pytest.mark.parametrize(("fields", "reason"), BAD)
def test_a_control_that_is_wrong(rpc: Api, engine: str, store: str, fields, reason: str) -> None:
    for action in ("filter_action", "boost_action", "promote_action"):
        if "data_store" in fields.get(action, {}):
            named = fields[action]["data_store"].replace("{store}", store)
            fields = {action: {**fields[action], "data_store": named}}
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        create(rpc, engine, "bad", **fields)


def test_texts_as_long_as_they_may_be(rpc: Api, engine: str, store: str) -> None:
    link = {"title": "t" * 160, "uri": "https://a", "description": "d" * 200}
    create(rpc, engine, "a", promote_action={"data_store": store, "search_link_promotion": link})
    create(rpc, engine, "b", filter_action={"data_store": store, "filter": filter_of(5000)})


def test_fifty_controls_are_a_page_unless_another_size_is_asked_for(
    api_v1: Api, engine: str
) -> None:
    for number in range(51):
        create(api_v1, engine, f"c{number}", **SYNONYMS)
    for size, expected in ((0, [50, 1]), (1001, [51])):
        pager = service(api_v1).list_controls(request={"parent": engine, "page_size": size})
        assert [len(page.controls) for page in pager.pages] == expected


def test_a_control_acts_only_when_it_is_attached(api: Api, engine: str, store: str) -> None:
    action = {"filter": 'kind: ANY("emu")', "data_store": store}
    made = create(api, engine, "only-emus", filter_action=action)
    before = search(api, engine)
    assert len(before.results) == 3
    assert list(before.applied_controls) == []

    attach(api, engine, filter_control_ids=["only-emus"])
    after = search(api, engine)
    assert ids(after) == ["c"]
    assert list(after.applied_controls) == [made.name]
    associated = service(api).get_control(name=made.name).associated_serving_config_ids
    assert list(associated) == ["default_search"]

    service(api).delete_control(name=made.name)
    assert len(search(api, engine).results) == 3


def test_a_config_may_change_that_lists_a_deleted_control(api: Api, engine: str) -> None:
    for one in ("gone", "kept"):
        create(api, engine, one, **SYNONYMS)
    attach(api, engine, synonyms_control_ids=["gone"])
    service(api).delete_control(name=f"{engine}/controls/gone")
    attach(api, engine, display_name="Changed")
    attach(api, engine, synonyms_control_ids=["gone", "kept"])
    assert ids(search(api, engine, "marsupial")) == ["a"]
    with pytest.raises(exceptions.BadRequest, match=r"synonyms_control_ids.*controls/never"):
        attach(api, engine, synonyms_control_ids=["kept", "never"])


def test_a_boost(api_v1: Api, engine: str, store: str) -> None:
    for control_id, kind, amount in (("up", "emu", 1.0), ("down", "quokka", -1.0)):
        action = {"filter": f'kind: ANY("{kind}")', "data_store": store, "fixed_boost": amount}
        create(api_v1, engine, control_id, boost_action=action)
    attach(api_v1, engine, boost_control_ids=["up", "down"])
    assert ids(search(api_v1, engine)) == ["c", "b", "a"]


def test_a_boost_in_the_older_field(api_v1: Api, engine: str, store: str) -> None:
    action = {"filter": 'kind: ANY("emu")', "data_store": store, "boost": 1.0}
    create(api_v1, engine, "up", boost_action=action)
    attach(api_v1, engine, boost_control_ids=["up"])
    assert ids(search(api_v1, engine))[0] == "c"


def test_a_boost_along_a_field(api_v1: Api, engine: str, store: str) -> None:
    curve = {
        "field_name": "age",
        "attribute_type": "NUMERICAL",
        "interpolation_type": "LINEAR",
        "control_points": [
            {"attribute_value": "1", "boost_amount": 0.0},
            {"attribute_value": "3", "boost_amount": 0.9},
        ],
    }
    action = {"filter": "", "data_store": store, "interpolation_boost_spec": curve}
    create(api_v1, engine, "older", boost_action=action)
    attach(api_v1, engine, boost_control_ids=["older"])
    assert ids(search(api_v1, engine)) == ["c", "b", "a"]


def test_synonyms_work_both_ways(api_v1: Api, engine: str) -> None:
    create(api_v1, engine, "syn", **SYNONYMS)
    assert ids(search(api_v1, engine, "marsupial")) == []
    attach(api_v1, engine, synonyms_control_ids=["syn"])
    found = search(api_v1, engine, "marsupial")
    assert ids(found) == ["a"]
    assert list(found.applied_controls) == [f"{engine}/controls/syn"]
    assert list(search(api_v1, engine, "emu").applied_controls) == []


def test_a_redirect_takes_the_place_of_results(api_v1: Api, engine: str) -> None:
    for number in range(2):
        create(
            api_v1,
            engine,
            f"r{number}",
            redirect_action={"redirect_uri": f"https://example.com/{number}"},
            conditions=[{"query_terms": [{"value": "help me"}]}],
        )
    attach(api_v1, engine, redirect_control_ids=["r1", "r0"])
    found = search(api_v1, engine, "Please Help  me animal")
    assert found.redirect_uri == "https://example.com/1"
    assert found.attribution_token
    fields = {field.name for field, _ in type(found).pb(found).ListFields()}
    assert fields == {"redirect_uri", "attribution_token"}
    assert search(api_v1, engine, "help animal").redirect_uri == ""


def test_a_promotion(api_v1: Api, engine: str, store: str) -> None:
    link = {"title": "Emus on sale", "uri": "https://example.com/emus", "enabled": True}
    action = {"data_store": store, "search_link_promotion": link}
    create(api_v1, engine, "p", promote_action=action)
    off = {**action, "search_link_promotion": {**link, "enabled": False}}
    create(api_v1, engine, "off", promote_action=off)
    attach(api_v1, engine, promote_control_ids=["p", "off"])
    found = search(api_v1, engine)
    assert [one.uri for one in found.search_link_promotions] == ["https://example.com/emus"]
    assert [one.rpartition("/")[2] for one in found.applied_controls] == ["p"]
    assert len(found.results) == 3


@pytest.mark.parametrize(
    ("condition", "query", "acts"),
    [
        ({"query_terms": [{"value": "animal", "full_match": True}]}, "Animal", True),
        ({"query_terms": [{"value": "animal", "full_match": True}]}, "an animal", False),
        ({"query_terms": [{"value": "imal"}]}, "animal", False),
        ({"query_regex": "an.*al"}, "animal", True),
        ({"query_regex": "an.*a"}, "animal", False),
        ({"query_regex": "an|(?i)^ANIMAL$"}, "animal", True),
        ({"query_regex": "(.*.*.*)*!"}, "animal " * 200, False),
        ({"active_time_range": [{"start_time": "2020-01-01T00:00:00Z"}]}, "animal", True),
        ({"active_time_range": [{"start_time": "2998-01-01T00:00:00Z"}]}, "animal", False),
        ({"active_time_range": [{"end_time": "2999-01-01T00:00:00Z"}]}, "animal", True),
        (
            {
                "query_terms": [{"value": "animal"}],
                "active_time_range": [{"start_time": "2998-01-01T00:00:00Z"}],
            },
            "animal",
            False,
        ),
    ],
)
def test_conditions(rpc: Api, engine: str, store: str, condition, query: str, acts: bool) -> None:
    action = {"filter": 'kind: ANY("emu")', "data_store": store}
    create(rpc, engine, "c", filter_action=action, conditions=[condition])
    attach(rpc, engine, filter_control_ids=["c"])
    assert (ids(search(rpc, engine, query)) == ["c"]) is acts


def test_a_control_for_browsing(rpc: Api, engine: str, store: str) -> None:
    action = {"filter": 'kind: ANY("emu")', "data_store": store}
    create(rpc, engine, "b", filter_action=action, use_cases=["SEARCH_USE_CASE_BROWSE"])
    attach(rpc, engine, filter_control_ids=["b"])
    assert ids(search(rpc, engine, "")) == ["c"]
    assert len(search(rpc, engine).results) == 3


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"boost_control_ids": ["none"]}, "no Control"),
        ({"boost_control_ids": ["syn"]}, "has no boost_action"),
        ({"filter_control_ids": ["x"] * 21}, "at most 20"),
        ({"boost_control_ids": ["x"] * 21}, "at most 20"),
        ({"redirect_control_ids": ["x"] * 101}, "at most 100"),
    ],
)
def test_only_controls_of_the_kind_are_attached(
    rpc: Api, engine: str, fields: dict[str, list[str]], reason: str
) -> None:
    create(rpc, engine, "syn", **SYNONYMS)
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        attach(rpc, engine, **fields)


def test_answers_are_written_from_what_controls_leave(rpc: Api, engine: str, store: str) -> None:
    action = {"filter": 'kind: ANY("emu")', "data_store": store}
    create(rpc, engine, "f", filter_action=action)
    attach(rpc, engine, filter_control_ids=["f"])
    config = f"{engine}/servingConfigs/default_search"
    request = {"serving_config": config, "query": {"text": "animal"}}
    answer = rpc.client("ConversationalSearchService").answer_query(request=request).answer
    (step,) = answer.steps
    (result,) = step.actions[0].observation.search_results
    assert result.document.endswith("/documents/c")


def test_a_serving_config_has_defaults_for_searches(server: Server, engine: str) -> None:
    api = Api(server, "rest", "v1beta")
    spec = {"snippet_spec": {"return_snippet": True}}
    attach(api, engine, generic_config={"content_search_spec": spec})
    (result,) = search(api, engine, "emu").results
    assert "snippets" in result.document.derived_struct_data
    own = {"content_search_spec": {"search_result_mode": "DOCUMENTS"}}
    (result,) = search(api, engine, "emu", **own).results
    assert "snippets" not in result.document.derived_struct_data


def test_a_control_that_does_not_fit_is_logged(tmp_path: Path) -> None:
    owner = f"{DEMO}/dataStores/demo-docs"
    boost = {"fixedBoost": 0.5, "filter": 'colour: ANY("x")', "dataStore": owner}
    config = f"/v1/{owner}/servingConfigs/default_search"
    with running(tmp_path, "--ephemeral") as emulator:
        body = control(boostAction=boost)
        emulator.post(f"/v1/{owner}/controls?controlId=misfit", body)
        httpx.patch(
            f"{emulator.url}{config}?updateMask=boostControlIds",
            json={"boostControlIds": ["misfit"]},
            timeout=60,
        ).raise_for_status()
        found = emulator.post(f"{config}:search", {"query": "wind"})
        _, said = emulator.end()
    assert found["results"]
    assert "appliedControls" not in found
    assert "controls/misfit does nothing: Invalid filter syntax" in said
