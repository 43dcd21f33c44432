"""What of a text is typed into a computer, or shown by one, and not told."""

from __future__ import annotations

import re
from collections.abc import Sequence

from emulator.retrieval.text.analysis import is_stop_word

# Calls, quoted arguments and lines that go on, but not the "[1.2.0] - 2025-03-01" of a changelog.
_TYPED = re.compile(
    r"[$>] |[{}\]]|\[(?!v?\d+(?:\.\d+)+[^\]\s]*\])"
    r"|--?\w+[ =][\"'{]|[a-z]\w* --?\w+\b|(?:[a-z][\w-]* ){2,3}--?[a-z]"
    # What is installed is named to a package manager.
    r"|(?:sudo )?(?:apt(?:-get)?|brew|cargo|choco|composer|conda|dnf|docker|gem|go|npm|pip3?|pipx"
    r"|pnpm|winget|yarn|yum) (?:add|get|install|pull|require) \S"
)
_CALL = re.compile(r"\w\(")
_ARGUMENT = re.compile(r"\w=[\"']")
_CALLS_OR_SETS = re.compile(r"\w\(|=")
_OPENS_BODY = re.compile(r"^(?:for .+ in|def|class|with|try)\b")
# What a manual says of a function stands under it: "class io.StringIO(initial_value='')".
_SIGNATURE = re.compile(r"(?:[a-z]+ ){0,2}[\w.]+\((?:[a-z_*/\[].*)?\)(?: (?:->|\u2192) .+)?")
# What else a manual explains is typed, too: "-s, --sign", "gc.reflogExpire", "BORG_REPO".
_TYPED_NAME = re.compile(
    r"--?[a-zA-Z][^.!?]*|[a-z][\w-]*(?:\.[\w<>*-]+)+|[A-Z][A-Z\d]*(?:_[A-Z\d]+)+"
)
# Prose begins with a capital, or ends with a mark.
_LINE_OF_SESSION = re.compile(r"[a-z$./~].*[^\s.!?:,;]\s*")
_PROMPT = re.compile(r">>> |\$ (?!\d)")
# "CREATE DATABASE name;", but not "VAT number of the buyer;".
_COMMAND = re.compile(r"[A-Z]{2,}\b.*;")
_WORD = re.compile(r"[a-z]+")


def is_code(line: str) -> bool:
    """Whether a line is typed into a computer; what cannot be in most lines is looked for first."""
    if line[-1] in ".!?":
        return False
    if line[-1] in "\\{}" or _TYPED.match(line):
        return True
    calls = line.endswith((")", ");")) and _CALL.search(line)
    return bool(calls or ("=" in line and _ARGUMENT.search(line)))


def is_program(block: Sequence[str]) -> bool:
    """Whether lines are those of a program or a session, of which not all look like it."""
    if block and _PROMPT.match(block[0]):
        return True
    if len(block) < 2:
        return any(map(_is_statement, block))
    if all(map(_LINE_OF_SESSION.fullmatch, block)) and any(map(is_code, block)):
        return True
    ended = [_ends_as_code(line) for line in block]
    indented = [line.startswith((" ", "#")) for line in block]
    return any(ended) and 2 * sum(map(max, ended, indented)) > len(block)


def is_signature(line: str) -> bool:
    """Whether a line is how a function is called: "copy.copy(x)"."""
    return _SIGNATURE.fullmatch(line) is not None


def is_typed_name(line: str) -> bool:
    """Whether a line is an option, a setting or a call that what stands below explains."""
    return _TYPED_NAME.fullmatch(line) is not None or is_signature(line)


def _is_statement(line: str) -> bool:
    if not line.endswith(";"):
        return False
    is_command = _COMMAND.fullmatch(line) and not any(map(is_stop_word, _WORD.findall(line)))
    return bool(is_command) or _ends_as_code(line)


def _ends_as_code(line: str) -> bool:
    """Whether a line ends as those of programs do: items of a list may end with marks, too."""
    match line[-1:]:
        case ";":
            return _CALLS_OR_SETS.search(line) is not None
        case ":":
            opens = _CALL if line.endswith("):") else _OPENS_BODY
            return opens.search(line) is not None
        case "{" | "}" | "\\":
            return True
    return False
