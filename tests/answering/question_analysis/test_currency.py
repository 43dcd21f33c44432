import pytest

from emulator.answering.question_analysis.currency import (
    currency_phrase,
    is_in_currency,
    without_currency,
)


@pytest.mark.parametrize(
    ("question", "phrase", "rest"),
    [
        ("What does the kite cost in US dollars?", "in US dollars", "What does the kite cost ?"),
        ("How many yen is the kite?", "How many yen", " is the kite?"),
        ("What does the kite cost?", "", "What does the kite cost?"),
        ("What do ten pounds of apples cost?", "", "What do ten pounds of apples cost?"),
        ("In euros?", "In euros", "In euros?"),
    ],
)
def test_the_words_that_name_a_currency_are_left_out_where_there_are_others(question, phrase, rest):
    assert (currency_phrase(question), without_currency(question)) == (phrase, rest)


@pytest.mark.parametrize(
    ("question", "sentence", "expected"),
    [
        ("How much is it in pounds?", "Prices gbp: 131", True),
        ("How much is it in pounds?", "It costs 149 euros.", False),
        ("How much is it?", "It costs 149 euros.", True),
    ],
)
def test_a_sentence_names_the_currency_that_is_asked_for(question, sentence, expected):
    assert is_in_currency(question, sentence) is expected
