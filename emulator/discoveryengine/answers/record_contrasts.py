"""Two records that a question compares: "Which is cheaper, the Finch or the Plover?".

Of a question that names no field, "Compare the Finch and the Plover", what differs is told of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import islice

from emulator.answering.document_text.parsed_text import parse
from emulator.answering.evidence.records import fields_told, named_record
from emulator.answering.values import AnswerDraft
from emulator.discoveryengine.answers.record_references import MOST_FIELDS, MOST_RECORDS
from emulator.discoveryengine.environment import Environment
from emulator.discoveryengine.retrieval.passages import passages_of
from emulator.discoveryengine.retrieval.retriever import Found, Retriever
from emulator.discoveryengine.retrieval.scope.scopes import Scopes
from emulator.discoveryengine.search.query_understanding import with_order
from emulator.retrieval.query_understanding.comparatives import Contrast, find_contrast
from emulator.retrieval.query_understanding.field_matching import named_fields, spelled_out
from emulator.retrieval.query_understanding.superlatives import find_superlatives
from emulator.retrieval.text.analysis import terms

# What says that things are compared, and not by what; so many differences are told, none of which
# is a description.
_COMPARING = frozenset(terms("compare comparison difference differ versus vs"))
_CONTRASTS = re.compile(r"\b(?:differ\w*|than|unlike|whereas|while)\b", re.IGNORECASE)
_MOST_DIFFERING = 10
_LONGEST = 80


def find_contrasted(
    environment: Environment, scopes: Scopes, question: str, answer: AnswerDraft
) -> tuple[Sequence[Found], Sequence[str]] | None:
    """The two that a question compares, the one of which a comparative holds first, and the fields.

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
            return found, [path]
    if contrast.comparative or _near(contrast) - _COMPARING or _compares(answer, contrast):
        return None
    found = _both(Retriever(environment, scopes), contrast)
    differing = _differing(found, scopes) if found else ()
    return (found, differing) if differing else None


def _differing(found: Sequence[Found], scopes: Scopes) -> Sequence[str]:
    """The fields that both records tell, but not the same, as the first has them in order.

    Numbers and the like come before texts.
    """
    types = scopes.fields.known.types
    passages = passages_of(found)

    def told(path: str) -> list[str]:
        places = [(one, at) for one in passages for at in fields_told(one, [path])]
        return [parse(one.text).sentences[at].text for one, at in places]

    def differs(path: str) -> bool:
        said = told(path)
        return len(said) == len({*said}) == len(found) and max(map(len, said)) < _LONGEST

    def order(path: str) -> tuple[bool, list[int]]:
        return types[path] == "string", fields_told(passages[0], [path])

    return sorted(filter(differs, types), key=order)[:_MOST_DIFFERING]


def _fields(contrast: Contrast, scopes: Scopes) -> Iterator[tuple[str, bool]]:
    """The fields that may be compared, and whether the most comes first."""
    types = scopes.fields.known.types
    if contrast.comparative:
        possible = find_superlatives(contrast.asked, types)
        return ((one.field, one.is_most) for one in islice(possible, MOST_FIELDS))
    numbers = [path for path, one in types.items() if one in ("number", "integer")]
    return ((path, False) for path in named_fields(numbers, _near(contrast))[:MOST_FIELDS])


def _near(contrast: Contrast) -> Set[str]:
    """What a question says beside the names."""
    return {*terms(contrast.asked)}.difference(terms(" ".join(contrast.names)))


def _both(retriever: Retriever, contrast: Contrast, *paths: str) -> Sequence[Found]:
    """Both records; nothing if one of them does not tell these fields.

    They are in the retriever's order, or as they are named if no field decides.
    """
    found = retriever.documents(" ".join(contrast.names), MOST_RECORDS, 0).found
    passages = passages_of(found)
    named = dict.fromkeys(named_record(passages, name) for name in contrast.names)
    places = [
        place
        for place in named
        if place is not None and len(fields_told(passages[place], paths)) == len(paths)
    ]
    if len(places) < len(contrast.names):
        return ()
    return [found[place] for place in (sorted(places) if paths else places)]


def _says(answer: AnswerDraft, texts: Sequence[str]) -> bool:
    """Whether a sentence of an answer has all words of these texts."""
    return any(_saying(answer, texts))


def _compares(answer: AnswerDraft, contrast: Contrast) -> bool:
    """Whether a sentence of an answer says how the two differ, and not only something of both."""
    return any(map(_CONTRASTS.search, _saying(answer, contrast.names)))


def _saying(answer: AnswerDraft, texts: Sequence[str]) -> Iterator[str]:
    """The sentences of an answer that have all words of these texts."""
    wanted = {*terms(" ".join(texts))}
    said = (segment.text for segment in answer.answer.segments if answer.skipped is None)
    return (text for text in said if wanted.issubset(terms(text)))
