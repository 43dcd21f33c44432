from hypothesis import given
from hypothesis import strategies as st

from emulator.answering.generation.compose import compose
from emulator.answering.values import Evidence

texts = st.text(alphabet="aé漢😀 .\u0301", min_size=1)
evidence = st.lists(
    st.builds(
        Evidence,
        text=texts,
        passage=st.just(0),
        position=st.just(0),
        score=st.just(1.0),
        starts_line=st.booleans(),
    ),
    max_size=6,
)


def sentence(text, *, starts_line=False):
    return Evidence(text, 0, 0, 1.0, starts_line)


def test_sentences_are_joined_by_one_space():
    assert compose([sentence("One."), sentence("Two.")]).text == "One. Two."


def test_thai_sentences_need_no_stop_to_be_joined():
    assert compose([sentence("เขามา"), sentence("เธอไป")]).text == "เขามา เธอไป"
    assert compose([sentence("x = 1"), sentence("y = 2")]).text == "x = 1\ny = 2"


def test_items_stand_on_lines_of_their_own():
    answer = compose([sentence("Do this:"), sentence("First.", starts_line=True)])
    assert answer.text == "Do this:\nFirst."


def test_every_sentence_is_an_item_where_a_list_is_asked_for():
    answer = compose([sentence("One."), sentence("- Two.")], bullets=True)
    assert answer.text == "- One.\n- Two."
    assert [(each.start_byte, each.end_byte) for each in answer.segments] == [(2, 6), (7, 13)]


def test_offsets_count_utf8_bytes():
    answer = compose([sentence("Café \u2013 5 €."), sentence("Größe 漢字.")])
    spans = [(segment.start_byte, segment.end_byte) for segment in answer.segments]
    assert spans == [(0, 16), (17, 32)]


def test_nothing_makes_an_empty_answer():
    assert compose([]).text == ""


@given(evidence)
def test_segments_are_the_sentences_cut_at_characters(chosen):
    answer = compose(chosen)
    encoded = answer.text.encode()
    cut = [encoded[each.start_byte : each.end_byte].decode() for each in answer.segments]
    assert cut == [each.text for each in chosen]


@given(evidence)
def test_one_separator_of_one_byte_stands_between_segments(chosen):
    answer = compose(chosen)
    ends = [0, *(segment.end_byte + 1 for segment in answer.segments)]
    assert [segment.start_byte for segment in answer.segments] == ends[:-1]
    assert len(answer.text.encode()) == max(ends[-1] - 1, 0)


def test_what_does_not_end_as_a_sentence_ends_with_its_line():
    composed = compose([Evidence("POST /parcels", 0, 0, 1.0), Evidence("It is new.", 0, 1, 1.0)])
    assert composed.text == "POST /parcels\nIt is new."
