"""From an HTTP verb and path to a method, in the depth of the path.

The paths of all HTTP rules form a trie: an edge is a literal segment or `*`; at a leaf the verb of
the request and the custom verb after `:` select the binding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from emulator.surface.registry import Binding, Method

_VARIABLE = re.compile(r"\{([\w.]+)(?:=([^}]*))?\}")
_REST = "**"


@dataclass(frozen=True, slots=True)
class Variable:
    """A field path and the segments of the URL that fill it; `stop` is None for `**`."""

    path: str
    start: int
    stop: int | None


@dataclass(frozen=True, slots=True)
class Target:
    """A binding at a leaf of the trie."""

    method: Method
    binding: Binding
    variables: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Route:
    """A matched call: the method, its binding and the fields that the path fills."""

    method: Method
    binding: Binding
    fields: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class _Node:
    edges: dict[str, _Node] = field(default_factory=dict)
    targets: dict[tuple[str, str], list[Target]] = field(default_factory=dict)


class Router:
    """All bindings of the given methods."""

    def __init__(self, methods: Iterable[Method]) -> None:
        self._root = _Node()
        for method in methods:
            for binding in method.bindings:
                self._add(method, binding)

    def match(self, verb: str, path: str) -> Route | None:
        """The first binding that serves the call, or None; `path` still has its %-escapes."""
        return next(iter(self.matches(verb, path)), None)

    def matches(self, verb: str, path: str) -> Iterator[Route]:
        """Every binding that serves the call: several services may own the same URL."""
        segments = path.strip("/").split("/")
        last, _, custom = segments[-1].rpartition(":")
        if last:
            yield from self._routes((verb, custom), [*segments[:-1], last])
        yield from self._routes((verb, ""), segments)

    def verbs(self, path: str) -> list[str]:
        """The HTTP verbs under which the path is served."""
        return [
            verb for verb in ("GET", "POST", "PATCH", "PUT", "DELETE") if self.match(verb, path)
        ]

    def _add(self, method: Method, binding: Binding) -> None:
        segments, variables, custom = _parse(binding.template)
        node = self._root
        for segment in segments:
            node = node.edges.setdefault(segment, _Node())
        target = Target(method, binding, variables)
        node.targets.setdefault((binding.verb, custom), []).append(target)

    def _routes(self, key: tuple[str, str], segments: list[str]) -> Iterator[Route]:
        decoded = [unquote(segment) for segment in segments]
        for node in _leaves(self._root, segments, 0):
            for target in node.targets.get(key, ()):
                fields = tuple(
                    (variable.path, "/".join(decoded[variable.start : variable.stop]))
                    for variable in target.variables
                )
                yield Route(target.method, target.binding, fields)


def _leaves(node: _Node, segments: list[str], depth: int) -> Iterator[_Node]:
    if depth == len(segments):
        yield node
        return
    segment = segments[depth]
    if segment and (literal := node.edges.get(segment)) is not None:
        yield from _leaves(literal, segments, depth + 1)
    if segment and (wildcard := node.edges.get("*")) is not None:
        yield from _leaves(wildcard, segments, depth + 1)
    if (rest := node.edges.get(_REST)) is not None:
        yield rest


def _parse(template: str) -> tuple[list[str], tuple[Variable, ...], str]:
    """Split `/v1/{name=a/*}/b:verb` into its segments, its variables and its custom verb."""
    variables: list[Variable] = []
    segments: list[str] = []
    position = 0
    for match in _VARIABLE.finditer(template):
        segments += [part for part in template[position : match.start()].split("/") if part]
        pattern = (match.group(2) or "*").split("/")
        if match.end() != len(template):
            # One published rule has `**` before further segments, where it stands for one id.
            pattern = ["*" if part == _REST else part for part in pattern]
        stop = None if pattern[-1] == _REST else len(segments) + len(pattern)
        variables.append(Variable(match.group(1), len(segments), stop))
        segments += pattern
        position = match.end()
    tail, _, custom = template[position:].partition(":")
    segments += [part for part in tail.split("/") if part]
    return segments, tuple(variables), custom
