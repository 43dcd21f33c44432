"""CompletionService's imports and purges of suggestions and of phrases that are not suggested."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.discoveryengine.completion.suggestions import DENIED, IMPORTED
from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.imports.entries import EntryType, entries, import_entries
from emulator.discoveryengine.imports.failures import Failures
from emulator.discoveryengine.imports.stored_entries import put
from emulator.discoveryengine.indexing.branches.stored_branches import branch_of, current_branch
from emulator.resources.operations import Job
from emulator.resources.worker import in_worker
from emulator.storage import resources
from emulator.storage.branches import BranchRow
from emulator.surface import names
from emulator.surface.errors import missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_count, check_range, check_text

_MOST_INLINE = 1000
_SUGGESTIONS = EntryType(de.CompletionSuggestion, "suggestions", "suggestion", _MOST_INLINE)
_DENY_LIST = EntryType(
    de.SuggestionDenyListEntry, "entries", "suggestion_deny_list", _MOST_INLINE, most_files=1
)
_LONGEST_PHRASE = 125


class CompletionImports(Service):
    """Both lists of a data store; an entry that is imported again takes the earlier one's place."""

    @in_worker
    def import_completion_suggestions(self, request: Message) -> Message:
        """Add suggestions."""
        branch, files = self._branch(request), self.environment.files
        found = entries(request, _SUGGESTIONS, files)
        failures = Failures(de.ImportCompletionSuggestionsResponse(), request, files)

        def write(good: Sequence[Message]) -> None:
            self._put(branch, IMPORTED, [(one.suggestion, one) for one in good])

        def work(job: Job) -> Message:
            return import_entries(job, found, _check_suggestion, write, failures)

        metadata = de.ImportCompletionSuggestionsMetadata()
        return self.operations.start(names.parent(branch.name), metadata, work)

    @in_worker
    def purge_completion_suggestions(self, request: Message) -> Message:
        """Delete all imported suggestions."""
        branch = self._branch(request)

        def work(_: Job) -> Message:
            self._purge(branch, IMPORTED)
            return de.PurgeCompletionSuggestionsResponse(purge_succeeded=True)

        metadata = de.PurgeCompletionSuggestionsMetadata()
        return self.operations.start(names.parent(branch.name), metadata, work)

    @in_worker
    def import_suggestion_deny_list_entries(self, request: Message) -> Message:
        """Add phrases to the deny list."""
        branch, files = self._branch(request), self.environment.files
        found = entries(request, _DENY_LIST, files)
        response = de.ImportSuggestionDenyListEntriesResponse()
        failures = Failures(response, request, files)

        def write(good: Sequence[Message]) -> None:
            self._put(branch, DENIED, [(one.block_phrase, one) for one in good])
            response.imported_entries_count += len(good)

        def work(job: Job) -> Message:
            import_entries(job, found, _check_entry, write, failures)
            response.failed_entries_count = failures.count
            return response

        metadata = de.ImportSuggestionDenyListEntriesMetadata()
        return self.operations.start(names.parent(branch.name), metadata, work)

    @in_worker
    def purge_suggestion_deny_list_entries(self, request: Message) -> Message:
        """Delete the whole deny list."""
        branch = self._branch(request)

        def work(_: Job) -> Message:
            count = self._purge(branch, DENIED)
            return de.PurgeSuggestionDenyListEntriesResponse(purge_count=count)

        metadata = de.PurgeSuggestionDenyListEntriesMetadata()
        return self.operations.start(names.parent(branch.name), metadata, work)

    def _branch(self, request: Message) -> BranchRow:
        """That of the data store, by which one that is made in its place is told from it."""
        with self.environment.store.read() as connection:
            return branch_of(connection, names.canonical(request.parent))

    def _put(self, branch: BranchRow, kind: str, entries: Sequence[tuple[str, Message]]) -> None:
        parent = names.parent(branch.name)
        with self.environment.store.write() as connection:
            current_branch(connection, branch)
            put(connection, parent, kind, self.environment.clock, entries)

    def _purge(self, branch: BranchRow, kind: str) -> int:
        with self.environment.store.write() as connection:
            current_branch(connection, branch)
            return resources.remove_children(connection, names.parent(branch.name), kind)


def _check_suggestion(entry: Message) -> None:
    check_text(entry.suggestion, _LONGEST_PHRASE, "suggestion")
    check_range(entry.global_score, 0, 1, "global_score")
    check_count(entry.frequency, "frequency")


def _check_entry(entry: Message) -> None:
    check_text(entry.block_phrase, _LONGEST_PHRASE, "block_phrase")
    if not entry.match_operator:
        raise missing_field("match_operator")
