"""Headings and fields turned into the questions that they answer."""

from __future__ import annotations

import re
from collections.abc import Set

from emulator.retrieval.text.analysis import is_stop_word

_HOW_TO = re.compile(r"how to (?P<what>.+)", re.IGNORECASE)
_MAIN_CLAUSE = re.compile(
    r"(?:(?:what|which|how)(?: \w+)?|who|when|where|why) "
    r"(?:is|are|was|were|do|does|did|can|must|will)\b.*",
    re.IGNORECASE,
)
_EMBEDDED = re.compile(
    r"(?P<asks>how(?: \w+)?|what|when|where|why) (?P<subject>(?:the|an?|your|our) [\w' -]+?)"
    r" (?P<act>\w+[^s]s)",
    re.IGNORECASE,
)
_OPENS_PHRASE = re.compile(
    r"(?:what|which|who|when|where|why|how|if|for|with|in|on|at|from|to|after|before|by|of|other"
    r"|more|all|this|these|see|also|note)\b",
    re.IGNORECASE,
)
# Verbs that are not nouns as well, as in "Order status" and "Return shipping".
_TASK = re.compile(
    r"(?:add|build|choose|configure|connect|create|delete|deploy|disable|download|edit|enable|fetch"
    r"|find|get|install|keep|manage|migrate|prepare|remove|replace|restart|send|set|submit|upload"
    r"|verify|write) \w",
    re.IGNORECASE,
)
# What stands before a heading or a question of a manual: "5.6.2. ", "Chapter 3. ", "(12) ", but
# not "24 hour support" nor "3.5 mm".
_BEFORE_TITLE = r"(?=\s+(?-i:[A-Z])|$)"
_NUMBER = re.compile(
    rf"^(?:(?:chapter|section|part|appendix|table|figure) \d+(?:\.\d+)*(?:[.)]|{_BEFORE_TITLE})"
    rf"|\(\d+\)|\d+(?:\.\d+)*[.)]|\d+(?:\.\d+)+{_BEFORE_TITLE}|[A-Z](?:\.\d+)+\.?)(?:\s+|$)",
    re.IGNORECASE,
)
# A name of a program, with what it takes and gives: "gc.auto", "port (integer)", "class A(b=1)".
_IDENTIFIER = re.compile(
    r"(?:[a-z]+ )?(?P<name>--?[a-z][\w-]*|\w+(?:[._]\w+)+|(?=\w+\()\w+)(?P<call>\(.*\))?"
    r"(?:[ =](?:\(\w+\)|<.*>))?"
)
# Sections that each page of a manual has.
_ANY_PAGES = re.compile(
    r"(?:name|purpose|history|introduction|overview|notes?|description|synopsis|options|examples?"
    r"|parameters|arguments|summary|usage|caveats|bugs|authors?|compatibility|warning|caution|tip"
    r"|important|abstract|preface|contents|miscellaneous|details|background)",
    re.IGNORECASE,
)
# Lines that stand alone and are no titles: parts of sentences, output of programs.
_NO_TITLE = re.compile(
    r".*(?:  |[<>=|{}\\;\u2192]|\$(?!\d)|\b(?:is|are|was|were|has|have|will|must|should)\b)"
    r"|.*(?:,| (?:a|an|the|and|or|of|to|for|with|such as|as|by|in|on|why))$|.*\w\(|.*\w{3}[.] "
    r"|(?:version |release )?[\d.() -]+$|(?-i:[a-z])\S*$",
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
# Nouns made of verbs and adjectives, and numbers, are no names.
_COMMON_NOUN = re.compile(
    r"\w{3,}(?:tions?|ments?|ness|ity|ities|ances?|ences?|ships?|ings?)"
    r"|half|one|two|three|four|five|six|seven|eight|nine|ten|several|few"
)
_READER = ((r"\byour\b", "my"), (r"\byou are\b", "I am"), (r"\byou\b", "I"))


def question_from_heading(heading: str, common: Set[str]) -> str:
    """Return a heading as a question; the empty string if it is none that says enough.

    `common` are words that are no names, in lower case.
    """
    heading = without_number(heading)
    if found := _IDENTIFIER.fullmatch(heading):
        return f"What does {found['name']} do?" if found["call"] else f"What is {found['name']}?"
    if found := _HOW_TO.fullmatch(heading):
        return f"How do I {in_reader_words(found['what'])}?"
    if _MAIN_CLAUSE.fullmatch(heading):
        return f"{in_reader_words(heading)}?"
    if found := _EMBEDDED.fullmatch(heading):
        subject = in_reader_words(found["subject"])
        return f"{found['asks']} does {subject} {_infinitive(found['act'])}?"
    if _TASK.match(heading):
        return f"How do I {in_reader_words(inside(heading, common))}?"
    if _OPENS_PHRASE.match(heading) or not heading[:1].isalnum():
        return ""
    if _NO_TITLE.match(heading) or _ANY_PAGES.fullmatch(heading):
        return ""
    return f"What should I know about {in_reader_words(inside(heading, common))}?"


def without_number(heading: str) -> str:
    """Return a heading or a question without the number of its section."""
    return _NUMBER.sub("", heading, count=1)


def question_from_field(name: str, title: str) -> str:
    """Return the question that a field of a record answers, if its name is a noun that is known."""
    words = name.lower().split()
    plural = any(word.endswith("s") for word in words[:-1])
    if not words or len(words) > _LONGEST_NAME or plural or words[-1] not in _PROPERTIES:
        return ""
    article = "the " if title.rpartition(" ")[2].islower() else ""
    return f"What is the {name.lower()} of {article}{title}?"


def inside(text: str, common: Set[str]) -> str:
    """Return the text as it is written inside a sentence.

    `common` are the words that are written in lower case there.
    """
    first, space, rest = text.partition(" ")
    lower = first.lower()
    is_common = lower in common or is_stop_word(lower) or _COMMON_NOUN.fullmatch(lower)
    return lower + space + rest if is_common and first[1:] == lower[1:] else text


def in_reader_words(text: str) -> str:
    """Return what a document says to its reader in the reader's words."""
    for theirs, own in _READER:
        text = re.sub(theirs, own, text)
    return text


def _infinitive(verb: str) -> str:
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("ches", "shes", "xes", "sses")) else verb[:-1]
