"""Ranking quality and speed: `python -m tests.benchmarks.retrieval [--data FOLDER]`.

Prints nDCG@10 and Recall@100 of searches through the public API for each test collection, beside
the same texts in plain Tantivy, and in bm25s if that is installed; then the throughput of imports
into ChunkIndex beside plain Tantivy, and the latency of its searches. Exits with 1 if a collection
ranks below its floor.
"""

import argparse
import json
import math
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
import tantivy

from emulator.retrieval.index.chunk_index import ChunkIndex
from emulator.retrieval.index.chunks import IndexedDocument
from tests.clients import made
from tests.conftest import SHARED_DATA
from tests.processes import start_command

FLOORS = {"cranfield": 0.37, "cacm": 0.48, "adi": 0.48, "xquad_en": 0.965}
DEPTH = 100
CHUNKS = 20_000

Run = dict[str, list[str]]


@dataclass(frozen=True)
class Collection:
    corpus: list[dict[str, str]]
    queries: dict[str, str]
    relevant: dict[str, dict[str, int]]


def read(folder: Path) -> Collection:
    """Read a collection in the layout of BEIR."""
    corpus = [json.loads(line) for line in (folder / "corpus.jsonl").open()]
    queries = {}
    for line in (folder / "queries.jsonl").open():
        query = json.loads(line)
        queries[query["_id"]] = query["text"]
    relevant: dict[str, dict[str, int]] = {}
    for line in (folder / "qrels" / "test.tsv").open():
        query_id, *_, document, grade = line.split()
        if grade.isdigit() and int(grade) > 0:
            relevant.setdefault(query_id, {})[document] = int(grade)
    return Collection(corpus, queries, {k: v for k, v in relevant.items() if k in queries})


def ndcg(run: Run, relevant: dict[str, dict[str, int]], depth: int = 10) -> float:
    """Return the mean normalized discounted cumulative gain of the first `depth` results."""

    def gain(grades: Iterable[int]) -> float:
        return sum(grade / math.log2(place + 2) for place, grade in enumerate(grades))

    return statistics.fmean(
        gain(grades.get(document, 0) for document in run[query][:depth])
        / gain(sorted(grades.values(), reverse=True)[:depth])
        for query, grades in relevant.items()
    )


def recall(run: Run, relevant: dict[str, dict[str, int]]) -> float:
    """Return the mean share of relevant documents among all results."""
    return statistics.fmean(
        len(grades.keys() & set(run[query])) / len(grades) for query, grades in relevant.items()
    )


def fill(index: ChunkIndex, corpus: list[dict[str, str]]) -> ChunkIndex:
    for number, document in enumerate(corpus):
        name = document.get("_id", str(number))
        found = IndexedDocument(name, number, document["title"], [document["text"]], ())
        index.replace([found])
    index.commit(1)
    return index


def ours(http: httpx.Client, collection: Collection) -> Run:
    """The results of the public API with everything as it is by default."""
    documents = (
        made.document(each["_id"].replace(".", "_"), each["text"], title=each["title"])
        for each in collection.corpus
    )
    names = {each["_id"].replace(".", "_"): each["_id"] for each in collection.corpus}
    path = f"{made.data_store(http, documents)}/servingConfigs/default_search:search"
    return {
        query: [names[one["id"]] for one in _found(http, path, collection.queries[query])]
        for query in collection.relevant
    }


def _found(http: httpx.Client, path: str, query: str) -> list[dict[str, str]]:
    results: list[dict[str, str]] = made.post(http, path, {"query": query, "pageSize": DEPTH}).get(
        "results", []
    )
    return results


def plain_run(collection: Collection) -> Run:
    """The results of Tantivy's own query parser over one stemmed field."""
    with tempfile.TemporaryDirectory() as folder:
        schema = (
            tantivy.SchemaBuilder()
            .add_text_field("text", tokenizer_name="en_stem")
            .add_unsigned_field("number", stored=True)
            .build()
        )
        index = tantivy.Index(schema, folder)
        writer = index.writer(64_000_000, 1)
        for number, each in enumerate(collection.corpus):
            writer.add_document(tantivy.Document(text=[each["title"], each["text"]], number=number))
        writer.commit()
        index.reload()
        searcher = index.searcher()
        run: Run = {}
        for query in collection.relevant:
            asked, _ = index.parse_query_lenient(collection.queries[query], ["text"])
            places = (searcher.doc(address) for _, address in searcher.search(asked, DEPTH).hits)
            run[query] = [collection.corpus[place["number"][0]]["_id"] for place in places]
    return run


