"""The sentences the service shows in place of an answer.

Source: "Get answers and follow-ups" and "Get search summaries" of the product's documentation;
the first is also what recorded answers with OUT_OF_DOMAIN_QUERY_IGNORED hold. They stand in
`texts.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from emulator.answering.rulebook import section
from emulator.answering.values import SkipReason


@dataclass(frozen=True, slots=True)
class Texts:
    """What is said of a query that is ignored, and of one without an answer; what follows both.

    `none_found` is for summaries of no results.
    """

    ignored: str
    no_answer: str
    results: str
    none_found: str


# The question was fine but what was found did not carry an answer.
_FOUND_WANTING = {
    SkipReason.NO_RELEVANT_CONTENT,
    SkipReason.LOW_GROUNDED_ANSWER,
    SkipReason.UNHELPFUL_ANSWER,
}


def answer_text(reason: SkipReason, language: str = "") -> str:
    """Return what `answerText` holds when the answer was skipped for `reason`.

    `language` is a BCP 47 tag; for one that is not known the text is English.
    """
    texts = _texts(language)
    if reason in _FOUND_WANTING:
        return texts.no_answer
    return _joined(texts.ignored, texts.results)


def summary_text(language: str = "") -> str:
    """Return what `summaryText` holds when a summary was skipped."""
    texts = _texts(language)
    return _joined(texts.no_answer, texts.results)


def no_results_text(language: str = "") -> str:
    """Return what `summaryText` holds when there are no results to summarize.

    Source: what programs compare it with, and GoogleCloudPlatform/generative-ai#2046, which shows
    it as `summaryWithMetadata.summary` too.
    """
    return _texts(language).none_found


def _joined(said: str, results: str) -> str:
    """Both sentences; languages that have no spaces have none between sentences either."""
    return f"{said}{results}" if said.endswith("。") else f"{said} {results}".strip()


@lru_cache(maxsize=64)
def _texts(language: str) -> Texts:
    subtag = language.replace("_", "-").partition("-")[0].lower()
    known = section("texts")
    return Texts(**{**known["en"], **known.get(subtag, {})})
