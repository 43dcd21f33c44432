from hypothesis import example, given
from hypothesis import strategies as st

from emulator.retrieval.completion import Completions, Phrase, folded, tails
from emulator.retrieval.text.analysis import without_accents

PHRASES = [
    Phrase("Quokka Handbook"),
    Phrase("quokkas at night", 3),
    Phrase("The Quokka"),
    Phrase("Wombats"),
]


def complete(typed):
    return list(Completions(PHRASES).complete(typed))


def test_what_begins_so_comes_first_then_words_inside():
    assert complete("quo") == ["quokkas at night", "quokka handbook", "the quokka"]
    assert complete("Quokka  h") == ["quokka handbook"]
    assert complete("hand") == ["quokka handbook"]
    assert complete("okka") == []


def test_weights_of_one_phrase_are_summed():
    found = Completions([Phrase("a b", 1), Phrase("a c", 2), Phrase("A  B", 2)])
    assert list(found.complete("a")) == ["a b", "a c"]


def test_a_phrase_is_found_by_its_alternatives():
    found = Completions([Phrase("Emu", 1, ("big bird",)), Phrase("birds", 2), Phrase("a bird", 3)])
    assert list(found.complete("bi")) == ["birds", "emu", "a bird"]
    assert list(found.complete("bird")) == ["birds", "a bird", "emu"]


def test_accents_need_not_be_typed():
    found = Completions([Phrase("Crème brûlée"), Phrase("Nørd", 1, ("Ålborg",)), Phrase("creme")])
    assert list(found.complete("creme")) == ["creme", "crème brûlée"]
    assert list(found.complete("crème")) == ["crème brûlée"]
    assert list(found.complete("brul")) == ["crème brûlée"]
    assert list(found.complete("nor")) == list(found.complete("alb")) == ["nørd"]


def test_of_a_group_the_heaviest_comes_that_is_allowed():
    found = Completions(
        [Phrase("a b", 1, group="g"), Phrase("a c", 3, group="g"), Phrase("a d", 2, group="h")]
    )
    assert list(found.complete("a")) == ["a c", "a d"]
    assert list(found.complete("a", lambda text: text != "a c")) == ["a d", "a b"]


def test_tails_are_cut_before_words():
    assert list(tails("Buy a  quo")) == [("buy", "a quo"), ("buy a", "quo")]
    assert list(tails("quo")) == []


@given(st.lists(st.text(max_size=8), max_size=5), st.text(max_size=3))
@example(["À"], "A")
def test_every_phrase_that_begins_so_is_found(phrases, typed):
    found = set(Completions(map(Phrase, phrases)).complete(typed))
    begun = folded(typed)
    assert {
        folded(one) for one in phrases if folded(one).startswith(begun) and folded(one)
    } <= found
    assert all(begun in one or begun in without_accents(one) for one in found)
