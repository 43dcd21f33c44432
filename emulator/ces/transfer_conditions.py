"""The conditions of transfer rules that are expressions over the session's variables.

The reference calls an expression a "cloud.api.Expression" and shows none. It is read as a filter
(AIP-160): `plan = "gold" AND (visits > 3 OR is_known = true)`. A variable may be named with
`variables.` or `$session.params.` before it; `==`, `&&` and `||` are read as `=`, `AND` and `OR`.
An expression may be a variable alone, or `true` or `false`, as in examples for Terraform.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from emulator.resources.list_filter import Field, parse_filter
from emulator.storage.conditions import All, Compare, Condition, Either, Not
from emulator.storage.conditions import holds as compare
from emulator.surface.errors import ApiError
from emulator.surface.registry import snake_case

_SPELLINGS = {"==": "=", "&&": " AND ", "||": " OR "}
_SPELLED = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'|==|&&|\|\|")
_ALONE = re.compile(r"\s*(?P<denied>!|NOT\s)?\s*(?P<name>(?!(?:AND|OR|NOT)\b)[A-Za-z_$][\w.]*)\s*")
_PREFIX = re.compile(r"^\$?(?:(?:context\.)?variables|session\.params|state)\.")


def syntax_error(expression: str) -> str:
    """The syntax error of an expression; empty if it has none."""
    try:
        _read(expression)
    except ApiError as error:
        return error.violations[0].description if error.violations else error.message
    return ""


def is_true(expression: str, variables: Mapping[str, Any]) -> bool:
    """Whether an expression over variables holds; INVALID_ARGUMENT for one that is none.

    A variable that is not set equals nothing.
    """
    return _holds(_read(expression), variables)


def _read(expression: str) -> Condition:
    alone = _ALONE.fullmatch(expression)
    if alone is not None:
        named = _named(alone["name"])
        return Not(named) if alone["denied"] else named
    text = _SPELLED.sub(lambda found: _SPELLINGS.get(found[0], found[0]), expression)
    return parse_filter(text, _AnyField())


def _named(name: str) -> Condition:
    if name.lower() in ("true", "false"):
        return All() if name.lower() == "true" else Not(All())
    return parse_filter(f"{name} = true", _AnyField())


class _AnyField(Mapping[str, Field]):
    """Whatever is named is a variable."""

    def __getitem__(self, name: str) -> Field:
        return Field(_PREFIX.sub("", name))

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _holds(condition: Condition, values: Mapping[str, Any]) -> bool:
    match condition:
        case All(parts):
            return all(_holds(part, values) for part in parts)
        case Either(parts):
            return any(_holds(part, values) for part in parts)
        case Not(part):
            return not _holds(part, values)
        case Compare(name, operator, wanted):
            found = _found(values, name)
            value = _like(found, str(wanted))
            if value is None:
                return operator == "!="
            return compare(Compare(name, operator, value), lambda _: found)


def _found(values: Any, name: str) -> Any:
    """The variable of a name, or what stands in it: `cart.total`."""
    for part in name.split("."):
        inner = values.items() if isinstance(values, Mapping) else ()
        values = next((one for key, one in inner if snake_case(key) == part), None)
    return values


def _like(found: Any, text: str) -> str | int | bool | None:
    """A value of the expression as one of the variable's type; None if it cannot be one."""
    if isinstance(found, bool):
        return {"true": True, "false": False}.get(text.lower())
    if isinstance(found, int | float):
        try:
            return float(text)  # type: ignore[return-value] # It compares as an int does.
        except ValueError:
            return None
    return text if isinstance(found, str) else None
