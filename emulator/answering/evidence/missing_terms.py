"""Which terms of a question a passage does not say, and whether it tells of something else for it.

What is missing may be said in another form, or in other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set

from emulator.answering.document_text.layout import yes_or_no
from emulator.answering.document_text.parsed_text import (
    ParsedText,
    families,
    family,
    headings_above,
    parse,
    title_terms,
)
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.owners import owner_terms
from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.answering.values import Passage
from emulator.retrieval.text.analysis import terms

# "If you use your own car" tells nothing of a company car. A verb comes after "the company".
_OF_COMPANY = re.compile(
    r"\b(?:an?|any|are there|my) (?:company|business|work) (\w+)", re.IGNORECASE
)
_OF_OWN = re.compile(r"\b(?:own|personal|private) (\w+)", re.IGNORECASE)
# "What are the system requirements?"
_SEVERAL_OF = re.compile(r"what are the (?:[\w-]+ ){0,2}([\w-]+)\W*$", re.IGNORECASE)
_FEW = 2  # Each word of so short a question tells what it is about.
# What is expected of these are units of time, which any text may have.
_TOLD_BY_UNITS = (AnswerType.DURATION, AnswerType.FREQUENCY)
# "UN" is written out as "United Nations", "CSS" as "Court of Sea and Shore".
_ACRONYM = re.compile(r"\b(?:[A-Z]\.?){2,5}(?!\w)")
_BETWEEN_INITIALS = r"[\w.]*\W+(?:(?:and|for|in|of|on|the)\W+)*"


def lacks_subject(asked: AnalyzedQuestion, passage: Passage, position: int) -> bool:
    """Whether a passage lacks more of the question than it says, a name or one of two terms.

    It is then about another thing, or about something else of the same thing. What tells by yes or
    no of a record need not say what that is. In other languages than English only names count, as
    a text may have other words for the rest.
    """
    sentence = parse(passage.text).sentences[position]
    if _is_of_private(asked, sentence.text) or _lacks_kind(asked, passage, position):
        return True
    wanted = _wanted(asked, passage, position)
    missing = _missing(wanted, asked, passage)
    is_short = asked.is_english and len(wanted) <= _FEW and not asked.is_polar
    is_short = is_short and not _says_expected(asked, passage)
    if is_short and (owner := owner_terms(asked)) and owner <= missing:
        return True
    if asked.share(wanted - missing) >= asked.share(missing):
        return False
    return is_short or not missing.isdisjoint(_unsaid_names(asked, passage))


def _lacks_kind(asked: AnalyzedQuestion, passage: Passage, position: int) -> bool:
    """Whether a sentence has no sign of what several are asked for: of "requirements" a "must"."""
    found = _SEVERAL_OF.match(asked.text)
    kind = asked.implied.keys() & terms(found[1]) if found else frozenset()
    if not kind:
        return False
    sentence = parse(passage.text).sentences[position]
    above = frozenset(title_terms(passage.title)).union(*_said_above(passage, position))
    return bool(kind - above - sentence.terms - asked.implied_terms(sentence.text))


def _is_of_private(asked: AnalyzedQuestion, sentence: str) -> bool:
    """Whether a sentence tells of one's own thing where that of the company is asked for."""
    things = frozenset(terms(" ".join(_OF_COMPANY.findall(asked.text))))
    return bool(things) and things <= frozenset(terms(" ".join(_OF_OWN.findall(sentence))))


def _wanted(asked: AnalyzedQuestion, passage: Passage, position: int) -> Set[str]:
    """The terms that a passage should say."""
    sentence, wanted = parse(passage.text).sentences[position], asked.specific
    if passage.structured and yes_or_no(sentence.text) is not None:
        wanted -= asked.kind_of_things
    return wanted - asked.implied_terms(sentence.text)


def _says_expected(asked: AnalyzedQuestion, passage: Passage) -> bool:
    """Whether a passage has a word that tells what is asked: "height" for "How tall ...?"."""
    if asked.answer_type in _TOLD_BY_UNITS:
        return False
    return not asked.expected.isdisjoint(parse(passage.text).counts)


