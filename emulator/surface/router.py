"""From an HTTP verb and path to a method, in the depth of the path.

The paths of all HTTP rules form a trie: an edge is a literal segment or `*`; at a leaf the verb of
the request and the custom verb after `:` select the binding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import unquote

from emulator.surface.registry import Binding, Method

_VARIABLE = re.compile(r"\{([\w.]+)(?:=([^}]*))?\}")
ANY = "*"
"""The edge that any one segment takes."""
_REST = "**"
_SHORT = 300
_VERBS = ("GET", "POST", "PATCH", "PUT", "DELETE")
_ESCAPED_SLASH = re.compile(r"%(2[fF])")


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


# The bindings of one path and custom verb, by HTTP verb.
_Targets = dict[str, list[Target]]


@dataclass(slots=True)
class Node:
    """A place in the trie: what may follow, and what is bound to it by custom verb."""

    edges: dict[str, Node] = field(default_factory=dict)
    targets: dict[str, _Targets] = field(default_factory=dict)


class Router:
    """All bindings of the given methods."""

    def __init__(self, methods: Iterable[Method]) -> None:
        self.root = Node()
        self._remembered = lru_cache(maxsize=256)(self._found)
        for method in methods:
            for binding in method.bindings:
                self._add(method, binding)

    def matches(self, verb: str, path: str) -> Sequence[Route]:
        """Every binding that serves the call: several services may own the same URL.

        `path` still has its %-escapes; slashes at its end do not count, as in Google's front end.
        Where a literal segment and a wildcard both fit, only what is bound to the literal counts.
        """
        # A client asks the same serving config again and again.
        return (self._remembered if len(path) <= _SHORT else self._found)(verb, path)

    def _found(self, verb: str, path: str) -> Sequence[Route]:
        segments, leaves = self._leaves(path)
        leaf = next((leaf for leaf in leaves if verb in leaf), None)
        if leaf is None:
            return []
        decoded = [_unescape(segment) for segment in segments]
        return [_route(target, decoded) for target in leaf[verb]]

    def verbs(self, path: str) -> list[str]:
        """The HTTP verbs under which the path is served; none for a custom verb that it lacks."""
        segments, leaves = self._leaves(path)
        if not segments or ":" in segments[-1]:
            return []
        return [verb for verb in _VERBS if any(verb in leaf for leaf in leaves)]

    def _add(self, method: Method, binding: Binding) -> None:
        segments, variables, custom = _parse(binding.template)
        node = self.root
        for segment in segments:
            node = node.edges.setdefault(segment, Node())
        targets = node.targets.setdefault(custom, {})
        targets.setdefault(binding.verb, []).append(Target(method, binding, variables))

    def _leaves(self, path: str) -> tuple[list[str], list[_Targets]]:
        """The path's segments and what is bound to it.

        What stands after the last colon is a custom verb if there is such a one at this path under
        any HTTP verb, and else a part of the id.
        """
        segments = path.strip("/").split("/")
        last, _, custom = segments[-1].rpartition(":")
        readings = [(custom, [*segments[:-1], last])] if last else []
        for custom, parts in (*readings, ("", segments)):
            nodes = _reached(self.root, parts, 0)
            if leaves := [node.targets[custom] for node in nodes if custom in node.targets]:
                return parts, leaves
        return [], []


def _route(target: Target, segments: list[str]) -> Route:
    fields = tuple(
        (variable.path, "/".join(segments[variable.start : variable.stop]))
        for variable in target.variables
    )
    return Route(target.method, target.binding, fields)


def _unescape(segment: str) -> str:
    """Decode the %-escapes but `%2F`, which is no separator of segments (google.api.HttpRule)."""
    return unquote(_ESCAPED_SLASH.sub(r"%25\1", segment)) if "%" in segment else segment


def _reached(node: Node, segments: list[str], depth: int) -> Iterator[Node]:
    if depth == len(segments):
        yield node
        return
    segment = segments[depth]
    if segment and (literal := node.edges.get(segment)) is not None:
        yield from _reached(literal, segments, depth + 1)
    if segment and (wildcard := node.edges.get(ANY)) is not None:
        yield from _reached(wildcard, segments, depth + 1)
    if (rest := node.edges.get(_REST)) is not None:
        yield rest


def _parse(template: str) -> tuple[list[str], tuple[Variable, ...], str]:
    """Split `/v1/{name=a/*}/b:verb` into its segments, its variables and its custom verb."""
    variables: list[Variable] = []
    segments: list[str] = []
    position = 0
    for match in _VARIABLE.finditer(template):
        segments += [part for part in template[position : match.start()].split("/") if part]
        pattern = (match.group(2) or ANY).split("/")
        if template[match.end() :].startswith("/"):
            # One published rule has `**` before further segments, where it stands for one id.
            pattern = [ANY if part == _REST else part for part in pattern]
        stop = None if pattern[-1] == _REST else len(segments) + len(pattern)
        variables.append(Variable(match.group(1), len(segments), stop))
        segments += pattern
        position = match.end()
    tail, _, custom = template[position:].partition(":")
    segments += [part for part in tail.split("/") if part]
    return segments, tuple(variables), custom
