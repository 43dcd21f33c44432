"""Compound questions taken apart: each part is a question that can be searched for alone.

- Several questions: "How long is the warranty? And what does the Skylark 3 weigh?", also as one
  sentence with "and", or with two question words ("When and where was it founded?").
- One question about several things: "What is the price of the Skylark 2 and the Skylark 3?".
- A comparison: "Compare the Skylark 2 with the Rook".

What one part leaves unsaid is taken from the others, as in a conversation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from emulator.answering.classify import classify
from emulator.answering.document_text.named_entities import full_names
from emulator.answering.rephrasing.coreference.context_dependence import depends_on_context
from emulator.answering.rephrasing.coreference.interpretations import FollowUp
from emulator.answering.rephrasing.noun_phrases import AUXILIARY
from emulator.answering.rephrasing.rephrase import follow_up
from emulator.answering.rephrasing.topics import content_words, topic_of
from emulator.answering.values import Turn

# Real questions are far shorter.
_LONGEST = 1_000

_WH = r"(?:what|when|where|who|whom|whose|why|which|how)"
_SUBJECT = (
    r"(?:the|a|an|it|they|he|she|there|this|that|these|those|i|you|we|one|its|their|my|your|our)"
)
# "When" and "where" also open clauses that ask nothing: "... and when I lose the receipt".
_OPENING = (
    rf"(?:what|who|whom|whose|why|which|how|(?:when|where) {AUXILIARY}|{AUXILIARY} {_SUBJECT})\b"
)
_CONJUNCTION = re.compile(
    rf"[,;]?\s+(?:and|but|as well as|and also|plus)\s+(?:also\s+|then\s+)?(?={_OPENING})"
    # After a comma "which" and "who" only say more of what stands before it.
    rf"|[,;]\s+(?=(?!wh(?:ich|o|om|ose)\b){_OPENING})",
    re.IGNORECASE,
)
_ASKS = re.compile(rf"(?:and |or |but )?(?:{_OPENING}|{_WH}\b|{AUXILIARY}\b)", re.IGNORECASE)
_QUESTION = re.compile(rf"(?!(?:how|what) about\b)(?:{_OPENING}|{AUXILIARY}\b)", re.IGNORECASE)
_UNENDED = re.compile(rf"{_OPENING}.*\w[\"'\u2019\u201d)]*", re.IGNORECASE | re.DOTALL)
_GOES_ON = re.compile(r"^(?:(?:and|but|so|also)[, ]+)+", re.IGNORECASE)
_STATEMENT = re.compile(r".*[.!]")
# "What U.S. entity", "Who mapped the St. Johns River": only what asks nothing ends with a dot.
_SENTENCE_END = re.compile(r"(?<=\?)\s+|(?<=[.!])\s+(?=[A-Z])")
_TWO_WORDS = re.compile(
    rf"(?P<one>{_WH}) and (?P<other>{_WH}) (?P<rest>{AUXILIARY} .+)", re.IGNORECASE
)
_COMPARISON = re.compile(
    r"(?:please )?(?:compare|(?:what(?:['\u2019]s| is| are) the |explain the )"
    r"(?:main |key )?(?:differences?|similarit(?:y|ies)) (?:between|of))\s+"
    r"(?P<one>.+?)\s+(?:and|with|to|versus|vs\.?)\s+(?P<other>.+?)[?.! ]*",
    re.IGNORECASE,
)
_OF = re.compile(r"(?P<what>.+ (?:of|for|in)) (?:the )?(?P<one>.+)", re.IGNORECASE)
_BETWEEN_NAMES = re.compile(
    r",?\s+(?:and|or|versus|vs\.?|compared (?:to|with))\s+(?P<repeated>(?:the|in|of|for|at) )?",
    re.IGNORECASE,
)
# What stands between two things, or beside them, is one question.
_TOGETHER = re.compile(
    r"\b(?:between|both|besides|along with|other than|except|together)\b(?: \S+){0,3} ?$",
    re.IGNORECASE,
)
_EACH = re.compile(r"\b(?:respectively|respective|each)\b\s*", re.IGNORECASE)
_SHORTEST = 3
_NUMBER = re.compile(r"\d[\w.,-]*")


def decompose(question: str, most: int) -> list[FollowUp]:
    """Return the questions that a question is made of, at most `most`; none if it is but one."""
    if len(question) > _LONGEST:
        return []
    sentences = _sentences(" ".join(question.split()))
    told = [sentence for sentence in sentences if _tells(sentence)]
    parts = [
        part
        for sentence in sentences
        if sentence not in told
        for clause in _clauses(sentence)
        if _asks_something(clause)
        for part in _comparison(clause) or _several(clause) or [clause]
    ]
    return _resolved(parts, told)[:most] if len(parts) > 1 else []


def with_question_mark(question: str) -> str:
    """Return the text, with a question mark if it is a question that lacks it."""
    return f"{question}?" if _UNENDED.fullmatch(question) else question


def _asks_something(clause: str) -> bool:
    """Whether it is more than small talk, or an echo such as "Really?"."""
    is_echo = len(clause.split()) < _SHORTEST and not content_words(clause)
    return not is_echo and not classify(clause).kinds


def _sentences(question: str) -> list[str]:
    """The sentences; a dot in a question is taken for that of an abbreviation."""
    found: list[str] = []
    for sentence in _SENTENCE_END.split(question):
        if found and found[-1].endswith((".", "!")) and _ASKS.match(found[-1]):
            found[-1] += f" {sentence}"
        else:
            found.append(sentence)
    return found


def _tells(sentence: str) -> bool:
    """Whether it asks nothing but says what the questions beside it are about."""
    return _STATEMENT.fullmatch(sentence) is not None and _ASKS.match(sentence) is None


def _clauses(sentence: str) -> list[str]:
    two = _TWO_WORDS.fullmatch(sentence)
    if two is not None:
        return [f"{two['one']} {two['rest']}", f"{two['other']} {two['rest']}"]
    pieces = [piece for piece in _CONJUNCTION.split(sentence) if piece.strip()]
    # "What and how much ..." is one question, and so is what only opens with a circumstance.
    whole = any(len(piece.split()) < _SHORTEST or not _QUESTION.match(piece) for piece in pieces)
    return [sentence] if whole else pieces


def _comparison(clause: str) -> list[str]:
    """One question for each of two things, and then the comparison itself."""
    found = _COMPARISON.fullmatch(clause)
    if found is None:
        return []
    one, other = found["one"], found["other"]
    of = _OF.fullmatch(one)
    if of is not None:
        article = "the " if one[len(of["what"]) + 1 :].lower().startswith("the ") else ""
        bare = re.sub(r"^(?:that of |the )+", "", other, flags=re.IGNORECASE)
        return [f"What is {one}?", f"What is {of['what']} {article}{bare}?", clause]
    return [f"What is {one}?", f"What is {other}?", clause]


def _several(clause: str) -> list[str]:
    """The same question about each of two names that it joins."""
    spans = full_names(clause)
    for (start, end), (next_start, next_end) in pairwise(spans):
        if clause[:start].rstrip() == clause[next_start:next_end].partition(" ")[0]:
            start = 0  # The first word is no name by itself: "Google Cloud and Google Ads".
        joint = _BETWEEN_NAMES.fullmatch(clause, end, next_start)
        one, other = clause[start:end], clause[next_start:next_end]
        if joint is None or _NUMBER.fullmatch(one) or _TOGETHER.search(clause, 0, start):
            continue
        if not _are_alike(clause, one, other, joint["repeated"]):
            continue
        if _NUMBER.fullmatch(other) and not _NUMBER.fullmatch(one):
            other = f"{one.rpartition(' ')[0]} {other}"
        head, tail = clause[:start], clause[next_end:]
        return [_EACH.sub("", f"{head}{name}{tail}") for name in (one, other)]
    return []


def _are_alike(clause: str, one: str, other: str, repeated: str | None) -> bool:
    """Whether two names are of two things; "Marks and Spencer" is one."""
    if repeated or _EACH.search(clause) or (_NUMBER.search(one) and _NUMBER.search(other)):
        return True
    return bool(set(one.lower().split()) & set(other.lower().split()))


def _resolved(parts: Sequence[str], told: Sequence[str]) -> list[FollowUp]:
    """The parts in words that need no other part, written as questions."""
    named = next((part for part in parts if topic_of(part).is_name), "")
    found: dict[str, FollowUp] = {}
    for place, part in enumerate(parts):
        before = [Turn(each) for each in (*told, *parts[:place])]
        if not before and named and depends_on_context(part):
            before = [Turn(named)]
        asked = follow_up(_GOES_ON.sub("", part, count=1), before)
        text = _as_question(asked.text)
        found.setdefault(text, _as_questions(asked))
    return list(found.values())


def _as_questions(asked: FollowUp) -> FollowUp:
    interpretations = tuple(
        replace(one, text=_as_question(one.text)) for one in asked.interpretations
    )
    text, before = _as_question(asked.text), _as_question(asked.before)
    return FollowUp(text, before, interpretations, asked.likelihood)


def _as_question(text: str) -> str:
    body = text.rstrip(" ,;.")
    return body[:1].upper() + body[1:] + ("" if body.endswith(("?", "!")) else "?")
