"""Recommendations through Google's client libraries."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, create_document
from tests.conftest import DEMO_ENGINE, Api
from tests.transports.failures import failed

FILMS = {
    "harbour": ("The Harbour", "A lighthouse keeper guards a stormy harbour", ["Drama"]),
    "lamp": ("The Lamp", "The lighthouse keeper mends the lamp of a stormy coast", ["Drama"]),
    "gulls": ("Gulls", "Gulls circle a lighthouse", ["Nature"]),
    "stove": ("The Stove", "Two cooks share a kitchen", ["Comedy"]),
    "knives": ("Knives", "A cook sharpens knives in a kitchen", ["Comedy", "Drama"]),
}


def media(stores: Stores, api: Api, kind: str = "", **fields: Any) -> tuple[str, str]:
    """A data store of the films, and an engine of a type that recommends them."""
    store = stores.data_store(
        api, industry_vertical="MEDIA", solution_types=["SOLUTION_TYPE_RECOMMENDATION"]
    )
    for film, (title, about, categories) in FILMS.items():
        data = {"title": title, "description": about, "categories": categories, **fields}
        create_document(api, store, film, struct_data=data)
    config = {"media_recommendation_engine_config": {"type_": kind}} if kind else {}
    engine = stores.engine(
        api,
        store,
        industry_vertical="MEDIA",
        solution_type="SOLUTION_TYPE_RECOMMENDATION",
        **config,
    )
    return store, engine


def own_config(engine: str) -> str:
    """The default serving config of an engine for recommendations, which has the engine's id."""
    return f"{engine}/servingConfigs/{engine.rpartition('/')[2]}"


def view(*documents: str, user: str = "visitor", **fields: Any) -> dict[str, Any]:
    named = [{"id": one} for one in documents]
    kind = "view-item" if documents else "view-home-page"
    return {"event_type": kind, "user_pseudo_id": user, "documents": named, **fields}


def recommend(api: Api, config: str, event: dict[str, Any], **fields: Any) -> Any:
    request = {"serving_config": config, "user_event": event, **fields}
    return api.client("RecommendationService").recommend(request)


def ids(response: Any) -> list[str]:
    return [result.id for result in response.results]


def scores(response: Any) -> list[float]:
    return [result.metadata["score"] for result in response.results]


def write(api: Api, store: str, event: dict[str, Any]) -> None:
    api.client("UserEventService").write_user_event({"parent": store, "user_event": event})


def test_what_is_alike_comes_first(api: Api, stores: Stores, rpc: Api) -> None:
    _, engine = media(stores, rpc, "more-like-this")
    response = recommend(api, own_config(engine), view("harbour"))
    assert ids(response)[:2] == ["lamp", "gulls"]
    assert "harbour" not in ids(response)
    assert response.attribution_token
    assert not response.validate_only


def test_a_data_store_recommends_too(api_v1: Api, stores: Stores, rpc: Api) -> None:
    store, _ = media(stores, rpc)
    response = recommend(api_v1, f"{store}/servingConfigs/default_config", view("stove"))
    assert ids(response)[0] == "knives"


def test_a_config_of_the_data_store_with_the_engines_id(
    api_v1: Api, stores: Stores, rpc: Api
) -> None:
    """As Google's own demos name it."""
    store, engine = media(stores, rpc, "most-popular-items")
    write(rpc, store, view("gulls"))
    config = f"{store}/servingConfigs/{engine.rpartition('/')[2]}"
    assert ids(recommend(api_v1, config, view("stove")))[0] == "gulls"
    with pytest.raises(exceptions.NotFound):
        recommend(api_v1, f"{store}/servingConfigs/another", view("stove"))


def test_a_data_store_that_an_engine_recommends(api_v1: Api, stores: Stores, rpc: Api) -> None:
    """Whatever it was made for."""
    store = stores.data_store(rpc)
    for film in ("stove", "knives", "gulls"):
        create_document(rpc, store, film, struct_data={"title": film, "about": FILMS[film][1]})
    config = f"{store}/servingConfigs/default_config"
    with pytest.raises(exceptions.BadRequest, match="SOLUTION_TYPE_RECOMMENDATION"):
        recommend(api_v1, config, view("stove"))
    stores.engine(rpc, store, solution_type="SOLUTION_TYPE_RECOMMENDATION")
    assert ids(recommend(api_v1, config, view("stove"))) == ["knives", "gulls"]


