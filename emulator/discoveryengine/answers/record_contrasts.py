"""Two records that a question compares: "Which is cheaper, the Finch or the Plover?"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from emulator.answering.evidence.records import fields_told, named_record
from emulator.answering.values import AnswerDraft
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval.passages import passages_of
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.discoveryengine.retrieval.scope.scopes import Scopes
from emulator.discoveryengine.search.query_understanding import with_order
from emulator.retrieval.query_understanding.comparatives import Contrast, find_contrast
from emulator.retrieval.query_understanding.field_matching import named_fields, spelled_out
from emulator.retrieval.query_understanding.superlatives import find_superlatives
from emulator.retrieval.text.analysis import terms

# No more records and fields than this are looked at to find those that are compared.
_MOST = 200
_MOST_FIELDS = 5


def find_contrasted(
    environment: Environment, scopes: Scopes, question: str, answer: AnswerDraft
) -> tuple[Sequence[Found], str] | None:
    """The two that a question compares, the one of which a comparative holds first, and the field.

    None if it compares no records by a field, or if a sentence of the answer without them does.
    """
    contrast = find_contrast(question)
    if contrast is None:
        return None
    for path, is_most in _fields(contrast, scopes):
        if _says(answer, [*contrast.names, contrast.comparative or spelled_out(path)]):
            return None
        retriever = Retriever(environment, with_order(scopes, path, descending=is_most))
        if found := _both(retriever, contrast, path):
            return found, path
    return None


def _fields(contrast: Contrast, scopes: Scopes) -> Iterator[tuple[str, bool]]:
    """The fields that may be compared, and whether the most comes first."""
    types = scopes.fields.known.types
    if contrast.comparative:
        possible = find_superlatives(contrast.asked, types)
        return ((one.field, one.is_most) for one in islice(possible, _MOST_FIELDS))
    numbers = [path for path, one in types.items() if one in ("number", "integer")]
    names = {*terms(" ".join(contrast.names))}
    near = [term for term in terms(contrast.asked) if term not in names]
    return ((path, False) for path in named_fields(numbers, near)[:_MOST_FIELDS])


def _both(retriever: Retriever, contrast: Contrast, path: str) -> Sequence[Found]:
    """Both records in the retriever's order; nothing if one of them does not tell the field."""
    found = retriever.documents(" ".join(contrast.names), _MOST, 0).found
    passages = passages_of(found)
    named = {named_record(passages, name) for name in contrast.names}
    telling = (place for place in named if place is not None)
    places = sorted(place for place in telling if fields_told(passages[place], [path]))
    return [found[place] for place in places] if len(places) == len(contrast.names) else ()


def _says(answer: AnswerDraft, texts: Sequence[str]) -> bool:
    """Whether a sentence of an answer has all words of these texts."""
    wanted = {*terms(" ".join(texts))}
    said = (terms(segment.text) for segment in answer.answer.segments)
    return answer.skipped is None and any(map(wanted.issubset, said))
