"""The command `import`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from emulator import CommandError
from emulator.command_client import add_url_option
from emulator.importing.client import DataStore
from emulator.importing.failures import Failures
from emulator.importing.files import (
    Document,
    Source,
    Unreadable,
    are_content,
    documents,
    id_of,
    is_id,
    left_out,
    sources,
)
from emulator.importing.progress import Progress

_WATCH_SECONDS = 1.0
_MOST_SHOWN = 20

# A batch is one call, of so many documents and about so many bytes of content.
_BATCH_DOCUMENTS = 100
_BATCH_BYTES = 8_000_000


def run(options: Sequence[str], program: str) -> None:
    """Import files and folders; CommandError if anything of them could not be, as for a build.

    What could be is imported all the same.
    """
    asked = _parser(program).parse_args(options)
    found = _found(asked.paths)
    data_store = DataStore(asked.url, asked.project, asked.data_store)
    with_content = data_store.with_content()
    if with_content is None:
        with_content = are_content(found)
        print(f"Created {data_store.create(with_content=with_content)}.", flush=True)
    importer = _Importer(data_store, with_content)
    importer.put(found)
    if others := left_out(asked.paths):
        endings = {one.path.suffix or one.path.name for one in others}
        told = _some(sorted(endings))
        print(f"Left out {_counted(len(others), 'file')} of other types: {told}.", flush=True)
    if asked.watch:
        importer.watch(asked.paths, _stamps(found))
    elif not importer.written:
        raise CommandError("no document was imported")
    elif importer.failed:
        raise CommandError(f"{_counted(importer.failed)} could not be imported")


def _parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=program,
        usage="%(prog)s FILE|FOLDER... --data-store ID [OPTIONS]",
        description="Import files into a running emulator: text, HTML, Markdown, PDF, Office, XML "
        "and JSON files are a document each, JSON lines one a line. CSV is one a row in a data "
        "store of records, else a table. A data store that does not exist is created.",
    )
    parser.add_argument("paths", metavar="FILE|FOLDER", type=_path, nargs="+")
    parser.add_argument("--data-store", metavar="ID", required=True, help="where the documents go")
    parser.add_argument(
        "--project", default="demo", help="whose data store it is (default: %(default)s)"
    )
    add_url_option(parser)
    parser.add_argument(
        "--watch", action="store_true", help="go on importing what changes, until Ctrl-C"
    )
    return parser


def _path(text: str) -> Path:
    if "://" in text:
        raise argparse.ArgumentTypeError(
            f"{text!r} should be a file or folder of this machine; gs:// is read by an import "
            "through the API"
        )
    return Path(text)


class _Importer:
    """Writes the documents of files, and tells of those that fail."""

    def __init__(self, data_store: DataStore, with_content: bool) -> None:
        self._data_store = data_store
        self._with_content = with_content
        self._ids: dict[Source, set[str]] = {}
        self.written = self.failed = 0

    def put(self, found: Sequence[Source]) -> None:
        """Import files."""
        progress = Progress(sys.stderr, len(found))
        failures = Failures({id_of(one): one.name for one in found})
        written = lost = 0
        for files, batch in self._batches(found, failures):
            base = written + lost

            def report(count: int, files: int = files, base: int = base) -> None:
                progress.show(files, base + count)

            refused, messages = self._data_store.put(batch, report)
            failures.refused(refused, messages)
            lost += refused
            written += len(batch) - refused
        progress.end()
        self.written += written
        self.failed += failures.count
        _tell(written, failures)

    def watch(self, paths: Sequence[Path], known: Mapping[Source, object]) -> None:
        """Import what is new or changed, delete what is gone: files, and lines and rows of them."""
        print("Watching for changes; Ctrl-C ends it.", flush=True)
        while True:
            time.sleep(_WATCH_SECONDS)
            now = _stamps(sources(path for path in paths if path.exists()))
            if now == known:
                continue
            before = set().union(*self._ids.values())
            for source in known.keys() - now.keys():
                self._ids.pop(source, None)
            if changed := [source for source, stamp in now.items() if known.get(source) != stamp]:
                self.put(changed)
            if gone := sorted(before.difference(*self._ids.values())):
                self._data_store.delete(gone)
                print(f"Deleted {_counted(len(gone))}.", flush=True)
            known = now

    def _batches(
        self, found: Iterable[Source], failures: Failures
    ) -> Iterator[tuple[int, list[Document]]]:
        """Documents for one call, and how many files are begun."""
        batch: list[Document] = []
        size = files = 0
        for files, source in enumerate(found, start=1):
            for one in self._documents(source, failures):
                batch.append(one)
                size += len(one.get("content", {}).get("rawBytes", ""))
                if len(batch) == _BATCH_DOCUMENTS or size > _BATCH_BYTES:
                    yield files, batch
                    batch, size = [], 0
        if batch:
            yield files, batch

    def _documents(self, source: Source, failures: Failures) -> Iterator[Document]:
        """The documents of a file, whose ids are remembered; what is unreadable is noted."""
        before = self._ids.get(source, set())
        ids = self._ids[source] = set()
        for one in documents(source, with_content=self._with_content):
            if isinstance(one, Unreadable):
                failures.unreadable(one)
                ids |= before  # Nobody knows which of them it was.
                continue
            if is_id(one.get("id")):
                ids.add(one["id"])
            yield one


def _found(paths: Sequence[Path]) -> list[Source]:
    try:
        found = sources(paths)
    except FileNotFoundError as error:
        raise CommandError(f"{error} does not exist") from None
    if not found:
        raise CommandError("there is no file of a known type in what is named")
    return found


def _stamps(found: Iterable[Source]) -> dict[Source, object]:
    """What tells whether a file has changed."""
    stamps: dict[Source, object] = {}
    for source in found:
        try:
            status = source.path.stat()
        except OSError:  # It is just being replaced.
            continue
        stamps[source] = (status.st_mtime_ns, status.st_size)
    return stamps


def _tell(written: int, failures: Failures) -> None:
    failed = f", {failures.count} failed" if failures.count else ""
    print(f"Imported {_counted(written)}{failed}.", flush=True)
    said = failures.sentences()
    for sentence in said[:_MOST_SHOWN]:
        print(f"  {sentence}", file=sys.stderr)
    if len(said) > _MOST_SHOWN:
        print(f"  and {len(said) - _MOST_SHOWN} more", file=sys.stderr)


def _counted(number: int, noun: str = "document") -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _some(names: Sequence[str]) -> str:
    more = len(names) - _MOST_SHOWN
    return ", ".join(names[:_MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
