import pytest

from emulator.answering.texts import NO_ANSWER, QUERY_IGNORED, answer_text
from emulator.answering.values import SkipReason


@pytest.mark.parametrize(
    "reason",
    [
        SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED,
        SkipReason.NON_ANSWER_SEEKING_QUERY_IGNORED,
        SkipReason.ADVERSARIAL_QUERY_IGNORED,
        SkipReason.JAIL_BREAKING_QUERY_IGNORED,
    ],
)
def test_an_ignored_query_has_its_text(reason):
    assert answer_text(reason) == QUERY_IGNORED


@pytest.mark.parametrize("reason", [SkipReason.NO_RELEVANT_CONTENT, SkipReason.LOW_GROUNDED_ANSWER])
def test_a_filtered_answer_has_another(reason):
    assert answer_text(reason) == NO_ANSWER


@pytest.mark.parametrize("reason", list(SkipReason))
def test_every_reason_has_a_text(reason):
    assert answer_text(reason).startswith(("A summary could not", "We do not have"))
