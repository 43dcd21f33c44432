import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.answering.generation.skip_texts import answer_text
from emulator.answering.pipeline import answer, top_passages
from emulator.answering.question_analysis.analysis import analyze
from emulator.answering.values import Passage, Question, SkipReason
from tests.answering.samples import CORPUS, FOUNDING, LEAVE


def test_an_answer_is_cited_and_grounded():
    draft = answer(Question("Who founded Cymbal Bank?"), CORPUS)
    assert draft.answer.text.startswith("Cymbal Bank was founded by Lewis Cymbal in 1992.")
    assert draft.answer.segments[0].sources == (FOUNDING.reference,)
    assert draft.grounding is not None
    assert draft.grounding.score == 1.0
    assert draft.skipped is None


def test_the_caller_may_bring_its_idf():
    draft = answer(Question("How many days of leave?"), [LEAVE], lambda term: 1.0)
    assert "28 days" in draft.answer.text


def test_no_passages_are_out_of_domain():
    draft = answer(Question("Who founded Cymbal Bank?"), [])
    assert draft.skipped is SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED
    assert draft.answer.text == answer_text(SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED)
    assert draft.answer.segments == ()


def test_a_stray_question_is_out_of_domain():
    draft = answer(Question("What is the capital of Mongolia?"), CORPUS)
    assert draft.skipped is SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED


def test_relevance_need_not_be_required():
    question = Question("What is the history of Cymbal in Mongolia?", require_relevance=False)
    assert answer(question, CORPUS).skipped is None


def test_passages_without_a_fitting_sentence_have_no_relevant_content():
    question = Question("What is the capital of Mongolia?", require_relevance=False)
    draft = answer(question, [Passage("Nothing of it.")])
    assert draft.skipped is SkipReason.NO_RELEVANT_CONTENT
    assert draft.answer.text == answer_text(SkipReason.NO_RELEVANT_CONTENT)


def test_an_amount_that_no_sentence_tells_is_no_answer():
    told = [Passage("Knees are replaced in ninety minutes.", "Knees", 9.0), FOUNDING, LEAVE]
    assert answer(Question("How long does it take to replace knees?"), told).skipped is None
    draft = answer(Question("How much does it cost to replace knees?"), told)
    assert draft.skipped is SkipReason.NO_RELEVANT_CONTENT


def test_a_word_for_doing_anything_need_not_be_said():
    bins = [Passage("Not allowed in the bin is soil.", "Bins", 9.0), FOUNDING, LEAVE]
    assert answer(Question("Can I put soil in the bin?"), bins).skipped is None
    draft = answer(Question("Can I compost soil in the bin?"), bins)
    assert draft.skipped is SkipReason.NO_RELEVANT_CONTENT


KETTLE = [
    Passage(
        "Fill the kettle to the mark. It holds 1.7 litres.\n\nThe guarantee lasts 24 months.",
        "Brewline kettle",
        9.0,
    ),
    FOUNDING,
    LEAVE,
]


@pytest.mark.parametrize(
    "question",
    [
        "What colours does the Brewline kettle come in?",
        "Does the Brewline kettle whistle?",
        "How many buttons does the Brewline kettle have?",
        "Who designed the Brewline kettle?",
    ],
)
def test_what_only_the_title_touches_is_not_answered(question):
    assert answer(Question(question), KETTLE).skipped is SkipReason.NO_RELEVANT_CONTENT


@pytest.mark.parametrize(
    "question",
    [
        "How much does the Brewline kettle hold?",
        "How long is the Brewline kettle guaranteed?",  # by the amount
        "What is the advantage of the Brewline kettle?",  # no word of its own
        "Brewline kettle",
    ],
)
def test_what_the_title_touches_is_answered_by_a_word_or_an_amount_of_its_own(question):
    assert answer(Question(question), KETTLE).skipped is None


def test_what_the_title_touches_is_answered_where_words_are_not_told_apart():
    office = Passage("札幌オフィスは北3条西18丁目にあります。", "札幌オフィス", 9.0)
    other = Passage("大阪には倉庫があります。", "大阪", 1.0)
    assert answer(Question("札幌オフィスの住所は?"), [office, other]).skipped is None


CLUB = [
    Passage(
        "The club supports young players. Training is on 3 May in hall 4b and takes two hours."
        "\n\nThe 2.1.0 rules were written by the board.",
        "Chess club",
        9.0,
    ),
    FOUNDING,
    LEAVE,
]


@pytest.mark.parametrize(
    "question",
    [
        "How many young players does the club support?",  # dates, names and hours count nothing
        "When were the rules of the club written?",
        "Does the club support tournaments abroad?",
    ],
)
def test_what_lacks_the_number_the_date_or_the_fact_is_not_answered(question):
    assert answer(Question(question), CLUB).skipped is SkipReason.NO_RELEVANT_CONTENT


