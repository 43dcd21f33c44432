"""The command that imports files."""

from __future__ import annotations

import io
import json
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest

from emulator.cli import main
from emulator.importing.files import Source, id_of
from emulator.importing.progress import Progress
from tests.clients.stores import unique
from tests.conftest import DEMO, Server, start_server
from tests.ingestion.pdf_files import column, pdf
from tests.processes import COMMAND, environment


@pytest.fixture
def store(server: Server) -> Iterator[str]:
    """The id of a data store that does not exist yet."""
    name = unique("import")
    yield name
    httpx.delete(f"{server.url}/v1/{DEMO}/dataStores/{name}", timeout=60)


@pytest.fixture
def run(server: Server, store: str) -> Callable[..., int]:
    """Run the command; answers the exit code."""
    return lambda *options: main(
        ["import", *map(str, options), "--data-store", store, "--url", server.url]
    )


def found(server: Server, store: str, query: str) -> list[str]:
    path = f"{server.url}/v1/{DEMO}/dataStores/{store}/servingConfigs/default_search:search"
    answer = httpx.post(path, json={"query": query}, timeout=60).raise_for_status().json()
    return sorted(result["id"] for result in answer.get("results", []))


def put(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_a_folder(run, server, store, tmp_path, capsys) -> None:
    put(tmp_path, "guides/set-up.md", "# Quokka\n\nHow to set up.")
    put(tmp_path, "page.html", "<p>A quokka page.")
    put(tmp_path, "manual.pdf", pdf(column(["The quokka manual."])))
    put(tmp_path, ".hidden/x.txt", "quokka")
    put(tmp_path, "~$manual.docx", b"\x05Quokka")
    put(tmp_path, "program.exe", b"quokka")
    put(tmp_path, "_sources/page.txt", "quokka")
    put(tmp_path, "_static/glossary.json", '{"quokka": "<p>A marsupial."}')
    put(tmp_path, "logo.png", b"quokka")
    put(tmp_path, "latin.txt", "caf\u00e9 quokka".encode("latin-1"))
    assert run(tmp_path) == 1  # As of a copy that leaves something out.
    output = capsys.readouterr()
    created = f"Created {DEMO}/dataStores/{store}.\n"
    left_out = "Left out 2 files of other types: .exe, .png.\n"
    assert output.out == f"{created}Imported 3 documents, 1 failed.\n{left_out}"
    assert re.search(r"^  latin\.txt: .*not UTF-8", output.err, re.MULTILINE)
    assert output.err.endswith(": 1 document could not be imported\n")
    assert found(server, store, "quokka") == ["guides_set-up-md", "manual-pdf", "page-html"]


def test_a_file_is_what_results_and_answers_name(run, server, store, tmp_path) -> None:
    put(tmp_path, "notes/today.txt", "the quokka smiles")
    assert run(tmp_path) == 0
    config = f"{server.url}/v1/{DEMO}/dataStores/{store}/servingConfigs/default_search"
    [result] = httpx.post(f"{config}:search", json={"query": "quokka"}, timeout=60).json()[
        "results"
    ]
    about = result["document"]["derivedStructData"]
    assert (about["title"], about["link"]) == ("today", "notes/today.txt")


def test_files_may_be_larger_than_what_documents_bring_along(run, server, store, tmp_path) -> None:
    put(tmp_path, "long.txt", "quokka " * 200_000)
    assert run(tmp_path) == 0
    assert found(server, store, "quokka") == ["long-txt"]


def test_a_file_that_no_request_holds_is_named_and_takes_no_others_along(tmp_path, capsys) -> None:
    for name, size in (("a", 1), ("b", 1), ("c", 500), ("d", 1)):
        put(tmp_path, f"{name}.txt", "quokka " * size)
    server = start_server("--ephemeral", "--no-seed", "--max-request-bytes", "1024")
    try:
        options = ["--data-store", "narrow", "--url", server.url]
        assert main(["import", str(tmp_path), *options]) == 1
        output = capsys.readouterr()
        assert output.out.endswith("\nImported 3 documents, 1 failed.\n")
        assert "  c.txt: The request body is larger than the limit of 1024 bytes" in output.err
        assert found(server, "narrow", "quokka") == ["a-txt", "b-txt", "d-txt"]
    finally:
        server.stop()


def test_records_in_a_folder(run, server, store, tmp_path) -> None:
    put(tmp_path, "in/r.jsonl", '{"id": "a", "structData": {"t": "quokka"}}')
    put(tmp_path, "in/s.NDJSON", '{"id": "b", "t": "quokka"}')
    assert run(tmp_path) == 0
    assert found(server, store, "quokka") == ["a", "b"]


def test_lines_that_are_no_documents_of_the_api_take_no_others_along(
    run, server, store, tmp_path, capsys
) -> None:
    lines = [
        {"id": 1},
        {"id": "a", "structData": {"t": "quokka"}},
        {"id": "b", "structData": {}, "shape": "round"},
        {"id": "c", "structData": {"t": "quokka"}},
        {"id": "d", "structData": 5},
    ]
    path = put(tmp_path, "r.jsonl", "\n".join(map(json.dumps, lines)))
    assert run(path) == 1
    output = capsys.readouterr()
    assert output.out.endswith("\nImported 2 documents, 3 failed.\n")
    assert "  Document '1': Invalid value at 'document.id' (TYPE_STRING), 1\n" in output.err
    assert "  Document 'b': Invalid JSON payload received. Unknown name \"shape\"" in output.err
    assert "  Document 'd': Invalid value at 'document.struct_data'" in output.err
    assert found(server, store, "quokka") == ["a", "c"]


def test_a_single_line_that_is_no_document(run, tmp_path, capsys) -> None:
    assert run(put(tmp_path, "r.jsonl", '{"id": 1}')) == 1
    assert "Document '1': Invalid value at 'document.id'" in capsys.readouterr().err


def test_records(run, server, store, tmp_path, capsys) -> None:
    lines = [{"id": "a", "structData": {"t": "quokka"}}, {"_id": "b", "t": "quokka"}]
    path = put(tmp_path, "r.jsonl", "\n".join(map(json.dumps, lines)) + "\n{oops\n")
    table = put(tmp_path, "t.csv", "id,t,n\nc,quokka,1\nd,wombat,2\n")
    assert run(path, table) == 1
    output = capsys.readouterr()
    assert output.out.endswith("\nImported 4 documents, 1 failed.\n")
    assert "r.jsonl:3: " in output.err
    assert found(server, store, "quokka") == ["a", "b", "c"]


def test_a_record_may_have_a_text_that_is_called_content(run, server, store, tmp_path) -> None:
    assert run(put(tmp_path, "r.jsonl", '{"id": "a", "content": "A quokka."}')) == 0
    assert found(server, store, "quokka") == ["a"]


def test_importing_again_replaces(run, server, store, tmp_path) -> None:
    path = put(tmp_path, "a.txt", "quokka")
    assert run(path) == 0
    put(tmp_path, "a.txt", "wombat")
    assert run(path) == 0
    assert (found(server, store, "quokka"), found(server, store, "wombat")) == ([], ["a-txt"])


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        (None, "", "does not exist"),
        ("x.exe", "quokka", "no document was imported"),
        ("a.pdf", "no pdf", "no document was imported"),
    ],
)
def test_nothing_to_import(run, tmp_path, capsys, name, content, sentence) -> None:
    path = put(tmp_path, name, content) if name else tmp_path / "none"
    assert run(path) == 1
    assert sentence in capsys.readouterr().err


