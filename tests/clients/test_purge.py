"""Purges of documents through Google's client libraries."""

from __future__ import annotations

import re

import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, create_document, found, import_documents
from tests.conftest import Api


def purge(api: Api, data_store: str, **fields: object):
    request = {"parent": f"{data_store}/branches/0", **fields}
    return api.client("DocumentService").purge_documents(request)


def filled(api: Api, stores: Stores, number: int = 3) -> str:
    """A data store with documents d000, d001 and so on."""
    data_store = stores.data_store(api)
    documents = [{"id": f"d{n:03}", "struct_data": {"title": "quokka"}} for n in range(number)]
    import_documents(api, data_store, documents).result()
    return data_store


def names(data_store: str, *ids: str) -> list[str]:
    return [f"{data_store}/branches/0/documents/{one}" for one in ids]


def test_without_force_documents_are_only_counted(api: Api, stores: Stores) -> None:
    data_store = filled(api, stores)
    operation = purge(api, data_store, filter="*")
    response = operation.result()
    assert response.purge_count == 3
    assert sorted(response.purge_sample) == names(data_store, "d000", "d001", "d002")
    assert found(api, data_store, "quokka") == ["d000", "d001", "d002"]


def test_with_force_documents_are_deleted(api: Api, stores: Stores) -> None:
    data_store = filled(api, stores)
    engine = stores.engine(api, data_store)
    operation = purge(api, data_store, filter="*", force=True)
    response = operation.result()

    prefix = f"{data_store}/branches/0/operations/purge-documents-"
    assert re.fullmatch(re.escape(prefix) + r"\d{1,20}", operation.operation.name)
    assert isinstance(operation.metadata, api.types.PurgeDocumentsMetadata)
    assert isinstance(response, api.types.PurgeDocumentsResponse)
    assert (response.purge_count, operation.metadata.success_count) == (3, 3)
    assert list(response.purge_sample) == []
    documents = api.client("DocumentService").list_documents(parent=f"{data_store}/branches/0")
    assert list(documents) == []
    assert found(api, data_store, "quokka") == found(api, engine, "quokka") == []

    create_document(api, data_store, "d000", struct_data={"title": "quokka"})
    assert found(api, engine, "quokka") == ["d000"]


def test_a_purge_of_many_samples_a_hundred(api_v1: Api, stores: Stores) -> None:
    data_store = filled(api_v1, stores, 250)
    response = purge(api_v1, data_store, filter="*").result()
    assert (response.purge_count, len(response.purge_sample)) == (250, 100)
    assert purge(api_v1, data_store, filter="*", force=True).result().purge_count == 250
    assert purge(api_v1, data_store, filter="*", force=True).result().purge_count == 0
    assert found(api_v1, data_store, "quokka") == []


def test_documents_can_be_named(api_v1: Api, stores: Stores) -> None:
    data_store = filled(api_v1, stores)
    short = f"projects/demo/locations/global/dataStores/{data_store.rpartition('/')[2]}"
    asked = [
        *names(data_store, "d000", "unknown"),
        f"{short}/branches/default_branch/documents/d002",
    ]
    source = {"documents": asked}
    counted = purge(api_v1, data_store, inline_source=source)
    assert counted.result().purge_count == 2
    assert counted.metadata.ignored_count == 1
    assert found(api_v1, data_store, "quokka") == ["d000", "d001", "d002"]

    operation = purge(api_v1, data_store, inline_source=source, force=True)
    assert operation.result().purge_count == 2
    assert (operation.metadata.success_count, operation.metadata.ignored_count) == (2, 1)
    assert found(api_v1, data_store, "quokka") == ["d001"]


def test_foreign_names_are_refused(api_v1: Api, stores: Stores) -> None:
    data_store, other = filled(api_v1, stores), filled(api_v1, stores)
    for name in (*names(other, "d000"), f"{data_store}/branches/1/documents/d000", "d000", ""):
        source = {"documents": [*names(data_store, "d000"), name]}
        with pytest.raises(exceptions.BadRequest, match=r"inline_source\.documents"):
            purge(api_v1, data_store, inline_source=source, force=True)
    with pytest.raises(exceptions.BadRequest, match=r"inline_source\.documents"):
        purge(api_v1, data_store, inline_source={"documents": []}, force=True)
    for one in (data_store, other):
        assert found(api_v1, one, "quokka") == ["d000", "d001", "d002"]


@pytest.mark.parametrize("text", ['title: ANY("quokka")', "**", " *"])
def test_the_only_filter_is_all(api_v1: Api, stores: Stores, text: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=r"'filter'.*'\*'"):
        purge(api_v1, stores.data_store(api_v1), filter=text, force=True)


def test_what_to_purge_is_required(api_v1: Api, stores: Stores) -> None:
    with pytest.raises(exceptions.BadRequest, match="Missing required field: filter"):
        purge(api_v1, stores.data_store(api_v1), force=True)


def test_files_need_a_folder_to_be_in(api_v1: Api, stores: Stores) -> None:
    data_store = stores.data_store(api_v1)
    source = {"input_uris": ["gs://bucket/ids.txt"]}
    with pytest.raises(exceptions.GoogleAPICallError, match="--gcs-root"):
        purge(api_v1, data_store, gcs_source=source, force=True)


def test_an_unknown_branch_is_not_found(api_v1: Api, stores: Stores) -> None:
    nowhere = f"{stores.collection}/dataStores/nowhere"
    with pytest.raises(exceptions.NotFound, match=re.escape(f"DataStore {nowhere} not found.")):
        purge(api_v1, nowhere, filter="*", force=True)
