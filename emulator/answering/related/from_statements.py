"""Statements turned into the questions that they answer, by their verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from emulator.answering.document_text.named_entities import full_names
from emulator.answering.related.from_headings import in_reader_words, inside
from emulator.retrieval.text.calendar_names import DAYS, MONTHS

# What these stand for, or when it holds, is said elsewhere.
NO_SUBJECT = re.compile(
    r"(?:it|they|this|that|these|those|he|she|we|you|i|there|here|its|their|his|her|both|each|all"
    r"|if|when|while|as|in|on|at|from|for|with|after|before|since|then|also|however|but|and|or|to"
    r"|please|note|no|not|every|only|some|many|most|other|another|such|any|what|which|who|how"
    r"|although|because|despite|during|by|of|under|over|once|until|soon|shortly|later|today|along"
    r"|likewise|thus|therefore|meanwhile|moreover|furthermore|instead|overall"
    r"|often|sometimes|afterwards|similar|[a-z]+s (?:an?|the)"
    r"|\w{3,}(?:al|ar|en[dt]|ant|ive|ous|ed|ing|ful|[ai]b|st|te)ly)\b",
    re.IGNORECASE,
)
_WORD = (
    r"(?!(?:is|are|was|were|be|been|has|have|had|can|could|must|may|will|would|should|do|does|did"
    r"|that|which|who|and|or|but|if|when|not|his|her|its|their)\b)[\w'\u2019-]+"
)
_SUBJECT = rf"(?P<subject>{_WORD}(?: {_WORD}){{0,6}}?)"
_ADVERB = r"(?:(?:also|later|first|soon|then|still|now|\w+ly) )?"
_BE = r"(?P<be>is|are|was|were)"
_TIME = (
    r"(?:in|on|since|by|until|from|around) "
    rf"(?:(?:early|late|the|about|{MONTHS}|\d{{1,2}})[ ,]+)*\d{{4}}"
)

_NUMBER = (
    r"(?:\d|(?:half|one|two|three|four|five|six|seven|eight|nine|ten|several|a (?:few|third))\b)"
)
_AMOUNT = (
    r"(?:about |around |up to |only |nearly |over |less than |more than )?"
    rf"(?=(?:\S{{1,3}}?)?{_NUMBER}|nothing\b)"
)
_PERSON = r" (?-i:[A-Z]\w+ [A-Z]\w+)(?! \w*[A-Z])"
_PREPOSITION = r"(?:to|by|in|on|at|for|from|with|into|as|of|up|out|off|over|after)\b"

# The participles of a passive; those in -ed are told by that.
_PARTICIPLE = (
    r"(?:\w+ed|built|held|made|known|given|written|taken|won|found|led|born|seen|chosen|sold|sent"
    r"|brought|begun|put|lost|kept|taught|paid|laid|spoken|spent|shown|grown|drawn|driven)"
)
_DONE = (
    r"bought|sold|returned|replaced|paid|delivered|shipped|repaired|refunded|cancelled|canceled"
    r"|renewed|submitted|reported|used|ordered|changed|taken"
)
# Verbs of which what they are about is worth asking for, in three forms.
_PRESENT_VERBS = """
    cover contain include need require measure support offer provide use protect replace produce
    allow
"""
_PAST_VERBS = """
    won:win wrote:write built:build became:become sold:sell began:begin held:hold
    found:find received:receive published:publish created:create developed:develop
    introduced:introduce established:establish produced:produce discovered:discover invented:invent
    defeated:defeat signed:sign included:include contained:contain proposed:propose founded:found
    designed:design released:release acquired:acquire announced:announce suggested:suggest
    provided:provide required:require used:use allowed:allow replaced:replace adopted:adopt
    formed:form organized:organize recorded:record described:describe showed:show caused:cause
    offered:offer
