"""Two named things that are compared: "Which is cheaper, the Finch or the Plover?"."""

from __future__ import annotations

import re
from itertools import dropwhile, takewhile
from typing import NamedTuple

from emulator.retrieval.query_understanding.superlatives import has_superlative
from emulator.retrieval.text.analysis import is_stop_word

# Real questions are far shorter; to look for names takes the square of the length.
_LONGEST = 500
# A query has "price" for "cost" where no document has that word.
_VERBS = {
    ("cost", "more"): "most expensive",
    ("cost", "less"): "cheapest",
    ("price", "more"): "most expensive",
    ("price", "less"): "cheapest",
    ("weigh", "more"): "heaviest",
    ("weigh", "less"): "lightest",
}
_IRREGULAR = {"better": "best", "worse": "worst", "more": "most", "less": "least"}
_COMPARATIVE = re.compile(
    r"\b(?:(?P<verb>cost|price|weigh)s? (?P<much>more|less)"
    r"|(?P<degree>more|less)(?P<quality> (?!than\b)\w+)|(?P<plain>better|worse|\w{2,}er))\b",
    re.IGNORECASE,
)
# "Does the Rook have a longer warranty than the Finch?"
_POSSESSED = re.compile(r"\b(?:has|have|with) an? \0(?: \w+){1,2}(?= than\b)", re.IGNORECASE)
_COMPARES = re.compile(r"\b(?:difference|differ|compared?|versus|vs)\b", re.IGNORECASE)
_NAME = r"(?:[\w.'&-]+ ){0,5}[\w.'&-]+"
_PAIR = re.compile(
    rf"(?P<one>{_NAME}),? (?:or|and|than|with|vs\.?|versus) (?:the |an? |your |our )?"
    rf"(?!\d+ )(?P<other>{_NAME})$",
    re.IGNORECASE,
)


class Contrast(NamedTuple):
    """What two things are called, and what is asked of them, with a superlative if it has one.

    `comparative` are the words for which that stands.
    """

    names: tuple[str, str]
    asked: str
    comparative: str


def find_contrast(question: str) -> Contrast | None:
    """Return the contrast that a question asks for; None if it asks for none."""
    said = question.rstrip("?.! ")
    if len(said) > _LONGEST:
        return None
    comparative, superlative = _comparative(said)
    if not comparative and not _COMPARES.search(said):
        return None
    bare = said.replace(comparative, "\0", 1) if comparative else said
    found = _PAIR.search(" ".join(_POSSESSED.sub("", bare).replace("\0", "").split()))
    one = _name(found["one"]) if found else ""
    if found is None or not one:
        return None
    asked = said.replace(comparative, superlative, 1) if comparative else said
    return Contrast((one, found["other"]), asked, comparative)


def with_superlative(question: str) -> str:
    """Return a question with the superlative of its comparative; empty if it has none of a scale.

    "Which has a better rating?" is then "Which has the best rating?".
    """
    comparative, superlative = _comparative(question)
    if not comparative:
        return ""
    verb = "is " if comparative.lower().endswith((" more", " less")) else ""  # "costs more"
    said = rf"(?:\ban? )?{re.escape(comparative)}"
    return re.sub(said, f"{verb}the {superlative}", question, count=1)


def _comparative(said: str) -> tuple[str, str]:
    """The first comparative of a scale, and its superlative; empty if there is none."""
    for found in _COMPARATIVE.finditer(said):
        superlative = _superlative(found)
        if has_superlative(superlative):
            return found[0], superlative
    return "", ""


def _superlative(comparative: re.Match[str]) -> str:
    verb, much, degree, quality, plain = (
        (one or "").lower() for one in comparative.group(*comparative.re.groupindex)
    )
    if verb:
        return _VERBS[verb, much]
    if degree:
        return _IRREGULAR[degree] + quality
    return _IRREGULAR.get(plain, f"{plain[:-2]}est")


def _name(words: str) -> str:
    """The last of the words that name something: "Heron" of "Does the Heron have"."""
    last_first = dropwhile(_names_nothing, reversed(words.split()))
    return " ".join([*takewhile(lambda word: not _names_nothing(word), last_first)][::-1])


def _names_nothing(word: str) -> bool:
    return is_stop_word(word.lower()) or _COMPARES.fullmatch(word) is not None
