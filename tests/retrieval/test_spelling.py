import pytest

from emulator.retrieval.spelling import (
    is_one_edit,
    is_word,
    may_be_meant,
    misspelled_question_word,
    nearest_term,
    spelling_in,
    unknown_words,
)

TERMS = {"skylark": 3, "warranti": 5, "temperatur": 4, "thermomet": 1, "station": 9, "nation": 2}


def frequency(term):
    return TERMS.get(term, 0)


def nearest(term):
    return nearest_term(
        term, frequency, lambda prefix: [one for one in TERMS if one.startswith(prefix)]
    )


@pytest.mark.parametrize(
    ("term", "expected"),
    [
        ("skylrak", "skylark"),
        ("skylarkk", "skylark"),
        ("skylrk", "skylark"),
        ("skilark", "skylark"),
        ("temparator", "temperatur"),
        ("sation", "station"),
        ("ztation", None),
        ("kylark", None),
        ("quartz", None),
    ],
)
def test_a_term_is_taken_for_one_like_it(term, expected):
    assert nearest(term) == expected


def test_the_most_frequent_one_counts():
    known = {"nation": 1, "native": 5}
    assert nearest_term("nition", lambda term: known.get(term, 0), lambda _: []) == "nation"
    known["nitrion"] = 2
    assert nearest_term("nition", lambda term: known.get(term, 0), lambda _: []) == "nitrion"


def test_words_that_no_text_has_are_unknown():
    found = unknown_words('The Skylrak "warrenty" stations of SKY-300 and foo Skylark', frequency)
    assert [(word.text, word.start) for word in found] == [("Skylrak", 4)]


# "ketle" is indexed as "ketl": an ending that stemming takes off is part of the word.
def test_words_of_four_letters_are_long_enough():
    assert [word.term for word in unknown_words("ketle lid", frequency)] == ["ketl"]
    assert [word.term for word in unknown_words("tnet", frequency)] == ["tnet"]


def test_two_letters_that_are_swapped_are_likelier_than_others():
    known = {"tent": 1, "net": 5}
    assert nearest_term("tnet", lambda term: known.get(term, 0), lambda _: []) == "tent"


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("tnet", "tent", True),
        ("Tnet", "tent", True),
        ("tnt", "tent", False),
        ("tnett", "tent", True),
    ],
)
def test_a_short_word_may_only_have_letters_swapped(word, other, expected):
    assert may_be_meant(word, other) == expected


def test_a_term_is_spelled_as_in_a_text():
    text = "Stations and a Station."
    assert spelling_in(text, "station", "statoin") == "station"
    assert spelling_in(text, "station", "statoins") == "stations"
    assert spelling_in(text, "other", "other") is None


def test_a_text_of_another_language_is_not_misspelled():
    assert len(unknown_words("skylrak " * 10, frequency)) == 10
    assert unknown_words("skylrak " * 11, frequency) == []


@pytest.mark.parametrize("word", ["broken", "Vacation", "calendar"])
def test_words_of_the_dictionary_are_english(word):
    assert is_word(word)


@pytest.mark.parametrize("word", ["warrenty", "recieve", "skylark2", ""])
def test_misspellings_are_not(word):
    assert not is_word(word)


# A language without a dictionary: that a word is wrong is not known.
@pytest.mark.parametrize(
    ("word", "language"), [("verdient", "de"), ("fundou", "pt"), ("zmienić", "pl")]
)
def test_words_of_other_languages(word, language):
    assert is_word(word, language)


@pytest.mark.parametrize(
    ("word", "other", "is_one"),
    [
        ("Gernica", "guernica", True),
        ("descubrio", "descubrió", True),
        ("wre", "wer", True),
        ("поселился", "после", False),
        ("republicanos", "república", False),
        ("mexicana", "mexicas", False),
        ("aaa", "aa", True),
    ],
)
def test_words_one_edit_apart(word, other, is_one):
    assert is_one_edit(word, other) is is_one


def test_misspellings_of_other_languages():
    assert not is_word("ferdient", "de")


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("whre is it", "where"),
        ("Waht is it", "what"),
        ("hwo is it done", "how"),
        ("wich one", "which"),
        ("whne is it", "when"),
        ("where is it", None),
        ("is it whre", None),  # Only what opens a query asks.
        ("whale songs", None),
        ("hw", None),
        ("", None),
    ],
)
def test_a_question_word_may_be_misspelled(query, meant):
    found = misspelled_question_word(query, frequency)
    assert (found and found[1]) == meant


def test_what_a_text_says_is_no_misspelled_question_word():
    assert misspelled_question_word("whre is it", lambda term: 1) is None
