import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.answering.grounding.claims import check_claims
from emulator.answering.values import Passage
from tests.pace import within

FACTS = [
    Passage("Cymbal Bank was founded in 1992. It has ten branches."),
    Passage("The head office of Cymbal Bank is in Los Angeles.\nIt was built in 2001."),
]


def test_a_claim_is_a_sentence_at_its_bytes():
    text = "Café Cymbal is new.  Cymbal Bank was founded in 1992."
    first, second = check_claims(text, FACTS, 0.6).claims
    assert text.encode()[first.start_byte : first.end_byte].decode() == "Café Cymbal is new."
    assert (second.start_byte, second.end_byte) == (22, 54)
    assert second.text == "Cymbal Bank was founded in 1992."


def test_the_supporting_sentence_is_cited():
    checked = check_claims("The bank has ten branches.", FACTS, 0.6)
    assert [(chunk.text, chunk.fact) for chunk in checked.chunks] == [("It has ten branches.", 0)]
    assert checked.claims[0].chunks == (0,)


def test_sentences_that_support_only_together_are_one_chunk():
    (chunk,) = check_claims("The head office was built in 2001.", FACTS, 0.6).chunks
    assert chunk.fact == 1
    assert chunk.text == FACTS[1].text


def test_claims_share_their_chunks():
    sentence = "Cymbal Bank was founded in 1992."
    checked = check_claims(f"{sentence} {sentence}", FACTS, 0.6)
    assert len(checked.chunks) == 1
    assert [claim.chunks for claim in checked.claims] == [(0,), (0,)]


def test_a_higher_threshold_cites_less():
    text = "The bank was founded in the year 1992."
    assert check_claims(text, FACTS, 0.5).chunks
    assert not check_claims(text, FACTS, 1.0).chunks


def test_what_has_no_support_is_cited_at_no_threshold():
    checked = check_claims("Elephants sleep standing.", FACTS, 0.0)
    assert checked.claims[0].score == 0.0
    assert not checked.chunks


@pytest.mark.parametrize(
    "text",
    [
        "Here is what I found.",
        "I hope this helps!",
        "Let me know if you have further questions.",
        "Would you like to know more?",
        "...",
    ],
)
def test_what_claims_nothing_is_not_checked(text):
    checked = check_claims(f"{text} Cymbal Bank was founded in 1992.", FACTS, 0.6)
    assert [claim.score for claim in checked.claims[:-1]] == [None] * (len(checked.claims) - 1)
    assert checked.score == 1.0


def test_the_score_is_the_share_of_the_claims_that_are_supported():
    text = "Cymbal Bank was founded in 1992. Elephants sleep standing."
    assert check_claims(text, FACTS, 0.6).score == pytest.approx(0.5)


def test_a_text_without_sentences_is_checked_in_time():
    endless = Passage(" ".join(f"not {number}" for number in range(2_000)))
    with within(10):
        check_claims("Not 1 and not 2 and not 3. " * 200, [endless] * 20, 0.6)


@given(st.text(max_size=200))
def test_claims_lie_on_utf_8_boundaries(text):
    text = text.encode(errors="ignore").decode()
    for claim in check_claims(text, FACTS, 0.6).claims:
        assert text.encode()[claim.start_byte : claim.end_byte].decode() == claim.text
        assert claim.score is None or 0 <= claim.score <= 1
