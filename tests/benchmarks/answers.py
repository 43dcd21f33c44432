"""Quality of answers over questions whose answers are known, through the public API.

    python -m tests.benchmarks.answers [--data DATA]

Prints the share of questions of xquad_en whose gold answer stands in the answer text, how often
the first sentence cites the gold passage, sentences an answer, whether every citation begins and
ends with a sentence and a character, how many stray questions are skipped (every article is taken
out of the collection and then asked about), nDCG@10 of what follow-up questions of cast find, in
sessions of their own, and what an answer costs in a session of 5 and of 500 turns.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx

from tests.clients import made
from tests.conftest import SHARED_DATA
from tests.processes import start_command

Record = dict[str, Any]

_STRAY_PER_ARTICLE = 10
_TIMED = 100


class Collection:
    """A data store with passages, one a document."""

    def __init__(self, http: httpx.Client, documents: Iterable[Record]) -> None:
        self._http = http
        self.documents = {document["_id"]: document for document in documents}
        self.name = made.data_store(
            http, (made.document(_id(each), each["text"], **_title(each)) for each in self)
        )

    def __iter__(self) -> Any:
        return iter(self.documents.values())

    def session(self) -> str:
        """A new session's name."""
        return str(made.post(self._http, f"{self.name}/sessions", {})["name"])

    def answer(self, question: str, **body: Any) -> Record:
        """The answer to a question, cited."""
        body = {"query": {"text": question}, "answerGenerationSpec": _CITED, **body}
        answer: Record = made.post(self._http, f"{self._config}:answer", body)["answer"]
        return answer

    def timed(self, connection: HTTPConnection, question: str, session: str) -> float:
        """The milliseconds until an answer in a session is read."""
        body = {"query": {"text": question}, "answerGenerationSpec": _CITED, "session": session}
        start = time.perf_counter()
        connection.request("POST", f"/v1/{self._config}:answer", json.dumps(body), _JSON)
        response = connection.getresponse()
        response.read()
        assert response.status == 200, question
        return (time.perf_counter() - start) * 1000

    def search(self, query: str) -> list[str]:
        """The ids of the ten best documents."""
        spec = {"queryExpansionSpec": {"condition": "DISABLED"}}
        body = {"query": query, "pageSize": 10, **spec}
        found = made.post(self._http, f"{self._config}:search", body)
        return [one["id"] for one in found.get("results", [])]

    @property
    def _config(self) -> str:
        return f"{self.name}/servingConfigs/default_search"


_CITED = {"includeCitations": True}
_JSON = {"content-type": "application/json"}


def _id(document: Record) -> str:
    return str(document["_id"])


def _title(document: Record) -> Record:
    return {"title": document["title"]} if document["title"] else {}


@dataclass(frozen=True)
class Quality:
    """Shares of questions, and sentences an answer.

    Gold answer in the text, gold passage cited first, skipped, citations on borders.
    """

    contained: float
    cited: float
    skipped: float
    aligned: float
    sentences: float