def test_an_empty_folder(run, tmp_path, capsys) -> None:
    assert run(tmp_path) == 1
    assert "no file of a known type" in capsys.readouterr().err


def test_of_many_failures_the_first_are_told(run, tmp_path, capsys) -> None:
    for number in range(22):
        put(tmp_path, f"{number}.pdf", "no pdf")
    assert run(tmp_path) == 1
    *told, more, _ = capsys.readouterr().err.splitlines()
    assert len(told) == 20
    assert more == "  and 2 more"


def test_documents_that_the_data_store_does_not_take(run, tmp_path, capsys) -> None:
    assert run(put(tmp_path, "r.jsonl", '{"id": "a", "structData": {}}')) == 0
    assert run(put(tmp_path, "a.txt", "quokka")) == 1
    assert "a.txt: the data store takes JSON lines and CSV" in capsys.readouterr().err


def test_records_among_documents_with_content(run, server, store, tmp_path, capsys) -> None:
    put(tmp_path, "a.txt", "quokka")
    put(tmp_path, "r.jsonl", '{"id": "a", "title": "quokka"}\n' * 3)
    assert run(tmp_path) == 1
    output = capsys.readouterr()
    assert output.out.endswith("\nImported 1 document, 3 failed.\n")
    line, end = output.err.splitlines()
    assert end.endswith(": 3 documents could not be imported")
    assert line.startswith("  r.jsonl:1 and 2 more: the data store takes documents with content")
    assert found(server, store, "quokka") == ["a-txt"]