def test_what_others_viewed_beside_it(api_v1: Api, stores: Stores, rpc: Api) -> None:
    """Whatever the documents say; and each viewing counts from the next call on."""
    store, engine = media(stores, rpc, "others-you-may-like")
    for user in ("a", "b"):
        write(rpc, store, view("harbour", user=user))
        write(rpc, store, view("stove", user=user))
    assert ids(recommend(api_v1, own_config(engine), view("harbour")))[0] == "stove"
    for user in ("c", "d", "e"):
        write(rpc, store, view("harbour", "knives", user=user))
    assert ids(recommend(api_v1, own_config(engine), view("harbour")))[:2] == ["knives", "stove"]


def test_what_the_user_viewed_before_counts(api_v1: Api, stores: Stores, rpc: Api) -> None:
    store, engine = media(stores, rpc, "recommended-for-you")
    write(rpc, store, view("stove", user="cook"))
    write(rpc, store, view("stove", user="x", user_info={"user_id": "member"}))
    config = own_config(engine)
    assert ids(recommend(api_v1, config, view(user="cook")))[0] == "knives"
    member = view(user="new", user_info={"user_id": "member"})
    assert ids(recommend(api_v1, config, member))[0] == "knives"
    assert ids(recommend(api_v1, config, view(user="somebody else")))[0] == "stove"


def test_what_most_users_viewed(api_v1: Api, stores: Stores, rpc: Api) -> None:
    """However often one of them did."""
    store, engine = media(stores, rpc, "most-popular-items")
    for user in ("a", "b"):
        write(rpc, store, view("gulls", user=user))
    for _ in range(3):
        write(rpc, store, view("stove", user="a"))
    found = recommend(api_v1, own_config(engine), view(), params={"returnScore": True})
    assert ids(found)[:2] == ["gulls", "stove"]
    assert scores(found)[:3] == [1.0, 0.5, 0.0]


def test_purged_events_count_no_more(api_v1: Api, stores: Stores, rpc: Api) -> None:
    store, engine = media(stores, rpc, "most-popular-items")
    write(rpc, store, view("stove"))
    assert ids(recommend(api_v1, own_config(engine), view()))[0] == "stove"
    request = {"parent": store, "filter": "*"}
    rpc.client("UserEventService").purge_user_events(request).result()
    assert ids(recommend(api_v1, own_config(engine), view()))[0] == "harbour"


def test_the_event_is_not_kept(api_v1: Api, stores: Stores, rpc: Api) -> None:
    """It "won't be ingested to userEvent logs"."""
    store, engine = media(stores, rpc)
    recommend(api_v1, own_config(engine), view("stove"))
    request = {"parent": store, "filter": "*"}
    purged = rpc.client("UserEventService").purge_user_events(request).result()
    assert purged.purge_count == 0


def test_documents_may_be_told_by_name_or_address(api_v1: Api, stores: Stores, rpc: Api) -> None:
    store, engine = media(stores, rpc)
    address = "https://films.example/sea"
    data = {"title": "The Sea", "description": "A stormy coast", "url": address}
    create_document(rpc, store, "sea", struct_data=data)
    named = {"name": f"{store}/branches/0/documents/stove"}
    config = own_config(engine)
    by_name = recommend(api_v1, config, {**view(), "documents": [named]})
    assert ids(by_name)[0] == "knives"
    by_address = recommend(api_v1, config, {**view(), "documents": [{"uri": address}]})
    assert ids(by_address)[0] == "lamp"
    assert "sea" not in ids(by_address)
    assert not by_name.missing_ids
    assert not by_address.missing_ids


