"""The parts of an Office file, opened within limits.

Own code on `zipfile` and expat: the libraries for these formats build whole trees or dense grids,
so that a file of 1 kB can take all memory.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO
from xml.etree.ElementTree import Element

from emulator.ingestion.document import ParseError
from emulator.ingestion.parsers.xml import element_stream

# The XML of the largest files that the service takes stays below.
_MOST_UNPACKED = 300_000_000

# Repetitive sheets pack 50 to 1, bombs 1000 to 1; what is small unpacked is harmless.
_LARGEST_RATIO = 200
_HARMLESS = 32_000_000

_READINGS = 2

_MOST_PARTS = 20_000

_ZIP = b"PK\x03\x04"
_ENTRY = b"PK\x01\x02"
_OLE = bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")

# What an application writes for readers that do not know its newest elements, and how the parts of
# tables look in each style: most of the XML of short documents.
_SKIPPED = frozenset({"mc:Fallback", "w:tblStylePr"})

_KINDS = {"word": "a Word document", "ppt": "a PowerPoint presentation", "xl": "an Excel workbook"}
_PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main": "x",
    "http://purl.oclc.org/ooxml/spreadsheetml/main": "x",
    "http://schemas.openxmlformats.org/presentationml/2006/main": "p",
    "http://purl.oclc.org/ooxml/presentationml/main": "p",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "http://schemas.openxmlformats.org/drawingml/2006/chart": "c",
    "http://purl.oclc.org/ooxml/drawingml/chart": "c",
    "http://schemas.openxmlformats.org/drawingml/2006/diagram": "dgm",
    "http://purl.oclc.org/ooxml/drawingml/diagram": "dgm",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships": "r",
    "http://purl.oclc.org/ooxml/officeDocument/relationships": "r",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.microsoft.com/office/drawing/2010/diagram": "dsp",
}


@dataclass(frozen=True, slots=True)
class Relationship:
    """What a part refers to: the last word of the type's address, and the name of a part."""

    kind: str
    target: str


class Package:
    """An Office file whose main part is in `folder`: "word", "ppt" or "xl".

    All methods raise ParseError for what is broken or too large.
    """

    def __init__(self, data: bytes, folder: str) -> None:
        self._zip = _opened(data, _KINDS[folder])
        self._relationships: dict[str, Mapping[str, Relationship]] = {}
        # Parts are read about once, unless a file refers to the same one over and over.
        unpacked = sum(entry.file_size for entry in self._zip.infolist())
        self._left = _HARMLESS + _READINGS * unpacked
        self._names = {name.lower(): name for name in self._zip.namelist()}
        mains = self.related("", "officeDocument")
        if not mains:
            raise ParseError(f"The file is a zip, but not {_KINDS[folder]}.")
        self.main = mains[0]
        found = self.main.partition("/")[0]
        if found != folder and found in _KINDS:
            raise ParseError(f"The file is not {_KINDS[folder]} but {_KINDS[found]}.")

    def __contains__(self, part: str) -> bool:
        return part.lower() in self._names

    def elements(self, part: str, wanted: Callable[[str], bool]) -> Iterator[Element]:
        """Yield the outermost elements with a wanted name, such as "w:p"."""
        with self._open(part) as stream:
            yield from element_stream.elements(stream, wanted, _short_name, _SKIPPED)

    def root(self, part: str) -> Element:
        """Return the tree of a part."""
        for element in self.elements(part, lambda name: True):
            return element
        raise ParseError(f"The part '{part}' is empty.")

    def relationships(self, part: str) -> Mapping[str, Relationship]:
        """Return the parts that a part refers to by their ids; "" is the package itself."""
        if part not in self._relationships:
            self._relationships[part] = self._read_relationships(part)
        return self._relationships[part]

    def target(self, part: str, relationship: str) -> str | None:
        """Return the part that a part refers to by an id; None if there is no such part."""
        found = self.relationships(part).get(relationship)
        return found.target if found is not None and found.target in self else None

    def _read_relationships(self, part: str) -> Mapping[str, Relationship]:
        folder, name = posixpath.split(part)
        own = posixpath.join(folder, "_rels", f"{name}.rels")
        if own not in self:
            return {}
        return {
            one.get("Id", ""): _relationship(folder, one)
            for one in self.elements(own, lambda tag: tag == "Relationship")
            if one.get("TargetMode") != "External"
        }

    def related(self, part: str, kind: str) -> list[str]:
        """Return the parts of a kind that a part refers to and that exist."""
        found = self.relationships(part).values()
        return [one.target for one in found if one.kind == kind and one.target in self]

    @contextmanager
    def _open(self, part: str) -> Iterator[IO[bytes]]:
        name = self._names.get(part.lower())
        if name is None:
            raise ParseError(f"The file has no part '{part}'.")
        self._left -= self._zip.getinfo(name).file_size
        if self._left < 0:
            raise ParseError("The file refers to the same parts too many times.")
        try:
            with self._zip.open(name) as stream:
                yield stream
        except ParseError as error:
            raise ParseError(f"{part}: {error}") from None
        except (NotImplementedError, RuntimeError) as error:
            raise ParseError(f"The part '{part}' cannot be unpacked: {error}.") from None
        except Exception as error:  # Each compression has errors of its own for what is damaged.
            raise ParseError(f"The file is damaged at its part '{part}': {error}.") from None


def _opened(data: bytes, kind: str) -> zipfile.ZipFile:
    _check_kind(data, kind)
    if data.count(_ENTRY) > _MOST_PARTS:
        raise ParseError(f"The file has more than {_MOST_PARTS} parts.")
    try:
        opened = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise ParseError(f"The file is cut off or damaged: {error}.") from None
    unpacked = sum(entry.file_size for entry in opened.infolist())
    if unpacked > max(_HARMLESS, min(_MOST_UNPACKED, len(data) * _LARGEST_RATIO)):
        raise ParseError(
            f"The file has {len(data)} bytes and would have {unpacked} unpacked, more than the"
            f" limit of {_MOST_UNPACKED} or {_LARGEST_RATIO} times its size."
        )
    return opened


def _check_kind(data: bytes, kind: str) -> None:
    if data.startswith(_ZIP):
        return
    if data.startswith(_OLE):
        if _ENCRYPTED in data:
            raise ParseError(f"The file is {kind}, encrypted with a password.")
        raise ParseError(f"The file is of the Office format before 2007, not {kind} of today's.")
    raise ParseError(f"The file is not {kind}: it does not begin as a zip does.")


def _relationship(folder: str, one: Element) -> Relationship:
    target = one.get("Target", "")
    joined = target if target.startswith("/") else posixpath.join("/", folder, target)
    return Relationship(
        one.get("Type", "").rpartition("/")[2], posixpath.normpath(joined).lstrip("/")
    )


def _short_name(name: str) -> str:
    """Return "w:p" for Word's p, the bare name for those of no known namespace."""
    namespace, _, local = name.rpartition(" ")
    prefix = _PREFIXES.get(namespace)
    return f"{prefix}:{local}" if prefix else local