def test_a_document_among_files_of_records(run, server, store, tmp_path, capsys) -> None:
    put(tmp_path, "README.md", "quokka")
    put(tmp_path, "r.jsonl", '{"id": "a", "title": "quokka"}')
    put(tmp_path, "s.jsonl", '{"id": "b", "title": "quokka"}')
    put(tmp_path, "t.csv", "id,title\nc,quokka\n")
    assert run(tmp_path) == 1
    assert "README.md: the data store takes JSON lines and CSV" in capsys.readouterr().err
    assert found(server, store, "quokka") == ["a", "b", "c"]


def test_no_emulator(store, tmp_path, capsys) -> None:
    path = put(tmp_path, "a.txt", "quokka")
    assert main(["import", str(path), "--data-store", store, "--url", "http://127.0.0.1:1"]) == 1
    said = capsys.readouterr().err
    assert "http://127.0.0.1:1 cannot be reached" in said
    assert said.endswith("; start it with `serve`, or give its address as --url\n")


def test_an_address_is_no_file(store, capsys) -> None:
    with pytest.raises(SystemExit):
        main(["import", "gs://bucket/a.txt", "--data-store", store])
    assert "'gs://bucket/a.txt' should be a file or folder" in capsys.readouterr().err


def test_the_port_of_grpc(server, store, tmp_path, capsys) -> None:
    path = put(tmp_path, "a.txt", "quokka")
    options = ["--data-store", store, "--url", f"http://{server.grpc}"]
    assert main(["import", str(path), *options]) == 1
    assert f"{server.grpc} does not speak HTTP/1.1" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("page", "lacking"), [("<h1>Welcome", "JSON"), ("[]", "an object"), ("{}", "an operation")]
)
def test_a_page_in_place_of_the_emulator(tmp_path, capsys, page, lacking) -> None:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("content-length") or 0))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(page.encode())

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            pass

    path = put(tmp_path, "a.jsonl", json.dumps({"id": "a", "structData": {}}))
    with HTTPServer(("127.0.0.1", 0), Page) as other:
        threading.Thread(target=other.serve_forever, args=(0.01,), daemon=True).start()
        url = f"http://127.0.0.1:{other.server_port}"
        assert main(["import", str(path), "--data-store", "any", "--url", url]) == 1
        other.shutdown()
    assert f"without {lacking}; is it the emulator?" in capsys.readouterr().err


def test_a_refusal_is_told_in_its_words(server, tmp_path, capsys) -> None:
    path = put(tmp_path, "a.txt", "quokka")
    options = ["--data-store", "not/an/id", "--url", server.url]
    assert main(["import", str(path), *options]) == 1
    assert capsys.readouterr().err.startswith("discoveryengine-emulator: ")


