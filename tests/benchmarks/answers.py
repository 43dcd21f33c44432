"""Quality and speed of answers over questions whose answers are known.

    python -m tests.benchmarks.answers [DATA]

Prints the share of questions of xquad_en whose gold answer stands in the answer text, how often
the first sentence cites the gold passage, sentences an answer, how many stray questions are
skipped (every article is taken out of the collection and then asked about), nDCG@10 of
follow-up questions of cast, and milliseconds an answer.
"""

from __future__ import annotations

import json
import math
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from emulator.answering.engine import answer
from emulator.answering.reading import read
from emulator.answering.rephrase import rephrase
from emulator.answering.values import AnswerDraft, Passage, Question, Turn
from emulator.retrieval.chunks import IndexedChunk
from emulator.retrieval.index import ChunkIndex

Record = dict[str, Any]

DATA = Path("../shared/data")

_PASSAGES = 10
_STRAY_PER_ARTICLE = 10


class Collection:
    """A searchable collection of passages."""

    def __init__(self, documents: Iterable[Record]) -> None:
        self.documents = {document["_id"]: document for document in documents}
        self.index = ChunkIndex.open(None)
        for name, document in self.documents.items():
            chunk = IndexedChunk(name, 0, document["title"], document["text"], {})
            self.index.replace(name, [chunk])
        self.index.commit(1)

    def search(self, query: str) -> list[str]:
        return [hit.document for hit in self.index.search(query, _PASSAGES).hits]

    def passages(self, query: str) -> list[Passage]:
        hits = self.index.search(query, _PASSAGES).hits
        return [
            Passage(
                self.documents[hit.document]["text"],
                self.documents[hit.document]["title"],
                hit.score,
                reference,
            )
            for reference, hit in enumerate(hits)
        ]

    def answer(self, question: str) -> tuple[AnswerDraft, list[Passage]]:
        passages = self.passages(question)
        return answer(Question(question), passages, self.index.idf), passages


@dataclass(frozen=True)
class Quality:
    """Shares of questions: gold answer in the text, gold passage cited first, skipped."""

    contained: float
    cited: float
    skipped: float
    sentences: float


def lines(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def folded(text: str) -> str:
    return " ".join(text.lower().split())


def quality(collection: Collection, questions: Sequence[Record]) -> Quality:
    contained = cited = skipped = 0
    sentences = []
    for each in questions:
        draft, passages = collection.answer(each["question"])
        contained += folded(each["answers"][0]) in folded(draft.answer.text)
        if draft.skipped is not None:
            skipped += 1
            continue
        sentences.append(len(draft.answer.segments))
        gold = collection.documents[each["doc"]]["text"]
        cited += passages[draft.answer.segments[0].sources[0]].text == gold
    count = len(questions)
    return Quality(contained / count, cited / count, skipped / count, statistics.mean(sentences))


def strays_skipped(collection: Collection, questions: Sequence[Record]) -> float:
    asked: dict[str, list[str]] = defaultdict(list)
    for each in questions:
        asked[collection.documents[each["doc"]]["title"]].append(each["question"])
    skipped = []
    for title, texts in asked.items():
        others = [each for each in collection.documents.values() if each["title"] != title]
        rest = Collection(others)
        sample = texts[:: max(1, len(texts) // _STRAY_PER_ARTICLE)]
        skipped += [rest.answer(text)[0].skipped is not None for text in sample]
    return statistics.mean(skipped)


def follow_ups(data: Path) -> dict[str, float]:
    """nDCG@10 of follow-up questions as typed, as rephrased here, and as rewritten by hand."""
    collection = Collection(lines(data / "corpus.jsonl"))
    relevant: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (data / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        turn, document, grade = line.split("\t")
        relevant[turn][document] = int(grade)
    raw = {each["_id"]: each["text"] for each in lines(data / "queries_raw.jsonl")}
    manual = {each["_id"]: each["text"] for each in lines(data / "queries_manual.jsonl")}
    variants = {"raw": raw, "rephrased": _rephrased(raw), "by hand": manual}
    return {
        name: statistics.mean(
            ndcg(collection.search(queries[turn]), grades) for turn, grades in relevant.items()
        )
        for name, queries in variants.items()
    }


def _rephrased(raw: Mapping[str, str]) -> dict[str, str]:
    rephrased = {}
    history: dict[str, list[Turn]] = defaultdict(list)
    for turn, text in raw.items():
        conversation = history[turn.rsplit("_", 1)[0]]
        rephrased[turn] = rephrase(text, conversation)
        conversation.append(Turn(text))
    return rephrased


def ndcg(ranked: Sequence[str], grades: Mapping[str, int]) -> float:
    def gain(values: Iterable[int]) -> float:
        return sum((2**value - 1) / math.log2(place + 2) for place, value in enumerate(values))

    best = sorted(grades.values(), reverse=True)[:10]
    return gain(grades.get(name, 0) for name in ranked[:10]) / gain(best)


def milliseconds(
    collection: Collection, questions: Sequence[Record], *, warm: bool
) -> tuple[float, float]:
    """p50 and p95 of an answer from 10 passages of 200 words."""
    times = []
    for each in questions:
        passages = [_of_200_words(passage) for passage in collection.passages(each["question"])]
        if not warm:
            read.cache_clear()
        start = time.perf_counter()
        answer(Question(each["question"]), passages, collection.index.idf)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times), statistics.quantiles(times, n=20)[-1]


def _of_200_words(passage: Passage) -> Passage:
    words = passage.text.split()
    repeated = words * math.ceil(200 / len(words))
    return replace(passage, text=" ".join(repeated[:200]))


def main(data: Path) -> None:
    if not data.is_dir():
        sys.exit(f"There is no test data in {data}.")
    collection = Collection(lines(data / "xquad_en" / "corpus.jsonl"))
    questions = lines(data / "xquad_en" / "qa.jsonl")
    measured = quality(collection, questions)
    print(f"gold answer contained      {measured.contained:.3f}")
    print(f"gold passage cited first   {measured.cited:.3f}")
    print(f"sentences an answer        {measured.sentences:.2f}")
    print(f"questions wrongly skipped  {measured.skipped:.3f}")
    print(f"stray questions skipped    {strays_skipped(collection, questions):.3f}")
    for name, gain in follow_ups(data / "cast").items():
        print(f"follow-ups, {name:14} {gain:.3f} nDCG@10")
    for name, warm in (("cold", False), ("warm", True)):
        p50, p95 = milliseconds(collection, questions[::5], warm=warm)
        print(f"an answer, {name:15} p50 {p50:.2f} ms, p95 {p95:.2f} ms")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else DATA)
