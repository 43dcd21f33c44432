"""Sentence selection: which sentences make the answer, and in which order.

As in MMR (Carbonell and Goldstein, 1998), each further one is chosen by its score less its overlap
with those chosen before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from emulator.answering.document_text.layout import (
    FIELD,
    SentenceKind,
    is_connected,
    is_field,
    tells_otherwise,
    yes_or_no,
)
from emulator.answering.document_text.parsed_text import Sentence
from emulator.answering.evidence.comparisons import tell_both
from emulator.answering.evidence.further_sentences import (
    is_antecedent_of,
    is_told,
    with_further_sentences,
)
from emulator.answering.evidence.lead_sentences import lead_sentences
from emulator.answering.evidence.lists import with_lists
from emulator.answering.evidence.release_notes import release_notes
from emulator.answering.evidence.scoring import Candidate, score_sentences
from emulator.answering.evidence.versions import without_outdated
from emulator.answering.evidence.yes_no_fields import is_yes_no_field
from emulator.answering.generation.rendering import without_unit
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Evidence, Passage
from emulator.retrieval.text.analysis import terms

# A further sentence must answer nearly as well as the best one: a short answer that is right is
# better than a long one that wanders off.
_LEAST_SHARE = 0.6

# A sentence that mostly repeats a chosen one and has no number of its own is redundant; the score
# of one that overlaps (Jaccard index of the terms) is lowered.
_REPETITION = 0.8
_OVERLAP_COST = 0.3

# So many records tell which things are so.
_MOST_RECORDS = 10

# A sentence that refers back is hard to read without the one before it.
_ANTECEDENT_BONUS = 0.2

# One with no more terms says nothing without it.
_MOST_TERMS_ALONE = 2

# Only the best candidates are compared with what was chosen.
_COMPARED = 12

_DIGIT = re.compile(r"\d")


def find_evidence(
    asked: AnalyzedQuestion, passages: Sequence[Passage], most: int
) -> list[Evidence]:
    """Return the sentences that answer the question: at most `most`, and the lists they open."""
    if notes := release_notes(asked, passages):
        return notes
    if asked.asks_for_text and (told := lead_sentences(asked, passages)):
        return with_lists(asked, passages, told[:most])
    scored = score_sentences(asked, passages)
    if both := tell_both(asked, scored):
        return with_lists(asked, passages, both)
    pool = without_outdated(asked, scored[: most + _COMPARED])
    pool = _fields_as_prose(asked, pool)
    if records := _records_that_say_so(asked, pool):
        return with_lists(asked, passages, records)
    chosen = _without_dangling_references(
        _in_language(_choose(with_further_sentences(asked, pool), most)), passages
    )
    if len(chosen) == 1 and most > 1:
        chosen += _continuation(asked, chosen[0])
    return with_lists(asked, passages, _with_antecedents(_in_order(chosen), most))


def _records_that_say_so(asked: AnalyzedQuestion, pool: Sequence[Candidate]) -> list[Candidate]:
    """The records that say the same as the best one, where things of a kind are asked for.

    "Which boots are in stock?", "Which are sold in Oslo?": a record that tells so by yes or no is
    enough by itself. Where some say that they are of the kind, the others are not.
    """
    best = pool[0] if pool else None
    if best is None or not asked.kind_of_things or not best.matched.passage.structured:
        return []
    same = [each for each in pool if _tells_the_same(each, best)]
    told = [each for each in same if each.matched.is_of_kind] or same
    if not is_yes_no_field(best.matched, best.position) and not _are_several(asked, told):
        return []
    least = _LEAST_SHARE * best.score
    return [each for each in told if each.score >= least][:_MOST_RECORDS]


def _are_several(asked: AnalyzedQuestion, told: Sequence[Candidate]) -> bool:
    """Whether these are fields of more records than one, which say more than what these are."""
    said = told[0].matched.strengths[told[0].position].keys()
    is_more = is_field(told[0].sentence.text) and not said <= asked.kind_of_things
    return is_more and len({each.passage for each in told}) > 1


def _tells_the_same(one: Candidate, best: Candidate) -> bool:
    """Whether it is the same field with the same value, or says as much of what is asked in it.

    "Colors: red, blue" and "Colors: green, red" both tell what is red.
    """
    if one.sentence.text == best.sentence.text:
        return True
    name, _, _ = best.sentence.text.partition(": ")
    if not one.sentence.text.startswith(f"{name}: ") or yes_or_no(one.sentence.text) is not None:
        return False
    said = best.matched.strengths[best.position]
    return bool(said) and one.matched.strengths[one.position] == said


def _fields_as_prose(asked: AnalyzedQuestion, pool: Sequence[Candidate]) -> list[Candidate]:
    """Replace fields of records by sentences of prose that say the same and all that is asked."""
    whole = [each for each in pool if _is_full_prose(asked, each.sentence)]
    found: dict[tuple[int, int], Candidate] = {}
    for each in pool:
        told = _as_prose(each, whole) if whole else each
        found.setdefault((told.passage, told.position), told)
    return list(found.values())


def _is_full_prose(asked: AnalyzedQuestion, sentence: Sentence) -> bool:
    """Whether a sentence of prose says all that is asked, and an expected word if there are any."""
    said = sentence.terms
    expected = not asked.expected or not said.isdisjoint(asked.expected)
    return expected and asked.specific <= said and not is_field(sentence.text)


def _as_prose(candidate: Candidate, whole: Sequence[Candidate]) -> Candidate:
    """The first of the sentences with the value and unit of a field; the field if none has them."""
    field = FIELD.fullmatch(candidate.sentence.text)
    if field is None or not (value := terms(field["value"])):
        return candidate
    unit = field["name"].removeprefix(without_unit(field["name"])).strip()
    in_unit = re.compile(rf"\b{re.escape(unit)}", re.IGNORECASE)
    told = next((each for each in whole if _says_value(each.sentence, value, in_unit)), candidate)
    return told._replace(score=max(told.score, candidate.score))


def _says_value(sentence: Sentence, value: Sequence[str], unit: re.Pattern[str]) -> bool:
    is_said = sentence.terms.issuperset(value)
    return is_said and unit.search(sentence.text) is not None


def _choose(pool: Sequence[Candidate], most: int) -> list[Candidate]:
    rest = list(pool)
    chosen: list[Candidate] = []
    least = 0.0
    while rest and len(chosen) < most:
        gains = [_marginal_gain(each, chosen) for each in rest]
        highest = max(gains)
        if highest < least:
            break
        best = rest[gains.index(highest)]
        chosen.append(best)
        least = _LEAST_SHARE * chosen[0].score
        reach = (each for each in rest if each.score + _ANTECEDENT_BONUS >= least)
        rest = [each for each in reach if not _is_redundant(each, best)]
    return chosen


def _marginal_gain(candidate: Candidate, chosen: Sequence[Candidate]) -> float:
    if not chosen:
        return candidate.score
    overlap = max([_overlap(candidate, each) for each in chosen])
    gain = candidate.score - _OVERLAP_COST * overlap
    return gain + _ANTECEDENT_BONUS * any(is_antecedent_of(candidate, each) for each in chosen)


def _overlap(one: Candidate, other: Candidate) -> float:
    shared = len(one.terms & other.terms)
    return shared / (len(one.terms) + len(other.terms) - shared or 1)


def _is_redundant(one: Candidate, other: Candidate) -> bool:
    """Whether a sentence mostly repeats another, and has no number of its own."""
    fresh = one.terms - other.terms
    few = len(fresh) <= (1 - _REPETITION) * len(one.terms)
    return few and not any(map(_DIGIT.search, fresh))


def _in_language(chosen: Sequence[Candidate]) -> list[Candidate]:
    """Leave out sentences in another language than the question, unless the best one is."""
    return [each for each in chosen if not each.is_foreign or chosen[0].is_foreign]


def _without_dangling_references(
    chosen: Sequence[Candidate], passages: Sequence[Passage]
) -> list[Candidate]:
    """Leave out sentences of other texts that begin with "It" but lack its antecedent."""
    return [
        each
        for each in chosen
        if not each.sentence.refers_back
        or passages[each.passage].title == passages[chosen[0].passage].title
        or any(is_antecedent_of(one, each) for one in chosen)
    ]


def _in_order(chosen: Sequence[Candidate]) -> list[Candidate]:
    """Best first, then the others by passage and position.

    Only the antecedent of the best one goes before it.
    """
    if not chosen:
        return []
    first, *others = chosen
    ranked = list(dict.fromkeys(each.passage for each in chosen))
    others.sort(key=lambda each: (ranked.index(each.passage), each.position))
    before = [each for each in others if is_antecedent_of(each, first)]
    return [*before, first, *(each for each in others if each not in before)]


def _with_antecedents(chosen: Sequence[Candidate], most: int) -> list[Candidate]:
    """Put the sentences before those that begin with "This" or the like, if there is room."""
    shown = {(each.passage, each.position) for each in chosen}
    kept: list[Candidate] = []
    for each in chosen:
        if len(shown) < most and (each.passage, each.position - 1) not in shown:
            before = _antecedent(each)
            kept += before
            shown.update((one.passage, one.position) for one in before)
        kept.append(each)
    return kept


def _goes_on(sentence: Sentence) -> bool:
    """Whether it says little without the sentence before it: "They are free."."""
    if is_connected(sentence.text):
        return True
    return sentence.refers_back and len(sentence.terms) <= _MOST_TERMS_ALONE


def _continuation(asked: AnalyzedQuestion, candidate: Candidate) -> list[Candidate]:
    """The sentence that goes on with the only one, unless that says all that is asked.

    Writers tell more of what they have just named without naming it again, and of other languages
    than English it is not known which words say in another way what is asked of it. What follows
    from something is told by what is so "otherwise".
    """
    after = candidate.position + 1
    if after >= len(candidate.matched.parsed.sentences):
        return []
    sentence = candidate.matched.parsed.sentences[after]
    if sentence.starts_line or sentence.kind is not SentenceKind.PROSE:
        return []
    is_consequence = asked.asks_for_consequence and tells_otherwise(sentence.text)
    if not is_consequence and (asked.is_english or is_told(asked, candidate)):
        return []
    return [candidate._replace(position=after, sentence=sentence, terms=sentence.terms, score=0.0)]


def _antecedent(candidate: Candidate) -> list[Candidate]:
    """The sentence that one goes on from; where none stands before it, the heading or title is.

    It answers nothing by itself: where there is room for few words it is left out first.
    """
    before, passage = candidate.position - 1, candidate.matched.passage
    if before < 0 or passage.structured or not _goes_on(candidate.sentence):
        return []
    sentence = candidate.matched.parsed.sentences[before]
    if sentence.kind is not SentenceKind.PROSE:
        return []
    return [candidate._replace(position=before, sentence=sentence, terms=sentence.terms, score=0.0)]
