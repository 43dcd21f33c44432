"""Compounds of languages that write them as one word."""

import pytest

from emulator.retrieval.index.chunk_index import ChunkIndex
from emulator.retrieval.text.analysis import terms
from emulator.retrieval.text.compounds import (
    Endings,
    compounds,
    compounds_among,
    has_compounds,
    is_compound,
    parts,
)
from tests.retrieval.filling import put


def term(word):
    return "".join(terms(word))


@pytest.mark.parametrize(
    ("tag", "compound", "head"),
    [
        ("de", "Fehmarnsundbrücke", "Brücken"),
        ("de", "Sitzplätze", "Platz"),
        ("de", "Herzwirkung", "Wirkung"),
        ("de", "Stadttheater", "Theaters"),
        ("nl", "lakenwinkel", "winkels"),
        ("sv", "vasamuseet", "museet"),
    ],
)
def test_a_compound_has_a_head_in_any_form(tag, compound, head):
    assert is_compound(term(compound), term(head), tag)


@pytest.mark.parametrize(
    ("compound", "head"),
    [
        ("Schwein", "Wein"),  # "sch" is no word.
        ("Brücke", "Brücken"),
        ("Brückenbau", "Brücke"),
        ("Gewalt", "alt"),
        ("Preis", "Reis"),
    ],
)
def test_other_words_end_alike_by_chance(compound, head):
    assert not is_compound(term(compound), term(head), "de")


@pytest.mark.parametrize("tag", ["", "en", "fr", "ru"])
def test_other_languages_have_no_such_compounds(tag):
    assert not has_compounds(tag)
    assert compounds("theater", tag, Endings(lambda: ["stadttheater"]).containing) == []
    assert parts("urlaubstag", tag, {"urlaub": 1, "tag": 1}.__getitem__, lambda _: ()) == []


def test_a_text_tells_compounds_of_what_is_wanted():
    said = terms("Die Sundbrücke und das Stadttheater am Schweinemarkt")
    wanted = terms("Brücken Theater Wein Ort")
    assert compounds_among(said, wanted, "de") == {"sundbruck": "brucken", "stadttheat": "theater"}
    assert compounds_among(said, wanted, "fr") == {}
    assert compounds_among(said, ["ort"], "de") == {}


def test_terms_are_found_by_their_ends():
    held = ["hausbau", "krankenhaus", "rathauser", "kaufhausern", "haus", "41haus"]
    known = Endings(lambda: held)
    assert list(known.containing("haus")) == held[:-1]
    assert compounds("haus", "de", known.containing) == ["krankenhaus", "rathauser", "kaufhausern"]


@pytest.mark.parametrize(
    ("compound", "made_of"),
    [
        ("Urlaubstage", ["urlaub", "tag"]),
        ("Straßenbahn", ["strass", "bahn"]),
        ("Urlaubsreise", []),
        ("Bahn", []),
    ],
)
def test_a_compound_is_made_of_two_known_words(compound, made_of):
    known = ["urlaub", "tag", "strass", "bahn"]

    def beginning(prefix):
        return [each for each in known if each.startswith(prefix)]

    assert parts(term(compound), "de", known.count, beginning) == made_of


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Wie lang ist die Brücke?", ["bruecke", "sund"]),
        ("Wo sind die Sundbrücken?", ["sund"]),
        ("Wo ist die Halle?", ["halle"]),
        ("Gibt es Gartenhallen?", ["halle"]),
        ("Where is the Brücke?", ["bruecke"]),
    ],
)
def test_compounds_are_found_after_the_word_itself(query, found):
    index = ChunkIndex.open(None)
    put(index, "sund", "Die Sundbrücke ist neu.")
    put(index, "bruecke", "Eine Brücke am See.")
    put(index, "halle", "Die Halle im Garten.")
    index.commit(1)
    assert [hit.document for hit in index.snapshot.search(query, 5).hits] == found
    index.close()
