"""Related questions: where they come from, and which are shown."""

from __future__ import annotations

from emulator.answering import pipeline
from emulator.answering.related.questions import related_questions
from emulator.answering.values import AnswerDraft, Passage, Question, SkipReason

STRAY = Question("What is the capital of Mongolia?")
WARRANTY = Passage(
    "How long the warranty lasts\n\nThe standard warranty is 24 months. The Rook 2 has a warranty "
    "of 36 months. The warranty covers faults of material, and it ends when the seal is broken.\n\n"
    "Repairs after the warranty\n\nRepairs are charged at a flat fee, which includes the shipping.",
    title="Warranty and repairs",
    score=3.0,
)
SHIPPING = Passage(
    "Do you ship to islands?\n\nWe ship to all islands of the country with the weekly boat. The "
    "Rook 2 costs 149 euros, and the shipping to an island costs 12 euros more.",
    title="Shipping",
    score=2.5,
    reference=1,
)
RECORD = Passage(
    "Rook 2. Price eur: 149. Weight grams: 310. Sku: R-2.",
    title="Rook 2",
    score=2.0,
    reference=2,
    structured=True,
)
GERMAN = Passage(
    "Rückgabe und Garantie\n\nDie Garantie beträgt 24 Monate. Wir nehmen defekte Geräte an.\n\n"
    "Was kostet der Versand?\n\nDer Versand kostet 5 Euro, und auf die Inseln kostet er 12 Euro.",
    title="Versand",
    score=3.0,
)
CORPUS = (WARRANTY, SHIPPING, RECORD)


def shown(asked: str, *passages: Passage) -> list[str]:
    def ask(question: str) -> AnswerDraft:
        return pipeline.answer(Question(question, require_relevance=False), passages)

    return related_questions([asked], ask(asked), passages, ask)


def test_questions_headings_statements_and_fields_become_questions() -> None:
    found = shown("Is there a boat?", *CORPUS)
    assert "Do you ship to islands?" not in found
    assert any(question.startswith("What should I know about repairs") for question in found)
    assert "How much does the Rook 2 cost?" in found
    assert "What is the weight of Rook 2?" in found
    assert all(question.endswith("?") for question in found)
    assert len(found) == len(set(found)) <= 5


def test_what_is_asked_or_answered_already_is_not_asked_again() -> None:
    found = shown("How long does the warranty last?", *CORPUS)
    assert "How long does the warranty last?" not in found
    assert "Do you ship to islands?" in found


def test_what_was_asked_before_is_not_asked_again() -> None:
    none = pipeline.skipped(SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED, STRAY)

    def ask(question: str) -> AnswerDraft:
        return pipeline.answer(Question(question, require_relevance=False), CORPUS)

    first = related_questions(["Is there a boat?"], none, CORPUS, ask)
    later = related_questions(["Is there a boat?", first[0]], none, CORPUS, ask)
    assert first[0] not in later


def test_what_the_documents_do_not_answer_is_not_shown() -> None:
    none = pipeline.skipped(SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED, STRAY)
    assert related_questions(["Warranty?"], none, CORPUS, lambda question: none) == []
    other = pipeline.answer(Question("Do you ship to islands?"), CORPUS)
    found = related_questions(["Is there a boat?"], none, CORPUS, lambda question: other)
    assert "Do you ship to islands?" in found
    assert not any("repairs" in question or "warranty" in question for question in found)


def test_other_languages_have_only_the_questions_they_ask_themselves() -> None:
    none = pipeline.skipped(SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED, STRAY)

    def ask(question: str) -> AnswerDraft:
        return pipeline.answer(Question(question, require_relevance=False), [GERMAN])

    assert related_questions(["Wie lange noch?"], none, [GERMAN], ask) == [
        "Was kostet der Versand?"
    ]


def test_a_heading_in_another_language_stands_in_no_english_question() -> None:
    text = "Efectos de la configuración regional\n\nThe locale is read by the shell from LANG."
    assert not [one for one in shown("What time is it?", Passage(text, "LANG")) if "fectos" in one]


def test_nothing_found_gives_nothing() -> None:
    assert shown("Anything?") == []
