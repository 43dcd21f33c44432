"""Imports of many documents through Google's client libraries."""

from __future__ import annotations

import re

import pytest
from google.api_core import exceptions

from tests.clients.operations import counts
from tests.clients.stores import (
    Stores,
    create_document,
    found,
    import_documents,
    struct,
    text_content,
)
from tests.conftest import Api


def record(document_id: str, **struct: object) -> dict[str, object]:
    return {"id": document_id, "struct_data": struct}


def listed(api: Api, data_store: str) -> list[str]:
    request = {"parent": f"{data_store}/branches/0", "page_size": 1000}
    return [one.id for one in api.client("DocumentService").list_documents(request)]


def stored(api: Api, data_store: str, document_id: str) -> dict[str, object]:
    name = f"{data_store}/branches/0/documents/{document_id}"
    return struct(api.client("DocumentService").get_document(name=name))


def test_an_import_has_the_name_and_the_types_of_the_service(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    operation = import_documents(api, data_store, [record("one", title="quokka")])
    response = operation.result()

    # The name is as recorded; libraries poll it below the branch.
    prefix = f"{data_store}/branches/0/operations/import-documents-"
    assert re.fullmatch(re.escape(prefix) + r"\d{1,20}", operation.operation.name)
    assert isinstance(operation.metadata, api.types.ImportDocumentsMetadata)
    assert isinstance(response, api.types.ImportDocumentsResponse)
    assert counts(operation) == (1, 0, 1)
    assert operation.metadata.create_time <= operation.metadata.update_time
    assert list(response.error_samples) == []
    assert found(api, data_store, "quokka") == ["one"]
    assert stored(api, data_store, "one") == {"title": "quokka"}


def test_an_import_adds_and_replaces(api: Api, stores: Stores) -> None:
    data_store = stores.data_store(api)
    for document_id in ("kept", "changed"):
        create_document(api, data_store, document_id, struct_data={"title": "quokka", "n": 1})
    assert found(api, data_store, "quokka") == ["changed", "kept"]

    documents = [record("changed", title="wombat"), record("new", title="wombat")]
    operation = import_documents(api, data_store, documents)
    operation.result()
    assert counts(operation) == (2, 0, 2)
    assert listed(api, data_store) == ["changed", "kept", "new"]
    assert stored(api, data_store, "changed") == {"title": "wombat"}
    assert found(api, data_store, "quokka") == ["kept"]
    assert found(api, data_store, "wombat") == ["changed", "new"]


def test_a_mask_is_of_what_the_same_import_made_before(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    documents = [record("new", x=1, y=1), record("new", x=2, y=2)]
    mask = {"paths": ["struct_data.x"]}
    import_documents(api_v1, data_store, documents, update_mask=mask).result()
    assert stored(api_v1, data_store, "new") == {"x": 2, "y": 1}


def test_a_full_import_removes_what_it_does_not_name(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    import_documents(
        api_v1, data_store, [record(one, title="quokka") for one in ("a", "b", "c")]
    ).result()
    documents = [record("b", title="quokka"), record("d", title="quokka")]
    operation = import_documents(api_v1, data_store, documents, reconciliation_mode="FULL")
    operation.result()
    assert counts(operation) == (2, 0, 2)
    assert listed(api_v1, data_store) == found(api_v1, data_store, "quokka") == ["b", "d"]


def test_an_unknown_reconciliation_mode_is_refused(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match="reconciliation_mode"):
        import_documents(api_v1, data_store, [record("a")], reconciliation_mode=9)
    assert listed(api_v1, data_store) == []


def test_a_full_import_keeps_a_document_that_it_fails_to_replace(
    api_v1: Api, stores: Stores
) -> None:
    data_store = stores.data_store(api_v1)
    import_documents(api_v1, data_store, [record("a", n=1), record("b", n=1)]).result()
    broken = {"id": "a", "json_data": "{"}
    import_documents(api_v1, data_store, [broken], reconciliation_mode="FULL").result()
    assert listed(api_v1, data_store) == ["a"]
    assert stored(api_v1, data_store, "a") == {"n": 1}


def test_failures_are_sampled_and_the_operation_succeeds(api: Api, stores: Stores) -> None:
    """A partial failure sets no error: only the samples and the counts tell."""
    data_store = stores.content_store(api)
    documents = [
        {"id": "good", "content": text_content("quokka")},
        {"id": "markdown", "content": text_content("# quokka", "text/markdown")},
        {"id": "latin", "content": {"mime_type": "text/plain", "raw_bytes": b"caf\xe9"}},
        {"id": "none", "struct_data": {"title": "quokka"}},
        {"id": "b.ad", "content": text_content("quokka")},
        {"content": text_content("quokka")},
        {"id": "json", "content": text_content("quokka"), "json_data": "{"},
        {"id": "elsewhere", "content": {"uri": "gs://bucket/file.txt"}},
    ]
    operation = import_documents(api, data_store, documents)
    response = operation.result()

    assert operation.operation.done
    assert not operation.operation.HasField("error")
    assert counts(operation) == (1, 7, 8)
    assert listed(api, data_store) == found(api, data_store, "quokka") == ["good"]
    samples = [(sample.code, sample.message) for sample in response.error_samples]
    expected = [
        (3, r"Document 'markdown': .*mime_type.*text/markdown"),
        (3, r"Document 'latin': .*not UTF-8"),
        (3, r"Document 'none': .*requires content"),
        (3, r"Document 'b\.ad': .*document\.id"),
        (3, r"inline_source\.documents\[5\]: .*document\.id"),
        (3, r"Document 'json': .*document\.json_data"),
        (9, r"Document 'elsewhere': .*--gcs-root"),
    ]
    assert [code for code, _ in samples] == [code for code, _ in expected]
    for (_, message), (_, pattern) in zip(samples, expected, strict=True):
        assert re.match(pattern, message)


def test_an_import_in_which_all_fail_is_done_without_error(api_v1: Api, stores: Stores) -> None:
    data_store = stores.content_store(api_v1)
    documents = [
        {"id": f"d{number}", "content": text_content("x", "text/markdown")} for number in range(150)
    ]
    operation = import_documents(api_v1, data_store, documents)
    response = operation.result()
    assert not operation.operation.HasField("error")
    assert counts(operation) == (0, 150, 150)
    assert len(response.error_samples) == 100
    assert listed(api_v1, data_store) == []


@pytest.mark.parametrize("distance", [1, 150])
def test_the_last_of_documents_with_one_id_stays(
    api_v1: Api, stores: Stores, distance: int
) -> None:
    data_store = stores.data_store(api_v1)
    documents = [record(f"d{number}", title="filler") for number in range(160)]
    documents[5] = record("twice", title="quokka")
    documents[5 + distance] = record("twice", title="wombat")
    operation = import_documents(api_v1, data_store, documents)
    operation.result()
    assert counts(operation) == (160, 0, 160)
    assert stored(api_v1, data_store, "twice") == {"title": "wombat"}
    assert found(api_v1, data_store, "quokka") == []
    assert found(api_v1, data_store, "wombat") == ["twice"]
    assert len(listed(api_v1, data_store)) == 159


def test_an_id_may_come_from_the_name(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    named = {"name": f"{data_store}/branches/0/documents/named", "struct_data": {"title": "x"}}
    import_documents(api_v1, data_store, [named]).result()
    assert listed(api_v1, data_store) == ["named"]


def test_a_thousand_documents(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    engine = stores.engine(api_v1, data_store)
    documents = [record(f"d{n:04}", title=f"quokka number{n:04}", n=n) for n in range(1000)]
    operation = import_documents(api_v1, data_store, documents)
    operation.result(timeout=60)
    assert counts(operation) == (1000, 0, 1000)
    assert listed(api_v1, data_store) == [f"d{n:04}" for n in range(1000)]
    for owner in (data_store, engine):
        assert found(api_v1, owner, "number0777") == ["d0777"]
        request = {"serving_config": f"{owner}/servingConfigs/default_search", "query": "quokka"}
        page = next(api_v1.client("SearchService").search(request).pages)
        assert page.total_size == 1000


def test_the_default_branch_has_two_names(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    store_id = data_store.rpartition("/")[2]
    parent = f"projects/demo/locations/global/dataStores/{store_id}/branches/default_branch"
    operation = api_v1.client("DocumentService").import_documents(
        request={"parent": parent, "inline_source": {"documents": [record("one", title="x")]}}
    )
    operation.result()
    assert operation.operation.name.startswith(f"{data_store}/branches/0/operations/")
    assert listed(api_v1, data_store) == ["one"]


def test_a_mask_changes_its_fields_only(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    create_document(api_v1, data_store, "old", struct_data={"title": "quokka", "price": 1})
    documents = [
        record("old", price=2, title="ignored"),
        record("new", price=3, title="wombat"),
    ]
    mask = {"paths": ["struct_data.price"]}
    operation = import_documents(api_v1, data_store, documents, update_mask=mask)
    operation.result()
    assert counts(operation) == (2, 0, 2)
    assert stored(api_v1, data_store, "old") == {"title": "quokka", "price": 2}
    assert stored(api_v1, data_store, "new") == {"title": "wombat", "price": 3}


def test_masked_changes_of_one_document_add_up(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    create_document(api_v1, data_store, "one", struct_data={"title": "quokka"})
    documents = [record("one", price=1), record("one", color="red", price=2)]
    mask = {"paths": ["struct_data.price"]}
    import_documents(api_v1, data_store, documents, update_mask=mask).result()
    assert stored(api_v1, data_store, "one") == {"title": "quokka", "price": 2}


def test_an_unknown_path_is_refused(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    mask = {"paths": ["nothing"]}
    with pytest.raises(exceptions.BadRequest, match=r"update_mask.*nothing"):
        import_documents(api_v1, data_store, [record("one")], update_mask=mask)


def test_the_place_for_errors_is_answered(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    config = {"gcs_prefix": "gs://bucket/errors"}
    response = import_documents(api_v1, data_store, [record("one")], error_config=config).result()
    assert response.error_config.gcs_prefix == "gs://bucket/errors"


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("bigquery_source", {"dataset_id": "d", "table_id": "t"}),
        ("firestore_source", {"database_id": "d", "collection_id": "c"}),
        ("spanner_source", {"instance_id": "i", "database_id": "d", "table_id": "t"}),
    ],
)
def test_a_source_that_is_not_supported_is_named(
    api_v1: Api, stores: Stores, source: str, value: dict[str, object]
) -> None:
    request = {"parent": f"{stores.data_store(api_v1)}/branches/0", source: value}
    with pytest.raises(exceptions.MethodNotImplemented, match=rf"ImportDocumentsRequest\.{source}"):
        api_v1.client("DocumentService").import_documents(request)


def test_a_source_is_required(api_v1: Api, stores: Stores) -> None:
    parent = f"{stores.data_store(api_v1)}/branches/0"
    documents = api_v1.client("DocumentService")
    with pytest.raises(exceptions.BadRequest, match="inline_source"):
        documents.import_documents({"parent": parent})
    with pytest.raises(exceptions.BadRequest, match=r"inline_source\.documents"):
        documents.import_documents({"parent": parent, "inline_source": {"documents": []}})


@pytest.mark.parametrize(("field", "value"), [("auto_generate_ids", True), ("id_field", "key")])
def test_ids_of_inline_documents_are_their_own(
    api_v1: Api, stores: Stores, field: str, value: object
) -> None:
    data_store = stores.data_store(api_v1)
    with pytest.raises(exceptions.BadRequest, match=f"{field}.*inline_source"):
        import_documents(api_v1, data_store, [record("one")], **{field: value})


def test_an_unknown_branch_is_not_found(api_v1: Api, stores: Stores) -> None:
    documents = api_v1.client("DocumentService")
    source = {"inline_source": {"documents": [record("one")]}}
    data_store = stores.data_store(api_v1)
    nowhere = f"{stores.collection}/dataStores/nowhere"
    for parent, message in (
        (f"{data_store}/branches/7", f"Branch {data_store}/branches/7 not found."),
        (f"{nowhere}/branches/0", f"DataStore {nowhere} not found."),
    ):
        with pytest.raises(exceptions.NotFound, match=re.escape(message)):
            documents.import_documents({"parent": parent, **source})


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"gcs_source": {"input_uris": ["http://a/b"]}}, "gcs_source.input_uris"),
        ({"gcs_source": {"input_uris": ["gs://a/" + "b" * 1994]}}, "more than 2000"),
        (
            {
                "gcs_source": {"input_uris": ["gs://a/b"], "data_schema": "custom"},
                "id_field": "a",
                "auto_generate_ids": True,
            },
            "id_field",
        ),
    ],
)
def test_what_is_wrong_with_a_request_is_told_where_there_are_no_files(
    api: Api, stores: Stores, request_: dict[str, object], field: str
) -> None:
    parent = f"{stores.data_store(api)}/branches/0"
    with pytest.raises(exceptions.BadRequest, match=field):
        api.client("DocumentService").import_documents({"parent": parent, **request_})