def lines(path: Path) -> list[Record]:
    """The records of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def folded(text: str) -> str:
    """A text without what does not tell two answers apart."""
    return " ".join(text.lower().split())


def quality(collection: Collection, questions: Sequence[Record]) -> Quality:
    """Ask every question once."""
    contained = cited = skipped = aligned = 0
    sentences = []
    for each in questions:
        answer = collection.answer(each["question"])
        contained += folded(each["answers"][0]) in folded(answer["answerText"])
        if "answerSkippedReasons" in answer:
            skipped += 1
            continue
        sentences.append(len(answer["citations"]))
        aligned += is_aligned(answer)
        cited += _first_cited(answer) == each["doc"]
    count = len(questions)
    answered = count - skipped
    return Quality(
        contained / count,
        cited / count,
        skipped / count,
        aligned / answered,
        statistics.mean(sentences),
    )


def _first_cited(answer: Record) -> str:
    reference = answer["references"][int(answer["citations"][0]["sources"][0]["referenceId"])]
    return str(reference["chunkInfo"]["documentMetadata"]["document"].rpartition("/")[2])


def is_aligned(answer: Record) -> bool:
    """Whether each citation is a sentence of what it cites, and nothing is left between them."""
    text, end = answer["answerText"].encode(), 0
    for citation in answer["citations"]:
        start = int(citation.get("startIndex", 0))
        between, end = text[end:start], int(citation["endIndex"])
        try:
            sentence = text[start:end].decode()
        except UnicodeDecodeError:
            return False
        sources = [answer["references"][int(each["referenceId"])] for each in citation["sources"]]
        said = any(sentence in each["chunkInfo"]["content"] for each in sources)
        if between.strip() or not said:
            return False
    return end == len(text)


def strays_skipped(
    http: httpx.Client, collection: Collection, questions: Sequence[Record]
) -> float:
    """The share of questions on an article that is not there which are skipped."""
    asked: dict[str, list[str]] = defaultdict(list)
    for each in questions:
        asked[collection.documents[each["doc"]]["title"]].append(each["question"])
    skipped = []
    for title, texts in asked.items():
        rest = Collection(http, (each for each in collection if each["title"] != title))
        sample = texts[:: max(1, len(texts) // _STRAY_PER_ARTICLE)]
        skipped += ["answerSkippedReasons" in rest.answer(text) for text in sample]
    return statistics.mean(skipped)


def follow_ups(http: httpx.Client, data: Path) -> dict[str, float]:
    """nDCG@10 of follow-up questions as typed, as rephrased in sessions, and as rewritten by hand.

    What is rewritten is what a step of the answer says was searched for.
    """
    collection = Collection(http, lines(data / "corpus.jsonl"))
    relevant: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (data / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        turn, document, grade = line.split("\t")
        relevant[turn][document] = int(grade)
    raw = {each["_id"]: each["text"] for each in lines(data / "queries_raw.jsonl")}
    manual = {each["_id"]: each["text"] for each in lines(data / "queries_manual.jsonl")}
    variants = {"raw": raw, "rephrased": _rephrased(collection, raw), "by hand": manual}
    return {
        name: statistics.mean(
            ndcg(collection.search(queries[turn]), grades) for turn, grades in relevant.items()
        )
        for name, queries in variants.items()
    }


def _rephrased(collection: Collection, raw: Mapping[str, str]) -> dict[str, str]:
    rephrased = {}
    sessions: dict[str, str] = {}
    for turn, text in raw.items():
        topic = turn.rsplit("_", 1)[0]
        if topic not in sessions:
            sessions[topic] = collection.session()
        answer = collection.answer(text, session=sessions[topic])
        rephrased[turn] = answer["steps"][0]["actions"][0]["searchAction"]["query"]
    return rephrased


def ndcg(ranked: Sequence[str], grades: Mapping[str, int]) -> float:
    """The normalized discounted cumulative gain of ten results."""

    def gain(values: Iterable[int]) -> float:
        return sum((2**value - 1) / math.log2(place + 2) for place, value in enumerate(values))

    best = sorted(grades.values(), reverse=True)[:10]
    return gain(grades.get(name, 0) for name in ranked[:10]) / gain(best)


def long_session(
    url: str, collection: Collection, questions: Sequence[Record]
) -> tuple[float, float]:
    """Median milliseconds of an answer in a session of 5 turns and in one of 500.

    An answer shows all turns of its session. It is read and not parsed, as what a client does with
    it is not ours.
    """
    long = collection.session()
    texts = [each["question"] for each in questions]
    for number in range(500):
        collection.answer(texts[number % len(texts)], session=long)
    with closing(HTTPConnection(url.removeprefix("http://"))) as connection:
        times = [
            (
                collection.timed(connection, text, _begun(collection, texts[:5])),
                collection.timed(connection, text, long),
            )
            for text in texts[:_TIMED]
        ]
    short, late = zip(*times, strict=True)
    return statistics.median(short), statistics.median(late)


def _begun(collection: Collection, texts: Iterable[str]) -> str:
    """A session in which these were asked."""
    session = collection.session()
    for text in texts:
        collection.answer(text, session=session)
    return session


def main(data: Path) -> None:
    """Print everything."""
    if not data.is_dir():
        sys.exit(f"There is no test data in {data}.")
    server = start_command("--ephemeral", "--no-seed")
    try:
        with closing(httpx.Client(base_url=server.url, timeout=60)) as http:
            collection = Collection(http, lines(data / "xquad_en" / "corpus.jsonl"))
            questions = lines(data / "xquad_en" / "qa.jsonl")
            measured = quality(collection, questions)
            print(f"gold answer contained      {measured.contained:.3f}")
            print(f"gold passage cited first   {measured.cited:.3f}")
            print(f"sentences an answer        {measured.sentences:.2f}")
            print(f"citations on borders       {measured.aligned:.3f}")
            print(f"questions wrongly skipped  {measured.skipped:.3f}")
            print(f"stray questions skipped    {strays_skipped(http, collection, questions):.3f}")
            for name, gain in follow_ups(http, data / "cast").items():
                print(f"follow-ups, {name:14} {gain:.3f} nDCG@10")
            short, long = long_session(server.url, collection, questions)
            print(f"an answer in a session of 5 turns {short:.1f} ms, of 500 turns {long:.1f} ms")
    finally:
        server.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=SHARED_DATA)
    main(parser.parse_args().data)
