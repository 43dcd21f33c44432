"""SessionService, and the same methods of ConversationalSearchService."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.given_ids import checked_id, id_in_name
from emulator.discoveryengine.sessions import records
from emulator.discoveryengine.user_fields import check_pseudo_id
from emulator.resources import masks, paging
from emulator.resources.list_filter import (
    Field,
    boolean,
    enum_number,
    parse_filter,
    parse_order,
    time,
)
from emulator.storage import sessions
from emulator.surface import names
from emulator.surface.errors import already_exists, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message

_PINNED = Field("is_pinned", boolean)
_FILTERS: Mapping[str, Field] = {
    "user_pseudo_id": Field("user_pseudo_id"),
    "state": Field("state", enum_number(de.Session.State)),
    "display_name": Field("display_name", has_parts=True),
    "is_pinned": _PINNED,
    "starred": _PINNED,
    "labels": Field("labels", is_list=True),
    "create_time": Field("create_time", time),
    "update_time": Field("update_time", time),
    "collaborative_project": Field("collaborative_project"),
}
_ORDERS = {
    "update_time": "update_time",
    "create_time": "create_time",
    "session_name": "name",
    "is_pinned": "is_pinned",
    "display_name": "display_name",
}
_NEWEST_FIRST = (("update_time", True),)


class SessionService(Service):
    """Sessions of an engine or a data store."""

    def create_session(self, request: Message) -> Message:
        """Create a session under an id that the server assigns, or that the client asks for."""
        parent = names.canonical(request.parent)
        session = masks.writable(request.session)
        check_pseudo_id(session.user_pseudo_id, "session.user_pseudo_id")
        session.name = (
            f"{parent}/sessions/{_asked_id(request, parent) or self.environment.ids.new()}"
        )
        records.complete_turns(session, self.environment.ids)
        with self.environment.store.write() as connection:
            self.require_parent(connection, parent)
            if sessions.get(connection, session.name) is not None:
                raise already_exists("Session", session.name)
            records.create(connection, session, self.environment.clock.now())
        return session

    def get_session(self, request: Message) -> Message:
        """The session, with its answers in the turns if they are asked for."""
        with self.environment.store.read() as connection:
            session = records.load(connection, names.canonical(request.name))
            if request.include_answer_details:
                records.add_answers(connection, session)
        return session

    def list_sessions(self, request: Message) -> Message:
        """The sessions of a parent, those changed last first unless an order is asked for."""
        parent = names.canonical(request.parent)
        page = paging.Page.of(request, 50, 1000)
        condition = parse_filter(request.filter, _FILTERS)
        order = parse_order(request.order_by, _ORDERS) or _NEWEST_FIRST
        response = de.ListSessionsResponse()
        with self.environment.store.read() as connection:
            self.require_parent(connection, parent)
            listing = page.listing(parent, condition, order)
            bodies, response.next_page_token = page.cut(sessions.page(connection, listing))
            for body in bodies:
                response.sessions.add().MergeFromString(body)
            records.add_turns(connection, *response.sessions)
        return response

    def update_session(self, request: Message) -> Message:
        """Change the masked fields; turns keep the ids of their questions."""
        environment = self.environment
        with environment.store.write() as connection:
            session = records.load(connection, names.canonical(request.session.name))
            turns = list(session.turns)
            questions = {turn.query.query_id for turn in turns}
            masks.update(session, request.session, request.update_mask.paths)
            check_pseudo_id(session.user_pseudo_id, "session.user_pseudo_id")
            records.complete_turns(session, environment.ids, questions)
            changed = turns != list(session.turns)
            records.save(connection, session, environment.clock.now(), changed)
        return session

    def delete_session(self, request: Message) -> Message:
        """Delete a session with its turns and answers."""
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            if not sessions.remove(connection, name):
                raise not_found("Session", name)
        return protobuf.Empty()

    def get_answer(self, request: Message) -> Message:
        """An answer of a session."""
        name = names.canonical(request.name)
        with self.environment.store.read() as connection:
            body = sessions.get_answer(connection, name)
        if body is None:
            raise not_found("Answer", name)
        return de.Answer.FromString(body)


def _asked_id(request: Message, parent: str) -> str:
    """The id that a client asks for, if it does: in a field of its own, or in the name."""
    if request.session_id:
        return checked_id(request.session_id, "session_id")
    return id_in_name(request.session.name, parent, "sessions", "session.name")
