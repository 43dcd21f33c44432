"""What kind of query it is, before anything is retrieved for it."""

from __future__ import annotations

import enum
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from emulator.answering.rules import Patterns, matches, normalized, rules
from emulator.answering.values import SkipReason

# Small talk is short; the bound also keeps its pattern, which can read "thank you" in several
# ways, from trying them all in a text of hundreds.
_MOST_WORDS_OF_SMALL_TALK = 12

_NOT_A_WORD = re.compile(r"[^\w']+")


class QueryKind(enum.StrEnum):
    """The classes of `QueryClassificationSpec.Type`, and that of queries a policy bans."""

    ADVERSARIAL_QUERY = "ADVERSARIAL_QUERY"
    NON_ANSWER_SEEKING_QUERY = "NON_ANSWER_SEEKING_QUERY"
    JAIL_BREAKING_QUERY = "JAIL_BREAKING_QUERY"
    NON_ANSWER_SEEKING_QUERY_V2 = "NON_ANSWER_SEEKING_QUERY_V2"
    USER_DEFINED_CLASSIFICATION_QUERY = "USER_DEFINED_CLASSIFICATION_QUERY"
    BANNED_QUERY = "BANNED_QUERY"

    @property
    def skip_reason(self) -> SkipReason:
        """The reason an answer carries when queries of this kind are ignored."""
        return _REASONS[self]


_REASONS = {
    QueryKind.ADVERSARIAL_QUERY: SkipReason.ADVERSARIAL_QUERY_IGNORED,
    QueryKind.NON_ANSWER_SEEKING_QUERY: SkipReason.NON_ANSWER_SEEKING_QUERY_IGNORED,
    QueryKind.JAIL_BREAKING_QUERY: SkipReason.JAIL_BREAKING_QUERY_IGNORED,
    QueryKind.NON_ANSWER_SEEKING_QUERY_V2: SkipReason.NON_ANSWER_SEEKING_QUERY_IGNORED_V2,
    QueryKind.USER_DEFINED_CLASSIFICATION_QUERY: (
        SkipReason.USER_DEFINED_CLASSIFICATION_QUERY_IGNORED
    ),
    QueryKind.BANNED_QUERY: SkipReason.CUSTOMER_POLICY_VIOLATION,
}

_FORBIDDEN = (QueryKind.BANNED_QUERY, QueryKind.USER_DEFINED_CLASSIFICATION_QUERY)


@dataclass(frozen=True)
class Classification:
    """The kinds a query belongs to; most queries belong to none.

    Few requests ask for them all: what is not asked for is not looked for.
    """

    query: str

    @cached_property
    def kinds(self) -> frozenset[QueryKind]:
        """All of them."""
        found = {kind for kind, patterns in _patterns().items() if matches(patterns, self._text)}
        words = " ".join(_NOT_A_WORD.sub(" ", self._text).split())
        return frozenset(found | _by_intent(words))

    @cached_property
    def forbidden(self) -> QueryKind | None:
        """The kind that is not answered whatever a request says, if the query is of one."""
        return next((one for one in _FORBIDDEN if matches(_patterns()[one], self._text)), None)

    @cached_property
    def _text(self) -> str:
        return normalized(self.query)

    def __contains__(self, kind: QueryKind) -> bool:
        return kind in self.kinds

    def skip_reason(
        self, *, adversarial: bool, jail_breaking: bool, non_answer_seeking: bool
    ) -> SkipReason | None:
        """Why it is not answered, if a rule forbids it or a request ignores one of its kinds."""
        if self.forbidden is not None:
            return self.forbidden.skip_reason
        ignored = {
            QueryKind.ADVERSARIAL_QUERY: adversarial,
            QueryKind.JAIL_BREAKING_QUERY: jail_breaking,
            QueryKind.NON_ANSWER_SEEKING_QUERY: non_answer_seeking,
            QueryKind.NON_ANSWER_SEEKING_QUERY_V2: non_answer_seeking,
        }
        return next((kind.skip_reason for kind, on in ignored.items() if on and kind in self), None)


@lru_cache(maxsize=1024)  # The turns of a session are looked at with every further question.
def classify(query: str) -> Classification:
    """Classify a query as the user typed it."""
    return Classification(query)


def _patterns() -> Mapping[QueryKind, Patterns]:
    return {
        QueryKind.JAIL_BREAKING_QUERY: rules().jail_breaking,
        QueryKind.ADVERSARIAL_QUERY: rules().adversarial,
        QueryKind.USER_DEFINED_CLASSIFICATION_QUERY: rules().user_defined,
        QueryKind.BANNED_QUERY: rules().customer_policy,
    }


def _by_intent(words: str) -> set[QueryKind]:
    """Small talk seeks no answer; a query without words, or of random keys, has no intent."""
    if not words.strip("_'"):
        return {QueryKind.NON_ANSWER_SEEKING_QUERY, QueryKind.NON_ANSWER_SEEKING_QUERY_V2}
    is_short = len(words.split()) <= _MOST_WORDS_OF_SMALL_TALK
    if is_short and rules().small_talk.fullmatch(words):
        return {QueryKind.NON_ANSWER_SEEKING_QUERY}
    if rules().no_intent.fullmatch(words):
        return {QueryKind.NON_ANSWER_SEEKING_QUERY_V2}
    return set()
