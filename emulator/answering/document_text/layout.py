"""What each sentence of a text is: prose, a heading, an item of a list, a row of a table.

Parsed documents part blocks by blank lines; a line break inside a block parts the items of a list
or the rows of a table, cells by " | ". Markdown's marks are understood as well.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from emulator.answering.document_text.code_lines import is_code, is_program, is_signature
from emulator.answering.document_text.tables import header, rows
from emulator.retrieval.text.question_terms import is_question
from emulator.retrieval.text.segmentation import sentences

# "1. ", "2) ", "- ", "* ", "• ", "Step 3: ": what opens an item of a list.
ITEM_MARK = re.compile(
    r"(?:\(?\d{1,3}[.)]|[a-z]\)|[-*+\u2022\u2023\u2013\u2014]|step \d+[.:]?)\s+(?=\S)",
    re.IGNORECASE,
)
# A line of a record: the name of a field, a colon and its value.
FIELD = re.compile(r"(?P<name>[^:.?!\n]{1,60}): (?P<value>.+)", re.DOTALL)
_TRUTH_VALUES = {"yes": True, "true": True, "no": False, "false": False}
# "5.2 This period ...", not "2.4 GHz".
_CLAUSE_NUMBER = re.compile(r"\d+(?:\.\d+)+\.?\s+(?=(?:A|[A-Z][a-z]+) )")
_OTHERS = r"(?:Others|The (?:others|rest))\b"
_REFERS_BACK = re.compile(
    r"(?:It|Its|They|Their|He|She|His|Her|This|That|These|Those|Both)\b|" + _OTHERS
)
_OF_OTHERS = re.compile(_OTHERS)
_OTHERWISE = re.compile(r"(?:Otherwise|Or else|If not)\b")
# What "It" is may be what all of the text is about; these go on from the sentence before.
_CONNECTED = re.compile(
    r"(?:(?:(?:For|In|After|Before|During|Until) )?(?:[Tt]his|[Tt]hat|[Tt]hese|[Tt]hose)|Such"
    r"|Examples?|For (?:example|instance)|So|Therefore|Thus|Hence|However|Otherwise|Also|Then"
    r"|Instead|The (?:same|latter|former))\b"
)
_BLANK_LINES = re.compile(r"\n\s*\n")
_ENDS = tuple(".!?:;\u2026\u3002\uff01\uff1f\u061f\u06d4\u0964\u0965")
_AFTER_END = "\"'\u201d\u2019)]*_"
_BOILERPLATE = re.compile(
    r"(?:last (?:updated|modified|reviewed)|(?:owner|author|approved by): (?=\w)|copyright"
    r"|\u00a9 ?(?=\w)|all rights reserved|page \d+|table of contents|back to top|how to (?!.*: )\w+"
    r"|see (?:also )?(?!.*\b(?:an?|if|your)\b)[\w ,-]{1,60}(?=\.?$)"
    r"|applies to|its owner|for (?!.*\b(?:ask|call|contact|dial|email|see|use|visit|write)\b)"
    r"(?:[\w-]+ ){0,8}[\w-]+(?=\.$)"
    r"|(?:in )?this (?:page|guide|document|section|article|chapter))\b",
    re.IGNORECASE,
)
_MOST_WORDS_OF_LINK = 3  # "© Cymbal Bank. Imprint. Privacy policy."
# The number of a section: its heading may be "4.9. /usr/local : Local hierarchy".
_SECTION = re.compile(r"\d+(?:\.\d+)+\.? [A-Z]|\d+(?:\.\d+)+\. /")
_LONGEST_HEADING_WORDS = 12
_LONGEST_QUESTION_WORDS = 25
# What ends a passage and is shorter than this heads what the next one says.
_LONGEST_LAST_HEADING_WORDS = 4
LONGEST_ITEM = 400
"""Lines of a list are short; longer ones are paragraphs of a text that knows no blank lines."""

# A heading has none: "GET /shipments".
_PATH = re.compile(r"(?:^|\s)[/~]\w|\w/[{:<]|://")
# What is typed stands by itself under what announces it, and begins in lower case: no heading does.
_TYPED_LINE = re.compile(r"\s*[a-z$./~][^|]*[^\s.!?:|]\s*$")
_QUESTION_MARK, _ANSWER_MARK = "Q: ", "A: "
_YES_OR_NO = re.compile(
    r"(?:yes|no|not (?:[\w-]+ ){0,2}[\w-]+)(?:, [\w' -]{1,20})?[.!]", re.IGNORECASE
)
_SENTENCES_INSIDE = re.compile(r"[.!?]\s+(?=[^\W\d_a-z])")


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


class LayoutSentence(NamedTuple):
    """A sentence of a text and what it is there."""

    text: str
    kind: SentenceKind
    starts_line: bool


def layout_sentences(text: str) -> Iterator[LayoutSentence]:
    """Yield the sentences of a text that hold a word, in order; a table row is one sentence."""
    blocks = [block.splitlines() for block in _BLANK_LINES.split(text)]
    announced = False
    for number, block in enumerate(blocks):
        if (announced and _is_typed(block)) or _is_command(blocks, number):
            yield LayoutSentence(block[0].strip(), SentenceKind.CODE, starts_line=True)
        else:
            is_last = number + 1 == len(blocks)
            yield from _Block(
                block, is_first=number == 0, is_last=is_last, is_announced=announced
            ).placed()
        announced = bool(block) and block[-1].rstrip().endswith(":")


def _is_typed(block: Sequence[str]) -> bool:
    return len(block) == 1 and _TYPED_LINE.match(block[0]) is not None


def _is_command(blocks: Sequence[Sequence[str]], number: int) -> bool:
    """Whether a line is typed, and no heading: it is all that stands under one.

    "brew install sync" between "macOS" and "Windows".
    """
    if not number or not _is_typed(blocks[number]) or " " not in blocks[number][0].strip():
        return False
    beside = (*blocks[number - 1 : number], *blocks[number + 1 : number + 2])
    return all(len(each) == 1 and is_title(each[0].strip()) for each in beside)


class _Block:
    """Lines that stand together, and what stands before and after them.

    Those that a colon announces are a list, however long each is.
    """

    def __init__(
        self, block: Sequence[str], *, is_first: bool, is_last: bool, is_announced: bool
    ) -> None:
        self._lines = lines = [line.strip() for line in block if any(map(str.isalnum, line))]
        self._is_first, self._is_last = is_first, is_last
        self._is_program = is_program(block)
        self._heads_next = len(block) == 1 and not is_last
        self._is_announced = is_announced
        self._is_headed = (
            len(lines) > 1
            and not is_announced
            and (_heads(lines[0], lines[1]) or (is_first and not is_last and _titles(lines)))
        )
        items = len(lines) - self._is_headed
        is_told = (is_first and is_last) or _are_paragraphs(lines)
        self._is_list = items > 1 and (is_announced or not is_told)
        self._rows = frozenset[int]() if self._is_program else rows(lines)
        if len(self._rows) == 1 and is_code(lines[min(self._rows)]):
            self._rows = frozenset()  # "curl -L ... | sh" is no table.

    def placed(self) -> Iterator[LayoutSentence]:
        """Yield what each line is, or each of the sentences in it."""
        names, taken = header(self._lines) if 0 in self._rows else ("", 0)
        if taken:
            yield LayoutSentence(names, SentenceKind.HEADER_ROW, starts_line=True)
        for index, line in enumerate(self._lines[taken:], start=taken):
            if index in self._rows:
                yield LayoutSentence(line, SentenceKind.ROW, starts_line=True)
            elif self._is_program or is_code(line):
                is_heading = self._heads_next and is_signature(line)
                kind = SentenceKind.HEADING if is_heading else SentenceKind.CODE
                yield LayoutSentence(line, kind, starts_line=True)
            elif self._is_heading(index, line):
                yield LayoutSentence(line, SentenceKind.HEADING, starts_line=True)
            elif self._is_followed(index) and _is_asked(line):
                asked = line.removeprefix(_QUESTION_MARK)
                yield LayoutSentence(asked, SentenceKind.QUESTION, starts_line=True)
            else:
                is_item = self._is_announced or len(line) <= LONGEST_ITEM
                yield from _line(line, self._is_list and is_item)

    def _is_heading(self, index: int, line: str) -> bool:
        if self._is_list and not (self._is_headed and index == 0):
            return False
        heads = self._is_followed(index) or (not self._is_first and _is_last_title(line))
        return heads and is_title(line)

    def _is_followed(self, index: int) -> bool:
        return index + 1 < len(self._lines) or not self._is_last


def _heads(line: str, following: str) -> bool:
    """Whether the first line of a block is no item of a list, but says what the rest is about."""
    if ITEM_MARK.match(following) or not is_ended(following):
        return False
    return is_question(line) or is_title(line)


def _titles(lines: list[str]) -> bool:
    """Whether the first lines of a text are its title, with a subtitle or fields below it.

    A subtitle tells no date or other figure: "Released 9 May 2025" says something.
    """
    title, *below = lines
    is_subtitle = len(below) == 1 and is_title(below[0]) and not any(map(str.isdigit, below[0]))
    return is_title(title) and (is_subtitle or all(map(is_field, below)))


def _is_asked(line: str) -> bool:
    """Whether a line is a question in a list of them: "Q: I lost my key. What now?".

    One with the number of a section may be of any length.
    """
    is_short = len(line.split()) <= _LONGEST_QUESTION_WORDS
    return is_question(line) and (is_short or _SECTION.match(line) is not None)


def _are_paragraphs(lines: list[str]) -> bool:
    """Whether lines are the paragraphs of a text that knows no blank lines: none tells so much."""
    return any(len(_SENTENCES_INSIDE.findall(line)) > 1 for line in lines)


def _line(line: str, in_list: bool) -> Iterator[LayoutSentence]:
    line = line.removeprefix(_ANSWER_MARK)
    first: int | None = None
    is_boilerplate = False
    for start, end in sentences(line):
        first = start if first is None else first
        if _YES_OR_NO.fullmatch(line, first, end) and end < len(line):
            continue  # It is nothing without what comes after it.
        sentence = line[first:end]
        kind = _kind(sentence, first == 0, in_list)
        if is_boilerplate and len(sentence.split()) <= _MOST_WORDS_OF_LINK:
            kind = SentenceKind.BOILERPLATE
        is_boilerplate = kind is SentenceKind.BOILERPLATE
        yield LayoutSentence(sentence, kind, starts_line=first == 0)
        first = None


def _kind(sentence: str, starts_line: bool, in_list: bool) -> SentenceKind:
    if is_question(sentence):
        return SentenceKind.QUESTION
    if starts_line and (in_list or ITEM_MARK.match(sentence)):
        return SentenceKind.ITEM
    return SentenceKind.BOILERPLATE if _BOILERPLATE.match(sentence) else SentenceKind.PROSE


def is_title(line: str) -> bool:
    """Whether a line reads like a heading: short, unfinished, and no "Field: value"."""
    if line.startswith("#") or is_question(line):
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


def yes_or_no(sentence: str) -> bool | None:
    """What a line of a record tells by yes or no, if it does."""
    field = FIELD.fullmatch(sentence)
    return truth_value(field["value"]) if field else None


def truth_value(text: str) -> bool | None:
    """What a text says, if that is yes or no."""
    return _TRUTH_VALUES.get(text.rstrip(".").lower())


def without_clause_number(sentence: str) -> str:
    """Return a sentence without the number of its clause: "5.2 This period ..."."""
    number = _CLAUSE_NUMBER.match(sentence)
    return sentence[number.end() :] if number else sentence


def refers_back(sentence: str) -> bool:
    """Whether it begins with a word for something that was named before."""
    return _REFERS_BACK.match(without_clause_number(sentence)) is not None


def tells_of_others(sentence: str) -> bool:
    """Whether it begins with a word for those that the sentence before it left out."""
    return _OF_OTHERS.match(sentence) is not None


def tells_otherwise(sentence: str) -> bool:
    """Whether it tells what follows where that of the sentence before it is not so."""
    return _OTHERWISE.match(sentence) is not None


def is_connected(sentence: str) -> bool:
    """Whether it begins with a word that joins it to the sentence before: "This", "Therefore"."""
    return _CONNECTED.match(without_clause_number(sentence)) is not None


def is_ended(sentence: str) -> bool:
    """Whether the sentence ends with a mark that ends sentences or opens what follows."""
    return sentence.rstrip(_AFTER_END).endswith(_ENDS)