"""
_PRESENT = {f"{verb}s": verb for verb in _PRESENT_VERBS.split()}
_PAST = dict(pair.split(":") for pair in _PAST_VERBS.split())
# Each with the question that it answers.
_STATEMENTS = tuple(
    (re.compile(rf"{_SUBJECT} {said}\b.*", re.IGNORECASE), question)
    for said, question in (
        (
            r"(?:has|carries) an? (?P<what>[\w-]+(?: [\w-]+){0,2}?) of (?:\w+ )?(?=\d)",
            "What is the {what} of {subject}?",
        ),
        (rf"costs {_AMOUNT}", "How much does {subject} cost?"),
        (rf"cost {_AMOUNT}", "How much do {subject} cost?"),
        (r"weighs", "How much does {subject} weigh?"),
        (r"(?:lasts|runs) (?=\d)", "How long does {subject} last?"),
        (r"(?:lasts|runs) (?:for|up to|about)", "How long does {subject} last?"),
        (rf"{_BE} (?P<what>located|based|situated)", "Where {be} {subject} {what}?"),
        (
            rf"{_BE} {_ADVERB}(?P<what>{_PARTICIPLE})(?: [\w'\u2019-]+){{0,6}}? {_TIME}",
            "When {be} {subject} {what}?",
        ),
        (r"(?P<be>is|are) open", "When {be} {subject} open?"),
        (
            rf"(?P<be>can|must|may|should) be (?P<what>{_DONE}) (?:within|until|before|by|up to)",
            "When {be} {subject} be {what}?",
        ),
        (rf"{_BE} {_ADVERB}(?P<what>{_PARTICIPLE}) by{_PERSON}", "Who {be} {subject} {what} by?"),
        (rf"{_BE} {_ADVERB}(?P<what>caused) by", "What {be} {subject} caused by?"),
        (
            rf"{_BE} {_ADVERB}(?P<what>{_PARTICIPLE}) by(?! {_NUMBER})",
            "By whom or what {be} {subject} {what}?",
        ),
        (rf"(?P<present>{'|'.join(_PRESENT)}) (?!to\b)", "What does {subject} {act}?"),
        (
            rf"{_ADVERB}(?P<past>{'|'.join(_PAST)}) (?!{_PREPOSITION})\w+",
            "What did {subject} {act}?",
        ),
        (rf"{_BE} {_ADVERB}(?:an?|the|one|about|(?=\d))", "What {be} {subject}?"),
    )
)
_PURPOSE = re.compile(r"To (?P<what>(?!this\b)[a-z][\w'\u2019 -]{3,50}?), .+")
_CONDITION = re.compile(r"If (?P<what>[\w'\u2019 -]{8,70}?), .+")
_YEAR = re.compile(r"\bin (?P<year>1[0-9]{3}|20[0-9]{2})\b", re.IGNORECASE)
_DATE = re.compile(rf"\b(?:{MONTHS}|{DAYS})\b")
# What opens a sentence before a number: "Within 14 days", "Since 2019".
_MEASURES = re.compile(
    r"(?:Almost|Another|Around|Every|Exactly|Last|Nearly|Next|Per|Roughly|Since|Some|Within)\b"
)
# "Chapter 21", "Telephone 503-555" and what is written in capitals, as commands are, say nothing of
# what they are.
_NO_NAME = re.compile(
    r"(?:.* )?(?:(?:Chapter|Section|Table|Figure|Appendix|Version|Example)\b|[\d.,-]+$|[A-Z]{3,}\b)"
)
# A part of a longer name is none: "Seven Keys to Doomsday", "No Child Left Behind".
_GOES_ON = re.compile(r" (?:of|to|for|and|in) (?:the )?[A-Z]|['\u2019-]\w")
_BEGINS_BEFORE = re.compile(r"(?:\b(?:of|and|No)|-) ?$")
_FIRST_WORD = re.compile(r"[A-Z]\w* ")
_COMPANY = re.compile(r" (?:Ltd|Inc|Corp|GmbH|AG|LLC|PLC|Co)$")
_MOST_WORDS = 5
_MOST_WORDS_OF_PERSON = 3
_TITLES = (
    r"(?:Mr|Mrs|Ms|Dr|Prof|Sir|Mayor|President|Director|Professor|Doctor|Chancellor|Minister"
    r"|Senator|Judge|Captain|General|Chairman|Meteorologist|Engineer)"
)
_TITLE = re.compile(rf"(?:{_TITLES}\.? )+(?=[A-Z])")
_INTRODUCES = re.compile(rf"\b(?:said|says|by the \w+(?:er|or|ist)|{_TITLES}\.?) $")
_APPOSITION = re.compile(
    r", (?:the|an?|our|its) (?:new |former |chief )?(?:head|director|founder|owner|author|manager"
    r"|mayor|president|chair\w*|leader|editor|secretary|minister|\w+(?:er|or|ist|ian))\b"
)


def question_from_statement(sentence: str, common: Set[str]) -> str:
    """Return the question that a sentence answers; the empty string if none is sure to be one.

    `common` are words that are no names, in lower case.
    """
    for pattern, question in ((_PURPOSE, "How do I {}?"), (_CONDITION, "What happens if {}?")):
        if found := pattern.fullmatch(sentence):
            return question.format(in_reader_words(found["what"]))
    if NO_SUBJECT.match(sentence):
        return ""
    for pattern, question in _STATEMENTS:
        if found := pattern.fullmatch(sentence):
            parts = {**found.groupdict(), "subject": inside(found["subject"], common)}
            verb = (parts.get("present") or parts.get("past") or "").lower()
            return question.format(**parts, act=_PRESENT.get(verb) or _PAST.get(verb))
    return ""


def questions_from_mentions(sentence: str) -> Iterator[str]:
    """Yield questions about what a sentence mentions: its years, and its names of several words."""
    for year in _YEAR.finditer(sentence):
        yield f"What happened in {year['year']}?"
    for start, end in full_names(sentence):
        if _is_whole(sentence, start, end):
            name = sentence[start:end]
            article = "the " if sentence[:start].lower().endswith("the ") else ""
            if not article and _is_introduced(sentence, start, end):
                yield f"Who is {_TITLE.sub('', name)}?"
            else:
                yield f"What is known about {article}{name}?"


def _is_introduced(sentence: str, start: int, end: int) -> bool:
    """Whether it says who bears a name: "Mayor Ada Holm", "Ada Holm, the head of the office"."""
    if len(sentence[start:end].split()) > _MOST_WORDS_OF_PERSON:
        return False
    titled = _TITLE.match(sentence, start) or _INTRODUCES.search(sentence[:start])
    return titled is not None or _APPOSITION.match(sentence, end) is not None


def _is_whole(sentence: str, start: int, end: int) -> bool:
    """Whether a name is of several words, and none of a date or of a longer name."""
    name = sentence[start:end]
    if not 1 < len(name.split()) <= _MOST_WORDS or not name[0].isupper():
        return False
    if _DATE.search(name) or _MEASURES.match(name) or _NO_NAME.match(name):
        return False
    before = sentence[:start]
    if _GOES_ON.match(sentence, end) or _BEGINS_BEFORE.search(before):
        return False
    if _COMPANY.search(name) and _FIRST_WORD.fullmatch(before):
        return False  # "Northlight Energy Ltd" at the beginning of a sentence.
    return len(name.rpartition(" ")[2]) > 1 or name[-1].isdigit()
