"""XML as a stream of elements: nothing is fetched, no entity is declared, depth and size end.

The parser is Python's own expat. It hands over one wanted element at a time, so that a file is
never in memory as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html.entities import html5
from typing import IO
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from emulator.ingestion.document import ParseError

# What reads the tree is recursive. Real files stay below 50 levels.
_DEEPEST = 128

# An element takes about 100 bytes of memory, with what belongs to it.
_MOST_NODES = 2_000_000

_BLOCK = 1 << 16

# What expat puts between a namespace and a name: not a character of either.
_SEPARATOR = " "


def _local_name(name: str) -> str:
    """Return a name without its namespace."""
    return name.rpartition(_SEPARATOR)[2]


def elements(
    stream: IO[bytes],
    wanted: Callable[[str], bool],
    rename: Callable[[str], str] = _local_name,
    skipped: frozenset[str] = frozenset(),
) -> Iterator[Element]:
    """Yield each outermost element whose name is wanted as soon as it ends.

    Names of elements and attributes are what `rename` makes of "namespace name"; what is in a
    skipped element is left out. Raises ParseError if the stream is not well-formed, declares
    entities, is nested too deeply or has one wanted element that is too large.
    """
    reader = _Reader(wanted, rename, skipped)
    while block := stream.read(_BLOCK):
        yield from reader.feed(block, is_last=False)
    yield from reader.feed(b"", is_last=True)


def root(stream: IO[bytes], rename: Callable[[str], str] = _local_name) -> Element:
    """Return the whole tree of a small file; raises ParseError as `elements` does."""
    return next(elements(stream, lambda name: True, rename))


class _Reader:
    """Builds the wanted elements out of expat's events."""

    def __init__(
        self, wanted: Callable[[str], bool], rename: Callable[[str], str], skipped: frozenset[str]
    ) -> None:
        self._wanted = wanted
        self._skipped = skipped
        self._names = _Names(rename)
        self._depth = 0
        self._nodes = 0
        self._builder: TreeBuilder | None = None
        self._begins = 0  # the depth at which the element that is built begins
        self._skips = 0  # the depth at which the element that is skipped begins, 0 if none
        self._done: list[Element] = []
        self._parser = self._guarded()

    def feed(self, data: bytes, *, is_last: bool) -> list[Element]:
        """Read on and return the elements that ended."""
        try:
            self._parser.Parse(data, is_last)
        except ParseError:
            raise
        except expat.ExpatError as error:
            raise ParseError(f"The XML is not well-formed: {error}.") from None
        except (LookupError, ValueError) as error:
            raise ParseError(f"The XML has an encoding that cannot be read: {error}.") from None
        done, self._done = self._done, []
        return done

    def _guarded(self) -> expat.XMLParserType:
        parser = expat.ParserCreate(namespace_separator=_SEPARATOR)
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        # References to entities of a DTD that is not read arrive here and nowhere else.
        parser.SkippedEntityHandler = self._entity
        parser.EntityDeclHandler = self._refused
        return parser

    def _start(self, raw: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ParseError(f"The XML is nested more than {_DEEPEST} levels deep.")
        if self._skips:
            return
        names = self._names
        name = names[raw]
        if name in self._skipped:
            self._skips = self._depth
            return
        if self._builder is None:
            if not self._wanted(name):
                return
            self._builder, self._begins, self._nodes = TreeBuilder(), self._depth, 0
        self._nodes += 1
        if self._nodes > _MOST_NODES:
            raise ParseError(f"The XML has more than {_MOST_NODES} elements in one.")
        if attributes:
            attributes = {names[key]: value for key, value in attributes.items()}
        self._builder.start(name, attributes)

    def _end(self, raw: str) -> None:
        if self._skips:
            self._skips = 0 if self._skips == self._depth else self._skips
        elif self._builder is not None:
            self._builder.end(self._names[raw])
            if self._depth == self._begins:
                self._done.append(self._builder.close())
                self._builder = None
        self._depth -= 1

    def _text(self, text: str) -> None:
        if self._builder is not None and not self._skips:
            self._builder.data(text)

    def _entity(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self._text(html5.get(f"{name};", " "))

    def _refused(self, name: str, *_: object) -> None:
        raise ParseError(f"The XML declares an entity, '{name}'; entities are not read.")


class _Names(dict[str, str]):
    """What expat's names are renamed to; there are few, and each is looked up very often."""

    def __init__(self, rename: Callable[[str], str]) -> None:
        super().__init__()
        self._rename = rename

    def __missing__(self, raw: str) -> str:
        name = self[raw] = self._rename(raw)
        return name
