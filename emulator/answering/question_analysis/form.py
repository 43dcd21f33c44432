"""What the form of a question tells, whatever it is about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from emulator.answering.document_text.parsed_text import is_negated
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.languages import language_of
from emulator.retrieval.text.spaceless import is_spaceless

_POLAR = re.compile(
    r"(?:is|are|was|were|do|does|did|can|could|may|must|should|will|would|has|have|had)(?:n't)?\b",
    re.IGNORECASE,
)
WHICH_VERSION = re.compile(
    r"\b(?:which|what) (?:version|release)\b(?! (?:of|notes?)\b)", re.IGNORECASE
)
"""What asks for a version, but not for that of something: "which version of Python"."""

_ACT = re.compile(
    r"\bhow (?:to|(?:do|does|can|could|should|would) (?:the )?\w+) (\w+)", re.IGNORECASE
)
_OUT_OF = re.compile(r"\b(?:is|are) out of\b", re.IGNORECASE)
_KIND_OF_THINGS = re.compile(
    r"(?:what|which) ([\w-]+) (?:are|is|was|were|have|has|had|can"
    r"|do (?:you|we|they) (?:have|sell|offer|stock|carry|make|serve))\b",
    re.IGNORECASE,
)
# "What are the levels?", "Which fields must I fill in?"; "What are levels?" asks what that means.
_SEVERAL = re.compile(
    r"(?:\w+ )?(?:what|which) (?:are the\b|(?:[\w-]+ ){0,2}[\w-]+(?<!s)s"
    r" (?:are|can|could|do|have|may|must|should|will)\b)",
    re.IGNORECASE,
)
# Not whom something is for.
_HOLDER = re.compile(
    r"who(?:'s| is| are| was| were) (?:the|our|your) (?!.*\bfor\W*$)", re.IGNORECASE
)
_CONSEQUENCE = re.compile(r"(?:and |so )?what(?: happens| will happen| if|'s if)\b", re.IGNORECASE)
_ASKING_WORD = re.compile(r"(?:when|where|who|why) ", re.IGNORECASE)


@dataclass(frozen=True)
class QuestionForm:
    """A question by its text alone."""

    text: str

    @cached_property
    def language(self) -> str:
        """The language it is of (BCP 47); empty for English and what is not known."""
        return language_of(self.text)

    @cached_property
    def is_english(self) -> bool:
        """Whether it is not known to be of another language."""
        return not self.language

    @cached_property
    def is_spaceless(self) -> bool:
        """Whether its words are not parted by spaces, so that its terms are characters."""
        return is_spaceless(self.text)

    @cached_property
    def is_polar(self) -> bool:
        """Whether it is answered by yes or no."""
        return _POLAR.match(self.text) is not None

    @cached_property
    def is_negated(self) -> bool:
        """Whether the question is negated, as "Which are out of stock?" is."""
        return is_negated(self.text) or _OUT_OF.search(self.text) is not None

    @cached_property
    def asking_word(self) -> str:
        """The word by which it asks for a time, a place, a person or a reason, and a space."""
        found = _ASKING_WORD.match(self.text)
        return found[0].lower() if found else ""

    @cached_property
    def asks_for_version(self) -> bool:
        """Whether it asks in which version something is so: "Which release added maps?"."""
        return WHICH_VERSION.search(self.text) is not None

    @cached_property
    def asks_for_holder(self) -> bool:
        """Whether it asks who has a role: "Who is the mayor?"."""
        return self.is_english and _HOLDER.match(self.text) is not None

    @cached_property
    def asks_for_consequence(self) -> bool:
        """Whether it asks what follows from something: "What happens if I am late?"."""
        return _CONSEQUENCE.match(self.text) is not None

    @cached_property
    def act(self) -> frozenset[str]:
        """The terms of the action it asks how to do: "install" of "How do I install a mast?"."""
        found = _ACT.search(self.text)
        return frozenset(terms(found[1])) if found else frozenset()

    @cached_property
    def is_list_question(self) -> bool:
        """Whether it asks for several things, which may stand in a list."""
        return _SEVERAL.match(self.text) is not None

    @cached_property
    def kind_of_things(self) -> frozenset[str]:
        """The terms of what it asks for: "dishes" of "Which dishes are spicy?"."""
        found = _KIND_OF_THINGS.match(self.text)
        return frozenset(terms(found[1])) if found else frozenset()
