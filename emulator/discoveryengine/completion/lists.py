"""CompletionService's imports and purges of suggestions and of phrases that are not suggested."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from emulator.discoveryengine.completion.suggestions import DENIED, IMPORTED
from emulator.discoveryengine.environment import Service
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import ApiError, invalid_argument, missing_field, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.status import status

_MOST_INLINE = 1000
_LONGEST_PHRASE = 125


class CompletionLists(Service):
    """Both lists of a data store; an entry that is imported again takes the earlier one's place."""

    @in_worker
    def import_completion_suggestions(self, request: Message) -> Message:
        """Add suggestions."""
        entries = _inline(request, "suggestions")
        response = de.ImportCompletionSuggestionsResponse()

        def work(job: Job) -> Message:
            good = _checked(entries, _check_suggestion, response)
            job.metadata.success_count = len(good)
            job.metadata.failure_count = len(entries) - len(good)
            self._put(parent, IMPORTED, [(one.suggestion, one) for one in good])
            return response

        parent = self._parent(request)
        metadata = de.ImportCompletionSuggestionsMetadata()
        return self.environment.operations.start(parent, "import-suggestions", metadata, work)

    @in_worker
    def purge_completion_suggestions(self, request: Message) -> Message:
        """Delete all imported suggestions."""
        parent = self._parent(request)

        def work(_: Job) -> Message:
            self._purge(parent, IMPORTED)
            return de.PurgeCompletionSuggestionsResponse(purge_succeeded=True)

        metadata = de.PurgeCompletionSuggestionsMetadata()
        return self.environment.operations.start(parent, "purge-suggestions", metadata, work)

    @in_worker
    def import_suggestion_deny_list_entries(self, request: Message) -> Message:
        """Add phrases to the deny list."""
        entries = _inline(request, "entries")
        parent = self._parent(request)
        response = de.ImportSuggestionDenyListEntriesResponse()

        def work(_: Job) -> Message:
            good = _checked(entries, _check_entry, response)
            response.imported_entries_count = len(good)
            response.failed_entries_count = len(entries) - len(good)
            self._put(parent, DENIED, [(one.block_phrase, one) for one in good])
            return response

        metadata = de.ImportSuggestionDenyListEntriesMetadata()
        return self.environment.operations.start(parent, "import-deny-list", metadata, work)

    @in_worker
    def purge_suggestion_deny_list_entries(self, request: Message) -> Message:
        """Delete the whole deny list."""
        parent = self._parent(request)

        def work(_: Job) -> Message:
            count = self._purge(parent, DENIED)
            return de.PurgeSuggestionDenyListEntriesResponse(purge_count=count)

        metadata = de.PurgeSuggestionDenyListEntriesMetadata()
        return self.environment.operations.start(parent, "purge-deny-list", metadata, work)

    def _parent(self, request: Message) -> str:
        name = names.canonical(request.parent)
        self.data_stores.get(name)
        return name

    def _put(self, parent: str, kind: str, entries: Sequence[tuple[str, Message]]) -> None:
        with self.environment.store.write() as connection:
            for phrase, entry in entries:
                digest = hashlib.sha256(phrase.encode()).hexdigest()[:32]
                name = f"{parent}/{kind}/{digest}"
                resources.remove(connection, name)
                time = self.environment.clock.now()
                resources.add(connection, name, parent, kind, time, entry.SerializeToString())

    def _purge(self, parent: str, kind: str) -> int:
        with self.environment.store.write() as connection:
            return _remove_all(connection, parent, kind)


def _remove_all(connection: Connection, parent: str, kind: str) -> int:
    found = resources.children(connection, parent, kind)
    for _, name, _ in found:
        resources.remove(connection, name)
    return len(found)


def _inline(request: Message, field: str) -> Sequence[Message]:
    source = request.WhichOneof("source")
    if source is None:
        raise missing_field("inline_source")
    if source != "inline_source":
        raise unimplemented(f"{request.DESCRIPTOR.name}.{source}")
    entries: Sequence[Message] = getattr(request.inline_source, field)
    if not entries:
        raise missing_field(f"inline_source.{field}")
    if len(entries) > _MOST_INLINE:
        raise invalid_argument(
            f"inline_source.{field}", f"at most {_MOST_INLINE} are allowed in one request."
        )
    return entries


def _checked(
    entries: Sequence[Message], check: Callable[[Message], None], response: Message
) -> list[Message]:
    """The entries that are right; those that are not are sampled."""
    good = []
    for entry in entries:
        try:
            check(entry)
            good.append(entry)
        except ApiError as error:
            response.error_samples.append(status(error))
    return good


def _check_suggestion(entry: Message) -> None:
    _check_phrase(entry.suggestion, "suggestion")
    if not 0 <= entry.global_score <= 1:
        raise invalid_argument("global_score", "it must be between 0 and 1.")


def _check_entry(entry: Message) -> None:
    _check_phrase(entry.block_phrase, "block_phrase")
    if not entry.match_operator:
        raise missing_field("match_operator")


def _check_phrase(text: str, field: str) -> None:
    if not text.strip():
        raise missing_field(field)
    if len(text) > _LONGEST_PHRASE:
        raise invalid_argument(field, f"at most {_LONGEST_PHRASE} characters are allowed.")
