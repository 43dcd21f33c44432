"""RankService."""

from __future__ import annotations

from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.user_fields import check_user_labels
from emulator.resources.worker import in_worker
from emulator.retrieval.ranking.reranking import relevances
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_size

_MOST_RECORDS = 200

# What has next to nothing to do with the query is shown so, and not as 0.
_LEAST_SCORE = 0.0001


class RankService(Service):
    """Ranking of records that come with the request, by their words.

    Any model and any ranking config is accepted: clients know the only config by two names.
    """

    @in_worker
    def rank(self, request: Message) -> Message:
        """The records with their scores, best first; equal ones stay in their order."""
        _check(request)
        texts = [f"{record.title}\n{record.content}" for record in request.records]
        scores = relevances(request.query, texts)
        ranked = sorted(zip(request.records, scores, strict=True), key=lambda one: -one[1])
        shown = ranked[: request.top_n] if request.top_n > 0 else ranked
        return de.RankResponse(records=[_scored(request, record, score) for record, score in shown])


def _check(request: Message) -> None:
    if not request.query.strip():
        raise missing_field("query")
    check_size(request.records, _MOST_RECORDS, "records")
    for number, record in enumerate(request.records):
        if not record.title and not record.content:
            raise invalid_argument(f"records[{number}]", "it needs a title or content.")
    check_user_labels(request.user_labels)


def _scored(request: Message, record: Message, score: float) -> Message:
    shown = de.RankingRecord(id=record.id, score=max(round(score, 2), _LEAST_SCORE))
    if not request.ignore_record_details_in_response:
        shown.title, shown.content = record.title, record.content
    return shown
