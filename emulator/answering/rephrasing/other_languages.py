"""Follow-up questions in other languages than English.

These order and inflect words in other ways: what a pronoun stands for is not put into its place but
named at the end, with all that the question before was about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from emulator.answering.document_text.parsed_text import ASIDE
from emulator.answering.rephrasing.coreference.interpretations import Interpretation
from emulator.answering.rephrasing.topics import Topic
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.languages import (
    function_terms,
    has_pronoun,
    is_spaceless,
    language_of,
    without_phrases,
)

_WORD = re.compile(r"[^\s?!.,;:\u00bf\u00a1\u060c\u061f\u3001\u3002\uff1f\uff01()\"]+")
_END = re.compile(r"\s*[?\u061f\uff1f]?\s*$")


def named_at_end(query: str, questions: Sequence[str]) -> Iterator[Interpretation]:
    """Ask a question that leans on others of what each of them is about; nothing of any other.

    They are made to stand alone, the latest first. What one that leaned was said to be about goes
    on being spoken of.
    """
    end = _END.search(query)
    if end is None or not has_pronoun(query):
        return
    for question in questions:
        named = ASIDE.search(question)
        leaned = named is not None and has_pronoun(question[: named.start()])
        if words := tuple(_new_words(query, named[1] if named and leaned else question)):
            text = f"{query[: end.start()]} ({' '.join(words)}){end[0].strip()}"
            yield Interpretation(text, Topic(words))


def _new_words(query: str, question: str) -> Iterator[str]:
    said, serving = set(terms(query, stop_words=True)), frozenset[str]()
    if language_of(question):
        serving = function_terms(question)
    for word in _WORD.findall(without_phrases(question, clear=True)):
        found = terms(word)
        new = word not in query if is_spaceless(word) else not said.issuperset(found)
        if new and found and not serving.issuperset(found):
            said.update(found)
            yield word