def test_documents_are_those_of_their_data_store(api_v1: Api, stores: Stores, rpc: Api) -> None:
    """Whatever the ids of others: an event without a full name is of all the engine's."""
    kind = "SOLUTION_TYPE_RECOMMENDATION"
    one, other = (stores.data_store(rpc, solution_types=[kind]) for _ in range(2))
    for store in (one, other):
        for film in ("stove", "knives"):
            create_document(rpc, store, film, struct_data={"title": FILMS[film][1]})
    config = own_config(stores.engine(rpc, one, other, solution_type=kind))
    write(rpc, other, view("knives"))
    params = {"returnDocument": True, "returnScore": True}
    named = [{"name": f"{other}/branches/0/documents/stove"}]
    found = recommend(api_v1, config, {**view(), "documents": named}, params=params)
    assert [result.document.name for result in found.results] == [
        f"{one}/branches/0/documents/stove",
        f"{other}/branches/0/documents/knives",
        f"{one}/branches/0/documents/knives",
    ]
    assert not found.missing_ids
    assert set(ids(recommend(api_v1, config, view("stove")))) == {"knives"}
    elsewhere = [{"name": f"{other}/branches/1/documents/stove"}]
    found = recommend(api_v1, config, {**view(), "documents": elsewhere})
    assert list(found.missing_ids) == ["stove"]


def test_documents_that_are_not_there_are_named(api: Api, stores: Stores, rpc: Api) -> None:
    _, engine = media(stores, rpc)
    response = recommend(api, own_config(engine), view("gone", "stove"))
    assert list(response.missing_ids) == ["gone"]
    assert ids(response)[0] == "knives"


@pytest.mark.parametrize("level", ["", "high-diversity"])
def test_where_there_are_no_documents_none_is_recommended(
    api_v1: Api, stores: Stores, rpc: Api, level: str
) -> None:
    kind = "SOLUTION_TYPE_RECOMMENDATION"
    store = stores.data_store(rpc, solution_types=[kind])
    write(rpc, store, view("gone"))
    config = own_config(stores.engine(rpc, store, solution_type=kind))
    response = recommend(api_v1, config, view("gone", "lost"), params={"diversityLevel": level})
    assert ids(response) == []
    assert list(response.missing_ids) == ["gone", "lost"]


def test_deleted_documents_are_recommended_no_more(api_v1: Api, stores: Stores, rpc: Api) -> None:
    """Though events name them."""
    store, engine = media(stores, rpc, "most-popular-items")
    write(rpc, store, view("stove"))
    assert ids(recommend(api_v1, own_config(engine), view()))[0] == "stove"
    rpc.client("DocumentService").delete_document(name=f"{store}/branches/0/documents/stove")
    assert ids(recommend(api_v1, own_config(engine), view()))[0] == "harbour"


def test_documents_and_scores_on_demand(api: Api, stores: Stores, rpc: Api) -> None:
    _, engine = media(stores, rpc)
    params = {"returnDocument": True, "returnScore": True}
    found = recommend(api, own_config(engine), view("stove"), params=params)
    document = found.results[0].document
    assert document.id == "knives"
    assert document.name.endswith("/branches/0/documents/knives")
    assert document.struct_data["title"] == "Knives"
    assert scores(found) == sorted(scores(found), reverse=True)
    assert all(0 <= score <= 1 for score in scores(found))
    plain = recommend(api, own_config(engine), view("stove")).results[0]
    assert not plain.document.name
    assert not plain.metadata


def test_a_document_with_content_comes_with_its_address(api: Api, stores: Stores, rpc: Api) -> None:
    """Google's demos read the type and the address of the content."""
    kind = "SOLUTION_TYPE_RECOMMENDATION"
    store = stores.content_store(rpc, solution_types=[kind])
    for name in ("stove", "knives"):
        content = {"mime_type": "text/plain", "raw_bytes": FILMS[name][1].encode()}
        create_document(rpc, store, name, content=content)
    found = recommend(
        api,
        f"{store}/servingConfigs/default_config",
        view("stove"),
        params={"returnDocument": True},
    )
    assert ids(found) == ["knives"]
    assert found.results[0].document.content.mime_type == "text/plain"


