"""Where completions come from: documents, fields, user events and imported suggestions."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from itertools import chain

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.access.readers import has_access_control
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.stored_branches import branch_of, stored_bodies
from emulator.discoveryengine.indexing.schema_rules import completable_fields
from emulator.discoveryengine.indexing.struct_data import attributes
from emulator.retrieval.attributes import leaves
from emulator.retrieval.completion import Completions, Phrase
from emulator.storage import resources, user_events
from emulator.storage.branches import BranchRow
from emulator.storage.headings import headings
from emulator.surface import names
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message

MODELS = ("document", "search-history", "user-event", "document-completable")
IMPORTED = "completionSuggestions"
DENIED = "suggestionDenyListEntries"


# Those of deleted data stores go with the others that nobody has asked for lately.
_MOST_KEPT = 128


class Suggestions:
    """The completions of data stores, made when they are first asked for and when they changed."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._made: OrderedDict[tuple[str, str], tuple[object, Completions]] = OrderedDict()

    def of(self, data_store: str, model: str) -> Completions:
        """The completions of a model; imported ones belong to all.

        Documents with readers suggest nothing: not everybody who types may know of them.
        """
        with self._environment.store.read() as connection:
            branch = branch_of(connection, data_store)
            is_secret = has_access_control(connection, data_store)
            queries = user_events.queries(connection, data_store) if _is_of_users(model) else []
        imported = self._listed(data_store, IMPORTED)
        source = (branch, queries, imported)
        known = self._made.pop((data_store, model), None)
        if known is not None and known[0] == source:
            made = known[1]
        else:
            phrases = [Phrase(text, count) for text, count in queries]
            phrases += (_imported(body) for _, _, body in imported)
            if not (is_secret or _is_of_users(model)):
                phrases += self._of_documents(branch, model)
            made = Completions(phrases)
        self._made[data_store, model] = source, made  # At the end.
        if len(self._made) > _MOST_KEPT:
            self._made.popitem(last=False)
        return made

    def denied(self, data_store: str) -> list[Message]:
        """The entries of the deny list."""
        found = self._listed(data_store, DENIED)
        return [de.SuggestionDenyListEntry.FromString(body) for _, _, body in found]

    def _fields(self, data_store: str) -> list[str]:
        """The fields whose values may be suggested."""
        with self._environment.store.read() as connection:
            body = resources.get(
                connection, f"{data_store}/schemas/{resource_kinds.DEFAULT_SCHEMA}"
            )
        return [] if body is None else completable_fields(de.Schema.FromString(body))

    def _listed(self, data_store: str, kind: str) -> Sequence[tuple[int, str, bytes]]:
        """The entries of a list; there may be very many, and a call comes with every key stroke."""
        return self._environment.store.remembered(
            (data_store, kind), lambda connection: resources.children(connection, data_store, kind)
        )

    def _of_documents(self, branch: BranchRow, model: str) -> Iterator[Phrase]:
        if model == "document":
            with self._environment.store.read() as connection:
                titles = [one.title for one in headings(connection, branch.id)]
            yield from map(Phrase, titles)
            return
        wanted = set(self._fields(names.parent(branch.name)))
        bodies = chain.from_iterable(stored_bodies(self._environment.store, branch))
        for values in map(attributes, bodies):
            for path, value in leaves(values):
                if path in wanted and isinstance(value, str):
                    yield Phrase(value, field=path)


def _is_of_users(model: str) -> bool:
    return model in ("search-history", "user-event")


def _imported(body: bytes) -> Phrase:
    entry = de.CompletionSuggestion.FromString(body)
    frequency = entry.frequency if entry.WhichOneof("ranking_info") else 1
    others, score = tuple(entry.alternative_phrases), entry.global_score
    return Phrase(entry.suggestion, frequency, others, entry.group_id, score=score)
