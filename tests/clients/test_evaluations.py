"""Evaluations of search quality through Google's client libraries."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.clients.operations import get
from tests.clients.stores import unique
from tests.clients.test_sample_queries import create_set, entry, import_inline
from tests.conftest import Api, over_each_transport
from tests.ingestion.pdf_files import column, pdf

LOCATION = f"projects/{made.PROJECT}/locations/global"
SITE = "https://moles.example"
TITLES = ("Moles dig", "Moles dig tunnels", "Moles dig tunnels at night", "Badgers sleep")
SEARCH = "evaluation.evaluation_spec.search_request"


api = over_each_transport("v1beta", "v1alpha")


def address(number: int) -> str:
    return f"{SITE}/{number}"


@pytest.fixture(scope="module")
def config(http: httpx.Client) -> str:
    """What serves four documents, of which a search for moles finds three."""
    documents = [
        made.document(f"d{number}", f"{title}.", title=title, uri=address(number))
        for number, title in enumerate(TITLES)
    ]
    return made.serving_config(http, documents)


def service(api: Api) -> Any:
    return api.client("EvaluationService")


def ranking(api: Api, config: str, query: str = "moles dig tunnels at night") -> list[str]:
    """The addresses of what a search finds, best first."""
    found = api.client("SearchService").search({"serving_config": config, "query": query})
    return [one.document.struct_data["uri"] for one in found.results]


def begin(api: Api, config: str, *queries: dict[str, Any], **search: Any) -> Any:
    """The operation of an evaluation with a new set of sample queries."""
    sample_set = create_set(api, LOCATION)
    if queries:
        import_inline(api, sample_set.name, *queries)
    spec = {
        "search_request": {"serving_config": config, **search},
        "query_set_spec": {"sample_query_set": sample_set.name},
    }
    request = {"parent": LOCATION, "evaluation": {"evaluation_spec": spec}}
    return service(api).create_evaluation(request)


def evaluated(api: Api, config: str, *queries: dict[str, Any], **search: Any) -> Any:
    """The evaluation when it has succeeded, as it is read."""
    name = begin(api, config, *queries, **search).result().name
    return service(api).get_evaluation(name=name)


def at(metric: Any) -> list[float]:
    values = (metric.top_1, metric.top_3, metric.top_5, metric.top_10)
    return [round(one, 3) for one in values]


def test_a_search_is_measured(api: Api, config: str) -> None:
    # The example of the reference: what is relevant stands in the second and the third place.
    _, second, third = ranking(api, config)
    done = evaluated(api, config, entry("moles dig tunnels at night", second, third))
    assert done.state == api.types.Evaluation.State.SUCCEEDED
    assert done.create_time <= done.end_time
    quality = done.quality_metrics
    assert at(quality.doc_recall) == [0, 1, 1, 1]
    assert at(quality.doc_precision) == [0, 0.667, 0.667, 0.667]
    assert at(quality.doc_ndcg) == [0, 0.693, 0.693, 0.693]
    assert not quality.page_recall
    assert not quality.page_ndcg


def test_each_query_has_its_result(api: Api, config: str) -> None:
    first, *_ = ranking(api, config)
    queries = [entry("moles dig tunnels at night", first), entry("badgers", address(0))]
    done = evaluated(api, config, *queries)
    found = list(service(api).list_evaluation_results({"evaluation": done.name, "page_size": 1}))
    measured = {
        one.sample_query.query_entry.query: one.quality_metrics.doc_recall.top_10 for one in found
    }
    assert measured == {"moles dig tunnels at night": 1, "badgers": 0}
    assert done.quality_metrics.doc_recall.top_10 == 0.5


def test_scores_say_what_should_stand_first(api: Api, config: str) -> None:
    first, second, _ = ranking(api, config)

    def ndcg(*scores: float) -> float:
        pairs = zip((first, second), scores, strict=True)
        targets = [{"uri": uri, "score": score} for uri, score in pairs]
        query = {"query_entry": {"query": "moles dig tunnels at night", "targets": targets}}
        return float(evaluated(api, config, query).quality_metrics.doc_ndcg.top_3)

    assert ndcg(2, 1) == 1
    assert ndcg(1, 2) < 1


def test_evaluations_are_kept(api: Api, config: str) -> None:
    operation = begin(api, config, entry("moles", address(0)))
    name = operation.result().name
    assert operation.operation.name.startswith(f"{name}/operations/create-evaluation-")
    assert get(api, operation.operation.name).done
    listed = service(api).list_evaluations({"parent": LOCATION, "page_size": 2})
    assert name in [one.name for one in listed]


def test_pages_are_those_of_extractive_answers(beta: Api, http: httpx.Client) -> None:
    pages = pdf(column(["Moles dig tunnels."] * 45), column(["Badgers sleep all winter."] * 45))
    store = made.data_store(http, [])
    _put_pdf(beta, store, pages)
    config = f"{store}/servingConfigs/default_search"
    queries = [
        entry("badgers winter", address(9), page_numbers=[2]),
        entry("moles tunnels", address(9), page_numbers=[2]),
    ]
    answers = {"extractive_content_spec": {"max_extractive_answer_count": 1}}
    quality = evaluated(beta, config, *queries, content_search_spec=answers).quality_metrics
    assert (at(quality.page_recall)[0], at(quality.page_ndcg)[0]) == (0.5, 0.5)
    assert not evaluated(beta, config, *queries).quality_metrics.page_recall


def _put_pdf(api: Api, store: str, content: bytes) -> None:
    document = {
        "struct_data": {"uri": address(9)},
        "content": {"mime_type": "application/pdf", "raw_bytes": content},
    }
    request = {
        "parent": f"{store}/branches/0",
        "document_id": "book",
        "document": document,
    }
    api.client("DocumentService").create_document(request)


def test_documents_without_an_address_are_told_by_name(beta: Api, http: httpx.Client) -> None:
    store = made.data_store(http, [made.record("d1", text="Moles.")], contentConfig="NO_CONTENT")
    config = f"{store}/servingConfigs/default_search"
    target = f"{store}/branches/default_branch/documents/d1"
    assert at(evaluated(beta, config, entry("moles", target)).quality_metrics.doc_recall)[0] == 1


def test_chunks_count_for_their_documents(beta: Api, http: httpx.Client) -> None:
    chunking = {"chunkingConfig": {"layoutBasedChunkingConfig": {"chunkSize": 100}}}
    text = "\n\n".join(f"Moles dig tunnel {number}. " + "Earth. " * 80 for number in range(3))
    documents = [made.document("long", text, uri=address(1))]
    store = made.data_store(http, documents, documentProcessingConfig=chunking)
    config, mode = f"{store}/servingConfigs/default_search", {"search_result_mode": "CHUNKS"}
    done = evaluated(beta, config, entry("moles", address(1)), content_search_spec=mode)
    assert at(done.quality_metrics.doc_precision) == [1, 1, 1, 1]


def test_queries_that_cannot_be_measured_are_told(api: Api, config: str) -> None:
    done = evaluated(api, config, entry("moles", address(0)), entry("badgers"))
    [error] = done.error_samples
    assert "no target" in error.message
    assert len(list(service(api).list_evaluation_results(evaluation=done.name))) == 1


def test_an_evaluation_of_nothing_fails(api: Api, config: str) -> None:
    operation = begin(api, config, entry("badgers"))
    with pytest.raises(exceptions.GoogleAPICallError, match="no target"):
        operation.result()
    name = operation.operation.name.partition("/operations/")[0]
    failed = service(api).get_evaluation(name=name)
    assert failed.state == api.types.Evaluation.State.FAILED
    assert "no target" in failed.error.message
    assert list(service(api).list_evaluation_results(evaluation=name)) == []


@pytest.mark.parametrize(
    ("search", "field"),
    [
        ({"filter": "a: ANY(1)"}, rf"{SEARCH}\.filter"),
        ({"query": "moles"}, rf"{SEARCH}\.query"),
        ({"page_size": 5}, rf"{SEARCH}\.page_size"),
        ({"serving_config": ""}, rf"{SEARCH}\.serving_config"),
        ({"content_search_spec": {"summary_spec": {"summary_result_count": -1}}}, "summary_spec"),
    ],
)
def test_what_is_not_evaluated_is_refused(
    api: Api, config: str, search: dict[str, Any], field: str
) -> None:
    with pytest.raises(exceptions.BadRequest, match=field):
        begin(api, config, entry("moles", address(0)), **search)


def test_a_set_is_needed_that_has_queries(api: Api, config: str) -> None:
    with pytest.raises(exceptions.BadRequest, match="has no sample queries"):
        begin(api, config)
    spec: dict[str, Any] = {"search_request": {"serving_config": config}}
    request = {"parent": LOCATION, "evaluation": {"evaluation_spec": spec}}
    with pytest.raises(exceptions.BadRequest, match=r"query_set_spec\.sample_query_set"):
        service(api).create_evaluation(request)
    spec["query_set_spec"] = {"sample_query_set": f"{LOCATION}/sampleQuerySets/nowhere"}
    with pytest.raises(exceptions.NotFound, match="nowhere"):
        service(api).create_evaluation(request)
    spec["query_set_spec"] = {"sample_query_set": "nowhere"}
    with pytest.raises(exceptions.BadRequest, match=r"sample_query_set.*of the form"):
        service(api).create_evaluation(request)


def test_an_engine_over_several_data_stores_is_refused(beta: Api, http: httpx.Client) -> None:
    stores = [made.data_store(http, []) for _ in range(2)]
    config = f"{made.engine(http, stores)}/servingConfigs/default_search"
    with pytest.raises(exceptions.BadRequest, match="2 data stores"):
        begin(beta, config, entry("moles", address(0)))


def test_what_is_not_there_is_not_found(api: Api, config: str) -> None:
    nowhere = f"{LOCATION}/evaluations/{unique('e')}"
    with pytest.raises(exceptions.NotFound, match=nowhere.rpartition("/")[2]):
        service(api).get_evaluation(name=nowhere)
    with pytest.raises(exceptions.NotFound, match=nowhere.rpartition("/")[2]):
        list(service(api).list_evaluation_results(evaluation=nowhere))
    missing = f"{made.COLLECTION}/dataStores/nowhere/servingConfigs/default_search"
    with pytest.raises(exceptions.NotFound, match="nowhere"):
        begin(api, missing, entry("moles", address(0)))