def test_so_many_as_asked_for(api_v1: Api, stores: Stores, rpc: Api) -> None:
    """ "Values above 100 are set to 100." """
    _, engine = media(stores, rpc)
    config = own_config(engine)
    assert len(ids(recommend(api_v1, config, view("stove"), page_size=2))) == 2
    assert len(ids(recommend(api_v1, config, view("stove"), page_size=1000))) == 4
    assert len(ids(recommend(api_v1, config, view("stove")))) == 4


def test_validation_only_is_said(api: Api, stores: Stores, rpc: Api) -> None:
    _, engine = media(stores, rpc)
    response = recommend(api, own_config(engine), view("stove"), validate_only=True)
    assert response.validate_only
    assert set(ids(response)) <= set(FILMS)
    assert response.results


def test_filters_of_tags(api_v1: Api, stores: Stores, rpc: Api) -> None:
    store, engine = media(stores, rpc)
    for film, tags in {"new": ["Red", "Hot"], "newer": ["Red", "Green"]}.items():
        create_document(rpc, store, film, struct_data={"title": film, "filter_tags": tags})
    config = own_config(engine)

    def kept(text: str) -> set[str]:
        return set(ids(recommend(api_v1, config, view("stove"), filter=text)))

    assert kept('filter_tags: ANY("Red")') == {"new", "newer"}
    assert kept('(filter_tags: ANY("Red", "Blue")) AND NOT (filter_tags: ANY("Green"))') == {"new"}
    assert kept('(filter_tags: ANY("Blue") OR filter_tags: ANY("Hot", "Cold"))') == {"new"}
    assert kept('(filterTags: ANY("Green"))') == {"newer"}
    assert kept('filter_tags: ANY("Blue")') == set()


def test_filters_of_attributes(api_v1: Api, stores: Stores, rpc: Api) -> None:
    """The reference's examples, one of which has AND beside OR, where AND binds tighter."""
    store, engine = media(stores, rpc, available=True, language="en")
    data = {"title": "Alt", "categories": ["Movie"], "language": "de", "available": False}
    create_document(rpc, store, "old", struct_data=data)
    config = own_config(engine)

    def kept(text: str) -> set[str]:
        params = {"attributeFilteringSyntax": True}
        found = recommend(api_v1, config, view("stove"), filter=text, params=params)
        return set(ids(found))

    others = FILMS.keys() - {"stove"}
    assert kept('(language: ANY("en", "es")) AND NOT (categories: ANY("Movie"))') == others
    assert kept("(available: true)") == others
    assert kept("available: false") == {"old"}
    mixed = '(available: true) AND (language: ANY("fr")) OR (categories: ANY("Movie"))'
    assert kept(mixed) == {"old"}


def test_a_filter_that_blocks_all(api_v1: Api, stores: Stores, rpc: Api) -> None:
    """`strictFiltering`: "True by default", says the reference of `params`."""
    store, engine = media(stores, rpc)
    write(rpc, store, view("gulls"))
    event, blocking = view("stove"), 'filter_tags: ANY("none")'
    config = own_config(engine)
    assert ids(recommend(api_v1, config, event, filter=blocking)) == []
    loose = {"strictFiltering": False}
    assert ids(recommend(api_v1, config, event, filter=blocking, params=loose))[0] == "gulls"


@pytest.mark.parametrize(
    ("level", "dramas"),
    [("no-diversity", 3), ("low-diversity", 3), ("medium-diversity", 2), ("high-diversity", 1)],
)
def test_so_many_of_a_category(rpc: Api, stores: Stores, level: str, dramas: int) -> None:
    """At most 3, 2 or 1, as "Diversify media recommendations" has it."""
    _, engine = media(stores, rpc)
    found = recommend(rpc, own_config(engine), view(), params={"diversityLevel": level})
    kept = [one for one in ids(found) if "Drama" in FILMS[one][2]]
    assert len(kept) == dramas


