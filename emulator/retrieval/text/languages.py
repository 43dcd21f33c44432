"""The language of a question, and what in it only serves the asking.

The words stand in `languages.toml`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from emulator.retrieval.text.analysis import ascii_words, is_stop_word, terms
from emulator.retrieval.text.segmentation import THAI
from emulator.retrieval.text.spaceless import (
    HANGUL,
    HIRAGANA,
    UNPARTED,
    is_spaceless,
    without_spaceless_runs,
)
from emulator.retrieval.text.stop_words import STOP_WORDS

Tables = Mapping[str, Mapping[str, str]]

_WORD = re.compile(r"[^\W_]+(?:[\u0900-\u0dff\u0300-\u036f]+[^\W_]*)*")
_LONGEST = 2_000
_LETTER = re.compile(r"[^\W\d_]")
# A text is of the first language if most letters are of its script, and of another that has that
# script if it has one of these letters.
_SCRIPTS: Sequence[tuple[str, str, Sequence[tuple[str, str]]]] = (
    ("zh", UNPARTED, [("ja", "\u3040-\u30ff"), ("th", THAI)]),
    ("ko", HANGUL, []),
    ("ru", "\u0400-\u04ff", [("uk", "\u0456\u0457\u0454\u0491")]),
    ("ar", "\u0620-\u064a\u0671-\u06d3", [("fa", "\u067e\u0686\u0698\u06af")]),
    ("hi", "\u0904-\u0939\u0958-\u0961", []),
    ("el", "\u0370-\u03ff\u1f00-\u1fff", []),
)


@dataclass(frozen=True, slots=True)
class _Languages:
    """The words of each language with spaces, by its tag, all together, and the phrases of those
    without; `letters` are those by which a language is told from others, `asking` the words that
    ask, `within` those that do so wherever they stand, `openings` the "and" with which a question
    goes on, `back` what sentences begin with that go back to what was named, `clear` the phrases
    that are no part of longer words, `lone` those that then stand alone."""

    words: Mapping[str, frozenset[str]]
    letters: Mapping[str, frozenset[str]]
    pronouns: Mapping[str, re.Pattern[str]]
    asking: Mapping[str, frozenset[str]]
    within: Mapping[str, frozenset[str]]
    openings: Mapping[str, re.Pattern[str]]
    back: Mapping[str, re.Pattern[str]]
    all_words: frozenset[str]
    phrases: re.Pattern[str]
    clear: re.Pattern[str]
    lone: re.Pattern[str]


def shipped_tables() -> Tables:
    """Return the words of each language as they ship, by its tag."""
    import tomllib  # What only questions need is not loaded for a start.

    source = resources.files("emulator.retrieval").joinpath("languages.toml")
    tables: Tables = tomllib.loads(source.read_text(encoding="utf-8"))["languages"]
    return tables


def use_tables(tables: Tables) -> None:
    """Put words in the place of those that ship; before any is used."""
    global _tables
    _tables = tables
    _languages.cache_clear()


_tables: Tables | None = None


@lru_cache(maxsize=1024)
def language_of(question: str) -> str:
    """Return the language of a question (BCP 47); empty for English and what is not known.

    One word that it shares with a language says nothing ("de facto", "La La Land"), unless it asks
    ("Wer ...?") or other words have letters that English does not have; in a name even it may ("São
    Paulo").
    """
    tag, words = _spoken(question)
    if script := _of_script(question[:_LONGEST]):
        return tag if (script, tag) == ("ru", "uk") else script
    if len(words) == 1 and not _opens_asking(question, tag):
        return "" if _lowered(question).replace(words[0], "").isascii() else tag
    return tag


def _opens_asking(question: str, tag: str) -> bool:
    """Whether it is of several words with a question mark, of which the first asks in a language.

    Without the mark it may be a name: "Kim Philby", "chi square test". In Turkish words that ask
    stand before the verb, or at the end: "Kahveyi bulan kimdi?".
    """
    words = _words(question)
    if not (words[1:] and question.rstrip().endswith("?")):
        return False
    known = _languages()
    return words[0] in known.asking.get(tag, ()) or not known.within.get(
        tag, frozenset()
    ).isdisjoint(words)


@lru_cache(maxsize=1024)
def function_terms(question: str) -> frozenset[str]:
    """Return the terms of the words in a question that say nothing of what it is about.

    They are those of the language, other than English, that it is of.
    """
    if not language_of(question):
        return frozenset()
    return frozenset(term for word in _spoken(question)[1] for term in terms(word))


def _of_script(question: str) -> str:
    """The language that has the script of most letters; empty for Latin ones.

    A letter of a script without spaces may be a word, and so is one among words of another: "什么是
    Kubernetes Deployment?". English that names something in such a script has words that join.
    """
    if question.isascii():
        return ""
    letters = len(_LETTER.findall(question))
    for tag, script, others in _SCRIPTS:
        own = len(re.findall(f"[{script}]", question))
        if 2 * own > letters or (script in (UNPARTED, HANGUL) and own > _words_beside(question)):
            return next((other for other, own in others if re.search(f"[{own}]", question)), tag)
    return ""


def _words_beside(question: str) -> int:
    """How many words in other scripts a question has, those of English twice."""
    words = _WORD.findall(without_spaceless_runs(question).lower())
    return 2 * len(words) if any(map(is_stop_word, words)) else len(words)


@lru_cache(maxsize=1024)
def _spoken(question: str) -> tuple[str, Sequence[str]]:
    """The language, other than English, to which most of the words belong, and those words."""
    words = dict.fromkeys(_words(question))
    english = len(STOP_WORDS.intersection(words))
    if len(words) <= 2 * english:
        return "", ()
    foreign = _languages().all_words.intersection(words)
    if len(foreign) <= english:
        return "", ()
    known, letters, written = _languages().words, _languages().letters, set(_lowered(question))

    def shared(tag: str) -> tuple[int, int]:
        return len(known[tag].intersection(foreign)), len(letters[tag] & written)

    tag = max(known, key=shared)
    found = [word for word in words if word in known[tag]]
    return (tag, found) if len(found) > english else ("", ())


def _words(question: str) -> list[str]:
    """Its words in lower case."""
    if question.isascii():  # In a third of the time.
        return ascii_words(question[:_LONGEST])
    return _WORD.findall(_lowered(question))


def _lowered(question: str) -> str:
    return unicodedata.normalize("NFC", question[:_LONGEST]).lower()


def language_in(question: str, before: str) -> str:
    """Return the language of a question that follows another one: of a mere word or name that is
    the other's, unless there is an English word beside it."""
    if language_of(question) or any(map(is_stop_word, _words(question))):
        return language_of(question)
    return language_of(before)


def serves(word: str, tag: str) -> bool:
    """Whether a word of a language only serves the asking, or joins words."""
    return word.lower() in _languages().words.get(tag, frozenset())


def only_asks(question: str, tag: str) -> bool:
    """Whether a question in a language has no word that tells what it is about: "Quando?"."""
    if is_spaceless(question):
        return not any(map(str.isalnum, _languages().phrases.sub("", question)))
    words = _words(question)
    return bool(tag and words) and all(serves(word, tag) for word in words)


def end_of_and(question: str, tag: str) -> int:
    """Return where the "and" ends with which a question in a language opens; 0 if with none."""
    opening = _languages().openings.get(tag)
    found = opening.match(question.lower()) if opening else None
    return found.end() if found else 0


def has_pronoun(question: str) -> bool:
    """Whether a question in another language than English has a word for what was named before."""
    pattern = _languages().pronouns.get(language_of(question))
    return pattern is not None and pattern.search(_lowered(question)) is not None


def goes_back(sentence: str, tag: str) -> bool:
    """Whether a sentence in a language begins with a word for what was named before."""
    pattern = _languages().back.get(tag)
    return pattern is not None and pattern.match(sentence) is not None


def without_phrases(question: str, *, clear: bool = False) -> str:
    """Return a question in a script without spaces without what only serves the asking.

    If `clear`, what may be a part of a word stays.
    """
    if not is_spaceless(question):
        return question
    known = _languages()
    if clear:
        rest = known.lone.sub(" ", known.clear.sub(" ", question))
    else:
        rest = known.phrases.sub(" ", question)
    return rest if any(map(str.isalnum, rest)) else question


@cache
def _languages() -> _Languages:
    tables = _tables or shipped_tables()
    known = {tag: table["words"].split() for tag, table in tables.items()}
    phrases = [word for words in known.values() for word in words if is_spaceless(word)]
    clear = [word for word in phrases if len(word) > 1 or re.match(f"[{HANGUL}]", word)]
    return _Languages(
        {tag: frozenset(words) for tag, words in known.items()},
        {tag: frozenset(table.get("letters", "")) for tag, table in tables.items()},
        {tag: re.compile(table.get("pronouns") or r"(?!)") for tag, table in tables.items()},
        {tag: frozenset(table.get("asks", "").split()) for tag, table in tables.items()},
        {tag: frozenset(table.get("within", "").split()) for tag, table in tables.items()},
        {
            tag: re.compile(rf"\W*(?:{table['and']})\s")
            for tag, table in tables.items()
            if "and" in table
        },
        {
            tag: re.compile(table["back"], re.IGNORECASE)
            for tag, table in tables.items()
            if "back" in table
        },
        frozenset().union(*known.values()),
        _pattern(phrases),
        re.compile(f"{_pattern(clear).pattern}|{_particles(phrases)}"),
        re.compile(rf"(?<![{UNPARTED}])(?:{_pattern(phrases).pattern})(?![{UNPARTED}])"),
    )


def _pattern(phrases: Sequence[str]) -> re.Pattern[str]:
    """A pattern for phrases, the longest first; those of Korean are the ends of words."""
    longest_first = sorted(phrases, key=len, reverse=True)
    endings = [one for one in longest_first if re.match(f"[{HANGUL}]", one)]
    others = [one for one in longest_first if one not in endings]
    ended = rf"(?:{'|'.join(map(re.escape, endings))})(?![{HANGUL}])"
    return re.compile("|".join([*map(re.escape, others), *([ended] if endings else [])]) or r"(?!)")


def _particles(phrases: Sequence[str]) -> str:
    """A pattern for phrases of one hiragana that stand between words in other scripts."""
    alone = "".join(one for one in phrases if re.fullmatch(f"[{HIRAGANA}]", one))
    return f"(?<![{HIRAGANA}])[{alone}](?![{HIRAGANA}])" if alone else r"(?!)"
