"""Texts in another language than the question."""

from __future__ import annotations

from emulator.answering.document_text.parsed_text import text_language
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Passage

# Short questions may be in the one or the other: "Quanto custa o projeto?".
_AKIN = ({"es", "fr", "it", "pt", "ro"}, {"de", "nl", "sv"}, {"ru", "uk", "pl"})


def is_unrelated(asked: AnalyzedQuestion, passage: Passage) -> bool:
    """Whether a passage is in a language that is not even akin to that of the question.

    Words of it that look like forms of the question's words are none: Vietnamese "bien" is no
    "Bienen".
    """
    if not is_foreign(asked, passage):
        return False
    languages = {asked.known_language, text_language(passage.text)}
    return not any(languages <= akin for akin in _AKIN)


def is_foreign(asked: AnalyzedQuestion, passage: Passage) -> bool:
    """Whether a passage is in another language than the question, as far as both are known.

    What its title is in does not count then: it may be a translation.
    """
    wanted, language = asked.known_language, text_language(passage.text)
    if not wanted or not language or wanted == language:
        return False
    return wanted != text_language(passage.title)
