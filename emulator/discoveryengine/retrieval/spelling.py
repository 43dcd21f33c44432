"""Spelling of queries, corrected by the words of the documents that are searched."""

from __future__ import annotations

from collections.abc import Container

from emulator.discoveryengine.retrieval.retriever import Retriever
from emulator.retrieval.query import Query
from emulator.retrieval.spelling import (
    is_one_edit,
    is_word,
    may_be_meant,
    misspelled_question_word,
    spelling_in,
    unknown_words,
)
from emulator.retrieval.text.languages import function_terms, language_of


def corrected_query(text: str, retriever: Retriever, right: Container[str] = ()) -> str:
    """The query with each word that no document has replaced by one that it may be meant to be.

    Empty if there is no such word: what a document or the dictionary of the query's language has
    is right, and so are the terms in `right`. A question word is known where no document has it.
    """
    blend = retriever.blend
    if all(map(blend.frequency, Query.parse(text).terms)):
        return ""
    corrected = text
    serving = function_terms(text)  # No document need have the question words of its language.
    language = language_of(text)
    for word in reversed(unknown_words(text, blend.frequency)):
        is_right = word.term in right or word.term in serving
        term = None if is_right else blend.nearest_term(word.term)
        if not term or is_word(word.text, language):
            continue
        spelling = _spelling(term, word.text, retriever)
        if not spelling or not may_be_meant(word.text, spelling):
            continue
        if not language or is_one_edit(word.text, spelling):
            corrected = corrected[: word.start] + spelling + corrected[word.end :]
    if not language and (found := misspelled_question_word(text, blend.frequency)):
        word, spelling = found
        corrected = corrected[: word.start] + spelling + corrected[word.end :]
    return corrected if corrected != text else ""


def _spelling(term: str, like: str, retriever: Retriever) -> str | None:
    """How a term is written in documents that have it; of several ways, the one most like this."""
    found = retriever.read(retriever.blend.examples_of(term))
    texts = [text for one in found for text in (one.row.title, one.text)]
    return spelling_in("\n".join(texts), term, like)
