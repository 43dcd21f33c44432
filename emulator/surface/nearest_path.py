"""The path that was meant by one that nothing is served at.

People leave out the version or the collection, write `datastores` or `/search`, put a whole name
where an id belongs, or give a client an address that ends in `/v1`. Their path is led through the
trie of the routes again, each step that it lacks or misspells counting as one mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple
from urllib.parse import unquote

from emulator.surface.router import ANY, Node

_MOST_MISTAKES = 2
_LONGEST = 1_000
_ALIKE = 0.8
# What may be left out of a path, with the id that is mostly meant.
_LEFT_OUT = {
    "locations": "global",
    "collections": "default_collection",
    "branches": "default_branch",
    "servingConfigs": "default_search",
}


class _Way(NamedTuple):
    """How a path may be meant: by how many mistakes, its segments, and where they lead."""

    mistakes: int
    segments: tuple[str, ...]
    end: Node


def nearest(root: Node, version: str, verb: str, path: str) -> str:
    """The path of a version that is served for the HTTP verb and most like the given one.

    `path` has its %-escapes, among which may be those of slashes; empty if none is alike.
    """
    segments = [segment for segment in unquote(path).split("/") if segment]
    if "projects" not in segments or version not in root.edges or len(path) > _LONGEST:
        return ""
    # A name in the place of an id, or a second version, goes with all that stands before it.
    name = segments[len(segments) - 1 - segments[::-1].index("projects") :]
    ways = _read(root.edges[version], name, verb)
    found = min(ways, key=lambda way: way[0], default=(0, ""))[1]
    return f"/{version}/{found}" if found else ""


def _read(start: Node, name: Sequence[str], verb: str) -> Iterator[tuple[int, str]]:
    """The mistakes and the path of each way to a method; a custom verb may stand as a segment."""
    last, _, custom = name[-1].rpartition(":")
    readings = [([*name[:-1], last], custom)] if last else [(name, ""), (name[:-1], custom)]
    for segments, written in readings:
        for way in _ways(start, segments, _MOST_MISTAKES):
            for served, targets in way.end.targets.items():
                if verb in targets and _same(served, written):
                    tail = f":{served}" if served else ""
                    yield way.mistakes + (served != written), "/".join(way.segments) + tail


def _ways(node: Node, segments: Sequence[str], left: int) -> Iterator[_Way]:
    """All ways to lead segments on from a node with no more mistakes than are left."""
    if not segments:
        yield _Way(0, (), node)
    elif (exact := node.edges.get(segments[0])) is not None:
        yield from _on(exact, segments[0], segments[1:], 0, left)
    else:
        for edge, child in node.edges.items():
            if edge == ANY:
                yield from _on(child, segments[0], segments[1:], 0, left)
            elif left and _same(edge, segments[0]):
                yield from _on(child, edge, segments[1:], 1, left)
    for edge, id_ in _LEFT_OUT.items():
        if left and edge in node.edges and ANY in node.edges[edge].edges:
            yield from _on(node.edges[edge].edges[ANY], f"{edge}/{id_}", segments, 1, left)


def _on(node: Node, step: str, rest: Sequence[str], mistakes: int, left: int) -> Iterator[_Way]:
    for way in _ways(node, rest, left - mistakes):
        yield _Way(way.mistakes + mistakes, (step, *way.segments), way.end)


def _same(known: str, written: str) -> bool:
    """Whether a segment or a custom verb may be meant, whatever its case and its underscores."""
    one, other = (text.replace("_", "").replace("-", "").lower() for text in (known, written))
    return one == other or SequenceMatcher(None, one, other).ratio() >= _ALIKE
