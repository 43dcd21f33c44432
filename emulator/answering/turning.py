"""Statements, headings and fields turned into the questions that they answer."""

from __future__ import annotations

import re
from collections.abc import Set

# What these stand for, or when it holds, is said elsewhere.
_NO_SUBJECT = re.compile(
    r"(?:it|they|this|that|these|those|he|she|we|you|i|there|here|its|their|his|her|both|each|all"
    r"|if|when|while|as|in|on|at|from|for|with|after|before|since|then|also|however|but|and|or|to"
    r"|please|note|no|not|every|only|some|many|most|other|another|such|any|what|which|who|how)\b",
    re.IGNORECASE,
)
_WORD = (
    r"(?!(?:is|are|was|were|be|been|has|have|had|can|could|must|may|will|would|should|do|does|did"
    r"|that|which|who|and|or|but|if|when|not)\b)[\w'\u2019-]+"
)
_SUBJECT = rf"(?P<subject>{_WORD}(?: {_WORD}){{0,5}}?)"
_DATED = (
    r"founded|established|opened|closed|built|created|released|launched|introduced|published"
    r"|discontinued|born|started|completed|signed|elected"
)
_DONE = (
    r"bought|sold|returned|replaced|paid|delivered|shipped|repaired|refunded|cancelled|canceled"
    r"|renewed|submitted|reported|used|ordered|changed|taken"
)
_ACTS = {
    **{f"{verb}s": verb for verb in ("cover", "contain", "include", "need", "require", "measure")},
    **{f"{verb}s": verb for verb in ("support", "offer", "provide", "use", "protect", "replace")},
}
# Each with the question that it answers.
_STATEMENTS = tuple(
    (re.compile(rf"{_SUBJECT} {said}\b.*", re.IGNORECASE), question)
    for said, question in (
        (
            r"(?:has|carries) an? (?P<what>[\w-]+(?: [\w-]+){0,2}?) of (?:\w+ )?(?=\d)",
            "What is the {what} of {subject}?",
        ),
        (r"costs", "How much does {subject} cost?"),
        (r"cost", "How much do {subject} cost?"),
        (r"weighs", "How much does {subject} weigh?"),
        (r"(?:lasts|runs) (?=\d)", "How long does {subject} last?"),
        (r"(?:lasts|runs) (?:for|up to|about)", "How long does {subject} last?"),
        (
            rf"(?P<be>is|are|was|were) (?P<what>{_DATED}) (?:in|on|since)",
            "When {be} {subject} {what}?",
        ),
        (
            r"(?P<be>is|are|was|were) (?P<what>located|based|situated)",
            "Where {be} {subject} {what}?",
        ),
        (r"(?P<be>is|are) open", "When {be} {subject} open?"),
        (
            rf"(?P<be>can|must|may|should) be (?P<what>{_DONE}) (?:within|until|before|by|up to)",
            "When {be} {subject} be {what}?",
        ),
        (rf"(?P<act>{'|'.join(_ACTS)}) (?!to\b)", "What does {subject} {act}?"),
        (r"(?P<be>is|are|was|were) (?:an?|the|about|(?=\d))", "What {be} {subject}?"),
    )
)
_PURPOSE = re.compile(r"To (?P<what>(?!this\b)[a-z][\w'\u2019 -]{3,50}?), .+")
_CONDITION = re.compile(r"If (?P<what>[\w'\u2019 -]{8,70}?), .+")

_HOW_TO = re.compile(r"how to (?P<what>.+)", re.IGNORECASE)
_MAIN_CLAUSE = re.compile(
    r"(?:what|which|who|when|where|why|how)(?: \w+)? "
    r"(?:is|are|was|were|do|does|did|can|must|will)\b.*",
    re.IGNORECASE,
)
_EMBEDDED = re.compile(
    r"(?P<asks>how(?: \w+)?|what|when|where|why) (?P<subject>(?:the|an?|your|our) [\w' -]+?)"
    r" (?P<act>\w+[^s]s)",
    re.IGNORECASE,
)
_QUESTION_WORD = re.compile(r"(?:what|which|who|when|where|why|how|if)\b", re.IGNORECASE)
# Verbs that are not nouns as well, as in "Order status" and "Return shipping".
_TASK = re.compile(
    r"(?:add|build|choose|configure|connect|create|delete|deploy|disable|download|edit|enable|fetch"
    r"|find|get|install|keep|manage|migrate|prepare|remove|replace|restart|send|set|submit|upload"
    r"|verify|write) \w",
    re.IGNORECASE,
)
_LONGEST_NAME = 2
_PROPERTIES = frozenset(
    """
    price cost fee weight height width length depth size volume capacity color colour material brand
    manufacturer maker author publisher director genre category rating warranty guarantee range
    speed power voltage battery address city country region state phone email location duration
    language year date deadline salary budget population area age status version edition model
    owner capital distance temperature pressure frequency resolution runtime headquarters industry
    """.split()  # noqa: SIM905
)
_READER = ((r"\byour\b", "my"), (r"\byou are\b", "I am"), (r"\byou\b", "I"))


def of_statement(sentence: str, names: Set[str]) -> str:
    """Return the question that a sentence answers; the empty string if none is sure to be one.

    `names` are the words to be left as they are written.
    """
    for pattern, question in ((_PURPOSE, "How do I {}?"), (_CONDITION, "What happens if {}?")):
        if found := pattern.fullmatch(sentence):
            return question.format(_from_reader(found["what"]))
    if _NO_SUBJECT.match(sentence):
        return ""
    for pattern, question in _STATEMENTS:
        if found := pattern.fullmatch(sentence):
            parts = {**found.groupdict(), "subject": _inside(found["subject"], names)}
            parts["act"] = _ACTS.get(parts.get("act") or "", "")
            return question.format(**parts)
    return ""


def of_heading(heading: str, names: Set[str]) -> str:
    """Return a heading as a question; the empty string if it is none that says enough."""
    if found := _HOW_TO.fullmatch(heading):
        return f"How do I {_from_reader(found['what'])}?"
    if _MAIN_CLAUSE.fullmatch(heading):
        return f"{_from_reader(heading)}?"
    if found := _EMBEDDED.fullmatch(heading):
        subject = _from_reader(found["subject"])
        return f"{found['asks']} does {subject} {_infinitive(found['act'])}?"
    if _TASK.match(heading):
        return f"How do I {_from_reader(_inside(heading, names))}?"
    if _QUESTION_WORD.match(heading) or _NO_SUBJECT.match(f"{heading} "):
        return ""
    if not heading[:1].isalnum():
        return ""
    return f"What should I know about {_from_reader(_inside(heading, names))}?"


def of_field(name: str, title: str) -> str:
    """Return the question that a field of a record answers, if its name is a noun that is known."""
    words = name.lower().split()
    plural = any(word.endswith("s") for word in words[:-1])
    if not words or len(words) > _LONGEST_NAME or plural or words[-1] not in _PROPERTIES:
        return ""
    return f"What is the {name.lower()} of {title}?"


def _inside(text: str, names: Set[str]) -> str:
    """The text as it is written inside a sentence."""
    first, _, rest = text.partition(" ")
    is_name = first in names or any(letter.isupper() or letter.isdigit() for letter in first[1:])
    return text if is_name else f"{first.lower()} {rest}".rstrip()


def _from_reader(text: str) -> str:
    """What a document says to its reader, in the reader's words."""
    for theirs, own in _READER:
        text = re.sub(theirs, own, text)
    return text


def _infinitive(verb: str) -> str:
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("ches", "shes", "xes", "sses")) else verb[:-1]
