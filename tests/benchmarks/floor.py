"""The floor, what any Python server must pay: a FastAPI route, a raw Tantivy query, one commit.

python -m tests.benchmarks.floor CORPUS.jsonl PORT
"""

from __future__ import annotations

import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tantivy
import uvicorn
from fastapi import FastAPI, Request


def read_corpus(path: Path) -> Iterator[dict[str, str]]:
    """`{_id, title, text}` of a collection in BEIR's layout."""
    with path.open() as lines:
        yield from map(json.loads, lines)


def build_index(corpus: Path, folder: str) -> tantivy.Index:
    """Title and text in one stemmed field, the title stored."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("title", stored=True)
    builder.add_text_field("text", tokenizer_name="en_stem")
    index = tantivy.Index(builder.build(), path=folder)
    writer = index.writer(64_000_000, num_threads=1)
    for one in read_corpus(corpus):
        title, text = one["title"], one["text"]
        writer.add_document(tantivy.Document(title=title, text=f"{title} {text}"))
    writer.commit()
    index.reload()
    return index


def open_database(folder: str) -> sqlite3.Connection:
    """A database with the emulator's durability."""
    database = sqlite3.connect(Path(folder) / "floor.sqlite", isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=NORMAL")
    database.execute("CREATE TABLE turns (id INTEGER PRIMARY KEY, body BLOB)")
    return database


def app(corpus: Path, folder: str) -> FastAPI:
    """Three routes: get, search (plus one query), answer (plus one query and one commit)."""
    index = build_index(corpus, folder)
    database = open_database(folder)
    served = FastAPI()

    def search(text: str) -> list[dict[str, Any]]:
        words = "".join(c if c.isalnum() else " " for c in text)
        searcher = index.searcher()
        hits = searcher.search(index.parse_query(words, ["text"]), 10).hits
        return [{"score": s, "title": searcher.doc(a)["title"][0]} for s, a in hits]

    @served.get("/get/{name}")
    async def get(name: str) -> dict[str, Any]:
        return {"name": name, "state": "IN_PROGRESS", "turns": []}

    @served.post("/search")
    async def post_search(request: Request) -> dict[str, Any]:
        return {"results": search((await request.json())["query"])}

    @served.post("/answer")
    async def post_answer(request: Request) -> dict[str, Any]:
        results = search((await request.json())["query"])
        database.execute("INSERT INTO turns (body) VALUES (?)", (json.dumps(results).encode(),))
        return {"results": results}

    return served


def main() -> None:
    """Serve until the process is ended."""
    with tempfile.TemporaryDirectory() as folder:
        served = app(Path(sys.argv[1]), folder)
        uvicorn.run(
            served,
            port=int(sys.argv[2]),
            log_level="warning",
            access_log=False,
            timeout_keep_alive=600,  # A connection waits while others are measured.
        )


if __name__ == "__main__":
    main()
