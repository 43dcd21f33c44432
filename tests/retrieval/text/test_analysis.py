# ruff: noqa: RUF001  # Letters that look like Latin ones are meant.

import sys
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from emulator.retrieval.text import analysis, segmentation

ANY_TEXT = st.text(st.characters())  # lone surrogates included


def test_terms_are_lower_cased_folded_and_stemmed():
    assert analysis.terms("Running CAFÉS") == ["run", "cafe"]


def test_terms_leave_out_stop_words():
    assert analysis.terms("What is the speed of light?") == ["speed", "light"]


def test_terms_keep_stop_words_on_demand():
    assert analysis.terms("to be or not", stop_words=True) == ["to", "be", "or", "not"]


def test_contractions_leave_no_terms_behind():
    assert analysis.terms("it's don't we're") == []


def test_both_spellings_of_an_accent_are_one_term():
    assert analysis.terms(unicodedata.normalize("NFD", "élan")) == analysis.terms("élan")


def test_scripts_without_spaces_have_a_term_a_character():
    assert analysis.terms("ABC中文です") == ["abc", "中", "文", "で", "す"]


def test_hindi_words_stay_whole():
    assert analysis.terms("हिन्दी में") == ["हिन्दी", "में"]


@pytest.mark.parametrize(
    "forms", ["Ελλάδα ΕΛΛΆΔΑ ελλαδα Ελλάδας", "İstanbul istanbul ISTANBUL", "Işık ışık isik"]
)
def test_a_word_is_one_term_however_it_is_written(forms):
    assert len(set(analysis.terms(forms))) == 1
    assert len({word.term for word in analysis.tokens(forms)}) == 1


def test_tokens_carry_offsets_and_terms():
    assert analysis.tokens("The cats, 中") == [
        ("The", "the", 0, 3),
        ("cats", "cat", 4, 8),
        ("中", "中", 10, 11),
    ]


@given(ANY_TEXT)
def test_tokens_are_cut_from_the_text(text):
    for token in analysis.tokens(text):
        assert analysis.encodable(text)[token.start : token.end] == analysis.encodable(token.text)


@given(ANY_TEXT)
@example("\u064b")
def test_terms_of_any_text(text):
    assert all(analysis.terms(text, stop_words=True))


@given(st.text(st.characters(max_codepoint=127)))
def test_terms_that_are_looked_up_are_those_of_the_index(text):
    assert analysis.terms(text, stop_words=True) == analysis.SIMPLE_ANALYZER.analyze(text)
    content = [one.term for one in analysis.tokens(text) if not analysis.is_stop_word(one.text)]
    assert analysis.terms(text) == content


def test_the_fast_analyzer_agrees_with_the_other_wherever_it_is_used():
    simple = [chr(code) for code in range(sys.maxunicode + 1) if analysis.is_simple(chr(code))]
    assert len(simple) > 900
    for character in simple:
        text = f"x{character}y {character}"
        fast, full = (
            [(token.text, token.char_offset_from) for token in analyzer.pre_tokenize(text).tokens]
            for analyzer in (analysis.SIMPLE_ANALYZER, analysis.UNICODE_ANALYZER)
        )
        assert fast == full, hex(ord(character))


