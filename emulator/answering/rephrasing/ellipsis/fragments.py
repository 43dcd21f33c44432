"""Heads of questions, which go on as the question before did: "How high?", "Why is that?"."""

from __future__ import annotations

import re

from emulator.answering.rephrasing.ellipsis.substitution import APPENDED
from emulator.answering.rephrasing.noun_phrases import AUXILIARY

# What only "what" or "who" stand for would be missing: "What does it do?".
_QUESTION = re.compile(
    rf"(?:(?:and )?(?P<head>when|where|why|how)(?: often| long)? )?(?P<auxiliary>{AUXILIARY}) "
    r"(?P<rest>[^?.!]+)[?.! ]*",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"(?:and )?(?P<head>why|(?:(?:until|since|from|by) )?when|where"
    r"|(?P<amount>how (?:many|much) \w+ (?:an?|per) \w+)"
    r"|(?:for )?how(?: (?!so\b|come\b|many\b)\w+)?)"
    r"(?P<negated> not)?"
    r"(?: (?:did|does|do|has|had|will) (?:that|this|it) happen(?:ed)?"
    r"|(?:(?<=why)|(?<=when)) (?:is|was) that)?[?.! ]*",
    re.IGNORECASE,
)
_HOW = re.compile(r"(?:and |for )?how\b", re.IGNORECASE)
_THERE = re.compile(r"there\b", re.IGNORECASE)
_SUBJECT = re.compile(r"(?:I|we|you|one|it|they|he|she)\b", re.IGNORECASE)


def complete_fragment(query: str, before: str) -> str | None:
    """Return the fragment with the rest of the question before: "How high should I mount it?".

    Nothing is returned where that question cannot go on so, as "Who came?" cannot with "When?", or
    leaves something open itself.
    """
    fragment, found = _HEAD.fullmatch(query), _QUESTION.fullmatch(before)
    if fragment is None or found is None or APPENDED.search(before):
        return None
    if fragment["amount"] and found["head"]:
        return None  # How something is done says nothing of what is counted.
    rest = found["rest"].strip()
    if _HOW.match(query) and _THERE.match(rest):
        return None  # A thing is there or not: "Is there a discount?" "How much?"
    if fragment["negated"]:
        subject = _SUBJECT.match(rest)
        if subject is None:
            return None
        rest = f"{subject[0]} not{rest[subject.end() :]}"
    return f"{fragment['head']} {found['auxiliary'].lower()} {rest}?"
