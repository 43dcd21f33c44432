"""The sentences the service shows in place of an answer.

Source: "Get answers and follow-ups" and "Get search summaries" of the product's documentation;
the first is also what recorded answers with OUT_OF_DOMAIN_QUERY_IGNORED hold.
"""

from __future__ import annotations

from emulator.answering.values import SkipReason

QUERY_IGNORED = (
    "A summary could not be generated for your search query. Here are some search results."
)
NO_ANSWER = "We do not have a summary for your query."
SUMMARY_SKIPPED = "We do not have a summary for your query. Here are some search results."

# The question was fine but what was found did not carry an answer.
_FOUND_WANTING = {
    SkipReason.NO_RELEVANT_CONTENT,
    SkipReason.LOW_GROUNDED_ANSWER,
    SkipReason.UNHELPFUL_ANSWER,
}


def answer_text(reason: SkipReason) -> str:
    """Return what `answerText` holds when the answer was skipped for `reason`."""
    return NO_ANSWER if reason in _FOUND_WANTING else QUERY_IGNORED
