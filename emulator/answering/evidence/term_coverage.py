"""How much of a question a passage covers: the share of its weight that the passage says.

- a term weighs its idf, so "Mongolia" counts more than "capital"; words that fit any topic
  ("best", "way", "located") do not count at all;
- a name that no passage of the corpus holds counts one and a half times: a question about an
  unknown person, place or product is rarely answered by a text that never mentions it;
- a word or a name that no passage holds counts half of that if the title says another word of the
  question: the corpus has a document about it, and the user another word for a part of it;
- a term that occurs once counts less than one that occurs again, stands in the title or a heading,
  is the value of a field, or is a name that a question in another language than English has, as of
  these it is not known which other words say the rest;
- where a term is missing, half the weight of an unseen term is added to the whole, so that one
  lucky hit of a short question proves little. A question whose terms all occur, or which has only
  words that fit any topic, always passes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from emulator.answering.document_text.parsed_text import (
    ParsedText,
    family,
    parse,
    title_terms,
)
from emulator.answering.evidence.foreign_texts import is_unrelated
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.question_analysis.term_weights import term_idf, unseen_term_idf
from emulator.answering.values import Idf, Passage

# The score of a term by how often it occurs in the passage; the last also if it is in the title.
_SCORES = (0.0, 0.6, 1.0, 1.2)
_CLEAR = 1.0
_RELATED = 0.6  # for another form of the word
_IMPLIED = 0.5  # by a figure with a unit, which any text may have
_OTHER_WORD = 0.8  # times the score of an expansion term
_UNKNOWN_NAME = 1.5
_UNKNOWN_UNDER_TITLE = 0.5
_MISSING_SHARE = 0.5
_FOREIGN = 0.7  # A text in another language may only share a name.


def coverage(asked: AnalyzedQuestion, passage: Passage, idf: Idf) -> float:
    """Return the share of the question's weight that the passage holds, about in [0, 1]."""
    title, unseen = title_terms(passage.title), unseen_term_idf(idf)
    wanted = [term for term in asked.weights if term in asked.specific]
    forms = _forms(asked, passage)
    said = {
        term: score
        for term in wanted or asked.weights
        if (score := _best_term_score(asked, term, forms.get(term, (term,)), passage))
    }
    if len(said) >= len(wanted):
        return 1.0 if said else 0.0
    held = sum(asked.weights[term] * score for term, score in said.items())
    held *= _FOREIGN if is_unrelated(asked, passage) else 1.0
    titled = any(not title.isdisjoint(forms.get(term, (term,))) for term in said)
    whole = sum(
        asked.weights[term]
        * (_factor_of_unknown(asked, term, titled) if term_idf(term, idf) >= unseen else 1)
        for term in wanted
    )
    return held / (whole + _MISSING_SHARE * unseen)


def _factor_of_unknown(asked: AnalyzedQuestion, term: str, titled: bool) -> float:
    factor = _UNKNOWN_NAME if term in asked.names else 1.0
    return factor * (_UNKNOWN_UNDER_TITLE if titled else 1.0)


def _forms(asked: AnalyzedQuestion, passage: Passage) -> Mapping[str, Sequence[str]]:
    """The forms of a question's terms that a passage says."""
    if is_unrelated(asked, passage):
        return {}
    found: dict[str, list[str]] = {}
    titled = asked.forms_among(title_terms(passage.title))
    said = parse(passage.text).counts.keys()
    told = asked.forms_among(said) | asked.compounds_among(said)
    for form, term in (titled | told).items():
        found.setdefault(term, [term]).append(form)
    return found


def _best_term_score(
    asked: AnalyzedQuestion, term: str, forms: Sequence[str], passage: Passage
) -> float:
    """Return the score of a term or its best expansion term in a passage, or of what tells as much;
    0 if none occurs."""
    score = _term_score(asked, term, forms, passage)
    if not score and term in asked.implied and term in asked.implied_terms(passage.text):
        return _IMPLIED
    others = [other for other, said in asked.expansion_terms.items() if term in said]
    return max(score, _OTHER_WORD * _term_score(asked, term, others, passage)) if others else score


def _term_score(
    asked: AnalyzedQuestion, term: str, forms: Sequence[str], passage: Passage
) -> float:
    """Return the score of a term, given in all its forms, in a passage, 0 if it does not occur."""
    if not title_terms(passage.title).isdisjoint(forms):
        return _SCORES[-1]
    parsed = parse(passage.text)
    times = sum(parsed.counts.get(form, 0) for form in forms)
    if not times:
        is_related = asked.language and _says_relative(term, parsed)
        return _RELATED if is_related and not is_unrelated(asked, passage) else 0.0
    score = _SCORES[min(times, len(_SCORES) - 1)]
    is_clear = (
        passage.structured
        or not parsed.headings.isdisjoint(forms)
        or (not asked.is_english and term in asked.names and not term.isdigit())
    )
    return max(score, _CLEAR) if is_clear else score


def _says_relative(term: str, parsed: ParsedText) -> bool:
    """Whether a text says another form of a word whose stem is not known; those of English are."""
    return family(term) in parsed.families
