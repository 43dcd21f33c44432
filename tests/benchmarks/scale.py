"""Searches, answers and imports at growing sizes, beside the floor, SQLite FTS5 and bm25s.

    python -m tests.benchmarks.scale [CORPUS.jsonl] [--sizes 2000 20000 100000] [--calls N]

Documents of one chunk each are put together from sentences of a collection, and get a few fields.
Searches and answers take turns in rounds, each with the same questions; shown are medians. The
floor is a bare route with a raw Tantivy query; SQLite and bm25s are called in this process, without
a route. Imports are of one file; the emulator's own memory, without the files that it has mapped,
is told before and at the highest.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import random
import re
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import bm25s
import httpx

from tests.benchmarks.floor import read_corpus
from tests.benchmarks.speed import (
    BRANCH,
    CONFIG,
    ROUNDS,
    Call,
    Http,
    Times,
    create_engine,
    floor_server,
    import_floor,
    measure,
    questions,
)
from tests.conftest import SHARED_DATA
from tests.processes import Server, start_command

_SENTENCES = 5
_CATEGORIES = 20
_WORD = re.compile(r"\w+")

SNIPPETS: Mapping[str, Any] = {"snippetSpec": {"returnSnippet": True}}
FULL: Mapping[str, Any] = {
    "filter": 'category: ANY("c1", "c2", "c3", "c4", "c5") AND year >= 1990',
    "boostSpec": {"conditionBoostSpecs": [{"condition": 'category: ANY("c2")', "boost": 0.5}]},
    "facetSpecs": [
        {"facetKey": {"key": "category"}},
        {"facetKey": {"key": "year", "intervals": [{"minimum": 1990, "maximum": 2010}]}},
    ],
    "contentSearchSpec": SNIPPETS,
}
CITED: Mapping[str, Any] = {"answerGenerationSpec": {"includeCitations": True}}
KINDS: Mapping[str, Mapping[str, Any]] = {
    "plain": {},
    "as an answer shows it": {"contentSearchSpec": SNIPPETS},
    "filter boost facets snippets": FULL,
    "the same with order": {**FULL, "orderBy": "price desc"},
}

FLOOR = "floor"
RATIOS = {"plain": FLOOR, "answer": "as an answer shows it"}


def mixed(corpus: Path, size: int) -> Iterator[dict[str, Any]]:
    """So many documents from the sentences of a collection, always the same ones."""
    chance = random.Random(size)
    sentences = [
        one.strip()
        for row in read_corpus(corpus)
        for one in row["text"].split(" . ")
        if one.strip()
    ]
    for number in range(size):
        chosen = chance.choices(sentences, k=_SENTENCES)
        yield {
            "_id": f"d{number}",
            "title": " ".join(chosen[0].split()[:6]),
            "text": ". ".join(chosen),
            "category": f"c{chance.randrange(_CATEGORIES)}",
            "year": chance.randrange(1970, 2025),
            "price": round(chance.uniform(1, 1000), 2),
        }


def write(rows: Iterator[dict[str, Any]], corpus: Path, documents: Path) -> None:
    """Write the rows for the floor, and as the documents that the emulator imports."""
    with corpus.open("w") as plain, documents.open("w") as imported:
        for row in rows:
            plain.write(json.dumps(row) + "\n")
            fields = {key: row[key] for key in ("title", "category", "year", "price")}
            raw = base64.b64encode(row["text"].encode()).decode()
            content = {"mimeType": "text/plain", "rawBytes": raw}
            document = {"id": row["_id"], "structData": fields, "content": content}
            imported.write(json.dumps(document) + "\n")


def memory(server: Server) -> float:
    """Megabytes that the server's process has for itself; 0 if the system does not tell."""
    status = Path(f"/proc/{server.process.pid}/status")
    found = re.search(r"RssAnon:\s+(\d+) kB", status.read_text() if status.exists() else "")
    return int(found[1]) / 1024 if found else 0.0


def import_file(server: Server, uri: str) -> tuple[float, float]:
    """Seconds for all documents of a file, searchable at the end, and the most memory meanwhile."""
    highest = 0.0  # What is quickly done is done with the first response.
    with httpx.Client(base_url=f"{server.url}/v1", timeout=600) as client:
        start = time.perf_counter()
        body = {"gcsSource": {"inputUris": [uri], "dataSchema": "document"}}
        operation = client.post(f"/{BRANCH}/documents:import", json=body).json()
        while not operation.get("done"):
            # So rarely that it takes little of what is measured, and adds as little to it.
            time.sleep(min((time.perf_counter() - start) / 50, 0.05))
            highest = max(highest, memory(server))
            operation = client.get(f"/{operation['name']}").json()
        assert "failureCount" not in operation["metadata"], operation
        client.post(f"/{CONFIG}:search", json={"query": "flow"}).raise_for_status()
        return time.perf_counter() - start, max(highest, memory(server))


