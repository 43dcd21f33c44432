"""Why a result is where it is: what `params.explain` adds to it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from emulator.discoveryengine.indexing.struct_data import attributes
from emulator.discoveryengine.retrieval.blended_search import BlendedSearch
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.retrieval.attributes import Attributes
from emulator.retrieval.query import Query
from emulator.retrieval.ranking.boosts import boost_of
from emulator.retrieval.ranking.explanations import Part
from emulator.surface.registry import Message
from emulator.surface.wellknown import fill_struct


def is_requested(request: Message) -> bool:
    """Whether a SearchRequest asks for explanations."""
    return "explain" in request.params and bool(request.params["explain"].bool_value)


def add_explanations(
    response: Message,
    request: Message,
    results: Sequence[Found],
    retriever: Retriever,
    query: Query,
    first: int,
) -> None:
    """Put an `explanation` into the derivedStructData of each result; `first` is the first rank."""
    for rank, (result, found) in enumerate(zip(response.results, results, strict=True), first):
        shown = result.chunk if result.HasField("chunk") else result.document
        told = _explanation(found, request, query, retriever.blend, rank)
        fill_struct(shown.derived_struct_data, {"explanation": told})


def _explanation(
    found: Found, request: Message, query: Query, blend: BlendedSearch, rank: int
) -> dict[str, Any]:
    """A result's place with the score, boosts and values that it comes from, as JSON.

    `rank` is its place among all results, `default_rank` the one before a ranking expression or
    crowding moved it. A boost is a share of the best score.
    """
    assert found.placed is not None
    placed, hit = found.placed, found.placed.hit
    parts = placed.snapshot.explain(blend.query_for(placed.snapshot, query), hit)
    boosts = _boosts(found)
    told: dict[str, Any] = {
        "rank": rank,
        "default_rank": placed.rank or rank,
        "chunk": f"c{hit.ordinal + 1}",
        "score": hit.score,
        "highest_score": round(blend.highest_score(query), 4),
        "relevance": round(found.relevance, 4),
        "parts": [_part(part) for part in parts],
        "boosts": boosts,
        "boost": hit.boost,
        "why": _why(request, query, parts, hit.boost),
    }
    if placed.values.signals:
        told["signals"] = dict(placed.values.signals)
    return told


def _part(part: Part) -> dict[str, Any]:
    shown = {"kind": part.kind, "text": part.text, "score": part.score, "weight": part.weight}
    return {**shown, **part.figures}


def _boosts(found: Found) -> list[dict[str, Any]]:
    assert found.placed is not None
    values = Attributes.read(attributes(found.row.body))
    amounts = [
        (boost.name, boost_of([boost], values, found.row.document))
        for boost in found.placed.scope.boosts
    ]
    return [{"condition": name, "amount": amount} for name, amount in amounts if amount]


def _why(request: Message, query: Query, parts: Sequence[Part], boost: float) -> str:
    said = [_ranked_by(request, query)]
    if parts:
        best = sorted(parts, key=lambda part: -part.score)
        listed = ", ".join(f"'{part.text}' {part.score:g}" for part in best)
        said.append(f"BM25 is the sum of {listed}.")
    if boost:
        said.append(f"Boosts add {boost:+g} of the best score.")
    return " ".join(said)


def _ranked_by(request: Message, query: Query) -> str:
    if request.order_by.strip():
        return f"Ordered by {request.order_by.strip()}."
    if request.ranking_expression.strip():
        return f"Ranked by {request.ranking_expression.strip()}."
    return "Listed in the order of import." if query.is_blank else "Ranked by score."
