"""Documents that are suggested themselves, found by their titles as queries are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.stored_branches import branch_of
from emulator.retrieval.completion import Completions, Phrase, folded
from emulator.storage.branches import BranchRow
from emulator.storage.headings import Heading, headings
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.wellknown import fill_struct


def content_suggestions(environment: Environment, data_store: str, typed: str) -> Iterator[Message]:
    """Yield a ContentSuggestion for each document whose title, or a word in it, begins so."""
    with environment.store.read() as connection:
        branch = branch_of(connection, data_store)
        found = headings(connection, branch.id)
    titled: dict[str, list[Heading]] = defaultdict(list)
    for heading in found:
        titled[folded(heading.title)].append(heading)
    for phrase in Completions(map(Phrase, titled)).complete(typed):
        for heading in titled[phrase]:
            yield _suggestion(phrase, heading, branch, data_store)


def _suggestion(phrase: str, heading: Heading, branch: BranchRow, data_store: str) -> Message:
    """As the service's documentation shows it; Chrome's address bar reads the link."""
    suggestion = de.AdvancedCompleteQueryResponse.ContentSuggestion(
        suggestion=phrase, data_store=data_store, destination_uri=heading.uri
    )
    suggestion.document.name = f"{branch.name}/documents/{heading.document}"
    shown = {"title": heading.title, "uri": heading.uri, "link": heading.uri}
    fill_struct(suggestion.document.derived_struct_data, shown)
    return suggestion
