"""Imports from files that stand for objects of Cloud Storage, through Google's client libraries."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.api_core import exceptions

from tests.clients.operations import counts
from tests.clients.stores import Stores, found, import_documents, struct
from tests.clients.test_sample_queries import create_set
from tests.conftest import Api, Server, start_server
from tests.ingestion.office_files import docx, paragraph
from tests.ingestion.pdf_files import column, pdf

OLE = bytes.fromhex("d0cf11e0a1b11ae1")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the buckets."""
    folder = tmp_path_factory.mktemp("buckets")
    (folder / "bucket").mkdir()
    return folder


@pytest.fixture(scope="module")
def server(root: Path) -> Iterator[Server]:
    """An emulator that reads the folder."""
    running = start_server("--ephemeral", "--gcs-root", str(root))
    yield running
    running.stop()


@pytest.fixture
def folder(root: Path, request: pytest.FixtureRequest) -> Path:
    """A folder of the test's own in the bucket."""
    name = hashlib.sha256(request.node.nodeid.encode()).hexdigest()[:12]
    made = root / "bucket" / name
    made.mkdir()
    return made


def put(folder: Path, name: str, content: str | bytes) -> str:
    """Write a file; answers its address."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return f"gs://bucket/{folder.name}/{name}"


def run(api: Api, data_store: str, *uris: str, schema: str = "", **fields: Any) -> Any:
    """Import files; answers the operation when it is done."""
    operation = api.client("DocumentService").import_documents(
        request={
            "parent": f"{data_store}/branches/0",
            "gcs_source": {"input_uris": uris, "data_schema": schema},
            **fields,
        }
    )
    operation.result()
    return operation


def messages(operation: Any) -> list[str]:
    return [sample.message for sample in operation.result().error_samples]


def listed(api: Api, data_store: str) -> dict[str, Any]:
    request = {"parent": f"{data_store}/branches/0", "page_size": 1000}
    return {one.id: one for one in api.client("DocumentService").list_documents(request)}


def lines(*values: object) -> str:
    return "".join(f"{json.dumps(value)}\n" for value in values)


def test_documents_a_line(api_v1: Api, stores: Stores, folder: Path) -> None:
    data_store = stores.data_store(api_v1)
    content = lines(
        {"id": "a", "structData": {"title": "quokka"}},
        {"id": "b", "jsonData": '{"title": "quokka", "n": 1}'},
    )
    operation = run(api_v1, data_store, put(folder, "one.jsonl", content), schema="document")
    assert counts(operation) == (2, 0, 2)
    assert found(api_v1, data_store, "quokka") == ["a", "b"]


def test_a_broken_line_is_named_and_the_others_stay(
    api_v1: Api, stores: Stores, folder: Path
) -> None:
    data_store = stores.data_store(api_v1)
    good = [json.dumps({"id": f"d{number}", "structData": {"n": number}}) for number in range(3)]
    broken = [
        b"{oops",
        b'{"id": "a/b"}',
        b'{"id": "x", "colour": 1}',
        b'"text"',
        b'{"id": "caf\xe9"}',
    ]
    content = b"\n".join([good[0].encode(), *broken, b"", *(one.encode() for one in good[1:])])
    uri = put(folder, "some.jsonl", content)
    operation = run(api_v1, data_store, uri)
    assert counts(operation) == (3, 5, 8)
    assert sorted(listed(api_v1, data_store)) == ["d0", "d1", "d2"]
    said = messages(operation)
    assert [text.partition(": ")[0] for text in said] == [f"{uri}:{line}" for line in range(2, 7)]
    for text, reason in zip(
        said, ("JSON", "document.id", "colour", "object", "not UTF-8"), strict=True
    ):
        assert reason in text


@pytest.mark.parametrize(
    ("content", "schema", "expected"),
    [
        ('{\n  "id": "a"\n}\n', "document", "Each line must be a whole JSON object."),
        ('[{"id": "a"}]\n', "document", "Each line must be a whole JSON object."),
        ("{'id': 'a'}\n", "document", "Each line must be a whole JSON object."),
        ('{"struct": {}}\n', "document", "There are name, id, schemaId, structData, "),
        (
            '{"sku": "a"}\n',
            "custom",
            "The field '_id', which holds the id, is missing; id_field names another, and with "
            "auto_generate_ids there need be none.",
        ),
    ],
)
def test_an_error_tells_what_a_line_should_be(
    api_v1: Api, stores: Stores, folder: Path, content: str, schema: str, expected: str
) -> None:
    data_store = stores.data_store(api_v1)
    operation = run(api_v1, data_store, put(folder, "lines.jsonl", content), schema=schema)
    assert expected in messages(operation)[0]


def test_a_line_that_is_too_long_is_passed_over(api_v1: Api, stores: Stores, folder: Path) -> None:
    data_store = stores.data_store(api_v1)
    long = b'{"id": "long", "structData": {"text": "' + b"x" * 5_000_000 + b'"}}\n'
    uri = put(folder, "long.jsonl", long + lines({"id": "short", "structData": {}}).encode())
    operation = run(api_v1, data_store, uri)
    assert counts(operation) == (1, 1, 2)
    assert messages(operation)[0].startswith(f"{uri}:1: ")
    assert "more than 4194304 bytes" in messages(operation)[0]
    assert list(listed(api_v1, data_store)) == ["short"]


def test_custom_objects_have_the_id_of_a_field(api_v1: Api, stores: Stores, folder: Path) -> None:
    data_store = stores.data_store(api_v1)
    uri = put(folder, "custom.jsonl", lines({"sku": "one", "n": 1}, {"n": 2}, {"sku": 3}))
    operation = run(api_v1, data_store, uri, schema="custom", id_field="sku")
    assert counts(operation) == (1, 2, 3)
    assert struct(listed(api_v1, data_store)["one"]) == {"sku": "one", "n": 1}
    assert all("'sku'" in text for text in messages(operation))


def test_generated_ids_are_those_of_equal_objects(
    api_v1: Api, stores: Stores, folder: Path
) -> None:
    data_store = stores.data_store(api_v1)
    uri = put(folder, "custom.jsonl", lines({"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": 2}))
    for _ in range(2):
        run(api_v1, data_store, uri, schema="custom", auto_generate_ids=True)
        assert len(listed(api_v1, data_store)) == 2


def test_rows_of_a_table(api_v1: Api, stores: Stores, folder: Path) -> None:
    data_store = stores.data_store(api_v1)
    table = (
        '_id,name,price,zip,sold\na,"Quokka, small",9.5,01234,true\nb,Wombat\nc,,12,99999,false\n'
    )
    operation = run(api_v1, data_store, put(folder, "t.csv", table), schema="csv")
    assert counts(operation) == (2, 1, 3)
    stored = listed(api_v1, data_store)
    assert struct(stored["a"]) == {
        **{"_id": "a", "name": "Quokka, small", "price": 9.5, "zip": "01234", "sold": True}
    }
    assert struct(stored["c"]) == {"_id": "c", "price": 12, "zip": "99999", "sold": False}
    assert "t.csv:3: " in messages(operation)[0]
    assert "2 cells" in messages(operation)[0]


def test_each_file_is_a_document(api_v1: Api, stores: Stores, folder: Path) -> None:
    data_store = stores.content_store(api_v1)
    uris = [
        put(folder, "a.txt", "A quokka smiles."),
        put(folder, "b.html", "<title>Quokka page</title><p>The quokka is a marsupial."),
        put(folder, "c.docx", docx(paragraph("Here the quokka is in Word."))),
        put(folder, "d.pdf", pdf([], column(["The quokka is on page two."]))),
    ]
    put(folder, "deep/e.txt", "A quokka further down.")
    operation = run(api_v1, data_store, f"gs://bucket/{folder.name}/*", schema="content")
    assert counts(operation) == (4, 0, 4)
    ids = [hashlib.sha256(uri.encode()).hexdigest()[:32] for uri in uris]
    assert found(api_v1, data_store, "quokka") == sorted(ids)
    documents = listed(api_v1, data_store)
    assert [documents[one].content.uri for one in ids] == uris
    assert documents[ids[3]].content.mime_type == "application/pdf"

    run(api_v1, data_store, f"gs://bucket/{folder.name}/**.txt", schema="content")
    assert len(listed(api_v1, data_store)) == 5


def test_pages_keep_their_numbers(api_v1: Api, stores: Stores, folder: Path) -> None:
    data_store = stores.content_store(
        api_v1,
        document_processing_config={
            "chunking_config": {"layout_based_chunking_config": {"chunk_size": 100}}
        },
    )
    pages = [column([f"{word} is what this page is about."]) for word in ("Wombat", "Quokka")]
    uri = put(folder, "pages.pdf", pdf(*(page for page in pages)))
    run(api_v1, data_store, uri, schema="content")
    (result,) = api_v1.client("SearchService").search(
        request={
            "serving_config": f"{data_store}/servingConfigs/default_search",
            "query": "quokka",
            "content_search_spec": {"search_result_mode": "CHUNKS"},
        }
    )
    assert result.chunk.page_span.page_end == 2


def test_a_paragraph_may_stand_on_two_pages(
    server: Server, api_v1: Api, stores: Stores, folder: Path
) -> None:
    data_store = stores.content_store(api_v1)
    lines = [
        "The quick brown fox jumps over the lazy dog because it was Mon-",
        "day and nobody else was there to be jumped over, as you may well",
        "have heard.",
    ]
    uri = put(folder, "two.pdf", pdf(column(lines[:2]), column(lines[2:])))
    run(api_v1, data_store, uri, schema="content")
    [name] = [one.name for one in listed(api_v1, data_store).values()]
    alpha = Api(server, api_v1.transport, "v1alpha")
    shown = alpha.client("DocumentService").get_processed_document(
        request={
            "name": name,
            "processed_document_type": "PARSED_DOCUMENT",
            "processed_document_format": "JSON",
        }
    )
    [block] = json.loads(shown.json_data)["documentLayout"]["blocks"]
    assert block["pageSpan"] == {"pageStart": 1, "pageEnd": 2}


def test_a_document_may_name_its_file(api_v1: Api, stores: Stores, folder: Path) -> None:
    data_store = stores.content_store(api_v1)
    uri = put(folder, "page.html", "<h1>Quokka</h1><p>It smiles.")
    missing = f"gs://bucket/{folder.name}/none.html"
    content = lines(
        {"id": "a", "structData": {"n": 1}, "content": {"mimeType": "text/html", "uri": uri}},
        {"id": "b", "content": {"mimeType": "text/html", "uri": missing}},
        {"id": "c", "content": {"mimeType": "text/html", "uri": "https://example.com/page"}},
    )
    operation = run(api_v1, data_store, put(folder, "documents.jsonl", content))
    assert counts(operation) == (1, 2, 3)
    assert found(api_v1, data_store, "quokka smiles") == ["a"]
    assert all("document.content.uri" in text for text in messages(operation))


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("bad.pdf", b"%PDF-1.7\nrubbish", "damaged"),
        ("locked.pdf", pdf([], encrypted=True), "encrypted"),
        ("locked.docx", OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        ("old.docx", OLE + b"x" * 600, "before 2007"),
        ("bomb.docx", docx(paragraph("a" * 1000) * 60_000), "more than the limit"),
        ("latin.txt", "café".encode("latin-1"), "not UTF-8"),
        ("packed.txt", gzip.compress(b"text", mtime=0), "gzip"),
        ("notes.md", b"# Notes", "text/markdown"),
        ("photo.png", b"\x89PNG\r\n", "image/png"),
        ("README", b"text", "known type"),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else value,  # .docx tells its time.
)
def test_a_file_that_cannot_be_read_fails_alone(
    server: Server, stores: Stores, folder: Path, name: str, content: bytes, reason: str
) -> None:
    api = Api(server, "grpc", "v1")
    data_store = stores.content_store(api)
    put(folder, "good.txt", "Quokka.")
    uri = put(folder, name, content)
    operation = run(api, data_store, f"gs://bucket/{folder.name}/*", schema="content")
    assert counts(operation) == (1, 1, 2)
    (said,) = messages(operation)
    assert said.startswith(f"{uri}: ")
    assert reason in said


def test_addresses_stay_in_their_folder(
    server: Server, stores: Stores, folder: Path, tmp_path: Path
) -> None:
    api = Api(server, "grpc", "v1")
    data_store = stores.content_store(api)
    (tmp_path / "secret.txt").write_text("quokka")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "linked").symlink_to(tmp_path)
    for name in ("*", "**", "link.txt", "linked/secret.txt"):
        operation = run(api, data_store, f"gs://bucket/{folder.name}/{name}", schema="content")
        assert counts(operation) == (0, 1, 1)
    with pytest.raises(exceptions.InvalidArgument, match="gcs_source"):
        run(api, data_store, f"gs://bucket/../{tmp_path.name}/secret.txt", schema="content")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"schema": "parquet"}, "'gcs_source.data_schema': 'parquet'"),
        ({"schema": "custom", "id_field": "a", "auto_generate_ids": True}, "'id_field': it cannot"),
        ({"schema": "document", "id_field": "a"}, "'id_field': it can only"),
        ({"schema": "content", "auto_generate_ids": True}, "'auto_generate_ids': it can only"),
        ({"error_config": {"gcs_prefix": "/errors"}}, "'error_config.gcs_prefix'"),
        ({"error_config": {"gcs_prefix": "gs://../errors"}}, "'error_config.gcs_prefix'"),
        ({"error_config": {"gcs_prefix": "gs://bucket/../x"}}, "'error_config.gcs_prefix'"),
    ],
)
def test_options_that_make_no_sense(
    api_v1: Api, stores: Stores, fields: dict[str, Any], reason: str
) -> None:
    data_store = stores.data_store(api_v1)
    with pytest.raises(exceptions.GoogleAPICallError, match=reason) as refused:
        run(api_v1, data_store, "gs://bucket/a.jsonl", **fields)
    assert refused.value.code in (400, 3)


@pytest.mark.parametrize("uri", ["/etc/passwd", "gs://", "gs://bucket", "gs://b*/a", "http://a/b"])
def test_what_is_no_address(server: Server, stores: Stores, uri: str) -> None:
    api = Api(server, "grpc", "v1")
    with pytest.raises(exceptions.InvalidArgument, match=r"gcs_source\.input_uris\[1\]"):
        run(api, stores.data_store(api), "gs://bucket/a.jsonl", uri)


def test_user_events_a_line(server: Server, stores: Stores, folder: Path) -> None:
    api = Api(server, "grpc", "v1")
    service, parent = api.client("UserEventService"), stores.data_store(api)
    time = {"eventTime": "2026-01-01T00:00:00Z"}
    event = {"eventType": "view-home-page", "userPseudoId": "u", **time}
    uri = put(
        folder, "e.jsonl", lines(event, {**event, "eventType": "dance"}, {"colour": 1}, event)
    )
    errors = f"gs://bucket/{folder.name}/errors"
    source = {"input_uris": [uri], "data_schema": "user_event"}
    request = {"parent": parent, "gcs_source": source, "error_config": {"gcs_prefix": errors}}
    operation = service.import_user_events(request=request)
    response = operation.result()
    assert response.joined_events_count == 2
    assert (operation.metadata.success_count, operation.metadata.failure_count) == (2, 2)
    wrong, unknown = (one.message for one in response.error_samples)
    assert wrong.startswith(f"{uri}:2: Invalid value at 'user_event.event_type': 'dance'")
    assert unknown.startswith(f"{uri}:3: ")
    [written] = (folder / "errors").iterdir()
    assert len(written.read_text().splitlines()) == 2


@pytest.mark.parametrize("schema", ["", "suggestion_deny_list"])
def test_completion_lists_a_line(server: Server, stores: Stores, folder: Path, schema: str) -> None:
    api = Api(server, "rest", "v1")
    service, parent = api.client("CompletionService"), stores.data_store(api)
    suggestions = put(folder, "s.jsonl", lines(*({"suggestion": f"quokka {one}"} for one in "ab")))
    request = {"parent": parent, "gcs_source": {"input_uris": [suggestions]}}
    operation = service.import_completion_suggestions(request=request)
    assert not operation.result().error_samples
    assert operation.metadata.success_count == 2
    denied = put(folder, "d.jsonl", lines({"blockPhrase": "b", "matchOperator": "CONTAINS"}, {}))
    request["gcs_source"] = {"input_uris": [denied], "data_schema": schema}
    response = service.import_suggestion_deny_list_entries(request=request).result()
    assert (response.imported_entries_count, response.failed_entries_count) == (1, 1)
    assert response.error_samples[0].message == f"{denied}:2: Missing required field: block_phrase."
    found = service.complete_query(request={"data_store": parent, "query": "quokka"})
    assert [one.suggestion for one in found.query_suggestions] == ["quokka a"]


def test_sample_queries_a_line(server: Server, folder: Path) -> None:
    api = Api(server, "rest", "v1beta")
    parent = create_set(api).name
    entries = [{"queryEntry": {"query": f"moles {one}"}} for one in "ab"]
    uri = put(folder, "q.jsonl", lines(entries[0], {"queryEntry": {}}, entries[1]))
    request = {"parent": parent, "gcs_source": {"input_uris": [uri]}}
    operation = api.client("SampleQueryService").import_sample_queries(request)
    [sample] = operation.result().error_samples
    assert sample.message == f"{uri}:2: Missing required field: sample_query.query_entry.query."
    assert counts(operation) == (2, 1, 3)


def test_a_deny_list_is_one_file(server: Server, stores: Stores) -> None:
    api = Api(server, "rest", "v1")
    source = {"input_uris": ["gs://bucket/a.jsonl", "gs://bucket/b.jsonl"]}
    request = {"parent": stores.data_store(api), "gcs_source": source}
    with pytest.raises(exceptions.BadRequest, match=r"gcs_source\.input_uris'.*at most 1 "):
        api.client("CompletionService").import_suggestion_deny_list_entries(request=request)


def test_entries_have_one_schema(server: Server, stores: Stores) -> None:
    api = Api(server, "rest", "v1")
    source = {"input_uris": ["gs://bucket/a.jsonl"], "data_schema": "document"}
    request = {"parent": stores.data_store(api), "gcs_source": source}
    with pytest.raises(exceptions.BadRequest, match=r"gcs_source\.data_schema.*'user_event'"):
        api.client("UserEventService").import_user_events(request=request)


def test_more_files_than_an_import_may_have(server: Server, stores: Stores, folder: Path) -> None:
    api = Api(server, "grpc", "v1")
    data_store = stores.data_store(api)
    for number in range(101):
        put(folder, f"{number}.jsonl", lines({"id": f"d{number}"}))
    with pytest.raises(exceptions.InvalidArgument, match=r"input_uris.*more than 100 files"):
        run(api, data_store, f"gs://bucket/{folder.name}/*")
    assert listed(api, data_store) == {}


def test_more_addresses_than_files_that_an_import_may_have(server: Server, stores: Stores) -> None:
    api = Api(server, "grpc", "v1")
    uris = [f"gs://bucket/{number}.jsonl" for number in range(101)]
    with pytest.raises(exceptions.InvalidArgument, match=r"gcs_source\.input_uris'.*at most 100"):
        run(api, stores.data_store(api), *uris)


@pytest.mark.parametrize("schema", ["custom", "csv"])
def test_free_data_is_for_generic_data_stores(api_v1: Api, stores: Stores, schema: str) -> None:
    """ "This can only be used by the GENERIC Data Store vertical" (GcsSource)."""
    media = stores.data_store(api_v1, industry_vertical="MEDIA")
    with pytest.raises(exceptions.GoogleAPICallError, match=r"gcs_source\.data_schema.*GENERIC"):
        run(api_v1, media, "gs://bucket/a.jsonl", schema=schema)


def test_a_full_import_removes_what_the_files_do_not_name(
    api_v1: Api, stores: Stores, folder: Path
) -> None:
    data_store = stores.data_store(api_v1)
    import_documents(api_v1, data_store, [{"id": one, "struct_data": {}} for one in "abc"]).result()
    uri = put(folder, "all.jsonl", lines({"id": "b", "structData": {"n": 1}}, {"id": "d"}))
    run(api_v1, data_store, uri, reconciliation_mode="FULL")
    assert sorted(listed(api_v1, data_store)) == ["b", "d"]


def test_a_full_import_with_unread_parts_removes_nothing(
    api_v1: Api, stores: Stores, folder: Path
) -> None:
    data_store = stores.data_store(api_v1)
    import_documents(api_v1, data_store, [{"id": one, "struct_data": {}} for one in "abc"]).result()
    uri = put(folder, "all.jsonl", lines({"id": "b"}) + "{oops\n")
    run(api_v1, data_store, uri, reconciliation_mode="FULL")
    assert sorted(listed(api_v1, data_store)) == ["a", "b", "c"]


def test_a_mask_changes_parts_of_documents(api_v1: Api, stores: Stores, folder: Path) -> None:
    data_store = stores.data_store(api_v1)
    import_documents(api_v1, data_store, [{"id": "a", "struct_data": {"x": 1, "y": 1}}]).result()
    uri = put(folder, "new.jsonl", lines({"id": "a", "structData": {"x": 2}}))
    run(api_v1, data_store, uri, update_mask={"paths": ["struct_data.x"]})
    assert struct(listed(api_v1, data_store)["a"]) == {"x": 2, "y": 1}


def test_errors_are_written_where_they_are_wanted(
    api_v1: Api, stores: Stores, folder: Path
) -> None:
    data_store = stores.data_store(api_v1)
    uri = put(folder, "bad.jsonl", "{oops\n" * 150)
    prefix = f"gs://bucket/{folder.name}/errors/"
    operation = run(api_v1, data_store, uri, error_config={"gcs_prefix": prefix})
    assert len(messages(operation)) == 100
    (file,) = (folder / "errors").iterdir()
    written = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(written) == 150
    assert [one["message"] for one in written[:100]] == messages(operation)
    assert {one["code"] for one in written} == {3}


@pytest.mark.parametrize(
    ("prefix", "reason"), [("file", "cannot be written"), ("link", "leads out of the folder")]
)
def test_errors_that_cannot_be_written_are_told(
    server: Server, stores: Stores, folder: Path, tmp_path: Path, prefix: str, reason: str
) -> None:
    api = Api(server, "grpc", "v1")
    uri = put(folder, "bad.jsonl", "{oops\n")
    put(folder, "file", "in the way")
    (folder / "link").symlink_to(tmp_path)
    errors = f"gs://bucket/{folder.name}/{prefix}"
    operation = run(api, stores.data_store(api), uri, error_config={"gcs_prefix": errors})
    assert reason in messages(operation)[-1]
    assert not [*tmp_path.iterdir()]


def test_a_bucket_for_errors_is_told_where_none_is_wanted(
    api_v1: Api, stores: Stores, folder: Path
) -> None:
    data_store = stores.data_store(api_v1)
    for schema, uri in (
        ("document", put(folder, "all.jsonl", lines({"id": "a", "structData": {"x": 1}}))),
        ("content", put(folder, "page.txt", "A page.")),
    ):
        operation = run(api_v1, data_store, uri, schema=schema)
        number = operation.operation.name.rpartition("-")[2]
        bucket = f"gs://{data_store.split('/')[1]}_us_import_{schema}"
        assert operation.result().error_config.gcs_prefix == f"{bucket}/errors{number}"
    inline = import_documents(api_v1, data_store, [{"id": "b", "struct_data": {}}]).result()
    assert not inline.error_config.gcs_prefix


def test_documents_named_in_a_file_are_purged(api_v1: Api, stores: Stores, folder: Path) -> None:
    data_store = stores.data_store(api_v1)
    import_documents(api_v1, data_store, [{"id": one, "struct_data": {}} for one in "abc"]).result()
    source = {"input_uris": [put(folder, "ids.txt", "a\nc\nnone\n")]}
    request = {"parent": f"{data_store}/branches/0", "gcs_source": source, "force": True}
    operation = api_v1.client("DocumentService").purge_documents(request=request)
    assert operation.result().purge_count == 2
    assert list(listed(api_v1, data_store)) == ["b"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ({"data_schema": "document", "input_uris": ["gs://bucket/ids.txt"]}, "data_schema"),
        ({}, r"gcs_source\.input_uris"),
        ({"input_uris": ["gs://bucket/nowhere.txt"]}, r"gcs_source\.input_uris.*nowhere"),
    ],
)
def test_files_of_documents_to_purge_are_readable(
    api_v1: Api, stores: Stores, folder: Path, source: dict[str, Any], reason: str
) -> None:
    parent = f"{stores.data_store(api_v1)}/branches/0"
    request = {"parent": parent, "gcs_source": source, "force": True}
    with pytest.raises(exceptions.GoogleAPICallError, match=reason):
        api_v1.client("DocumentService").purge_documents(request=request).result()
