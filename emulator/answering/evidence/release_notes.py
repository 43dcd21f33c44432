"""What stands under the heading of a version, if that is all that is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from emulator.answering.document_text.layout import HEADS
from emulator.answering.document_text.parsed_text import Sentence, numbered, parse, title_terms
from emulator.answering.generation.rendering import render
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Evidence, Passage

# Beyond this the notes are a document of their own; the reference leads to it.
_MOST_LINES = 12


def release_notes(asked: AnalyzedQuestion, passages: Sequence[Passage]) -> list[Evidence]:
    """Return all that stands under a version: "What is new in 4.1.0?", "release notes for 4.1.0".

    None if the question says more than the version and the title of its document.
    """
    versions = {number for word, number in numbered(asked.text) if not word}
    for place, passage in enumerate(passages if versions else ()):
        others = versions - {number for _, number in numbered(passage.title)}
        is_all = all(map(str.isdigit, asked.specific - title_terms(passage.title)))
        if is_all and (told := list(_below(parse(passage.text).sentences, others))):
            return [_evidence(passage, place, position) for position in told[:_MOST_LINES]]
    return []


def _below(sentences: Sequence[Sentence], versions: Set[str]) -> Iterator[int]:
    """Yield the positions of what stands under a heading with such a number, other headings too."""
    of_version = {
        at
        for at, each in enumerate(sentences)
        if each.kind in HEADS and any(number in versions for _, number in each.numbered)
    }
    for position, sentence in enumerate(sentences):
        heading = sentence.heading
        above = None if heading is None else sentences[heading].heading
        if not of_version.isdisjoint((heading, above)):
            yield position


def _evidence(passage: Passage, place: int, position: int) -> Evidence:
    sentence = parse(passage.text).sentences[position]
    text = f"{sentence.text}:" if sentence.kind in HEADS else render(passage, position)
    return Evidence(text, place, position, 1.0, starts_line=sentence.starts_line)