def bm25s_run(collection: Collection) -> Run | None:
    """The results of bm25s with its usual recipe, None if it is not installed."""
    try:
        import bm25s
        import Stemmer
    except ImportError:
        return None
    recipe = {"stopwords": "en", "stemmer": Stemmer.Stemmer("english"), "show_progress": False}
    texts = [f"{document['title']} {document['text']}" for document in collection.corpus]
    ranker = bm25s.BM25()
    ranker.index(bm25s.tokenize(texts, **recipe), show_progress=False)
    asked = bm25s.tokenize([collection.queries[query] for query in collection.relevant], **recipe)
    found, _ = ranker.retrieve(asked, k=min(DEPTH, len(texts)), show_progress=False)
    names = [document["_id"] for document in collection.corpus]
    return {
        query: [names[number] for number in row]
        for query, row in zip(collection.relevant, found, strict=True)
    }


def quality(data: Path) -> bool:
    """Print a row for each collection; return whether all reach their floor."""
    reached = True
    print(f"{'':<10}{'floor':>8}{'ours':>18}{'plain Tantivy':>18}{'bm25s':>18}")
    print(f"{'':<18}" + f"{'nDCG@10':>10}{'R@100':>8}" * 3)
    server = start_command("--ephemeral", "--no-seed")
    try:
        with httpx.Client(base_url=server.url, timeout=60) as http:
            for name, floor in FLOORS.items():
                collection = read(data / name)
                runs = ours(http, collection), plain_run(collection), bm25s_run(collection)
                reached &= ndcg(runs[0], collection.relevant) >= floor
                shown = "".join(map(partial(figures, collection), filter(None, runs)))
                print(f"{name:<10}{floor:>8}{shown}")
    finally:
        server.stop()
    return reached


def figures(collection: Collection, run: Run) -> str:
    """Return two columns of a row."""
    relevant = collection.relevant
    return f"{ndcg(run, relevant):>10.4f}{recall(run, relevant):>8.3f}"


def speed(data: Path) -> None:
    """Print import throughput and search latency with chunks mixed from all collections."""
    collections = [read(data / name) for name in FLOORS]
    documents = [document for collection in collections for document in collection.corpus]
    chance = random.Random(1)
    corpus = [mixed(documents, chance) for _ in range(CHUNKS)]
    queries = [text for c in collections for text in list(c.queries.values())[:100]]
    with tempfile.TemporaryDirectory() as plain, tempfile.TemporaryDirectory() as folder:
        raw = timed(lambda: fill_plain(plain, corpus))
        index = ChunkIndex.open(Path(folder))
        mine = timed(lambda: fill(index, corpus))
        print(f"\nimport of {CHUNKS} chunks: {CHUNKS / mine:,.0f}/s, {raw / mine:.0%} of Tantivy")
        for by_document in (False, True):
            search = partial(index.snapshot.search, limit=10, by_document=by_document)
            times = sorted(timed(partial(search, text)) * 1e3 for text in queries)
            median, late = statistics.median(times), times[int(len(times) * 0.95)]
            kind = "documents" if by_document else "chunks"
            print(f"{kind:<12} median {median:.2f} ms, 95th percentile {late:.2f} ms")
        index.close()


def mixed(documents: list[dict[str, str]], chance: random.Random) -> dict[str, str]:
    """A text of 40 to 240 words from two documents, so that no two are the same."""
    halves = (chance.choice(documents)["text"].split() for _ in range(2))
    words = [word for half in halves for word in half[: chance.randint(20, 120)]]
    return {"title": chance.choice(documents)["title"], "text": " ".join(words)}


def fill_plain(folder: str, corpus: list[dict[str, str]]) -> None:
    schema = tantivy.SchemaBuilder().add_text_field("text", tokenizer_name="en_stem").build()
    writer = tantivy.Index(schema, folder).writer(64_000_000, 1)
    for document in corpus:
        writer.add_document(tantivy.Document(text=[document["title"], document["text"]]))
    writer.commit()


def timed(work) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=SHARED_DATA)
    folder = parser.parse_args().data
    reached = quality(folder)
    speed(folder)
    sys.exit(0 if reached else 1)