def lacks_act(asked: AnalyzedQuestion, passage: Passage, positions: Iterable[int]) -> bool:
    """Whether no sentence tells how to do what is asked: "enable" something else, or use that.

    One must say what is done and most of the question, with its headings, the title and the
    sentence before it, and its text must speak of the thing, unless a heading names the act alone:
    "How do I cancel?" in a FAQ of a club. Where the headings name the thing, what is done with it
    may be said in words that nobody foresaw.
    """
    act = asked.act & asked.specific
    if not act or not asked.is_english or asked.answer_type is not AnswerType.STEPS:
        return False
    return all(_tells_of_another_act(asked, act, passage, one) for one in positions)


def _tells_of_another_act(
    asked: AnalyzedQuestion, act: Set[str], passage: Passage, position: int
) -> bool:
    heads = [frozenset(title_terms(passage.title)), *_said_above(passage, position)]
    above = frozenset().union(*heads)
    near = above | frozenset().union(*_said_there(passage, position))
    missing, thing = _unsaid(asked.specific, asked, near), asked.specific - act
    if thing and act not in heads and _missing(thing, asked, passage) == thing:
        return True
    if act <= missing:
        return not thing or not thing.isdisjoint(_unsaid(thing, asked, above))
    return asked.share(missing) > asked.share(asked.specific - missing)


def _said_above(passage: Passage, position: int) -> Iterator[Set[str]]:
    """Yield the terms of the headings that a sentence stands under."""
    sentences = parse(passage.text).sentences
    for heading in headings_above(sentences, sentences[position]):
        yield sentences[heading].terms


def _said_there(passage: Passage, position: int) -> Iterator[Set[str]]:
    """Yield the terms of a sentence and of the one before it."""
    for sentence in parse(passage.text).sentences[max(0, position - 1) : position + 1]:
        yield sentence.terms


def lacks_what_is_titled(
    asked: AnalyzedQuestion, passage: Passage, better: Sequence[Passage]
) -> bool:
    """Whether a passage lacks one of two terms that heads one of those found before it.

    What "shipping to Germany" costs is not told by a text on fares in Germany.
    """
    wanted = asked.specific
    if len(wanted) != _FEW or not asked.is_english or asked.is_polar:
        return False
    missing = _missing(wanted, asked, passage)
    heads = (title_terms(one.title) | parse(one.text).headings for one in better)
    return any(not missing.isdisjoint(said) for said in heads)


def _missing(wanted: Set[str], asked: AnalyzedQuestion, passage: Passage) -> Set[str]:
    """The wanted terms that a passage says in no form, its title neither."""
    parsed = parse(passage.text)
    unsaid = wanted - title_terms(passage.title) - parsed.counts.keys()
    return {term for term in unsaid if not _says_a_form(term, asked, parsed)}


def _unsaid(wanted: Set[str], asked: AnalyzedQuestion, said: Set[str]) -> Set[str]:
    """The wanted terms that none of the given ones says in any form."""
    missing = wanted - said - asked.terms_in_other_words(said)
    missing -= set(asked.forms_among(said).values())
    if not missing:
        return missing
    kept = families(said)
    return {term for term in missing if family(term) not in kept}


def _unsaid_names(asked: AnalyzedQuestion, passage: Passage) -> Set[str]:
    """The names that a passage must say: all but numbers and acronyms that it writes out.

    A version or a year may stand in a heading far above, or be written as "last season".
    """
    written_out = (one for one in _ACRONYM.findall(asked.text) if _writes_out(passage.text, one))
    named = {name for name in asked.names if not any(map(str.isdigit, name))}
    return named.difference(terms(" ".join(written_out)))


def _writes_out(text: str, acronym: str) -> bool:
    """Whether words of a text begin with the letters of an acronym: "United Nations"."""
    initials = filter(str.isalpha, acronym)
    return re.search(r"\b" + _BETWEEN_INITIALS.join(initials), text) is not None


def _says_a_form(term: str, asked: AnalyzedQuestion, parsed: ParsedText) -> bool:
    """Whether a text says another form of a term, an expansion term or one of its word family."""
    if term in asked.terms_in_other_words(parsed.counts.keys()):
        return True
    if term in asked.forms_among(parsed.counts.keys()).values():
        return True
    return family(term) in parsed.families
