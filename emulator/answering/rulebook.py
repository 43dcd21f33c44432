"""The tables of rules: those that ship with the package, and the user's own in their place."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from emulator.retrieval.text import languages

Table = Mapping[str, Any]

_FILES = {
    "grounding": "grounding.toml",
    "safety": "safety.toml",
    "synonyms": "synonyms.toml",
    "texts": "texts.toml",
}
_SECTIONS = (
    "classification",
    "words",
    "generic",
    "kinds",
    "marks",
    "expectations",
    "implied",
    "implied_dates",
    "languages",
    *_FILES,
)
# What else is no list has words.
_PATTERNS_OF_LANGUAGE = ("pronouns", "and", "back")
_FLAGS = re.compile(r"\A\(\?([aiLmsux]+)\)(.*)", re.DOTALL)
_NAMED = re.compile(r"(\(\?(?:P[<=]|\())([A-Za-z_]\w*)")
_own: Table = {}


class UnreadableRules(Exception):
    """The user's rules cannot be used; the message says why, as a sentence goes on."""


def section(name: str) -> Any:
    """Return one table of the rules, such as "classification"."""
    return _merged(_shipped(name), _own.get(name))


def use(own: Table) -> None:
    """Put the user's rules in the place of those that ship; before any is used."""
    global _own
    _own = own
    languages.use_tables(section("languages"))


def read_file(path: Path) -> Table:
    """Read the user's rules: any part of the tables that ship, with values of the same form.

    A list takes the place of the one that ships, a table only that of the keys it has.
    UnreadableRules for what is no TOML, what no rule is called, or what is no pattern.
    """
    try:
        own = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableRules(f"it cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UnreadableRules(f"it is no TOML: {error}") from None
    shipped = {name: _shipped(name) for name in _SECTIONS}
    _check(own, shipped, "")
    for number, rule in enumerate(own.get("kinds", ())):
        _check_kind(rule, shipped["kinds"], f"kinds[{number}]")
    for tag, language in own.get("languages", {}).items():
        _check_language(language, shipped["languages"].get(tag, {}), f"languages.{tag}")
    return own


def alternatives(patterns: Iterable[str]) -> str:
    """Return a pattern for any of these, each with flags and names of groups of its own.

    Without any nothing fits it.
    """
    own = (
        _FLAGS.sub(r"(?\1:\2)", _NAMED.sub(rf"\1\2_{number}", one))
        for number, one in enumerate(patterns)
    )
    return "|".join(f"(?:{one})" for one in own) or r"(?!)"


def _check(own: Any, shipped: Any, where: str) -> None:
    """Whether a value has the form of the one that ships."""
    if isinstance(shipped, dict):
        _check_table(own, shipped, where)
    elif isinstance(shipped, list):
        _check_list(own, shipped, where)
    elif isinstance(shipped, str):
        if not isinstance(own, str):
            raise UnreadableRules(f"{where} should be a text")
    elif isinstance(own, bool) or not isinstance(own, int | float) or own < 0:
        raise UnreadableRules(f"{where} should be a number that is not negative")


def _check_table(own: Any, shipped: Table, where: str) -> None:
    if not isinstance(own, dict):
        raise UnreadableRules(f"{where} should be a table")
    # Any language, any word for a number.
    is_open = where in ("texts", "languages", "generic", "grounding.numbers")
    for key, value in own.items():
        path = f"{where}.{key}" if where else key
        if key not in shipped and not is_open:
            raise UnreadableRules(f"there is no rule {path}; there are {', '.join(shipped)}")
        _check(value, shipped.get(key, next(iter(shipped.values()))), path)


def _check_list(own: Any, shipped: list[Any], where: str) -> None:
    if not isinstance(own, list):
        raise UnreadableRules(f"{where} should be a list")
    like = shipped[0] if shipped else ""
    are_patterns = isinstance(like, str) and not where.startswith("synonyms.")
    for number, value in enumerate(own):
        path = f"{where}[{number}]"
        _check(value, like, path)
        if are_patterns:
            _check_pattern(value, path)
        elif isinstance(like, dict) and (missing := like.keys() - value.keys()):
            raise UnreadableRules(f"{path} lacks {', '.join(sorted(missing))}")
        elif isinstance(like, list) and len(value) != len(like):
            raise UnreadableRules(f"{path} should have {len(like)} patterns")


def _check_pattern(pattern: str, where: str) -> None:
    try:
        re.compile(pattern)
    except re.error as error:
        raise UnreadableRules(f"{where} is no regular expression: {error}") from None


def _check_kind(rule: Table, shipped: list[Any], where: str) -> None:
    known = list(dict.fromkeys(one["kind"] for one in shipped))
    if rule["kind"] not in known:
        raise UnreadableRules(f"{where}.kind should be one of {', '.join(known)}")


def _check_language(own: Table, shipped: Table, where: str) -> None:
    if "words" not in (*own, *shipped):
        raise UnreadableRules(f"{where} lacks words")
    for key in _PATTERNS_OF_LANGUAGE:
        _check_pattern(own.get(key, ""), f"{where}.{key}")


def _merged(shipped: Any, own: Any) -> Any:
    if own is None:
        return shipped
    if not isinstance(shipped, dict):
        return own
    return {key: _merged(shipped.get(key), own.get(key)) for key in dict.fromkeys((*shipped, *own))}


@cache
def _file(name: str) -> Table:
    source = resources.files("emulator.answering").joinpath(name)
    return tomllib.loads(source.read_text(encoding="utf-8"))


def _shipped(name: str) -> Any:
    if name == "languages":
        return languages.shipped_tables()
    return _file(_FILES.get(name, "rules.toml"))[name]
