from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.completion import Completions, folded, tails

PHRASES = [("Quokka Handbook", 1), ("quokkas at night", 3), ("The Quokka", 1), ("Wombats", 1)]


def complete(typed):
    return list(Completions(PHRASES).complete(typed))


def test_what_begins_so_comes_first_then_words_inside():
    assert complete("quo") == ["quokkas at night", "quokka handbook", "the quokka"]
    assert complete("Quokka  h") == ["quokka handbook"]
    assert complete("hand") == ["quokka handbook"]
    assert complete("okka") == []


def test_weights_of_one_phrase_are_summed():
    found = Completions([("a b", 1), ("a c", 2), ("A  B", 2)])
    assert list(found.complete("a")) == ["a b", "a c"]


def test_tails_are_cut_before_words():
    assert list(tails("Buy a  quo")) == [("buy", "a quo"), ("buy a", "quo")]
    assert list(tails("quo")) == []


@given(st.lists(st.text(max_size=8), max_size=5), st.text(max_size=3))
def test_every_phrase_that_begins_so_is_found(phrases, typed):
    found = set(Completions((one, 1) for one in phrases).complete(typed))
    begun = folded(typed)
    assert {
        folded(one) for one in phrases if folded(one).startswith(begun) and folded(one)
    } <= found
    assert all(begun in one for one in found)
