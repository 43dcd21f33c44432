"""The filters of the structured test data, with the documents that they are known to match."""

import hashlib
import json
from functools import cache
from pathlib import Path

import pytest

from emulator.retrieval.attributes import Attributes, leaves
from emulator.retrieval.filters.binding import read_filter
from emulator.retrieval.filters.detection import detect_types, merge_types
from emulator.retrieval.filters.evaluate import matches
from emulator.retrieval.filters.fields import Fields
from emulator.retrieval.filters.parser import Grammar
from emulator.retrieval.index.chunk_index import ChunkIndex
from tests.retrieval.filling import put

FOLDER = Path(__file__).parents[4] / "shared" / "data" / "structured"
CASES_FILE = FOLDER / "filter_cases_open.jsonl"

pytestmark = pytest.mark.skipif(not CASES_FILE.exists(), reason="../shared/data is missing")


def lines(file):
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@cache
def dataset(name):
    documents = {one["id"]: one["structData"] for one in lines(FOLDER / f"{name}.jsonl")}
    types = {}
    for data in documents.values():
        types = merge_types(types, detect_types(leaves(data)))
    index = ChunkIndex.open(None)
    for document, data in documents.items():
        put(index, document, "", title=data["title"], data=data)
    index.commit(1)
    return documents, Fields(types), index


@pytest.mark.parametrize("case", lines(CASES_FILE), ids=lambda case: case["filter"])
def test_a_filter_finds_what_it_is_known_to_find(case):
    documents, fields, index = dataset(case["dataset"])
    condition = read_filter(case["filter"], fields, Grammar.LENIENT)
    matching = index.snapshot.search("", len(documents), filters=[condition], by_document=True)
    found = [hit.document for hit in matching.hits]
    assert matching.total == case["count"]
    assert hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest() == case["ids_sha256"]
    evaluated = [
        document
        for document, data in documents.items()
        if matches(condition, Attributes.read(data), document)
    ]
    assert found == evaluated
