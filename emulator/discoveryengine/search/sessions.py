"""Searches in a session: read in the light of earlier turns, and kept for an answer to come.

A search adds a turn with a question and no answer. `:answer` with the session and the question's id
then answers from what the search found, and fills the turn (SearchRequest.SessionSpec).
"""

from __future__ import annotations

from emulator.answering.rephrasing.context_expansion import ResolvedQuery
from emulator.answering.rephrasing.rephrase import follow_up
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval import search_result_mode
from emulator.discoveryengine.retrieval.follow_ups import resolve_follow_up
from emulator.discoveryengine.retrieval.retriever import Results, Retriever
from emulator.discoveryengine.retrieval.scope.targets import Target
from emulator.discoveryengine.retrieval.search_result_list import search_result_list
from emulator.discoveryengine.search import requests
from emulator.discoveryengine.search.pages import Page
from emulator.discoveryengine.sessions import records
from emulator.discoveryengine.sessions.turns import SessionTurn, open_turn
from emulator.storage import sessions
from emulator.surface import names
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_range

_MOST_DOCUMENTS = 10
_MOST_CHUNKS = 50
_COUNT = "search_result_persistence_count"


def check(request: Message) -> None:
    """INVALID_ARGUMENT for a session spec without a session, or with too high a count."""
    if not request.HasField("session_spec"):
        return
    if not request.session:
        raise invalid_argument("session_spec", "it can be used only when `session` is set.")
    spec, most = request.session_spec, _most(request)
    check_range(getattr(spec, _COUNT), 0, most, f"session_spec.{_COUNT}")


def turn_of(
    environment: Environment, request: Message, target: Target, page: Page
) -> SessionTurn | None:
    """The turn that a search is of; None without a session.

    A further page is of the turn of the first. Of a session that is new on every page nothing is
    known then, so that such a page is of none.
    """
    if not request.session:
        return None
    query_id = request.session_spec.query_id
    if page.offset and not query_id:
        query_id = _last_question(environment, request)
        if not query_id and names.resource_id(request.session) == "-":
            return None
    return open_turn(environment, target.parent, request, query_id, "session_spec.query_id")


def resolved_query(request: Message, target: Target, turn: SessionTurn) -> ResolvedQuery:
    """The query of a request, made to stand alone, and what was asked before it."""
    history = turn.history() if request.query.strip() else []
    if not history:
        return ResolvedQuery(request.query)
    scopes = requests.scopes(turn.environment, request, target)
    return resolve_follow_up(follow_up(request.query, history), Retriever(turn.environment, scopes))


def record(request: Message, turn: SessionTurn, page: Page, results: Results) -> Message:
    """Store a turn that is new, and what a first page shows; returns the SessionInfo."""
    spec = request.session_spec
    count = getattr(spec, _COUNT) if spec.HasField(_COUNT) else _most(request)
    if turn.position is None or not page.offset:
        with turn.environment.store.record() as connection:
            session = turn.record(connection, request.query)
            kept = search_result_list(results.found[:count], by_chunk=page.by_chunk)
            sessions.put_results(connection, session.name, turn.query_id, kept.SerializeToString())
    return de.SearchResponse.SessionInfo(name=turn.session.name, query_id=turn.query_id)


def _most(request: Message) -> int:
    chunks = search_result_mode.is_by_chunk(request.content_search_spec)
    return _MOST_CHUNKS if chunks else _MOST_DOCUMENTS


def _last_question(environment: Environment, request: Message) -> str:
    """The id of the session's last question if it is this one."""
    with environment.store.read() as connection:
        turns = records.turns_before(connection, names.canonical(request.session))[-1:]
    return next(
        (str(turn.query.query_id) for turn in turns if turn.query.text == request.query), ""
    )