@pytest.mark.parametrize(
    "question",
    [
        "How many hours does the training of the club take?",
        "When was the training of the club?",
        "Does the club support young players?",
        "Does the club support old or young players?",
    ],
)
def test_what_has_the_number_the_date_or_the_fact_is_answered(question):
    assert answer(Question(question), CLUB).skipped is None


def test_sentences_that_say_too_little_of_the_question_do_not_answer_it():
    question = "Who inspects locks, bolts and hinges in Los Angeles?"
    assert answer(Question(question), CORPUS).skipped is not None
    told = answer(Question(question, require_relevance=False), CORPUS)
    assert told.skipped is None


def test_of_a_long_question_no_sentence_need_say_much():
    question = (
        "After ten rainy years in London a friend moved west to paint boats, and now he wonders: "
        "who founded Cymbal Bank?"
    )
    assert answer(Question(question), CORPUS).skipped is None


def test_an_answer_below_the_grounding_asked_for_is_withheld():
    draft = answer(Question("Who founded Cymbal Bank?", minimum_grounding=1.1), CORPUS)
    assert draft.skipped is SkipReason.LOW_GROUNDED_ANSWER


def test_the_tail_of_the_ranking_is_not_read():
    tail = Passage("Cymbal Bank was founded by nobody.", score=0.1, reference=9)
    draft = answer(Question("Who founded Cymbal Bank?"), [FOUNDING, tail])
    assert "nobody" not in draft.answer.text


def test_all_that_was_found_of_the_best_document_is_read():
    head = Passage("Last updated 1 May 2025.", "Returns", 9.0, document="returns")
    rest = Passage("A return is free within 30 days.", "Returns", 3.0, document="returns")
    other = Passage("A return took 60 days.", "Returns", 3.0, document="returns-2019")
    assert top_passages([head, rest, other]) == [head, rest]


def test_passages_without_scores_are_all_read():
    texts = ["Leave is paid.", "The fee is 20 euros."]
    draft = answer(Question("What is the fee?"), [Passage(text) for text in texts])
    assert draft.answer.text == "The fee is 20 euros."


def test_the_same_question_has_the_same_answer():
    drafts = [answer(Question("How do I ask for leave?"), CORPUS) for _ in range(3)]
    assert drafts[0] == drafts[1] == drafts[2]


words = st.sampled_from(
    [
        "leave",
        "Größe",
        "漢字",
        "28",
        "X 200",
        ".",
        "?",
        "\n",
        "\n\n",
        " | ",
        "- ",
        ": ",
        "😀",
        "the",
    ]
)
texts = st.lists(words, max_size=25).map(" ".join)


@given(texts, st.lists(st.builds(Passage, texts, texts, structured=st.booleans()), max_size=4))
def test_any_text_gives_segments_that_are_the_bytes_of_the_answer(question, passages):
    draft = answer(Question(question, require_relevance=False), passages)
    encoded = draft.answer.text.encode()
    for segment in draft.answer.segments:
        assert encoded[segment.start_byte : segment.end_byte].decode() == segment.text
        assert segment.sources
    if draft.grounding is not None:
        assert 0.0 <= draft.grounding.score <= 1.0


@given(st.lists(st.builds(Passage, texts), min_size=1, max_size=3))
def test_segments_of_prose_are_sentences_of_a_passage(passages):
    draft = answer(Question("leave 28", require_relevance=False), passages)
    for segment in draft.answer.segments:
        if " | " not in "".join(passage.text for passage in passages):
            assert any(segment.text in passage.text for passage in passages)


@pytest.mark.parametrize(
    ("question", "title", "text"),
    [
        ("how do I clean a down mat?", "How to clean a down mat", "Use mild soap. Never wring it."),
        ("refunds", "Refunds", "We send the money back within ten days."),
        ("when is breakfast?", "Breakfast", "Served in the Lantern Room from 6:30 to 10:30."),
        ("Is smoking permitted?", "Smoking policy", "Guests may not smoke in rooms."),
        ("Quel est le délai de livraison ?", "Livraison", "La livraison prend deux jours."),
    ],
)
def test_what_a_title_asks_its_text_answers(question, title, text):
    answered = answer(Question(question), [Passage(text, title, 9.0), *CORPUS])
    assert answered.answer.text.startswith(text.partition(".")[0])


@pytest.mark.parametrize(
    ("question", "read"),
    [
        ("Finch vs Crane X Deluxe", ["Crane X Deluxe", "Finch 2"]),
        ("What is the difference between Crane X and Finch?", ["Crane X Deluxe", "Finch 2"]),
        ("What does the Crane X Deluxe print for a finch?", ["Crane X Deluxe"]),
        ("Crane X Deluxe 2 vs Crane X Deluxe 3", ["Crane X Deluxe"]),
    ],
)
def test_of_two_compared_things_both_are_read_whatever_their_names_are(question, read):
    titles = {"Crane X Deluxe": 9.0, "Finch 2": 3.0, "Wren 2": 3.0}
    passages = [Passage("It prints.", title, score) for title, score in titles.items()]
    near = top_passages(passages, analyze(question, lambda term: 1.0))
    assert [passage.title for passage in near] == read
