"""Documents that are suggested themselves, found by their titles as queries are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from emulator.discoveryengine.access.readers import has_access_control
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.indexing.branches.stored_branches import branch_of
from emulator.retrieval.completion import Completions, Phrase, folded
from emulator.storage.branches import BranchRow
from emulator.storage.headings import Heading, headings
from emulator.storage.statements import Connection
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.wellknown import fill_struct


class _Titled(NamedTuple):
    """A branch with its documents by their folded titles, which complete what is typed."""

    branch: BranchRow
    documents: Mapping[str, Sequence[Heading]]
    titles: Completions


def content_suggestions(environment: Environment, data_store: str, typed: str) -> Iterator[Message]:
    """Yield a ContentSuggestion for each document whose title, or a word in it, begins so."""
    # Kept until something is written: a call comes with every key stroke.
    branch, documents, titles = environment.store.remembered(
        (content_suggestions, data_store), partial(_titled, data_store)
    )
    for title in titles.complete(typed):
        for heading in documents[title]:
            yield _suggestion(title, heading, branch, data_store)


def _titled(data_store: str, connection: Connection) -> _Titled:
    branch = branch_of(connection, data_store)
    titled: dict[str, list[Heading]] = defaultdict(list)
    is_secret = has_access_control(connection, data_store)
    for heading in () if is_secret else headings(connection, branch.id):
        titled[folded(heading.title)].append(heading)
    return _Titled(branch, titled, Completions(map(Phrase, titled)))


def _suggestion(phrase: str, heading: Heading, branch: BranchRow, data_store: str) -> Message:
    """As the service's documentation shows it; Chrome's address bar reads the link."""
    suggestion = de.AdvancedCompleteQueryResponse.ContentSuggestion(
        suggestion=phrase, data_store=data_store, destination_uri=heading.uri
    )
    suggestion.document.name = f"{branch.name}/documents/{heading.document}"
    shown = {"title": heading.title, "uri": heading.uri, "link": heading.uri}
    fill_struct(suggestion.document.derived_struct_data, shown)
    return suggestion
