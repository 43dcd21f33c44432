"""What each sentence of a text is: prose, a heading, an item of a list, a row of a table.

Parsed documents part blocks by blank lines; a line break inside a block parts the items of a list
or the rows of a table, cells by " | ". Markdown's marks are understood as well.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator
from typing import NamedTuple

from emulator.retrieval.analysis import sentences

# "1. ", "2) ", "- ", "* ", "• ", "Step 3: ": what opens an item of a list.
ITEM_MARK = re.compile(
    r"(?:\(?\d{1,3}[.)]|[a-z]\)|[-*+\u2022\u2023\u2013\u2014]|step \d+[.:]?)\s+(?=\S)",
    re.IGNORECASE,
)
# A line of a record: the name of a field, a colon and its value.
FIELD = re.compile(r"(?P<name>[^:.?!\n]{1,60}): (?P<value>.+)", re.DOTALL)
_REFERS_BACK = re.compile(r"(?:It|Its|They|Their|He|She|His|Her|This|That|These|Those|Both)\b")
_BLANK_LINES = re.compile(r"\n\s*\n")
_ENDS = tuple(".!?:;\u2026\u3002\uff01\uff1f\u061f\u06d4\u0964\u0965")
_AFTER_END = "\"'\u201d\u2019)]*_"
_BOILERPLATE = re.compile(
    r"(?:last (?:updated|modified|reviewed)|copyright|\u00a9|all rights reserved|page \d+"
    r"|table of contents|back to top|how to \w+|see (?:also )?[\w ,-]{1,60}(?=\.?$)"
    r"|(?:in )?this (?:page|guide|document|section|article|chapter))\b",
    re.IGNORECASE,
)
# The number of a section: its heading may be "4.9. /usr/local : Local hierarchy".
_SECTION = re.compile(r"\d+(?:\.\d+)+\.? [A-Z]|\d+(?:\.\d+)+\. /")
_LONGEST_HEADING_WORDS = 12
_LONGEST_QUESTION_WORDS = 25
# What ends a passage and is shorter than this heads what the next one says.
_LONGEST_LAST_HEADING_WORDS = 4
# The only row of a table has short cells.
_LONGEST_CELL_WORDS = 12
# Lines of a list are short; longer ones are paragraphs of a text that knows no blank lines.
_LONGEST_ITEM = 400
# Paths, calls, quoted arguments and lines that go on: what is typed into a computer, not told.
_PATH = re.compile(r"(?:^|\s)[/~]\w|\w/[{:<]|://")
_TYPED = re.compile(r"[$>] |[{}\[\]]|--?\w+[ =][\"'{]|[a-z]\w* --?\w+\b")
_CALL = re.compile(r"\w\(")
_ARGUMENT = re.compile(r"\w=[\"']")
# What a manual says of a function stands under it: "class io.StringIO(initial_value='')".
_SIGNATURE = re.compile(r"(?:[a-z]+ ){0,2}[\w.]+\((?:[a-z_*/\[].*)?\)(?: (?:->|\u2192) .+)?")
_PROMPTS = (">>> ", "$ ")
# Items of a list may end so, too: "the name;".
_ENDS_OF_CODE = frozenset(";{}:\\")
_ENDS_AS_CODE = re.compile(r"(?:\w\(|=).*;$|[{}\\]$|\):$|^(?:for .+ in|def|class|with|try)\b.*:$")
_QUESTION_MARK, _ANSWER_MARK = "Q: ", "A: "
_YES_OR_NO = re.compile(
    r"(?:yes|no|not (?:[\w-]+ ){0,2}[\w-]+)(?:, [\w' -]{1,20})?[.!]", re.IGNORECASE
)
_SENTENCES_INSIDE = re.compile(r"[.!?]\s+(?=[^\W\d_a-z])")
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")


class SentenceKind(enum.Enum):
    """What a sentence is in its text."""

    __hash__ = object.__hash__  # An answer looks many of them up.

    PROSE = enum.auto()
    ITEM = enum.auto()
    ROW = enum.auto()
    HEADER_ROW = enum.auto()
    HEADING = enum.auto()
    QUESTION = enum.auto()
    BOILERPLATE = enum.auto()
    CODE = enum.auto()


HEADS = (SentenceKind.HEADING, SentenceKind.QUESTION)
"""What says what the sentences below it are about."""


class Placed(NamedTuple):
    """A sentence of a text and what it is there."""

    text: str
    kind: SentenceKind
    starts_line: bool


def place(text: str) -> Iterator[Placed]:
    """Yield the sentences of a text that hold a word, in order; a table row is one sentence."""
    blocks = [block.splitlines() for block in _BLANK_LINES.split(text)]
    for number, block in enumerate(blocks):
        lines = [line.strip() for line in block if any(map(str.isalnum, line))]
        opens = number == 0 and len(blocks) > 1
        headed = len(lines) > 1 and (_heads(lines[0], lines[1]) or (opens and _titles(lines)))
        is_program = _is_program(block)
        in_list = len(blocks) > 1 and len(lines) - headed > 1 and not _are_paragraphs(lines)
        for index, line in enumerate(lines):
            followed = index + 1 < len(lines) or number + 1 < len(blocks)
            heads = followed or (number > 0 and _is_last_title(line))
            if _is_row(lines, line):
                kind = SentenceKind.HEADER_ROW if _is_header(lines, index) else SentenceKind.ROW
                yield Placed(line, kind, starts_line=True)
            elif is_program or _is_code(line):
                is_named = len(block) == 1 and followed and _SIGNATURE.fullmatch(line)
                kind = SentenceKind.HEADING if is_named else SentenceKind.CODE
                yield Placed(line, kind, starts_line=True)
            elif heads and (not in_list or (headed and index == 0)) and is_title(line):
                yield Placed(line, SentenceKind.HEADING, starts_line=True)
            elif followed and _is_asked(line):
                text = line.removeprefix(_QUESTION_MARK)
                yield Placed(text, SentenceKind.QUESTION, starts_line=True)
            else:
                yield from _line(line, in_list and len(line) <= _LONGEST_ITEM)


def _heads(line: str, following: str) -> bool:
    """Whether the first line of a block is no item of a list, but says what the rest is about."""
    if ITEM_MARK.match(following) or not is_ended(following):
        return False
    return line.endswith("?") or is_title(line)


def _titles(lines: list[str]) -> bool:
    """Whether the first lines of a text are its title, with a subtitle or fields below it.

    A subtitle tells no date or other figure: "Released 9 May 2025" says something.
    """
    title, *below = lines
    is_subtitle = len(below) == 1 and is_title(below[0]) and not any(map(str.isdigit, below[0]))
    return is_title(title) and (is_subtitle or all(map(is_field, below)))


def _is_asked(line: str) -> bool:
    """Whether a line is a question in a list of them: "Q: I lost my key. What now?"."""
    is_short = line.endswith("?") and len(line.split()) <= _LONGEST_QUESTION_WORDS
    return is_short and not _BOILERPLATE.match(line)


def _are_paragraphs(lines: list[str]) -> bool:
    """Whether lines are the paragraphs of a text that knows no blank lines: none tells so much."""
    return any(len(_SENTENCES_INSIDE.findall(line)) > 1 for line in lines)


def _line(line: str, in_list: bool) -> Iterator[Placed]:
    line = line.removeprefix(_ANSWER_MARK)
    first: int | None = None
    for start, end in sentences(line):
        first = start if first is None else first
        if _YES_OR_NO.fullmatch(line, first, end) and end < len(line):
            continue  # It is nothing without what comes after it.
        sentence = line[first:end]
        yield Placed(sentence, _kind(sentence, first == 0, in_list), starts_line=first == 0)
        first = None


def _kind(sentence: str, starts_line: bool, in_list: bool) -> SentenceKind:
    if sentence.endswith("?"):
        return SentenceKind.QUESTION
    if starts_line and (in_list or ITEM_MARK.match(sentence)):
        return SentenceKind.ITEM
    return SentenceKind.BOILERPLATE if _BOILERPLATE.match(sentence) else SentenceKind.PROSE


def _is_code(line: str) -> bool:
    """Whether a line is typed into a computer; what cannot be in most lines is looked for first."""
    if line[-1] in ".!?":
        return False
    if line[-1] in "\\{}" or _TYPED.match(line):
        return True
    calls = line.endswith((")", ");")) and _CALL.search(line)
    return bool(calls or ("=" in line and _ARGUMENT.search(line)))


def _is_program(block: list[str]) -> bool:
    """Whether lines are those of a program or a session, of which not all look like it."""
    if len(block) < 2:  # A text may be empty.
        return bool(block) and block[0].endswith(";")
    if block[0].startswith(_PROMPTS):
        return True
    ended = sum(line[-1:] in _ENDS_OF_CODE and bool(_ENDS_AS_CODE.search(line)) for line in block)
    return ended > 0 and 2 * (ended + sum(line[:1] in " #" for line in block)) > len(block)


def _is_row(lines: list[str], line: str) -> bool:
    """Whether a line with bars is a table's: prose has them too, as in "|x| is a norm"."""
    if "|" not in line:
        return False
    own = cells(line)
    alike = sum(len(cells(other)) == len(own) for other in lines if "|" in other)
    return alike > 1 or max(len(cell.split()) for cell in own) <= _LONGEST_CELL_WORDS


