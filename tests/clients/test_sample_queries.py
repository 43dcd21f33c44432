"""Sets of sample queries through Google's client libraries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from google.api_core import exceptions

from tests.clients.operations import counts
from tests.clients.stores import unique
from tests.conftest import Api, over_each_transport

LOCATION = "projects/demo/locations/global"
URI = "https://docs.tindlemoor.example/policies/warranty"


api = over_each_transport("v1beta", "v1alpha")


@pytest.fixture
def sample_set(api: Api) -> Iterator[str]:
    """An empty set."""
    made = create_set(api)
    yield made.name
    sets(api).delete_sample_query_set(name=made.name)


def sets(api: Api) -> Any:
    return api.client("SampleQuerySetService")


def queries(api: Api) -> Any:
    return api.client("SampleQueryService")


def create_set(api: Api, parent: str = LOCATION, **fields: Any) -> Any:
    """A new set with an id of the form that a known client of the service gives it."""
    request = {
        "parent": parent,
        "sample_query_set_id": fields.pop("set_id", unique("clickstream_2025-10")),
        "sample_query_set": {"display_name": "Clickstream", **fields},
    }
    return sets(api).create_sample_query_set(request)


def entry(query: str, *uris: str, **target: Any) -> dict[str, Any]:
    return {"query_entry": {"query": query, "targets": [{"uri": uri, **target} for uri in uris]}}


def create(api: Api, parent: str, query: dict[str, Any], query_id: str = "q1") -> Any:
    request = {"parent": parent, "sample_query": query, "sample_query_id": query_id}
    return queries(api).create_sample_query(request)


def import_inline(api: Api, parent: str, *given: dict[str, Any], **fields: Any) -> Any:
    """The operation of an import, when it is done."""
    request = {"parent": parent, "inline_source": {"sample_queries": given}, **fields}
    operation = queries(api).import_sample_queries(request)
    operation.result()
    return operation


def asked(api: Api, parent: str, **fields: Any) -> list[str]:
    found = queries(api).list_sample_queries({"parent": parent, **fields})
    return [one.query_entry.query for one in found]


def test_a_set_is_made_read_changed_and_deleted(api: Api) -> None:
    made = create_set(api, description="From clicks.")
    assert made.create_time
    assert (made.display_name, made.description) == ("Clickstream", "From clicks.")
    assert sets(api).get_sample_query_set(name=made.name) == made
    changed = {"name": made.name, "display_name": "Binary"}
    renamed = sets(api).update_sample_query_set(
        {"sample_query_set": changed, "update_mask": {"paths": ["display_name"]}}
    )
    assert (renamed.display_name, renamed.description) == ("Binary", "From clicks.")
    # "If not set, will by default update all fields."
    replaced = sets(api).update_sample_query_set({"sample_query_set": changed})
    assert replaced.description == ""
    assert made.name in [one.name for one in sets(api).list_sample_query_sets(parent=LOCATION)]
    sets(api).delete_sample_query_set(name=made.name)
    with pytest.raises(exceptions.NotFound, match=made.name):
        sets(api).get_sample_query_set(name=made.name)


def test_what_a_set_may_not_be_is_refused(api: Api, sample_set: str) -> None:
    set_id = sample_set.rpartition("/")[2]
    with pytest.raises(exceptions.Conflict, match=set_id):
        create_set(api, set_id=set_id)
    with pytest.raises(exceptions.BadRequest, match="sample_query_set_id"):
        create_set(api, set_id="No Spaces")
    with pytest.raises(exceptions.BadRequest, match=r"sample_query_set\.display_name"):
        create_set(api, display_name="")
    with pytest.raises(exceptions.BadRequest, match=r"sample_query_set\.display_name"):
        create_set(api, display_name="x" * 129)
    update = {"sample_query_set": {"name": sample_set}, "update_mask": {"paths": ["display_name"]}}
    with pytest.raises(exceptions.BadRequest, match=r"sample_query_set\.display_name"):
        sets(api).update_sample_query_set(update)


def test_a_location_has_a_hundred_sets_at_most(beta: Api) -> None:
    parent = f"projects/{unique('sets')}/locations/global"
    for _ in range(100):
        create_set(beta, parent)
    with pytest.raises(exceptions.TooManyRequests, match="100 sample query sets"):
        create_set(beta, parent)


def test_a_query_is_made_read_changed_and_deleted(api: Api, sample_set: str) -> None:
    made = create(api, sample_set, entry("warranty", URI, score=2.0, page_numbers=[1, 3]))
    assert made.name == f"{sample_set}/sampleQueries/q1"
    [target] = made.query_entry.targets
    assert (target.uri, target.score, list(target.page_numbers)) == (URI, 2.0, [1, 3])
    assert queries(api).get_sample_query(name=made.name) == made
    change = {"sample_query": {"name": made.name, **entry("guarantee", URI)}}
    assert queries(api).update_sample_query(change).query_entry.query == "guarantee"
    assert asked(api, sample_set) == ["guarantee"]
    queries(api).delete_sample_query(name=made.name)
    assert asked(api, sample_set) == []


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({}, "sample_query.query_entry"),
        (entry(" ", URI), "sample_query.query_entry.query"),
        (entry("warranty", ""), r"sample_query.query_entry.targets\[0\].uri"),
        (entry("warranty", URI, "x" * 2049), r"sample_query.query_entry.targets\[1\].uri"),
        (entry("warranty", URI, score=-0.5), r"targets\[0\].score"),
        (entry("warranty", URI, score=float("nan")), r"targets\[0\].score"),
        (entry("warranty", URI, page_numbers=[2, -1]), r"targets\[0\].page_numbers\[1\]"),
    ],
)
def test_what_a_query_may_not_be_is_refused(
    api: Api, sample_set: str, query: dict[str, Any], field: str
) -> None:
    with pytest.raises(exceptions.BadRequest, match=field):
        create(api, sample_set, query)


def test_queries_belong_to_a_set_that_is_there(api: Api) -> None:
    nowhere = f"{LOCATION}/sampleQuerySets/nowhere"
    with pytest.raises(exceptions.NotFound, match="nowhere"):
        create(api, nowhere, entry("warranty", URI))
    with pytest.raises(exceptions.NotFound, match="nowhere"):
        asked(api, nowhere)
    with pytest.raises(exceptions.NotFound, match="nowhere"):
        import_inline(api, nowhere, entry("warranty", URI))


def test_queries_are_imported_and_listed_in_pages(api: Api, sample_set: str) -> None:
    given = [f"query {number}" for number in range(7)]
    operation = import_inline(api, sample_set, *(entry(one, URI) for one in given))
    assert operation.operation.name.startswith(f"{sample_set}/operations/import-sample-queries-")
    assert counts(operation) == (7, 0, 7)
    assert sorted(asked(api, sample_set, page_size=3)) == given
    import_inline(api, sample_set, entry("query 0", URI))
    assert len(asked(api, sample_set)) == 8


def test_an_import_takes_what_is_right_and_tells_the_rest(api: Api, sample_set: str) -> None:
    operation = import_inline(api, sample_set, entry("warranty", URI), entry("lightning", ""))
    assert counts(operation) == (1, 1, 2)
    [sample] = operation.result().error_samples
    assert "inline_source.sample_queries[1]" in sample.message
    assert "targets[0].uri" in sample.message
    assert asked(api, sample_set) == ["warranty"]


def test_an_import_needs_a_source_that_is_here(api: Api, sample_set: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="inline_source"):
        queries(api).import_sample_queries({"parent": sample_set})
    source = {"dataset_id": "automated_evaluation_input", "table_id": "clickstream"}
    request = {"parent": sample_set, "bigquery_source": source}
    with pytest.raises(exceptions.MethodNotImplemented, match="gcs_source"):
        queries(api).import_sample_queries(request)


def test_a_deleted_set_takes_its_queries_along(beta: Api) -> None:
    made = create_set(beta)
    create(beta, made.name, entry("warranty", URI))
    sets(beta).delete_sample_query_set(name=made.name)
    again = create_set(beta, set_id=made.name.rpartition("/")[2])
    assert asked(beta, again.name) == []
