import pytest

from emulator.answering.generation.skip_texts import answer_text, summary_text
from emulator.answering.values import SkipReason

QUERY_IGNORED = (
    "A summary could not be generated for your search query. Here are some search results."
)
NO_ANSWER = "We do not have a summary for your query."


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


def test_a_skipped_summary_has_a_text_of_its_own():
    assert summary_text() == f"{NO_ANSWER} Here are some search results."


@pytest.mark.parametrize("language", ["de", "de-AT", "DE_de"])
def test_texts_are_in_the_language_asked_for(language):
    reason = SkipReason.NO_RELEVANT_CONTENT
    assert answer_text(reason, language) == "Für Ihre Suchanfrage gibt es keine Zusammenfassung."
    assert summary_text(language).endswith("Hier sind einige Suchergebnisse.")


@pytest.mark.parametrize("language", ["", "tlh", "x"])
def test_texts_are_english_in_a_language_that_is_not_known(language):
    assert answer_text(SkipReason.NO_RELEVANT_CONTENT, language) == NO_ANSWER


def test_the_chinese_text_is_the_recorded_one():
    text = "无法为您的搜索查询生成摘要。下面是一些搜索结果。"
    assert answer_text(SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED, "zh-CN") == text
