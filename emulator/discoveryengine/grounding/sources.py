"""The sources that a GenerateGroundedContentRequest grounds in, as facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from emulator.addresses import hostname
from emulator.answering.values import Idf, Passage
from emulator.discoveryengine.controls.applied import active_controls
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.grounding.checks import check_facts
from emulator.discoveryengine.retrieval.passages import passages_of
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.discoveryengine.retrieval.scope.scopes import read_scopes
from emulator.discoveryengine.retrieval.scope.targets import resolve_target
from emulator.retrieval.ranking.reranking import relevances
from emulator.surface.errors import missing_field, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_range

_WHERE = "grounding_spec.grounding_sources"
_REQUEST = "GenerateGroundedContentRequest.GroundingSource"
_RESULTS = 10


@dataclass(frozen=True, slots=True)
class Fact:
    """A text to ground in, where it is from, and what the client is told of that."""

    passage: Passage
    source: str
    metadata: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts, best first; the idf of the index if they all come from one.

    Those that all came with the request were chosen by the one who asks: they are `given`.
    """

    each: tuple[Fact, ...]
    idf: Idf | None = None
    given: bool = False

    @property
    def passages(self) -> list[Passage]:
        """The facts as passages; each is the reference of its own place."""
        return [replace(fact.passage, reference=place) for place, fact in enumerate(self.each)]


def check_sources(sources: Sequence[Message]) -> None:
    """INVALID_ARGUMENT for a source that is none or bad, UNIMPLEMENTED for those of the web."""
    if not sources:
        raise missing_field(_WHERE)
    for number, source in enumerate(sources):
        kind, where = source.WhichOneof("source"), f"{_WHERE}[{number}]"
        if kind is None:
            raise missing_field(f"{where}.source")
        if kind == "inline_source":
            check_facts(source.inline_source.grounding_facts, f"{where}.{kind}.grounding_facts")
        elif kind == "search_source":
            _check_search(source.search_source, f"{where}.{kind}")
        else:
            raise unimplemented(f"{_REQUEST}.{kind}", "there is no web to search")


def read_facts(environment: Environment, sources: Sequence[Message], query: str) -> Facts:
    """The facts of all sources; NOT_FOUND for a serving config that does not exist.

    Facts of one search keep its ranking. Those of several sources, and those that came with the
    request, are ranked by their words beside each other.
    """
    found: list[Fact] = []
    idf = None
    given = 0
    for number, source in enumerate(sources):
        if source.WhichOneof("source") == "inline_source":
            found += _given(source.inline_source, given)
            given += len(source.inline_source.grounding_facts)
        else:
            where = f"{_WHERE}[{number}].search_source."
            retrieved, idf = _searched(environment, source.search_source, query, where)
            found += retrieved
    if len(sources) == 1 and not given:
        return Facts(tuple(found), idf)
    return Facts(tuple(_ranked(found, query)), given=given == len(found))


def source_kinds(sources: Sequence[Message]) -> Iterator[str]:
    """The RetrievalMetadata.Source of each source."""
    for source in sources:
        is_inline = source.WhichOneof("source") == "inline_source"
        yield "INLINE_CONTENT" if is_inline else "VERTEX_AI_SEARCH"


def fact_chunk(fact: Fact, text: str) -> Message:
    """A FactChunk of a fact."""
    title, uri = fact.metadata.get("title", ""), fact.metadata.get("uri", "")
    domain = _domain(uri)
    shown = de.FactChunk(chunk_text=text, source=fact.source, title=title, uri=uri, domain=domain)
    shown.source_metadata.update(fact.metadata)
    return shown


def _check_search(source: Message, where: str) -> None:
    if not source.serving_config:
        raise missing_field(f"{where}.serving_config")
    check_range(source.max_result_count, 0, _RESULTS, f"{where}.max_result_count")


def _given(source: Message, first: int) -> Iterator[Fact]:
    for number, fact in enumerate(source.grounding_facts, start=first):
        metadata = {**source.attributes, **fact.attributes}
        passage = Passage(fact.fact_text, metadata.get("title", ""))
        yield Fact(passage, str(number), metadata)


def _searched(
    environment: Environment, source: Message, query: str, where: str
) -> tuple[list[Fact], Idf]:
    target = resolve_target(environment, source.serving_config)
    acting = active_controls(environment, target.config, query)
    params = de.SearchRequest(filter=source.filter)
    scopes = acting.scopes(read_scopes(environment, target.branches, params, where))
    retriever = Retriever(environment, scopes)
    found = retriever.chunks(acting.query(query), source.max_result_count or _RESULTS).found
    retrieved = [
        Fact(passage, one.document_name, _metadata(one))
        for passage, one in zip(passages_of(found), found, strict=True)
    ]
    return retrieved, retriever.idf


def _metadata(found: Found) -> dict[str, str]:
    metadata = {
        "title": found.row.title,
        "uri": found.row.uri,
        "document_id": found.row.document,
        "page_identifier": found.page_identifier,
    }
    return {key: value for key, value in metadata.items() if value}


def _ranked(found: Sequence[Fact], query: str) -> list[Fact]:
    scores = relevances(query, [f"{one.passage.title}\n{one.passage.text}" for one in found])
    scored = [
        replace(one, passage=replace(one.passage, score=score))
        for one, score in zip(found, scores, strict=True)
    ]
    return sorted(scored, key=lambda one: -one.passage.score)


def _domain(uri: str) -> str:
    """The domain of a web page; a bucket, or what is no address, has none."""
    return hostname(uri) if uri.lower().startswith(("http://", "https://")) else ""
