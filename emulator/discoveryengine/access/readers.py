"""The documents that a caller may read, where a data store has access control."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from functools import partial
from typing import NamedTuple, TypeAlias

from emulator.discoveryengine.access.identity import Identity, caller_identity
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.stored_branches import stored_bodies
from emulator.retrieval.filters.conditions import DOCUMENT_ID, NOTHING, Condition, TextIn
from emulator.storage import resources
from emulator.storage.branches import BranchRow
from emulator.storage.statements import Connection
from emulator.storage.store import Store
from emulator.surface import names
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

ENTRIES = "identityMappingEntries"
"""The kind of what an identity mapping store has below it."""

_USER, _GROUP, _EXTERNAL = "user_id", "group_id", "external_entity_id"

_Principal: TypeAlias = tuple[str, str]


class _Restriction(NamedTuple):
    """One of the restrictions of a document, all of which have to admit a reader."""

    principals: frozenset[_Principal]
    admits_all: bool


class _Access(NamedTuple):
    """The restrictions of each document, and the external identities of each principal."""

    restrictions: Mapping[str, Sequence[_Restriction]]
    external: Mapping[_Principal, frozenset[_Principal]]


def has_access_control(connection: Connection, data_store: str) -> bool:
    """Whether a data store's documents are for their readers only."""
    return bool(_data_store(connection, data_store).acl_enabled)


def readable(environment: Environment, branch: BranchRow) -> tuple[Condition, ...]:
    """What restricts a search of a branch to what the caller may read; nothing if all may."""
    found = _readable_ids(environment, branch)
    if found is None:
        return ()
    return (TextIn(DOCUMENT_ID, tuple(found)) if found else NOTHING,)


def may_read(environment: Environment, branch: BranchRow, document_id: str) -> bool:
    """Whether the caller may read a document of a branch."""
    found = _readable_ids(environment, branch)
    return found is None or document_id in found


def _readable_ids(environment: Environment, branch: BranchRow) -> Collection[str] | None:
    """The ids of the documents that the caller may read; None without access control."""
    read = partial(_read, environment.store, branch)
    access: _Access | None = environment.store.remembered((readable, branch.name), read)
    if access is None:
        return None
    identity = caller_identity()
    if identity is None:
        return ()
    known: dict[Identity, Collection[str]] = environment.store.kept((readable, branch.name))
    if identity not in known:
        principals = _principals(identity, access)
        each = access.restrictions.items()
        known[identity] = dict.fromkeys(one for one, given in each if _admit(given, principals))
    return known[identity]


def _admit(restrictions: Sequence[_Restriction], principals: Set[_Principal]) -> bool:
    """Whether all of them admit one of the principals; no document without any is for anybody."""
    each = (one.admits_all or not one.principals.isdisjoint(principals) for one in restrictions)
    return bool(restrictions) and all(each)


def _principals(identity: Identity, access: _Access) -> frozenset[_Principal]:
    own = {(_USER, identity.user), *((_GROUP, group) for group in identity.groups)}
    return frozenset(own).union(*(access.external.get(one, ()) for one in own))


def _read(store: Store, branch: BranchRow, connection: Connection) -> _Access | None:
    data_store = _data_store(connection, names.parent(branch.name))
    if not data_store.acl_enabled:
        return None
    readers = {
        document.id: [_restriction(one) for one in document.acl_info.readers]
        for bodies in stored_bodies(store, branch)
        for document in map(de.Document.FromString, bodies)
    }
    return _Access(readers, _external(connection, data_store.identity_mapping_store))


def _restriction(given: Message) -> _Restriction:
    pairs = ((one.WhichOneof("principal"), one) for one in given.principals)
    known = ((kind, str(getattr(one, kind)).casefold()) for kind, one in pairs if kind)
    return _Restriction(frozenset(known), given.idp_wide)


def _external(connection: Connection, store: str) -> Mapping[_Principal, frozenset[_Principal]]:
    """The external identities that a store maps to each user and group."""
    found: dict[_Principal, frozenset[_Principal]] = {}
    for _, _, body in resources.children(connection, store, ENTRIES) if store else ():
        entry = de.IdentityMappingEntry.FromString(body)
        kind = str(entry.WhichOneof("identity_provider_id"))
        own = kind, str(getattr(entry, kind)).casefold()
        external = _EXTERNAL, entry.external_identity.casefold()
        found[own] = found.get(own, frozenset()) | {external}
    return found


def _data_store(connection: Connection, name: str) -> Message:
    found: Message = de.DataStore.FromString(resources.get(connection, name) or b"")
    return found
