import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.query import Query
from emulator.retrieval.snippets import snippet
from emulator.retrieval.text.analysis import terms


def visible(shown):
    return html.unescape(re.sub("</?b>", "", shown))


def test_nothing_matches():
    assert snippet("Some text.", ["other"]) is None
    assert snippet("Some text.", []) is None
    assert snippet("", ["some"]) is None


def test_matching_words_are_bold_whatever_their_form():
    assert snippet("He runs daily.", terms("running")) == "He <b>runs</b> daily."


def test_characters_count_beside_those_that_they_were_asked_for_with():
    query = Query.parse("ファイル 削除")
    text = "ファイルを削除する。リブートする。"
    shown = snippet(text, query.terms, neighbours=query.neighbours)
    assert shown == "<b>ファイル</b>を<b>削除</b>する。 リブートする。"
    assert snippet("イ", query.terms, neighbours=query.neighbours) == "<b>イ</b>"


def test_neighbours_share_one_highlight():
    shown = snippet("Welcome to Cymbal  Bank's office.", terms("cymbal bank"))
    assert shown == "Welcome to <b>Cymbal Bank&#39;s</b> office."


def test_markup_is_escaped():
    shown = snippet("Lewis & Co <script> found", ["found"])
    assert shown == "Lewis &amp; Co &lt;script&gt; <b>found</b>"


def test_the_sentence_with_most_words_is_shown():
    text = "Apples grow. " * 10 + "Red apples taste of summer. " + "Pears grow. " * 10
    assert "<b>Red apples</b> taste" in snippet(text, terms("red apples"))


def test_a_heading_is_shown_only_where_no_sentence_has_as_many():
    text = "How long the warranty lasts\n\nThe warranty is 24 months."
    assert snippet(text, terms("warranty")) == "The <b>warranty</b> is 24 months."
    shown = snippet(text, terms("warranty lasts"))
    assert shown.startswith("How long the <b>warranty lasts</b>")


def test_a_heading_is_shown_where_more_of_the_words_fit_beside_it():
    text = (
        "Skylark weather station\n\n"
        f"The Skylark is a weather station {'with a sensor ' * 8}of wind. The warranty is long."
    )
    assert snippet(text, terms("warranty skylark weather")) == (
        "<b>Skylark weather</b> station ... The <b>warranty</b> is long."
    )


def test_a_second_sentence_adds_what_is_missing():
    text = f"Apples are round. {'Filler is here. ' * 20}Pears are long."
    assert snippet(text, terms("apples pears")) == (
        "<b>Apples</b> are round. ... <b>Pears</b> are long."
    )


def test_no_second_sentence_is_cut_to_a_few_words():
    text = f"Apples are {'very ' * 24}round. Pears are {'not ' * 30}round."
    assert snippet(text, terms("apples pears")).endswith("very very round.")


def test_the_text_reads_on_if_nothing_is_missing():
    assert snippet("Apples are round. They roll.", ["appl"]) == (
        "<b>Apples</b> are round. They roll."
    )


def test_a_long_sentence_is_cut_around_its_matches():
    text = f"{'start ' * 100}apple pie {'rest ' * 100}end."
    shown = snippet(text, terms("apple pie"))
    assert shown.startswith("... start")
    assert "<b>apple pie</b>" in shown
    assert shown.endswith("rest&nbsp;...")


def test_scripts_without_spaces():
    assert snippet("人工智能很好。机器学习", terms("智能")) == "人工<b>智能</b>很好。 机器学习"


def test_a_long_line_without_words_is_cut():
    assert snippet(f"Found it.\n{'*' * 500}", ["found"], 100) == (
        f"<b>Found</b> it. {'*' * 91}&nbsp;..."
    )


WORDS = st.sampled_from(
    ["apple", "Pear's", "plum", "<b>", "&", "中文", ".", "\n", "word " * 60, "*" * 99]
)


@given(st.lists(WORDS, max_size=60).map(" ".join), st.integers(40, 300))
def test_length_and_markup(text, length):
    shown = snippet(text, ["appl", "plum", "中"], length)
    if shown is not None:
        assert shown.count("<b>") == shown.count("</b>") >= 1
        assert len(visible(shown)) <= length + len("... " * 3) + len("'s ...")


@pytest.mark.parametrize("text", ["word " * 20_000, "word. Next " * 10_000, "中" * 20_000])
def test_enormous_texts(text):
    shown = snippet(text, ["word", "中"])
    assert shown is not None
    assert "<b>" in shown
    assert len(shown) < 2_000
