"""Words that an index does not have, and the words of it that they may be meant to be.

A word is taken for another that is one edit away, as most misspellings are (F. Damerau 1964: over
80 %), or for a similar one with the same beginning if it is long. Of several the index's most
frequent one counts. Edits are of terms, so that an ending that stemming takes off is no edit.

A word that the query's language has is none of these, however near a word of the index is: who asks
what to do with a broken device does not mean a broker. The dictionaries of other languages than
English lack most forms of their words, and stems that are near each other may be of words that are
not: there the words themselves must be one edit apart.
"""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from difflib import SequenceMatcher, get_close_matches
from functools import cache
from itertools import islice

from emulator.retrieval.text.analysis import Token, is_stop_word, tokens
from emulator.retrieval.text.stemming import common_beginning

Frequency = Callable[[str], int]

# The commoner ones first.
_QUESTION_WORDS = ("what", "how", "where", "when", "which", "who", "why")
_SHORTEST_QUESTION_WORD = 3

_QUOTED = re.compile(r'"[^"]*"')

# Shorter words have too many neighbours that mean other things, longer ones are nobody's spelling.
_SHORTEST, _LONGEST = 5, 40
# So short a word may only have two letters swapped: "tnet".
_SHORTEST_SWAPPED = 4

# With more words than this that no text has, a query is in another language rather than misspelled.
_MOST_UNKNOWN = 10

# From this length on a word may be two edits away.
_LONG = 8
_SAME_BEGINNING = 2
_SIMILAR = 0.8
_SWAPPED = 2


def unknown_words(text: str, frequency: Frequency) -> list[Token]:
    """Return the words of a query that no text of the index has; those in quotes are meant.

    There are none in a text that the index knows next to nothing of.
    """
    unquoted = _QUOTED.sub(lambda quoted: " " * len(quoted[0]), text)
    found = (word for word in tokens(unquoted) if _may_be_wrong(word) and not frequency(word.term))
    unknown = list(islice(found, _MOST_UNKNOWN + 1))
    return unknown if len(unknown) <= _MOST_UNKNOWN else []


def misspelled_question_word(text: str, frequency: Frequency) -> tuple[Token, str] | None:
    """Return the first word of a query with the question word that it is a misspelling of, if it is
    one: "whre".

    No text need have question words, and they are shorter than others that may be misspelled.
    """
    word = next(iter(tokens(text)), None)
    if word is None or len(word.text) < _SHORTEST_QUESTION_WORD or is_stop_word(word.text):
        return None
    near = [one for one in _QUESTION_WORDS if is_one_edit(word.text, one)]
    if not near or frequency(word.term) or is_word(word.text):
        return None
    return word, max(near, key=lambda one: SequenceMatcher(None, word.text.lower(), one).ratio())


def nearest_term(
    term: str, frequency: Frequency, beginning_with: Callable[[str], Iterable[str]]
) -> str | None:
    """Return the index's term that `term` may be meant to be; None if there is none like it.

    `beginning_with` gives the index's terms with a prefix.
    """
    found = _most_frequent(_swaps(term), frequency) or _most_frequent(_edits(term), frequency)
    if found is None and len(term) >= _LONG:
        alike = beginning_with(term[:_SAME_BEGINNING])
        found = _most_frequent(get_close_matches(term, alike, cutoff=_SIMILAR), frequency)
    return found


def spelling_in(text: str, term: str, like: str) -> str | None:
    """Return the word of `text` that is indexed as `term`, in lower case; of several, the most
    like `like`."""
    words = dict.fromkeys(word.text.lower() for word in tokens(text) if word.term == term)
    return next(iter(get_close_matches(like.lower(), words, n=1, cutoff=0.0)), None)


def may_be_meant(word: str, other: str) -> bool:
    """Whether a word is long enough to be a misspelling of another one."""
    return len(word) >= _SHORTEST or sorted(word.lower()) == sorted(other)


def is_one_edit(word: str, other: str) -> bool:
    """Whether two words, accents and case aside, differ by one letter or two that are swapped."""
    one, two = _plain(word), _plain(other)
    start = len(common_beginning(one, two))
    one, two = one[start:], two[start:]
    end = len(common_beginning(one[::-1], two[::-1]))
    one, two = one[: len(one) - end], two[: len(two) - end]
    return max(len(one), len(two)) <= 1 or (len(one) == _SWAPPED and one == two[::-1])


def _plain(word: str) -> str:
    """A word in lower case without accents."""
    letters = unicodedata.normalize("NFD", word.lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def is_word(word: str, language: str = "") -> bool:
    """Return whether the dictionary of a language has the word, in any case.

    `language` is a BCP 47 tag, empty for English. Where there is no dictionary every word is one.
    """
    known = _dictionary(language or "en")
    return known is None or word.lower() in known


# Reading one takes as long as a hundred searches, and few queries come near a word of the index.
@cache
def _dictionary(language: str) -> frozenset[str] | None:
    from spellchecker import SpellChecker

    try:
        return frozenset(SpellChecker(language=language).word_frequency.words())
    except ValueError:
        return None


def _may_be_wrong(word: Token) -> bool:
    return (
        _SHORTEST_SWAPPED <= len(word.text) <= _LONGEST
        and word.text.isalpha()
        and not is_stop_word(word.text)
    )


def _most_frequent(candidates: Iterable[str], frequency: Frequency) -> str | None:
    """The one of them that the index has most often; of equals, the first by its letters."""
    counted = [(-frequency(candidate), candidate) for candidate in set(candidates)]
    known = [one for one in counted if one[0]]
    return min(known)[1] if known else None


def _edits(term: str) -> Iterator[str]:
    """All that is one inserted, lost or wrong letter away; the first is taken as right."""
    letters = sorted({*string.ascii_lowercase, *term})
    for place in range(1, len(term) + 1):
        before, after = term[:place], term[place:]
        yield from (before + letter + after for letter in letters)
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in letters)


def _swaps(term: str) -> Iterator[str]:
    """All in which two letters beside each other are swapped, the first of the term too."""
    for place in range(len(term) - 1):
        yield term[:place] + term[place + 1] + term[place] + term[place + 2 :]
