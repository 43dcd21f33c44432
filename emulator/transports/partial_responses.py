"""Partial responses: what the system parameter `fields`, or the header for it, leaves of one.

fields = item , { "," , item } ;
item   = name , { ( "/" | "." ) , name } , [ "(" , fields , ")" ] ;

A name is that of a field in either spelling, a key of a map, or `*` for all that are there.
https://cloud.google.com/apis/docs/system-parameters
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeAlias

from emulator.surface.decoder import decode_into
from emulator.surface.encoder import encode
from emulator.surface.errors import ApiError, Code, FieldViolation, invalid_argument
from emulator.surface.message_shapes import shape
from emulator.surface.registry import Message, surface
from emulator.surface.wellknown import camel_case

Tree: TypeAlias = "dict[str, Tree]"
"""What to leave, by names as JSON has them; all that is below a name with nothing in it."""

Path: TypeAlias = tuple[str, ...]

HEADER = "x-goog-fieldmask"

_MARKS = "/.,()"
_TOKEN = re.compile(r"\s*(?:(?P<name>[\w$-]+|\*)|(?P<mark>[/.,()]))\s*")
_MOST_DEPTH = 50
# Their contents are not told by a type: maps, JSON objects, and whatever an operation holds.
_OPEN = frozenset({"google.protobuf.Struct", "google.protobuf.Value", "google.protobuf.Any"})
# Of an Any without it nothing can be read.
_TYPE = "@type"


@lru_cache(maxsize=256)
def read_fields(text: str, package: str, message: str) -> Tree:
    """What `fields` names of a response; INVALID_ARGUMENT for what the response cannot have."""
    return _resolved(_tree(_Parser(text).paths()), package, message, "")


def pruned(shown: Any, tree: Tree) -> Any:
    """The JSON of a response with nothing but what is in the tree."""
    if not tree:
        return shown
    if isinstance(shown, list):
        return [pruned(item, tree) for item in shown if isinstance(item, dict | list)]
    every = tree.get("*")
    return {
        name: pruned(value, below)
        for name, value in shown.items()
        if (below := {} if name == _TYPE else tree.get(name, every)) is not None
        and (not below or isinstance(value, dict | list))
    }


def pruned_message(message: Message, package: str, tree: Tree) -> Message:
    """The same of a message, which a version of the API sends."""
    if not tree:
        return message
    left = type(message)()
    decode_into(left, pruned(encode(message, package), tree), package)
    return left


def _resolved(tree: Tree, package: str, message: str, where: str) -> Tree:
    """The tree with names as JSON has them."""
    fields, descriptor = shape(package, message).fields, surface.descriptor(message)
    found: Tree = {}
    for name, below in tree.items():
        if name == "*":
            found[name] = _spelled(below)
            continue
        path = f"{where}.{name}" if where else name
        field = fields.get(name)
        if field is None:
            raise _unknown(path)
        if below and not field.message:
            raise _unknown(f"{path}.{next(iter(below))}")
        if below and not field.is_map and field.message not in _OPEN:
            below = _resolved(below, package, field.message, path)
        found[descriptor.fields_by_name[field.name].json_name] = below
    return found


def _spelled(tree: Tree) -> Tree:
    """The tree with names as JSON has them, of fields that nothing tells the types of."""
    return {camel_case(name): _spelled(below) for name, below in tree.items()}


def _unknown(path: str) -> ApiError:
    text = f"Error expanding 'fields' parameter. Cannot find matching fields for path '{path}'."
    return ApiError(Code.INVALID_ARGUMENT, text, [FieldViolation(path, text)])


def _tree(paths: Iterable[Path]) -> Tree:
    """The paths put together; what one names as a whole stays whole."""
    tree: Tree = {}
    for *parents, last in paths:
        below = tree
        for name in parents:
            if name in below and not below[name]:
                break
            below = below.setdefault(name, {})
        else:
            below[last] = {}
    return tree


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(self._scan())
        self._next = 0

    def paths(self) -> list[Path]:
        """Each path that is named, written out."""
        found = list(self._items((), 0))
        if self._token():
            raise self._error()
        return found

    def _scan(self) -> Iterator[str]:
        position = 0
        while position < len(self._text):
            match = _TOKEN.match(self._text, position)
            if match is None:
                raise self._error()
            yield match["name"] or match["mark"]
            position = match.end()

    def _items(self, above: Path, depth: int) -> Iterator[Path]:
        if depth > _MOST_DEPTH:
            raise self._error()
        yield from self._item(above, depth)
        while self._takes(","):
            yield from self._item(above, depth)

    def _item(self, above: Path, depth: int) -> Iterator[Path]:
        path = (*above, self._name())
        while self._takes("/.") and len(path) < _MOST_DEPTH:
            path = (*path, self._name())
        if not self._takes("("):
            yield path
            return
        yield from self._items(path, depth + 1)
        if not self._takes(")"):
            raise self._error()

    def _name(self) -> str:
        name = self._token()
        if not name or name in _MARKS:
            raise self._error()
        self._next += 1
        return name

    def _takes(self, marks: str) -> bool:
        """Whether one of the marks is next, which is then read."""
        found = bool(self._token()) and self._token() in marks
        self._next += found
        return found

    def _token(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _error(self) -> ApiError:
        return invalid_argument("fields", f"'{self._text[:200]}' is no list of fields.")
