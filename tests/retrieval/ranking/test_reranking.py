from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.ranking.reranking import relevances

TEXTS = [
    "Google Gemini is an AI chatbot.",
    "The Gemini zodiac symbol often depicts two figures standing side by side.",
    "Bananas are yellow.",
]


def test_more_of_the_query_is_better():
    chatbot, zodiac, banana = relevances("Is Gemini a chatbot?", TEXTS)
    assert chatbot > zodiac > banana == 0


def test_stop_words_count_only_where_there_is_nothing_else():
    assert relevances("is the of", ["it is the", "bananas"])[0] > 0


@given(st.text(), st.lists(st.text(), max_size=4))
def test_they_are_shares(query, texts):
    found = relevances(query, texts)
    assert len(found) == len(texts)
    assert all(0 <= one <= 1 for one in found)


@given(st.text(), st.lists(st.text(), max_size=4))
def test_the_order_of_the_texts_does_not_matter(query, texts):
    assert relevances(query, texts)[::-1] == relevances(query, texts[::-1])
