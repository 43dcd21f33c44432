from emulator.answering.generation.cite import cite
from emulator.answering.generation.compose import compose
from emulator.answering.values import Evidence, Passage

CLAIM = "Lewis Cymbal founded Cymbal Bank in 1992."


def sources(passages, origin=0):
    chosen = [Evidence(CLAIM, origin, 0, 1.0)]
    return cite(compose(chosen), chosen, passages).segments[0].sources


def test_the_passage_of_a_sentence_is_its_source():
    assert sources([Passage(CLAIM, reference=7)]) == (7,)


def test_a_passage_that_says_the_same_is_cited_in_the_order_of_references():
    other = Passage("In 1992 Lewis Cymbal founded the Cymbal Bank.", reference=0)
    assert sources([other, Passage(CLAIM, reference=1)], origin=1) == (0, 1)


def test_a_passage_with_another_number_is_not_cited():
    other = Passage("Lewis Cymbal founded Cymbal Bank in 1993.", reference=1)
    assert sources([Passage(CLAIM), other]) == (0,)


def test_a_passage_about_something_else_is_not_cited():
    assert sources([Passage(CLAIM), Passage("The bank has ten branches.", reference=1)]) == (0,)


def test_a_passage_that_has_the_words_in_several_sentences_is_not_cited():
    other = Passage("Lewis Cymbal likes trains. A bank was founded in 1992.", reference=1)
    assert sources([Passage(CLAIM), other]) == (0,)


def test_four_of_five_words_are_enough():
    other = Passage("Lewis Cymbal opened Cymbal Bank in 1992.", reference=1)
    assert sources([Passage(CLAIM), other]) == (0, 1)


def test_a_title_has_part_in_what_its_passage_says():
    text = "Lewis founded it in 1992."
    assert sources([Passage(CLAIM), Passage(text, reference=1)]) == (0,)
    assert sources([Passage(CLAIM), Passage(text, title="Cymbal Bank", reference=1)]) == (0, 1)


def test_at_most_three_sources_are_cited():
    assert sources([Passage(CLAIM, reference=index) for index in range(5)]) == (0, 1, 2)


def test_a_reference_is_cited_once():
    assert sources([Passage(CLAIM, reference=4), Passage(CLAIM, reference=4)]) == (4,)