def _is_header(lines: list[str], index: int) -> bool:
    """Whether the first row names the columns: it holds no figures, or leaves the corner empty.

    A number in a name ("Skylark 2") is no figure above figures, nor is a year above other things.
    """
    if index > 0 or len(lines) < 2:
        return False
    own, other = cells(lines[0]), cells(lines[1])
    if own[0].endswith(":"):
        return False  # It names a row: "Default: | 5".
    if len(own) + 1 == len(other) or not any(map(str.isdigit, lines[0])):
        return True
    figures = [cell for cell in other if cell[:1].isdigit() and not _YEAR.fullmatch(cell)]
    return bool(figures) and not any(
        cell[:1].isdigit() and not _YEAR.fullmatch(cell) for cell in own
    )


def cells(row: str) -> list[str]:
    """Return the cells of a table row."""
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def is_title(line: str) -> bool:
    """Whether a line reads like a heading: short, unfinished, and no "Field: value"."""
    if line.startswith("#") or line.endswith("?"):
        return line.startswith("#")
    if _SECTION.match(line):
        return not is_ended(line) and len(line.split()) <= _LONGEST_HEADING_WORDS
    unfinished = not is_ended(line) and ": " not in line and _PATH.search(line) is None
    return unfinished and len(line.split()) <= _LONGEST_HEADING_WORDS


def _is_last_title(line: str) -> bool:
    return len(line.split()) <= _LONGEST_LAST_HEADING_WORDS and not any(map(str.isdigit, line))


def is_field(sentence: str) -> bool:
    """Whether it is a line of a record: "Weight grams: 310."."""
    return FIELD.fullmatch(sentence) is not None


def refers_back(sentence: str) -> bool:
    """Whether it begins with a word for something that was named before."""
    return _REFERS_BACK.match(sentence) is not None


def is_ended(sentence: str) -> bool:
    """Whether the sentence ends with a mark that ends sentences or opens what follows."""
    return sentence.rstrip(_AFTER_END).endswith(_ENDS)
