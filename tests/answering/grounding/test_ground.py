import pytest

from emulator.answering.grounding.ground import ground, support
from emulator.answering.values import ComposedAnswer, Passage, Segment

PASSAGE = Passage(
    "Lewis Cymbal founded Cymbal Bank in 1992 in Los Angeles. The bank has ten branches.",
    "Founding story",
)


def test_a_sentence_of_the_passage_is_fully_supported():
    assert support("The bank has ten branches.", [PASSAGE]) == 1.0


@pytest.mark.parametrize(
    "claim",
    [
        "Lewis Cymbal founded Cymbal Bank in 1982 in Los Angeles.",
        "Lewis Cymbal founded Cymbal Bank in 1992 in San Diego.",
        "Lewis Miller founded Cymbal Bank in 1992 in Los Angeles.",
    ],
)
def test_a_changed_name_or_number_is_not(claim):
    assert support(claim, [PASSAGE]) < 0.5


def test_other_words_lower_the_score():
    score = support("Lewis Cymbal started Cymbal Bank in 1992.", [PASSAGE])
    assert 0.5 < score < 1.0


def test_an_invented_sentence_has_no_support():
    assert support("Elephants sleep standing.", [PASSAGE]) == 0.0


def test_the_best_passage_counts():
    assert support("The bank has ten branches.", [Passage("Nothing."), PASSAGE]) == 1.0


def test_words_without_content_claim_nothing():
    assert support("And so on.", [PASSAGE]) is None


def test_the_answer_scores_the_mean_of_its_claims():
    true, false = "The bank has ten branches.", "Elephants sleep standing."
    answer = ComposedAnswer(
        f"{true} {false}", (Segment(true, 0, 26, (0,)), Segment(false, 27, 52, (0,)))
    )
    grounding = ground(answer, [PASSAGE])
    assert [each.score for each in grounding.supports] == [1.0, 0.0]
    assert grounding.score == pytest.approx(26 / 51)


def test_a_segment_without_sources_is_not_supported():
    answer = ComposedAnswer("Ten branches.", (Segment("Ten branches.", 0, 13),))
    assert ground(answer, [PASSAGE]).score == 0.0


def test_only_cited_passages_count():
    answer = ComposedAnswer("Ten branches.", (Segment("Ten branches.", 0, 13, (1,)),))
    assert ground(answer, [PASSAGE, Passage("Nothing.", reference=1)]).score == 0.0


def test_a_row_that_is_shown_with_its_columns_is_fully_supported():
    table = Passage("Option | Needed | Meaning\ninsurance | no | Whether it is insured")
    assert support("Option: insurance; Needed: no; Meaning: Whether it is insured.", [table]) == 1
    assert support("Option: insurance; Needed: yes; Meaning: Whether it is insured.", [table]) < 1


def test_a_field_that_is_shown_with_its_record_is_fully_supported():
    shelf = Passage("Wall shelf\nPrice eur: 69.", "Shelf", structured=True)
    assert support("Shelf - Price (EUR): 69.", [shelf]) == 1