def fts5(corpus: Path) -> Callable[[str], object]:
    """A search of SQLite's full-text index, of any of the words, in memory."""
    database = sqlite3.connect(":memory:")
    database.execute("CREATE VIRTUAL TABLE texts USING fts5(title, text, tokenize='porter')")
    rows = ((one["title"], one["text"]) for one in read_corpus(corpus))
    database.executemany("INSERT INTO texts VALUES (?, ?)", rows)
    statement = (
        "SELECT title, bm25(texts) FROM texts WHERE texts MATCH ? ORDER BY bm25(texts) LIMIT 10"
    )

    def search(text: str) -> object:
        words = " OR ".join(f'"{word}"' for word in _WORD.findall(text))
        return database.execute(statement, (words,)).fetchall()

    return search


def bm25(corpus: Path) -> Callable[[str], object]:
    """A search of bm25s."""
    texts = [f"{one['title']} {one['text']}" for one in read_corpus(corpus)]
    retriever = bm25s.BM25()
    retriever.index(bm25s.tokenize(texts, stopwords="en", show_progress=False), show_progress=False)

    def search(text: str) -> object:
        tokens = bm25s.tokenize([text], stopwords="en", show_progress=False)
        return retriever.retrieve(tokens, k=10, show_progress=False)

    return search


async def measure_searches(
    server: Server, floor_url: str, corpus: Path, text_of: Callable[[int], str], calls: int
) -> dict[str, Times]:
    """Each kind of search of ours, and the others, in turns."""
    ours, floor = Http(server.url), Http(floor_url)

    async def route(_: int) -> None:
        await floor.call("GET", "/get/1")

    async def raw(number: int) -> None:
        await floor.call("POST", "/search", {"query": text_of(number)})

    async def search(body: Mapping[str, Any], number: int) -> None:
        request = {"query": text_of(number), "pageSize": 10, **body}
        await ours.call("POST", f"/v1/{CONFIG}:search?prettyPrint=false", request)

    async def answer(number: int) -> None:
        request = {"query": {"text": text_of(number)}, **CITED}
        await ours.call("POST", f"/v1/{CONFIG}:answer?prettyPrint=false", request)

    async def local(find: Callable[[str], object], number: int) -> None:
        find(text_of(number))

    every: dict[str, Call] = {
        "bare route": route,
        FLOOR: raw,
        **{kind: partial(search, body) for kind, body in KINDS.items()},
        "answer": answer,
        "SQLite FTS5": partial(local, fts5(corpus)),
        "bm25s": partial(local, bm25(corpus)),
    }
    first, measured = ({name: Times() for name in every} for _ in range(2))
    for times in [first, *[measured] * ROUNDS]:  # The first round reads what later ones need.
        await ours.open(1)  # Anew: servers close connections that have been idle for long.
        await floor.open(1)
        for name, call in every.items():
            await measure(times[name], call, max(calls // ROUNDS, 1), 1)
    return measured


def measure_size(size: int, source: Path, calls: int) -> dict[str, Times]:
    """Import and search so many documents; prints the import."""
    with tempfile.TemporaryDirectory() as folder:
        (bucket := Path(folder, "gcs", "bucket")).mkdir(parents=True)
        corpus = Path(folder, "corpus.jsonl")
        write(mixed(source, size), corpus, bucket / "documents.jsonl")
        options = ("--data-dir", f"{folder}/data", "--gcs-root", f"{folder}/gcs", "--no-seed")
        server = start_command(*options)
        try:
            create_engine(server.url)
            floor = statistics.median(
                import_floor(corpus) for _ in range(2 if size > 50_000 else 3)
            )
            before = memory(server)
            ours, highest = import_file(server, "gs://bucket/documents.jsonl")
            rates = f"ours {size / ours:6.0f}/s, Tantivy + SQLite {size / floor:6.0f}/s"
            print(
                f"import {size:7}: {rates} ({floor / ours:.2f} of it); "
                f"memory {before:.0f} MB before, {highest:.0f} MB at the highest",
                flush=True,
            )
            with floor_server(corpus) as floor_url:
                text_of = questions(source)
                return asyncio.run(measure_searches(server, floor_url, corpus, text_of, calls))
        finally:
            server.stop()


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    default = SHARED_DATA / "cranfield/corpus.jsonl"
    parser.add_argument("corpus", type=Path, nargs="?", default=default)
    parser.add_argument("--sizes", type=int, nargs="+", default=[2_000, 20_000, 100_000])
    parser.add_argument("--calls", type=int, default=300)
    asked = parser.parse_args()
    found = {size: measure_size(size, asked.corpus, asked.calls) for size in asked.sizes}
    print(f"\n{'p50 in ms':30}" + "".join(f"{size:>10}" for size in found) + "  growth")
    for name in found[asked.sizes[0]]:
        medians = [times[name].p50 * 1e3 for times in found.values()]
        row = "".join(f"{one:10.2f}" for one in medians)
        print(f"{name:30}{row}  {medians[-1] / medians[0]:5.2f}x")
    for name, beside in RATIOS.items():
        ratios = (times[name].p50 / times[beside].p50 for times in found.values())
        print(f"{f'{name} / {beside}':30}" + "".join(f"{one:9.2f}x" for one in ratios))


if __name__ == "__main__":
    main()
