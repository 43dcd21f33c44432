"""Forms of words in languages that the index does not stem."""

import pytest

from emulator.retrieval.index.chunk_index import ChunkIndex
from emulator.retrieval.text.stemming import inflections, is_stemmed, stem, with_inflections
from tests.retrieval.filling import put


@pytest.mark.parametrize(
    ("tag", "forms"),
    [
        ("de", ["haus", "hauser", "hausern"]),
        ("es", ["pais", "paises"]),
        ("fr", ["cheval", "chevaux"]),
        ("it", ["amico", "amici"]),
        ("nl", ["boek", "boeken"]),
        ("pl", ["zubr", "zubra", "zubrow", "zubrami"]),
        ("pl", ["kopalnia", "kopalni", "kopalnie"]),
        ("pl", ["zywi", "zywia"]),
        ("pt", ["cidade", "cidades"]),
        ("ro", ["munte", "munti", "muntilor"]),
        ("sv", ["pelar", "pelare", "pelaren"]),
        ("tr", ["golu", "gol"]),
        ("tr", ["findik", "findigi", "findikta"]),
        ("tr", ["cocuk", "cocugu"]),
        ("tr", ["agac", "agacin"]),
        ("tr", ["universit", "universitesi"]),
        ("el", ["\u03c4\u03b1\u03b9\u03bd", "\u03c4\u03b1\u03b9\u03bd\u03b9"]),
        ("ru", ["менделе", "менделеев"]),
        ("ru", ["кана", "канал"]),
        ("ar", ["قاهر", "والقاهر", "فالقاهر"]),
        ("ar", ["افتتح", "وافتتح"]),
        ("ar", ["اشتري", "اشتر"]),
        ("ar", ["عراق", "عراقي"]),
        ("ar", ["فلسطين", "وفلسطين", "والفلسطين"]),
        ("hi", ["नदी", "नदियों", "नदियाँ"]),
        ("hi", ["अंग्रेज", "अंग्रेज़", "अंग्रेज़ों"]),
    ],
)
def test_forms_of_a_word_have_one_stem(tag, forms):
    assert is_stemmed(tag)
    assert len({stem(form, tag) for form in forms}) == 1


def test_a_root_may_begin_like_and_in_arabic():
    assert [stem(word, "ar") for word in ("ولد", "وفا")] == ["ولد", "وفا"]


@pytest.mark.parametrize("tag", ["", "en", "zh", "vi"])
def test_other_languages_are_left_as_the_index_has_them(tag):
    assert not is_stemmed(tag)
    assert stem("houses", tag) == "houses"


def test_a_text_tells_other_forms_of_what_is_wanted():
    text = "Die Häuser am Hausboot"
    assert with_inflections(["haus"], "de", text) == ["haus", "hauser"]
    assert with_inflections(["haus"], "", text) == ["haus"]


def test_inflections_are_index_terms_of_the_same_stem():
    known = ["exemplar", "exemplare", "exemplaren", "exempel"]

    def beginning(prefix):
        return [term for term in known if term.startswith(prefix)]

    assert inflections("exemplare", "de", beginning) == ["exemplar", "exemplaren"]
    assert inflections("e", "de", beginning) == []


@pytest.mark.parametrize("asked", ["قاهر", "والقاهر", "وقاهر"])
def test_and_is_joined_to_a_word_in_arabic(asked):
    known = ["قاهر", "قاهرون", "والقاهر", "والقاهرون", "وقاهر"]

    def beginning(prefix):
        return [term for term in known if term.startswith(prefix)]

    assert {asked, *inflections(asked, "ar", beginning)} == {"قاهر", "والقاهر", "وقاهر"}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Wo stehen die Häuser?", ["haus"]),
        ('Wo stehen die "Häuser"?', []),  # Quoted words are meant as they stand.
        ("Where are the Häuser?", []),
        ("Wo stehen die Hausboote?", []),
    ],
)
def test_other_forms_are_found_of_a_question_in_such_a_language(query, found):
    with_words = ChunkIndex.open(None)
    put(with_words, "haus", "Ein Haus am See")
    put(with_words, "husten", "Husten am Abend")
    with_words.commit(1)
    assert [hit.document for hit in with_words.snapshot.search(query, 5).hits] == found
    with_words.close()
