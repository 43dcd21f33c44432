"""What the sentences of a reply rest on: chunks that were found, or what a test prescribes."""

from __future__ import annotations

from emulator.addresses import hostname
from emulator.discoveryengine.answers.pipeline import AnswerRun
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message


def reference(made: AnswerRun, source: int) -> Message:
    """The source of that number, as a Reference of grounding metadata."""
    if made.forced is not None and (prescribed := made.forced.answer.references):
        return _prescribed(prescribed[source])
    found = made.found[source]
    return _reference(
        found.text, found.document_name, found.row.uri, found.row.title, found.page_identifier
    )


def _prescribed(told: Message) -> Message:
    """A reference as an Answer has it, of any kind."""
    info = getattr(told, told.WhichOneof("content") or "chunk_info")
    about = getattr(info, "document_metadata", info)
    chunks = getattr(info, "chunk_contents", ())
    text = "\n".join(one.content for one in chunks) or getattr(info, "content", "")
    page = getattr(about, "page_identifier", "")
    return _reference(text, about.document, about.uri, about.title, page)


def _reference(text: str, document: str, uri: str, title: str, page: str) -> Message:
    shown = de.AssistantGroundedContent.TextGroundingMetadata.Reference(content=text)
    about = {
        "document": document,
        "uri": uri,
        "title": title,
        "page_identifier": page,
        "domain": hostname(uri),
    }
    for field, value in about.items():
        if value:
            setattr(shown.document_metadata, field, value)
    return shown