def sentences(text):
    return [text[start:end] for start, end in segmentation.sentences(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Sie verfallen am 31. März des Jahres.",
        "Das war im 19. Jahrhundert so.",
        "Die Fa. Müller und die Fa. Groß liefern bzw. schicken ihn.",
        "La Sra. Ruiz vive en EE. UU. desde ayer.",
        "Składa się z grup, np. 00:1B.",
        "Это, т. е. всё, кончено в 1999 г. в Москве.",
        "А. С. Пушкин писал.",
        "स्थापना डॉ. जोशी ने की।",
        "यह डब्ल्यू. हेडन और ई. गोलोविन ने की।",
        "صممه و. هايدون ونيكولاس إي. غولوفين هنا.",
        "Ο Κ. Παπαδόπουλος και η Α. Β. Γεωργίου ήρθαν.",
        "ש. י. עגנון כתב.",
        "კ. გამსახურდია წავიდა.",
        "Ç. Ünal geldi.",
        "これは「本当ですか?」と言った。",
        "M.Ö. 5. yüzyılda ve 19. yüzyılda oldu.",
        "IV. Murad yasakladı.",
        "Macar kralı II. Lajos boğuldu.",
        "Il dott. Rossi viene.",
        "Il est né en 50 av. J.-C. à Rome.",
        "Ο Αγ. Γεώργιος ήρθε.",
        "वह 5 कि.मी. दूर है।",
        "Το 5ο αι. π.Χ. έγινε.",
        "Dl. Pop a venit.",
        "Ông TS. An ở TP. Huế.",
    ],
)
def test_the_stop_of_a_date_or_a_title_ends_no_sentence(sentence):
    assert sentences(f"{sentence} 7.") == [sentence, "7."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "他走了。2021年他来了。「好。」他说。",
            ["他走了。", "2021年他来了。", "「好。」", "他说。"],
        ),
        ("वह गया।2021 में आया।", ["वह गया।", "2021 में आया।"]),
        ("Ήρθε; Ναι. Έφυγε.", ["Ήρθε;", "Ναι.", "Έφυγε."]),
        (
            "ร้านค้าแห่งนี้เปิดให้บริการทุกวันตั้งแต่ พ.ศ. 2514 จนถึงปัจจุบันและขายชา เจ้าของร้านเป็นชาวเชียงใหม่",
            [
                "ร้านค้าแห่งนี้เปิดให้บริการทุกวันตั้งแต่ พ.ศ. 2514 จนถึงปัจจุบันและขายชา",
                "เจ้าของร้านเป็นชาวเชียงใหม่",
            ],
        ),
        (
            "สะพานแห่งนี้ออกแบบและก่อสร้างขึ้นโดยคุณดับเบิลยู. เฮย์ดอน เบิร์นส์ ในสมัยก่อน",
            ["สะพานแห่งนี้ออกแบบและก่อสร้างขึ้นโดยคุณดับเบิลยู. เฮย์ดอน เบิร์นส์ ในสมัยก่อน"],
        ),
        (
            "ร้านค้าแห่งนี้เปิดให้บริการทุกวันตั้งแต่ปีแรกจนถึงปัจจุบันและขายชา นีล เฮย์ดอนเป็นเจ้าของร้านคนแรก",
            [
                "ร้านค้าแห่งนี้เปิดให้บริการทุกวันตั้งแต่ปีแรกจนถึงปัจจุบันและขายชา",
                "นีล เฮย์ดอนเป็นเจ้าของร้านคนแรก",
            ],
        ),
        (
            "ร้านค้าแห่งนี้เปิดให้บริการทุกวันและขายชาที่อำเภอบางคล้า จังหวัดฉะเชิงเทราอีกด้วย",
            ["ร้านค้าแห่งนี้เปิดให้บริการทุกวันและขายชาที่อำเภอบางคล้า จังหวัดฉะเชิงเทราอีกด้วย"],
        ),
        (
            "ร้านค้าแห่งนี้เปิดให้บริการลูกค้าทุกวันในสัปดาห์ และขายชา 30 ชนิด",
            ["ร้านค้าแห่งนี้เปิดให้บริการลูกค้าทุกวันในสัปดาห์ และขายชา 30 ชนิด"],
        ),
    ],
)
def test_sentences_without_spaces_or_stops(text, expected):
    assert sentences(text) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Implements org.apache.batik.gvt.font.GVTFontFamily too.",
        "A java.io.File is read.",
        "See com.example.averyverylongpackagename.Reader.",
        "It sets branch.<name>.remote and branch.<name>.merge.",
        "Type cd ../app && ./configure.",
        "Say npm outdated [<package> ...] or log {file ...}.",
        "It lists v1...v2 and v1..v2.",
    ],
)
def test_the_stops_of_a_name_end_no_sentence(sentence):
    assert sentences(f"{sentence} Next.") == [sentence, "Next."]


@pytest.mark.parametrize(
    "other", ["Then he left.", "(Then he left.)", "\u201cGo!\u201d", "* A note."]
)
def test_a_sentence_may_begin_without_a_space(other):
    assert sentences(f"He said so.{other}") == ["He said so.", other]


@pytest.mark.parametrize(
    "sentence",
    [
        "I am 25.",
        "Er ist da.",
        "Er heißt Ludwig II.",
        "Ende 1999.",
        "تأسست عام 1990 م.",
        "Это я.",
        "ის მოვიდა.",
    ],
)
def test_other_stops_end_sentences(sentence):
    assert sentences(f"{sentence} Next.") == [sentence, "Next."]


def test_no_is_a_word_behind_the_name_of_a_field_and_an_abbreviation_before_a_number():
    assert sentences("Vegan: no. Price: 5. Spicy: No. Size: 2.") == [
        "Vegan: no.",
        "Price: 5.",
        "Spicy: No.",
        "Size: 2.",
    ]
    assert sentences("Order: no. 5.") == ["Order: no. 5."]


def test_sentences_are_trimmed_and_know_abbreviations():
    assert sentences("  Dr. Smith came.  He left! Did he?\n") == [
        "Dr. Smith came.",
        "He left!",
        "Did he?",
    ]


def test_sentences_end_with_the_line():
    assert sentences("Heading\n\nfirst item\nsecond item") == [
        "Heading",
        "first item",
        "second item",
    ]


def test_a_number_opens_the_sentence_it_counts():
    assert sentences("1. Open the box. Close it.") == ["1. Open the box.", "Close it."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("一个。两个。", ["一个。", "两个。"]), ("यह एक है। यह दो है।", ["यह एक है।", "यह दो है।"])],
)
def test_sentences_of_other_scripts(text, expected):
    assert sentences(text) == expected


@given(st.text())
def test_sentences_hold_all_that_is_not_space(text):
    spans = segmentation.sentences(text)
    assert "".join("".join(text[start:end].split()) for start, end in spans) == "".join(
        text.split()
    )
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