@contextmanager
def watching(server: Server, store: str, folder: Path) -> Iterator[Callable[[], str]]:
    """The command on a folder that it goes on to watch; what is yielded reads its next line."""
    command = [*COMMAND, "import", str(folder), "--watch", "--data-store", store]
    with subprocess.Popen(
        [*command, "--url", server.url], env=environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline
        process.terminate()


def test_watching(server: Server, store: str, tmp_path: Path) -> None:
    put(tmp_path, "a.txt", "quokka")
    put(tmp_path, "table.csv", "animal\nquokka\n")
    with watching(server, store, tmp_path) as line:
        assert line().startswith("Created")
        assert line() == "Imported 2 documents.\n"
        assert line().startswith("Watching")
        put(tmp_path, "b.txt", "quokka")
        assert line() == "Imported 1 document.\n"
        (tmp_path / "a.txt").unlink()
        (tmp_path / "table.csv").unlink()
        assert line() == "Deleted 2 documents.\n"
    assert found(server, store, "quokka") == ["b-txt"]


def test_watching_records(server: Server, store: str, tmp_path: Path) -> None:
    """What is gone from a file is deleted, unless another has it or a line cannot be read."""
    records = [json.dumps({"id": name, "t": "quokka"}) for name in "abcd"]
    put(tmp_path, "r.jsonl", "\n".join(records))
    with watching(server, store, tmp_path) as line:
        assert line().startswith("Created")
        assert line() == "Imported 4 documents.\n"
        assert line().startswith("Watching")
        put(tmp_path, "r.jsonl", "\n".join(records[:3]))
        assert [line(), line()] == ["Imported 3 documents.\n", "Deleted 1 document.\n"]
        (tmp_path / "r.jsonl").rename(tmp_path / "s.jsonl")
        assert line() == "Imported 3 documents.\n"
        put(tmp_path, "s.jsonl", f'{records[0]}\n{{"id": "\u00fc", "t": "x"}}\n{{')
        assert line() == "Imported 1 document, 2 failed.\n"
        put(tmp_path, "s.jsonl", records[0])
        assert [line(), line()] == ["Imported 1 document.\n", "Deleted 2 documents.\n"]
    assert found(server, store, "quokka") == ["a"]


def test_ids_are_readable_and_differ() -> None:
    names = [
        "a/b.txt",
        "a-b.txt",
        "a_b.txt",
        "a b.txt",
        "a.b.txt",
        "\u4e2d.txt",
        "x" * 200 + ".txt",
    ]
    ids = [id_of(Source(Path(name), name)) for name in names]
    assert ids[:2] == ["a_b-txt", "a-b-txt"]
    assert len(set(ids)) == len(names)
    assert all(len(one) <= 128 and re.fullmatch("[A-Za-z0-9_-]+", one) for one in ids)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_written_over_itself() -> None:
    stream = Terminal()
    progress = Progress(stream, 4)
    progress.show(1, 10)
    progress.show(4, 40)
    progress.end()
    lines = stream.getvalue().split("\r")
    assert "1/4 files, 10 documents" in lines[1]
    assert lines[2].startswith("[" + "#" * 30 + "] 4/4 files, 40 documents")
    assert lines[3].strip() == ""


def test_progress_is_for_people_only() -> None:
    stream = io.StringIO()
    Progress(stream, 4).show(1, 10)
    assert stream.getvalue() == ""


@pytest.mark.parametrize("name", ["two words", "a/b", "a?b", "A"])
def test_id_that_no_data_store_may_have(server, tmp_path, capsys, name) -> None:
    put(tmp_path, "a.txt", "quokka")
    options = ["--data-store", name, "--url", server.url]
    assert main(["import", str(tmp_path), *options]) == 1
    assert f"Invalid value at 'data_store_id': {name!r}" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["import", ".", "--data-store", "a"], ["wait"]])
def test_address_that_is_none(capsys, command) -> None:
    with pytest.raises(SystemExit) as ended:
        main([*command, "--url", "ftp://localhost"])
    assert ended.value.code == 2
    assert "'ftp://localhost' should be an address such as http://" in capsys.readouterr().err