def test_the_diversity_of_a_serving_config(rpc: Api, stores: Stores) -> None:
    """A request may ask for another one."""
    _, engine = media(stores, rpc)
    config = own_config(engine)
    changed = {"name": config, "diversity_level": "high-diversity"}
    rpc.client("ServingConfigService").update_serving_config(
        {"serving_config": changed, "update_mask": {"paths": ["diversity_level"]}}
    )
    assert len(ids(recommend(rpc, config, view()))) == 3
    params = {"diversityLevel": "no-diversity"}
    assert len(ids(recommend(rpc, config, view(), params=params))) == 5


def test_diversity_comes_before_filters(rpc: Api, stores: Stores) -> None:
    """ "The diversification is done first and the filtering is done second." """
    _, engine = media(stores, rpc)
    params = {"diversityLevel": "high-diversity", "attributeFilteringSyntax": True}
    found = recommend(
        rpc, own_config(engine), view("lamp"), filter='categories: ANY("Comedy")', params=params
    )
    assert ids(found) == ["stove"]


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"user_event": None}, "user_event"),
        ({"user_event": {"event_type": "view-item", "user_pseudo_id": "v"}}, "documents"),
        ({"user_event": {"event_type": "view-home-page"}}, "user_pseudo_id"),
        ({"page_size": -1}, "page_size"),
        ({"filter": "x" * 5001}, "filter"),
        ({"filter": 'categories: ANY("Drama")'}, "categories"),
        ({"filter": "filter_tags: ANY("}, "filter"),
        ({"params": {"returnEverything": True}}, "params.returnEverything"),
        ({"params": {"returnScore": "yes"}}, "params.returnScore"),
        ({"params": {"diversityLevel": "some"}}, "params.diversityLevel"),
        ({"params": {"diversityLevel": 3}}, "params.diversityLevel"),
        ({"user_labels": {"Upper": "x"}}, "user_labels"),
    ],
)
def test_what_may_not_be_asked(
    api_v1: Api, stores: Stores, rpc: Api, fields: dict[str, Any], named: str
) -> None:
    _, engine = media(stores, rpc)
    request = {"serving_config": own_config(engine), "user_event": view("stove"), **fields}
    with pytest.raises(exceptions.BadRequest, match=named):
        api_v1.client("RecommendationService").recommend(request)


def test_how_to_filter_by_other_fields_is_told(
    http: httpx.Client, stores: Stores, rpc: Api
) -> None:
    _, engine = media(stores, rpc)
    event = {"eventType": "view-home-page", "userPseudoId": "visitor"}
    body = {"userEvent": event, "filter": 'categories: ANY("Drama")'}
    response = http.post(f"/v1/{own_config(engine)}:recommend", json=body)
    failed(response, "INVALID_ARGUMENT", "categories")
    assert "attributeFilteringSyntax" in response.text


def test_a_search_engine_recommends_nothing(api_v1: Api) -> None:
    with pytest.raises(exceptions.BadRequest, match="SOLUTION_TYPE_RECOMMENDATION"):
        recommend(api_v1, f"{DEMO_ENGINE}/servingConfigs/default_search", view("x"))


def test_only_engines_for_recommendations_lend_their_id(api_v1: Api) -> None:
    with pytest.raises(exceptions.NotFound, match="default_search is always there"):
        recommend(api_v1, own_config(DEMO_ENGINE), view("x"))


def test_an_engine_is_ready_at_once(stores: Stores, rpc: Api, server: Any) -> None:
    """v1alpha says so; v1 has the state of the training that there is none of."""
    _, engine = media(stores, rpc, "others-you-may-like")
    alpha = Api(server, "grpc", "v1alpha").client("EngineService").get_engine(name=engine)
    assert alpha.recommendation_metadata.serving_state.name == "ACTIVE"
    assert alpha.recommendation_metadata.data_state.name == "DATA_OK"
    config = rpc.client("EngineService").get_engine(name=engine).media_recommendation_engine_config
    assert config.training_state.name == "TRAINING"
    assert config.optimization_objective == "ctr"


def aimed(field: str, value: float, objective: str = "cvr") -> dict[str, Any]:
    target = {"target_field": field, "target_field_value_float": value}
    return {
        "type_": "more-like-this",
        "optimization_objective": objective,
        "optimization_objective_config": target,
    }


