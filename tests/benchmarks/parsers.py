"""How much of the text the parsers find, and how fast.

    python -m tests.benchmarks.parsers [--data DATA]

DATA, `../shared/data` by default, has `parsers/FORMAT/{sources,groundtruth}`, where the ground
truth is Markdown, and `documents/FORMAT`. Prints the recall of the tokens of the ground truth and
the seconds that each format takes. Exits with 1 if a format is below its floor.
"""

from __future__ import annotations

import argparse
import html
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from emulator.ingestion import mime_types
from emulator.ingestion.parsing import parse

DATA = Path("../shared/data")
FORMATS = ("csv", "docx", "html", "md")
FLOOR = 0.97

_TOKEN = re.compile(r"[^\W_]+")
# What Markdown writes and no reader of the document sees: comments, targets of links, numbers of
# list items, and names of TeX's signs.
_MARKS = (
    (re.compile(r"<!--.*?-->", re.S), " "),
    (re.compile(r"\]\((?:[^()\s]|\([^()\s]*\))*(?: \"[^\"]*\")?\)"), "]"),
    (re.compile(r"^((?:\s|[->|])*)\d+\. ", re.M), r"\1"),
    (re.compile(r"\\[a-zA-Z]+"), " "),
    (re.compile(r"\\(?=[^\w\s]|_)"), ""),
)


@dataclass(frozen=True)
class Recall:
    """Of one file: how many of the expected tokens were found, and which were not."""

    name: str
    expected: int
    missing: Counter[str]

    @property
    def value(self) -> float:
        """1 if nothing is expected."""
        return 1 - self.missing.total() / self.expected if self.expected else 1.0


def recalls(folder: Path, name: str) -> Iterator[Recall]:
    """Parse each file of a format in the `parsers` folder."""
    for truth in sorted((folder / name / "groundtruth").glob("*.md")):
        source = folder / name / "sources" / truth.stem
        expected = _tokens(_unmarked(truth.read_text()))
        yield Recall(source.name, expected.total(), expected - _tokens(text(source)))


def mean(found: list[Recall]) -> float:
    """The mean of the files, each counting as much as the others."""
    return sum(one.value for one in found) / len(found)


def text(path: Path) -> str:
    """All text that is parsed of a file."""
    mime_type = mime_types.of_file(path.name) or ""
    document = parse(path.read_bytes(), mime_type, allow_markdown=True)
    return "\n".join(block.text for block in document.blocks)


def _unmarked(markdown: str) -> str:
    for mark, kept in _MARKS:
        markdown = mark.sub(kept, markdown)
    return html.unescape(markdown)


def _tokens(content: str) -> Counter[str]:
    return Counter(_TOKEN.findall(content.lower()))


def _report(folder: Path, name: str) -> bool:
    found = list(recalls(folder, name))
    expected = sum(one.expected for one in found)
    missing = sum(one.missing.total() for one in found)
    print(
        f"{name:5} {len(found):3} files  mean {mean(found):.4f}  all {1 - missing / expected:.4f}"
    )
    for one in sorted(found, key=lambda one: one.value)[:3]:
        shown = ", ".join(token for token, _ in one.missing.most_common(8))
        print(f"      {one.value:.3f}  {one.name}  {shown}")
    return mean(found) >= FLOOR


def _time(folder: Path) -> None:
    started = time.perf_counter()
    paths = sorted(folder.iterdir())
    characters = sum(len(text(path)) for path in paths)
    seconds = time.perf_counter() - started
    size = sum(path.stat().st_size for path in paths) / 1e6
    print(
        f"{folder.name:5} {len(paths):3} files  {size:6.2f} MB  {characters:8} characters "
        f" {seconds:6.3f} s"
    )


def main(data: Path) -> int:
    """Print all; 1 if the recall of a format is too low."""
    passed = [_report(data / "parsers", name) for name in FORMATS]
    for folder in sorted(path for path in (data / "documents").iterdir() if path.is_dir()):
        _time(folder)
    return 0 if all(passed) else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    sys.exit(main(parser.parse_args().data))
