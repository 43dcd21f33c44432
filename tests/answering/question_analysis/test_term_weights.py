import math

from emulator.answering.question_analysis.term_weights import idf_over, unseen_term_idf, weights
from emulator.answering.values import Passage


def test_idf_over_passages_is_that_of_bm25():
    idf = idf_over([Passage("a cat"), Passage("a dog"), Passage("a cat and a dog")])
    assert idf("cat") == math.log(1 + 1.5 / 2.5)


def test_a_term_of_the_title_counts():
    idf = idf_over([Passage("text", "Leave"), Passage("text")])
    assert idf("leav") < unseen_term_idf(idf)


def test_a_term_of_every_passage_keeps_some_weight():
    idf = idf_over([Passage("Cymbal here"), Passage("Cymbal there")])
    assert weights("cymbal", idf)["cymbal"] == 0.4 * unseen_term_idf(idf)


def test_words_that_fit_any_topic_weigh_less():
    weighed = weights("best camera", lambda term: 1.0)
    assert weighed == {"best": 0.25, "camera": 1.0}


def test_the_word_before_a_version_weighs_nothing():
    weighed = weights("camera release 4.3", lambda term: 1.0)
    assert weighed == {"camera": 1.0, "4": 1.0, "3": 1.0}
    assert weights("the release of 2024", lambda term: 1.0)["releas"] == 1.0


def test_what_size_is_asked_for_weighs_less_unless_it_is_a_name():
    assert weights("how deep is the sea", lambda term: 1.0) == {"deep": 0.25, "sea": 1.0}
    assert weights("Where is the Alpaca Deep?", lambda term: 1.0)["deep"] == 1.0


def test_a_noun_in_the_plural_is_no_verb_that_fits_any_topic():
    assert weights("Where are the readings listed?", lambda term: 1.0) == {
        "read": 1.0,
        "list": 0.25,
    }
    assert weights("What did he read in the gauge?", lambda term: 1.0) == {"gaug": 1.0}


def test_a_word_with_the_stem_of_one_that_fits_any_topic_is_another_word():
    assert weights("Is it an expense?", lambda term: 1.0) == {"expens": 1.0}
    assert weights("Is tea expensive?", lambda term: 1.0) == {"tea": 1.0, "expens": 0.25}
    assert weights("Can I quit?", lambda term: 1.0) == {"quit": 1.0}


def test_stop_words_are_weighed_where_there_is_nothing_else():
    assert weights("who are you", lambda term: 1.0)


def test_what_stands_in_brackets_at_the_end_counts_half():
    weighed = weights("When is tea (breakfast)?", lambda term: 1.0)
    assert weighed == {"tea": 1.0, "breakfast": 0.5}
    assert weights("Is tea (hot tea) served?", lambda term: 1.0)["hot"] == 1.0