@pytest.mark.parametrize(
    ("config", "named"),
    [
        ({}, "type"),
        ({"type_": "most-liked"}, "type"),
        ({"type_": "more-like-this", "optimization_objective": "fun"}, "optimization_objective"),
        (aimed("", 1), r"optimization_objective_config\.target_field"),
        (aimed("watch-speed", 1), r"optimization_objective_config\.target_field"),
        (aimed("watch-percentage", 0), r"optimization_objective_config\.target_field_value_float"),
        (
            aimed("watch-percentage", 1.5),
            r"optimization_objective_config\.target_field_value_float",
        ),
        (aimed("watch-time", 86_401), r"optimization_objective_config\.target_field_value_float"),
    ],
)
def test_what_an_engine_may_not_be(
    api_v1: Api, stores: Stores, rpc: Api, config: dict[str, Any], named: str
) -> None:
    store, _ = media(stores, rpc)
    with pytest.raises(exceptions.BadRequest, match=rf"recommendation_engine_config\.{named}"):
        stores.engine(
            api_v1,
            store,
            industry_vertical="MEDIA",
            solution_type="SOLUTION_TYPE_RECOMMENDATION",
            media_recommendation_engine_config=config,
        )


@pytest.mark.parametrize("config", [aimed("watch-time", 90), aimed("watch-percentage", 1.0)])
def test_what_an_engine_is_to_reach(rpc: Api, stores: Stores, config: dict[str, Any]) -> None:
    store, _ = media(stores, rpc)
    engine = stores.engine(
        rpc,
        store,
        industry_vertical="MEDIA",
        solution_type="SOLUTION_TYPE_RECOMMENDATION",
        media_recommendation_engine_config=config,
    )
    kept = rpc.client("EngineService").get_engine(name=engine).media_recommendation_engine_config
    assert kept.optimization_objective == "cvr"
    target = config["optimization_objective_config"]
    assert kept.optimization_objective_config.target_field == target["target_field"]


def test_a_search_engine_is_of_no_type(rpc: Api, stores: Stores) -> None:
    """Its own config would take the place of that of media, unnoticed."""
    store = stores.data_store(rpc)
    config = {"type_": "more-like-this"}
    with pytest.raises(exceptions.BadRequest, match="media_recommendation_engine_config"):
        stores.engine(rpc, store, media_recommendation_engine_config=config)


def test_a_paused_engine_stays_so_unless_it_is_told(api_v1: Api, stores: Stores, rpc: Api) -> None:
    """ "The default value for UpdateEngine method is to keep the state the same as before." """
    _, engine = media(stores, rpc, "more-like-this")
    engines, field = api_v1.client("EngineService"), "media_recommendation_engine_config"

    def update(**config: Any) -> str:
        changed = {"name": engine, field: {"type_": "more-like-this", **config}}
        request = {"engine": changed, "update_mask": {"paths": [field]}}
        return str(getattr(engines.update_engine(request), field).training_state.name)

    assert update(training_state="PAUSED") == "PAUSED"
    assert update() == "PAUSED"
    assert update(training_state="TRAINING") == "TRAINING"


def test_the_default_config_has_the_engines_id(rpc: Api, stores: Stores, server: Any) -> None:
    _, engine = media(stores, rpc)
    beta = Api(server, "grpc", "v1beta").client("ServingConfigService")
    [listed] = beta.list_serving_configs(parent=engine)
    assert listed.name == own_config(engine)
    assert listed.solution_type.name == "SOLUTION_TYPE_RECOMMENDATION"


@pytest.mark.parametrize("level", ["high-diversity", "some"])
def test_diversity_is_for_recommendations(http: httpx.Client, stores: Stores, level: str) -> None:
    """The level must be a known one, and of a config for recommendations."""
    name = f"{DEMO_ENGINE}/servingConfigs/default_search"
    body = {"name": name, "diversityLevel": level}
    response = http.patch(f"/v1/{name}?updateMask=diversityLevel", json=body)
    failed(response, "INVALID_ARGUMENT", "diversity_level")
