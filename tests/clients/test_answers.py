"""`:answer` without a session, and what it makes of a question."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from tests.clients import made
from tests.clients.answering import ANSWER, NO_ANSWER, QUESTION, answer
from tests.clients.recordings import recorded
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, TRANSPORTS, Api, Server

MISSPELLED = "How long is the waranty on the Skylrak 3?"


def test_answer_without_a_session_stores_nothing(api: Api, engine: str) -> None:
    before = len(list(api.client("SessionService").list_sessions(parent=engine)))
    response = answer(api, serving_config=f"{engine}/servingConfigs/default_search")
    assert ANSWER in response.answer.answer_text
    assert not response.answer.name
    assert not response.session
    assert response.answer_query_token
    assert len(list(api.client("SessionService").list_sessions(parent=engine))) == before


@pytest.mark.parametrize("config", ["default_search", "default_serving_config", "default_config"])
def test_every_name_of_the_default_config_answers(http: httpx.Client, config: str) -> None:
    for owner in (DEMO_ENGINE, f"{DEMO}/dataStores/demo-docs"):
        path = f"{owner}/servingConfigs/{config}:answer"
        assert (
            ANSWER in made.post(http, path, {"query": {"text": QUESTION}})["answer"]["answerText"]
        )


def test_collection_may_be_left_out_of_a_data_store(api: Api) -> None:
    config = "projects/demo/locations/global/dataStores/demo-docs/servingConfigs/default_config"
    assert ANSWER in answer(api, serving_config=config).answer.answer_text


def test_same_call_answers_the_same_but_for_its_token(http: httpx.Client) -> None:
    body = {
        "query": {"text": QUESTION},
        "answerGenerationSpec": {"includeCitations": True},
        "groundingSpec": {"includeGroundingSupports": True},
    }
    first, second = (made.post(http, f"{DEMO_CONFIG}:answer", body) for _ in range(2))
    assert first.pop("answerQueryToken") != second.pop("answerQueryToken")
    assert json.dumps(first) == json.dumps(second)


def test_versions_and_transports_agree(server: Server) -> None:
    texts = {
        answer(Api(server, transport, version)).answer.answer_text
        for transport in ("rest", "grpc")
        for version in ("v1", "v1beta", "v1alpha")
    }
    assert len(texts) == 1


@pytest.fixture(scope="module")
def ties(http: httpx.Client) -> list[str]:
    """Serving configs of one engine over two data stores with the same texts, and both orders."""
    documents = [made.document(f"d{number}", "The kettle holds 2 litres.") for number in range(4)]
    one, two = (made.data_store(http, documents) for _ in range(2))
    return [
        f"{made.engine(http, order)}/servingConfigs/default_search"
        for order in ([one, two], [two, one])
    ]


def test_equal_scores_stand_in_the_order_of_stores_and_documents(
    http: httpx.Client, ties: list[str]
) -> None:
    for config in ties:
        body = {"query": {"text": "How much does the kettle hold?"}}
        shown = made.post(http, f"{config}:answer", body)["answer"]["references"]
        documents = [one["chunkInfo"]["documentMetadata"]["document"] for one in shown]
        assert [name.rpartition("/")[2] for name in documents] == ["d0", "d1", "d2", "d3"] * 2
        stores = [name.split("/dataStores/")[1].partition("/")[0] for name in documents]
        engine = http.get(f"/v1/{config.partition('/servingConfigs')[0]}").json()
        assert list(dict.fromkeys(stores)) == engine["dataStoreIds"]


# What is searched for and how it is written


def test_spelling_is_corrected(api: Api) -> None:
    shown = answer(api, MISSPELLED).answer
    assert shown.answer_text.startswith(ANSWER)
    query = shown.steps[0].actions[0].search_action.query
    assert query == "How long is the warranty on the skylark 3?"


def test_a_question_without_its_mark_is_searched_for_with_it_as_was_recorded(api: Api) -> None:
    recording = recorded("answer_docs_what_is_sql.json")
    asked = recording["request"]["query"]["text"]
    searched = recording["response"]["answer"]["steps"][0]["actions"][0]["searchAction"]["query"]
    shown = answer(api, asked).answer
    assert shown.steps[0].actions[0].search_action.query == searched
    as_typed = {"query_rephraser_spec": {"disable": True}}
    shown = answer(api, asked, query_understanding_spec=as_typed).answer
    assert shown.steps[0].actions[0].search_action.query == asked


@pytest.mark.parametrize("what", ["return", "warranty", "shipping"])
def test_what_a_document_says_of_itself_tells_nothing_of_its_subject(
    api_v1: Api, what: str
) -> None:
    shown = answer(api_v1, f"What is the {what} policy?").answer
    assert shown.answer_text
    assert not shown.answer_skipped_reasons
    assert "Owner: " not in shown.answer_text
    assert "Last updated" not in shown.answer_text


@pytest.mark.parametrize(
    ("text", "document"),
    [
        ("What is the leave policy?", "handbook-leave"),
        ("What is the return policy?", "policy-returns"),
    ],
)
def test_a_word_that_many_documents_have_does_not_hide_what_is_asked(
    api_v1: Api, text: str, document: str
) -> None:
    spec = {"include_citations": True}
    shown = answer(api_v1, text, answer_generation_spec=spec).answer
    first = int(shown.citations[0].sources[0].reference_id)
    cited = shown.references[first].chunk_info.document_metadata.document
    assert cited.rpartition("/")[2] == document


def test_a_common_word_that_is_no_kind_of_text_counts_in_full(api_v1: Api) -> None:
    shown = answer(api_v1, "What is new in Cloud 4.4?").answer
    assert "The site map shows wind as moving arrows" in shown.answer_text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Who owns the travel policy?", "Owner: Grace Abernethy, Chief Financial Officer."),
        ("When was the return policy last updated?", "Last updated 1 October 2025."),
    ],
)
def test_what_a_document_says_of_itself_can_be_asked_for(api_v1: Api, text: str, told: str) -> None:
    assert answer(api_v1, text).answer.answer_text.startswith(told)


def test_a_word_of_any_question_is_no_misspelling(api_v1: Api) -> None:
    shown = answer(api_v1, "How much does the Skylark 3 weigh?").answer
    assert shown.answer_text == "Skylark 3 weather station - Weight (grams): 1180."
    query = shown.steps[0].actions[0].search_action.query
    assert query == "How much does the Skylark 3 weigh?"


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("version", ["v1", "v1beta"])
def test_spelling_is_left_alone_where_that_is_asked_for(
    server: Server, transport: str, version: str
) -> None:
    spec = {"disable_spell_correction": True}
    api = Api(server, transport, version)
    shown = answer(api, MISSPELLED, query_understanding_spec=spec).answer
    assert shown.steps[0].actions[0].search_action.query == MISSPELLED


def test_a_word_that_no_document_has_is_asked_for_by_a_synonym(api_v1: Api) -> None:
    def searched(**spec: Any) -> str:
        shown = answer(api_v1, "How many days of vacation do employees have?", **spec).answer
        return str(shown.steps[0].actions[0].search_action.query)

    assert searched() == "How many days of annual leave do employees have?"
    as_typed = searched(query_understanding_spec={"query_rephraser_spec": {"disable": True}})
    assert as_typed == "How many days of vacation do employees have?"


def test_what_is_said_of_any_product_is_told_of_the_one_that_is_named(api: Api) -> None:
    def told(**spec: Any) -> tuple[str, str]:
        shown = answer(api, "How do I return a Skylark 3?", **spec).answer
        return shown.steps[0].actions[0].search_action.query, shown.answer_text

    query, text = told()
    assert query == "How do I return one?"
    assert text.startswith('Open the order in your account and choose "Return items".')
    as_typed, _ = told(query_understanding_spec={"query_rephraser_spec": {"disable": True}})
    assert as_typed == "How do I return a Skylark 3?"


def test_a_preamble_says_how_long_the_answer_is_and_whether_it_is_a_list(api: Api) -> None:
    def shown(preamble: str) -> str:
        spec = {"prompt_spec": {"preamble": preamble}}
        return str(answer(api, answer_generation_spec=spec).answer.answer_text)

    usual = shown("You are a friendly assistant.")
    assert usual == answer(api).answer.answer_text
    assert shown("Answer in one sentence.") == ANSWER
    listed = shown("Use bullet points.").split("\n")
    assert [line[:2] for line in listed] == ["- "] * len(listed)
    assert " ".join(line[2:] for line in listed) == usual
    numbered = shown("Write a numbered list.").split("\n")
    assert numbered == [f"{place}. {line[2:]}" for place, line in enumerate(listed, start=1)]
    assert shown("Keep it under 12 words.") == ANSWER
    assert len(shown("Use 40 words or less.").split()) <= 40


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How can I pay?", "credit cards, debit cards and bank transfer"),
        ("What's the rate limit?", "30 requests per minute on the Seedling plan"),
    ],
)
def test_questions_in_other_words_than_the_documents(api: Api, question: str, told: str) -> None:
    assert told in answer(api, question).answer.answer_text


def test_a_question_of_a_faq_is_answered_from_below_it(api: Api, http: httpx.Client) -> None:
    texts = [f"Kettle {number} is a kettle. A kettle is a kettle." for number in range(5)]
    texts.append(
        "1.1. Is a kettle a kettle?\n\nMostly. Some are teapots.\n\n1.2. Why?\n\nWho knows."
    )
    store = made.data_store(http, [made.document(f"d{at}", text) for at, text in enumerate(texts)])
    response = answer(
        api, "Is a kettle a kettle?", serving_config=f"{store}/servingConfigs/default_search"
    )
    assert response.answer.answer_text.startswith("Mostly. ")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What does the Rook 2 cost in pounds?", "Rook 2 gateway - Prices (GBP): 131."),
        (
            "How much does the Skylark 3 cost in yen?",
            "Skylark 3 weather station - Prices (JPY): 54800.",
        ),
        ("What does the Plover cost in dollars?", "Plover soil probe - Prices (USD): 95."),
    ],
)
def test_a_price_is_found_in_a_currency_that_its_record_has_by_code(
    api: Api, question: str, told: str
) -> None:
    assert answer(api, question).answer.answer_text == told


@pytest.fixture(scope="module")
def club(http: httpx.Client) -> str:
    """The serving config of a FAQ whose entries are records."""
    entries = {
        "How do I cancel?": "Write to leave@club.example by the 15th.",
        "Can I freeze my membership?": "Yes, for up to three months a year.",
        "Is there parking?": "There are 40 spaces behind the building.",
        "How much is a membership?": "Basic costs 24 euros a month.",
    }
    records = [
        made.record(f"entry-{number}", question=question, answer=told)
        for number, (question, told) in enumerate(entries.items())
    ]
    return made.serving_config(http, records, contentConfig="NO_CONTENT")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Can I freeze my membership?", "Yes, for up to three months a year."),
        ("Where can I park?", "There are 40 spaces behind the building."),
        ("How do I cancel my membership?", "Write to leave@club.example by the 15th."),
        ("Who founded the parking?", NO_ANSWER),
        ("How do I cancel a flight?", NO_ANSWER),
    ],
)
def test_records_with_question_and_answer_are_entries_of_a_faq(
    api: Api, club: str, question: str, told: str
) -> None:
    assert answer(api, question, serving_config=club).answer.answer_text == told


MILL = {
    "shop": "Goods from the shop may be returned within 14 days if the receipt is shown.",
    "tours": "Guides give tours of the old mill on Sundays. The way back leads along the river.",
    "tickets": "Admission to the mill is 12 euros. Minors are admitted free of charge.",
    "rules": "Animals are prohibited in the exhibition. Get a locker for large bags in the hall.",
    "talks": "Register for talks at the desk.",
}
IN_OTHER_WORDS = {
    "Can I give back what I bought in the shop?": MILL["shop"],
    "How much is it to get in?": "Admission to the mill is 12 euros.",
    "How do I sign up?": MILL["talks"],
    "Are dogs allowed?": "Animals are prohibited in the exhibition.",
}


@pytest.fixture(scope="module")
def mill(http: httpx.Client) -> str:
    """The serving config of a data store about a mill."""
    return made.serving_config(http, (made.document(one, text) for one, text in MILL.items()))


@pytest.mark.parametrize("question", IN_OTHER_WORDS)
def test_a_question_is_answered_in_other_words_than_the_documents(
    api: Api, mill: str, question: str
) -> None:
    shown = answer(api, question, serving_config=mill).answer
    assert shown.answer_text.startswith(IN_OTHER_WORDS[question])
    assert shown.steps[0].actions[0].search_action.query == question
    as_typed = {"query_rephraser_spec": {"disable": True}}
    shown = answer(api, question, serving_config=mill, query_understanding_spec=as_typed).answer
    assert shown.answer_skipped_reasons


@pytest.mark.parametrize(
    "question",
    [
        "Does Russia give Alaska back?",
        "Is there a cinema?",
        "How do I give blood?",
        "Is there a manual?",  # A guide may be a person.
        "Can dogs use a locker?",  # Animals are told of in another sentence.
        "What is the rating?",
        "Where is it weighed (dogs exhibition)?",
    ],
)
def test_other_words_answer_nothing_that_no_document_tells(
    api: Api, mill: str, question: str
) -> None:
    assert answer(api, question, serving_config=mill).answer.answer_skipped_reasons


RELEASES = """# Alpaca release notes

## [4.2.0] - 2025-06-12

### Added
- Dark mode on phones.
- Shared folders.

### Changed
- The search reads tables.

## [4.1.1] - 2025-05-02

### Fixed
- A crash at the start.
- Reminders that came an hour late after the change of the clocks.

### Removed
The sync with Llama.
"""


@pytest.fixture(scope="module")
def releases(http: httpx.Client) -> str:
    """The serving config of a data store with release notes."""
    return made.serving_config(http, [made.document("releases", RELEASES)])


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What was added in 4.2.0?", ["Dark mode on phones.", "Shared folders."]),
        ("What changed in 4.2.0?", ["The search reads tables."]),
        (
            "What was fixed in version 4.1.1?",
            [
                "A crash at the start.",
                "Reminders that came an hour late after the change of the clocks.",
            ],
        ),
        ("What was removed in 4.1.1?", ["The sync with Llama."]),
    ],
)
def test_what_stands_under_a_version_and_a_kind_of_change_is_told(
    api: Api, releases: str, question: str, told: list[str]
) -> None:
    shown = answer(api, question, serving_config=releases).answer
    assert shown.answer_text.splitlines() == told
