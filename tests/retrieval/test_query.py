import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.index.chunk_index import ChunkIndex
from emulator.retrieval.query import Query
from tests.retrieval.filling import put


def only_group(text):
    ((group,),) = Query.parse(text).alternatives
    return group


def test_repeated_words_weigh_more():
    assert only_group("wing wing flow").words == {"wing": 2.0, "flow": 1.0}


def test_stop_words_are_ignored():
    assert only_group("what is the wing").words == {"wing": 1.0}


def test_stop_words_are_kept_if_there_is_nothing_else():
    assert only_group("to be or not to be").words == {"to": 2.0, "be": 2.0, "or": 1.0, "not": 1.0}


def test_neighbours_are_paired_unless_a_stop_word_is_between():
    assert only_group("boundary layer of wings").pairs.keys() == {("boundari", "layer")}


def test_characters_of_a_script_without_spaces_count_by_pairs():
    group = only_group("机器人")
    assert group.pairs == {("机", "器"): 1.0, ("器", "人"): 1.0}
    assert max(group.words.values()) < 1


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Wie viele Pakete enthält die Distribution?", ["paket", "enthalt", "distribut"]),
        ("Как показать скрытые файлы?", ["показа", "скрыт", "файл"]),
        ("電源が切れたのはなぜですか", ["電", "源", "切", "れ", "た"]),
        ("파일을 어떻게 숨깁니까", ["파", "일", "숨", "깁", "니", "까"]),
        ("de facto", ["de", "facto"]),
        ("die hard", ["die", "hard"]),
        ("was ist das", ["was", "ist", "das"]),
    ],
)
def test_what_serves_the_asking_is_not_searched_for_in_any_language(text, terms):
    assert Query.parse(text).terms == terms


def test_quoted_text_is_a_phrase_with_its_stop_words():
    group = only_group('"state of the art" engines')
    assert group.phrases == (("state", "of", "the", "art"),)
    assert group.words == {"engin": 1.0}


def test_curly_quotes_quote():
    assert only_group("“dark blue”").phrases == (("dark", "blue"),)


def test_a_quote_without_an_end_is_punctuation():
    group = only_group('say "hello world')
    assert group.phrases == ()
    assert group.words.keys() == {"say", "hello", "world"}


def test_a_quotation_in_a_long_text_is_not_demanded():
    text = 'Find articles that describe how one can check that a module "matches" its contexts'
    assert only_group(text).phrases == ()
    assert "match" in only_group(text).words


def test_and_binds_tighter_than_or():
    query = Query.parse("red AND big OR small cars")
    words = [[set(group.words) for group in groups] for groups in query.alternatives]
    assert words == [[{"red"}, {"big"}], [{"small", "car"}]]


def test_operators_in_lower_case_are_words():
    assert only_group("salt and pepper").words.keys() == {"salt", "pepper"}


@pytest.mark.parametrize("text", ["AND", "OR OR", "AND OR AND", "AND cats OR", '"" AND ""'])
def test_operators_without_operands_are_ignored(text):
    assert set(Query.parse(text).terms) <= {"cat"}


def test_terms_are_distinct_and_in_order():
    assert Query.parse('red "blue cars" red OR green').terms == ["red", "blue", "car", "green"]


def test_only_blank_text_is_blank():
    assert Query.parse(" \n").is_blank
    assert not Query.parse("???").is_blank


@pytest.fixture(scope="module")
def index():
    index = ChunkIndex.open(None)
    put(index, "a", "some text AND more", title="Title")
    index.commit(1)
    return index


@given(st.text(st.one_of(st.characters(), st.sampled_from('"ANDOR ()[]{}:^~*?+-!/\\中ไ'))))
def test_any_text_can_be_searched(index, text):
    matches = index.snapshot.search(text, 10, by_document=True)
    assert matches.total == len(matches.hits) <= 1


@pytest.mark.parametrize(
    "text",
    [
        "word " * 100_000,
        "w%d " * 20_000,
        '"a b" ' * 50_000,
        "a AND b OR " * 20_000,
        "x" * 1_000_000,
    ],
)
def test_enormous_queries(index, text):
    index.snapshot.search(text, 10)


def test_a_query_is_rescaled_to_the_statistics_of_a_larger_collection():
    own, wanted = {"wing": 2.0, "flow": 1.0}, {"wing": 3.0, "flow": 1.0}
    ((group,),) = (
        Query.parse("wing wing flow")
        .with_statistics(own.__getitem__, wanted.__getitem__)
        .alternatives
    )
    assert group.words == {"wing": 3.0, "flow": 1.0}
    assert group.pairs == {("wing", "flow"): pytest.approx(0.3 * 4 / 3)}


def test_words_that_fit_any_topic_weigh_less_beside_others():
    ((group,),) = Query.parse("leave policy").with_less_weight_on({"polici"}).alternatives
    assert group.words["leav"] > group.words["polici"] > 0
    alone = Query.parse("policy").with_less_weight_on({"polici"})
    assert alone == Query.parse("policy")


def test_words_of_an_answer_settle_what_comes_first():
    index = ChunkIndex.open(None)
    texts = {
        "a": "The cost of the kite is small.",
        "b": "The kite: price 20 euros.",
        "c": "Prices.",
    }
    for name, text in texts.items():
        put(index, name, text)
    index.commit(1)
    query = Query.parse("kite").with_expansion({"price": 0.05})
    assert [hit.document for hit in index.snapshot.search(query, 3).hits] == ["b", "a", "c"]
    query = Query.parse("kite").with_expansion({"price": 0.05}, alone=False)
    assert [hit.document for hit in index.snapshot.search(query, 3).hits] == ["b", "a"]
    assert query.terms == ["kite"]


@pytest.mark.parametrize("text", ["kite AND balloon", "kite OR balloon", "", "?!"])
def test_only_words_are_helped_by_those_of_an_answer(text):
    query = Query.parse(text)
    assert query.with_expansion({"price": 0.05}) == query


def test_a_query_of_which_nothing_is_expected_stays():
    query = Query.parse("kite")
    assert query.with_expansion({}, alone=False) is query
