from emulator.answering.generation.citation_markers import with_markers
from emulator.answering.values import ComposedAnswer, Segment


def test_a_marker_follows_the_sentence():
    # Recorded for "who founded cymbal bank?".
    text = "Lewis Cymbal founded Cymbal Bank in 1992 in Los Angeles."
    answer = ComposedAnswer(text, (Segment(text, 0, 56, (0,)),))
    assert with_markers(answer) == f"{text} [1]"


def test_several_sources_share_a_marker_in_order():
    answer = ComposedAnswer("Yes. No.", (Segment("Yes.", 0, 4, (2, 1)), Segment("No.", 5, 8, (0,))))
    assert with_markers(answer) == "Yes. [2, 3] No. [1]"


def test_markers_stand_at_byte_offsets():
    answer = ComposedAnswer("Größe 5 €.\nÜber.", (Segment("Größe 5 €.", 0, 14, (0,)),))
    assert with_markers(answer) == "Größe 5 €. [1]\nÜber."


def test_a_segment_without_sources_has_no_marker():
    assert with_markers(ComposedAnswer("Steps:", (Segment("Steps:", 0, 6),))) == "Steps:"
