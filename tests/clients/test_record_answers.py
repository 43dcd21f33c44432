"""Questions for the records that meet a condition, or have the most or the least of something."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.clients import made
from tests.clients.answering import NO_ANSWER, over_http
from tests.conftest import Api

# Of two dinghies of one weight.
BOATS: list[dict[str, Any]] = [
    {"title": "Tern", "kind": "dinghy", "price": 1450.5, "weight_kg": 62, "launched": "2019-04-02"},
    {"title": "Gannet", "kind": "dinghy", "price": 900, "weight_kg": 62, "launched": "2011-08-15"},
    {
        "title": "Curlew",
        "kind": "rowing boat",
        "price": 640,
        "weight_kg": 48,
        "launched": "2023-05-20",
    },
    {
        "title": "Egret",
        "kind": "yacht",
        "price": 48000,
        "weight_kg": 2900,
        "launched": "2021-03-11",
    },
    {
        "title": "Heron",
        "kind": "yacht",
        "price": 31500,
        "weight_kg": 2100,
        "launched": "2008-10-30",
    },
]
BERTHS = {"Tern": 0, "Gannet": 0, "Curlew": 0, "Egret": 6, "Heron": 4}
RULES = (
    "Yachts of less than 10 metres pay 300 euros a year. The oldest berth is the one in the east."
)


@pytest.fixture(scope="module")
def boats(http: httpx.Client) -> str:
    """The serving config of an engine with nothing but records."""
    records = [
        made.record(one["title"].lower(), **one, berths=BERTHS[one["title"]]) for one in BOATS
    ]
    store = made.data_store(http, records, contentConfig="NO_CONTENT")
    return f"{made.engine(http, [store])}/servingConfigs/default_search"


@pytest.fixture(scope="module")
def harbour(http: httpx.Client) -> str:
    """One with a text beside the records."""
    records = [made.record(one["title"].lower(), **one) for one in BOATS]
    stores = [
        made.data_store(http, records, contentConfig="NO_CONTENT"),
        made.data_store(http, [made.document("rules", RULES, title="Rules of the harbour")]),
    ]
    return f"{made.engine(http, stores)}/servingConfigs/default_search"


@pytest.fixture(scope="module")
def shop(http: httpx.Client) -> str:
    """One with records of several kinds, which titles tell or fields."""
    records = [
        made.record("emma", title="Emma", category="book", price=8),
        made.record("kells", title="The Book of Kells", category="book", price=40),
        made.record("light", title="Book light", category="lamp", price=5),
        made.record("x", title="Camera X", price=300),
        made.record("y", title="Camera Y", price=400),
        made.record("lens", title="Lens", fits="camera", price=90),
        made.record("gust", title="Gust", category="sensor", price=70),
        made.record("frost", title="Frost sensor", category="winter", price=60),
    ]
    store = made.data_store(http, records, contentConfig="NO_CONTENT")
    return f"{made.engine(http, [store])}/servingConfigs/default_search"


def told(http: httpx.Client, config: str, question: str, **body: Any) -> list[str]:
    return str(over_http(http, question, config, **body)["answerText"]).splitlines()


def dialogue(http: httpx.Client, config: str, *questions: str) -> list[Any]:
    """The answers to questions of one session."""
    session, answers = f"{config.rpartition('/servingConfigs/')[0]}/sessions/-", []
    for question in questions:
        body = {"query": {"text": question}, "session": session}
        response = made.post(http, f"{config}:answer", body)
        session = response["session"]["name"]
        answers.append(response["answer"])
    return answers


def test_records_that_meet_a_condition_are_told_and_cited(api: Api, boats: str) -> None:
    request = {
        "serving_config": boats,
        "query": {"text": "Which boats cost less than 1,500 euros?"},
        "answer_generation_spec": {"include_citations": True},
    }
    client = api.client("ConversationalSearchService")
    answer = client.answer_query(request=request).answer
    lines = ["Curlew - Price: 640.", "Gannet - Price: 900.", "Tern - Price: 1450.5."]
    assert answer.answer_text.splitlines() == lines
    text = answer.answer_text.encode()
    assert [text[one.start_index : one.end_index].decode() for one in answer.citations] == lines
    documents = [one.structured_document_info.document for one in answer.references]
    assert [name.rpartition("/")[2] for name in documents] == ["curlew", "gannet", "tern"]
    cited = [[int(one.reference_id) for one in each.sources] for each in answer.citations]
    assert cited == [[0], [1], [2]]
    observed = answer.steps[0].actions[0].observation.search_results
    assert [one.document for one in observed] == documents


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("Which boats have more than 4 berths?", ["Egret - Berths: 6."]),
        (
            "Which boats have at least 4 berths?",
            ["Egret - Berths: 6.", "Heron - Berths: 4."],
        ),
        ("boats under 700 euros", ["Curlew - Price: 640."]),
        ("Which boats have 6 berths?", ["Egret - Berths: 6."]),
        ("How many boats cost less than 700 euros?", ["1 boat:", "Curlew - Price: 640."]),
        ("What can I buy for less than 700 euros?", ["Curlew - Price: 640."]),
        ("Do you have any yachts for under 40000?", ["Heron - Price: 31500."]),
        (
            "Show me dinghies between 800 and 2000 euros",
            ["Gannet - Price: 900.", "Tern - Price: 1450.5."],
        ),
        ("Which boats weigh less than 50 kg?", ["Curlew - Weight (kg): 48."]),
        ("Which boats weigh less than 50000 grams?", ["Curlew - Weight (kg): 48."]),
        ("Which boats do not weigh more than 50 kg?", ["Curlew - Weight (kg): 48."]),
        ("Which boats weren't launched before 2023?", ["Curlew - Launched: 2023-05-20."]),
        (
            "Which boats were launched after 2020?",
            ["Egret - Launched: 2021-03-11.", "Curlew - Launched: 2023-05-20."],
        ),
        (
            "Which boats cost less than 1000 euros and weigh more than 50 kg?",
            ["Gannet - Price: 900. Weight (kg): 62."],
        ),
    ],
)
def test_conditions_are_read_out_of_a_question(
    http: httpx.Client, boats: str, question: str, lines: list[str]
) -> None:
    assert told(http, boats, question) == lines


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("What is the cheapest boat?", ["Curlew - Price: 640."]),
        ("Which boat is the most expensive?", ["Egret - Price: 48000."]),
        ("What is the cheapest yacht?", ["Heron - Price: 31500."]),
        ("Which boat has the most berths?", ["Egret - Berths: 6."]),
        ("Which is the newest dinghy?", ["Tern - Launched: 2019-04-02."]),
        ("What is the oldest yacht?", ["Heron - Launched: 2008-10-30."]),
        ("What is the cheapest boat with more than 3 berths?", ["Heron - Price: 31500."]),
        ("heaviest dinghy", ["Tern - Weight (kg): 62.", "Gannet - Weight (kg): 62."]),
        ("What are the two cheapest boats?", ["Curlew - Price: 640.", "Gannet - Price: 900."]),
        ("Top 2 most expensive boats", ["Egret - Price: 48000.", "Heron - Price: 31500."]),
        ("What is the second cheapest boat?", ["Gannet - Price: 900."]),
        (
            "Which boat is the 3rd heaviest?",
            ["Gannet - Weight (kg): 62.", "Tern - Weight (kg): 62."],
        ),
        ("What is the third cheapest yacht?", [NO_ANSWER]),
    ],
)
def test_the_most_and_the_least_are_told(
    http: httpx.Client, boats: str, question: str, lines: list[str]
) -> None:
    assert sorted(told(http, boats, question)) == sorted(lines)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much is the cheapest yacht?", "Heron - Price: 31500."),
        ("How much is the lightest yacht?", "Heron - Price: 31500. Weight (kg): 2100."),
        ("How heavy is the cheapest yacht?", "Heron - Weight (kg): 2100. Price: 31500."),
        ("What is the weight of the cheapest boat?", "Curlew - Weight (kg): 48. Price: 640."),
        ("How many berths does the cheapest yacht have?", "Heron - Berths: 4. Price: 31500."),
        ("When was the cheapest yacht launched?", "Heron - Launched: 2008-10-30. Price: 31500."),
        ("What does the lightest boat cost?", "Curlew - Price: 640. Weight (kg): 48."),
        ("How old is the cheapest yacht?", NO_ANSWER),
    ],
)
def test_an_attribute_is_told_of_what_has_the_most(
    http: httpx.Client, boats: str, question: str, answer: str
) -> None:
    assert told(http, boats, question) == [answer]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which boats are not yachts?", ["Curlew", "Tern", "Gannet"]),
        ("What is the cheapest boat that is not a dinghy?", ["Curlew - Price: 640."]),
        ("How many boats are not dinghies?", ["3 boats:", "Curlew", "Egret", "Heron"]),
        ("Which boats are not submarines?", [NO_ANSWER]),
    ],
)
def test_what_is_not_so_is_told_of_others(
    http: httpx.Client, boats: str, question: str, answer: list[str]
) -> None:
    assert told(http, boats, question) == answer


FILMS: list[dict[str, Any]] = [
    {"title": "The Owl", "director": "Ada Holm", "rating": 8.1, "released": "1999-05-01"},
    {"title": "Film Night", "director": "Ada Holm", "rating": 6.0, "released": "2004-02-11"},
    {"title": "Harbour", "director": "Bo Lind", "rating": 9.0, "released": "2011-09-30"},
]


@pytest.fixture(scope="module")
def films(http: httpx.Client) -> str:
    """One whose data store is called by what the records are, which they do not say."""
    records = [made.record(f"f{number}", **one) for number, one in enumerate(FILMS)]
    store = made.data_store(http, records, displayName="Films", contentConfig="NO_CONTENT")
    return f"{made.engine(http, [store])}/servingConfigs/default_search"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the best rated film?", ["Harbour - Rating: 9."]),
        ("Which films by Ada Holm are rated above 7?", ["The Owl - Rating: 8.1."]),
        ("What is the newest film by Ada Holm?", ["Film Night - Released: 2004-02-11."]),
        (
            "Who directed the best rated film?",
            ["Harbour - Director: Bo Lind. Rating: 9."],
        ),
        (
            "Which of the films that were released after 2000 is the worst rated?",
            ["Film Night - Rating: 6."],
        ),
        ("How long is Harbour?", [NO_ANSWER]),
    ],
)
def test_records_are_what_their_data_store_is_called(
    http: httpx.Client, films: str, question: str, answer: list[str]
) -> None:
    assert told(http, films, question) == answer


def test_names_without_an_article_are_compared(http: httpx.Client, films: str) -> None:
    lines = told(http, films, "Compare Harbour and Film Night")
    assert [line.partition(" - ")[0] for line in lines] == ["Harbour", "Film Night"]


def test_all_that_is_said_of_a_thing_is_looked_for_first(http: httpx.Client) -> None:
    others = [
        made.record(f"p{n}", title=f"Pot {n}", maker="Bo Lind", price=500 + n) for n in range(230)
    ]
    pot = made.record("pot", title="Pot", maker="Ada Holm", price=100)
    store = made.data_store(http, [*others, pot], contentConfig="NO_CONTENT")
    config = f"{made.engine(http, [store])}/servingConfigs/default_search"
    assert told(http, config, "Which pots by Ada Holm cost more than 50?") == ["Pot - Price: 100."]


def test_no_record_that_meets_a_condition_is_no_answer(http: httpx.Client, boats: str) -> None:
    answer = over_http(http, "Which yachts cost less than 1000 euros?", boats)
    assert answer["answerText"] == NO_ANSWER
    assert answer["answerSkippedReasons"] == ["NO_RELEVANT_CONTENT"]
    assert not answer.get("references")


def test_what_is_not_a_record_is_answered_by_texts(http: httpx.Client, harbour: str) -> None:
    assert "300 euros" in told(http, harbour, "What do yachts of less than 10 metres pay?")[0]
    assert told(http, harbour, "What is the oldest berth?") == [
        "The oldest berth is the one in the east."
    ]
    assert told(http, harbour, "What is the oldest yacht?") == ["Heron - Launched: 2008-10-30."]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("List all boats", {"Tern", "Gannet", "Curlew", "Egret", "Heron"}),
        ("What boats do you have?", {"Tern", "Gannet", "Curlew", "Egret", "Heron"}),
        ("Which yachts are available?", {"Egret", "Heron"}),
        ("Show me all dinghies", {"Tern", "Gannet"}),
    ],
)
def test_all_things_of_a_kind_are_told(
    http: httpx.Client, boats: str, question: str, names: set[str]
) -> None:
    text = over_http(http, question, boats)["answerText"]
    assert {one["title"] for one in BOATS if one["title"] in text} == names


@pytest.mark.parametrize(
    ("question", "announced"),
    [
        ("How many boats do you have?", "5 boats:"),
        ("how many yachts are there", "2 yachts:"),
        ("How many boats have 4 or more berths and cost less than 40,000 euros?", "1 boat:"),
        ("How many dinghies cost more than 500 euros?", "2 dinghies:"),
        ("How many cost less than 1,000 euros?", "2 results:"),
    ],
)
def test_things_are_counted_and_told(
    http: httpx.Client, boats: str, question: str, announced: str
) -> None:
    first, *others = told(http, boats, question)
    assert first == announced
    assert len(others) == int(announced[0])


def test_a_count_is_of_all_things_though_fewer_are_told(http: httpx.Client, boats: str) -> None:
    body = {
        "searchSpec": {"searchParams": {"maxReturnResults": 2}},
        "answerGenerationSpec": {
            "includeCitations": True,
            "promptSpec": {"preamble": "Answer as a bulleted list."},
        },
    }
    answer = over_http(http, "How many boats cost less than 1,500 euros?", boats, **body)
    lines = answer["answerText"].splitlines()
    assert lines == ["3 boats, 2 of them:", "- Curlew - Price: 640.", "- Gannet - Price: 900."]
    assert len(answer["references"]) == 2


def test_a_count_of_more_records_than_are_read_is_at_least_that(http: httpx.Client) -> None:
    store = made.data_store(http, [], contentConfig="NO_CONTENT")
    for hundred in range(51):
        rows = (made.record(f"r{hundred}-{row}", title=f"Row {row}") for row in range(100))
        made.add(http, store, rows)
    config = f"{made.engine(http, [store])}/servingConfigs/default_search"
    assert told(http, config, "How many rows are there?")[0] == "At least 5000 rows, 10 of them:"


def test_a_text_that_says_how_many_there_are_is_preferred(http: httpx.Client) -> None:
    fleet = "The club has seven yachts and no dinghies."
    stores = [
        made.data_store(
            http,
            [made.record(one["title"].lower(), **one) for one in BOATS],
            contentConfig="NO_CONTENT",
        ),
        made.data_store(http, [made.document("fleet", fleet, title="Our club")]),
    ]
    config = f"{made.engine(http, stores)}/servingConfigs/default_search"
    assert told(http, config, "How many yachts are there?")[0].startswith(fleet)


def test_a_text_that_names_all_things_of_a_kind_is_preferred(http: httpx.Client) -> None:
    fleet = "We have two yachts: the Egret sleeps six and the Heron four."
    stores = [
        made.data_store(
            http,
            [made.record(one["title"].lower(), **one) for one in BOATS],
            contentConfig="NO_CONTENT",
        ),
        made.data_store(http, [made.document("fleet", fleet, title="Our fleet")]),
    ]
    config = f"{made.engine(http, stores)}/servingConfigs/default_search"
    assert fleet in " ".join(told(http, config, "Which yachts are there?"))


@pytest.mark.parametrize("question", ["What kinds are there?", "List all rules", "Which kayaks?"])
def test_what_no_record_is_called_is_not_listed(
    http: httpx.Client, harbour: str, question: str
) -> None:
    assert "Tern" not in told(http, harbour, question)


def test_what_a_field_tells_by_yes_or_no_is_heeded(http: httpx.Client) -> None:
    records = [
        made.record("tern", name="Tern", price=50, has_sail=False),
        made.record("gull", name="Gull", price=60, has_sail=True, folding=True),
        made.record("coot", name="Coot", price=70, has_sail=True, folding=False),
    ]
    store = made.data_store(http, records, contentConfig="NO_CONTENT")
    config = f"{made.engine(http, [store])}/servingConfigs/default_search"
    assert told(http, config, "What is the cheapest folding boat?") == ["Gull - Price: 60."]
    assert told(http, config, "Which folding boats cost less than 90 euros?") == [
        "Gull - Price: 60."
    ]


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("Which boats are in stock?", ["Coot", "Gull", "Tern"]),
        ("Which boats are not in stock?", ["Egret", "Heron"]),
    ],
)
def test_all_that_are_so_are_told_though_only_one_says_what_it_is(
    http: httpx.Client, question: str, titles: list[str]
) -> None:
    stock = {"Tern": True, "Gull": True, "Coot": True, "Egret": False, "Heron": False}
    records = [
        made.record(name.lower(), title=name, in_stock=is_there, price=100 + number)
        for number, (name, is_there) in enumerate(stock.items())
    ]
    records[2]["structData"]["kind"] = "rowing boat"
    store = made.data_store(http, records, contentConfig="NO_CONTENT")
    config = f"{made.engine(http, [store])}/servingConfigs/default_search"
    text = over_http(http, question, config)["answerText"]
    assert [name for name in sorted(stock) if name in text] == titles


@pytest.mark.parametrize(
    "question",
    [
        "What is the cheapest steel boat?",
        "Which steel boats cost less than 5000 euros?",
        "Which dinghies made of steel cost less than 5000 euros?",
        "Which boats that are no dinghies cost less than 5000 euros?",
    ],
)
def test_records_that_do_not_say_all_of_it_are_not_told(
    http: httpx.Client, boats: str, question: str
) -> None:
    assert len(told(http, boats, question)) == 1


def test_a_filter_of_the_request_counts_too(http: httpx.Client, boats: str) -> None:
    spec = {"searchParams": {"filter": 'kind: ANY("dinghy")'}}
    lines = told(http, boats, "Which boats cost less than 1,500 euros?", searchSpec=spec)
    assert lines == ["Gannet - Price: 900.", "Tern - Price: 1450.5."]
    assert told(http, boats, "What is the cheapest boat?", searchSpec=spec) == [
        "Gannet - Price: 900."
    ]


def test_no_more_records_are_told_than_results_are_asked_for(
    http: httpx.Client, boats: str
) -> None:
    spec = {"searchParams": {"maxReturnResults": 2}}
    answer = over_http(http, "Which boats cost less than 1,500 euros?", boats, searchSpec=spec)
    assert len(answer["references"]) == len(answer["answerText"].splitlines()) == 2


def test_each_part_of_a_compound_question_is_told(http: httpx.Client, boats: str) -> None:
    text = "Which boats cost less than 700 euros and which yachts weigh more than 2500 kg?"
    understanding = {"queryRephraserSpec": {"maxRephraseSteps": 5}}
    answer = over_http(http, text, boats, queryUnderstandingSpec=understanding)
    assert len(answer["steps"][0]["actions"]) == 2
    assert "Curlew - Price: 640." in answer["answerText"]
    assert "Egret - Weight (kg): 2900." in answer["answerText"]
    assert len(answer["references"]) == 2


def test_a_follow_up_changes_the_condition(http: httpx.Client, boats: str) -> None:
    asked = ("Which boats cost less than 1,500 euros?", "And under 700?")
    assert dialogue(http, boats, *asked)[-1]["answerText"] == "Curlew - Price: 640."


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("List all boats", ["Curlew", "Egret", "Gannet", "Heron", "Tern"]),
        ("Which boat has the most berths?", ["Egret - Berths: 6."]),
        ("Which yachts cost less than 40000 euros?", ["Heron - Price: 31500."]),
    ],
)
def test_what_was_spoken_of_before_is_no_condition(
    http: httpx.Client, boats: str, question: str, lines: list[str]
) -> None:
    earlier = ("What is the cheapest dinghy?", "Which dinghies weigh more than 60 kg?")
    *_, answer = dialogue(http, boats, *earlier, question)
    assert sorted(answer["answerText"].splitlines()) == sorted(lines)


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        (
            "Which is cheaper, the Tern or the Gannet?",
            ["Gannet - Price: 900.", "Tern - Price: 1450.5."],
        ),
        ("Is the Tern cheaper than the Gannet?", ["Gannet - Price: 900.", "Tern - Price: 1450.5."]),
        (
            "Does the Egret cost more than the Heron?",
            ["Egret - Price: 48000.", "Heron - Price: 31500."],
        ),
        (
            "Which weighs less: Tern or Curlew?",
            ["Curlew - Weight (kg): 48.", "Tern - Weight (kg): 62."],
        ),
        (
            "Which is newer, the Heron or the Egret?",
            ["Egret - Launched: 2021-03-11.", "Heron - Launched: 2008-10-30."],
        ),
        (
            "Does the Heron have more berths than the Egret?",
            ["Egret - Berths: 6.", "Heron - Berths: 4."],
        ),
        (
            "What is the difference in price between the Tern and the Gannet?",
            ["Gannet - Price: 900.", "Tern - Price: 1450.5."],
        ),
        (
            "Compare the weight of the Heron and the Egret",
            ["Heron - Weight (kg): 2100.", "Egret - Weight (kg): 2900."],
        ),
    ],
)
def test_two_that_are_compared_are_told_in_order(
    http: httpx.Client, boats: str, question: str, lines: list[str]
) -> None:
    assert told(http, boats, question) == lines


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which boats are cheaper than the Gannet?", ["Curlew - Price: 640."]),
        ("Which boats cost more than the Heron?", ["Egret - Price: 48000."]),
        ("Is there a yacht heavier than the Heron?", ["Egret - Weight (kg): 2900."]),
        ("Do you have a cheaper yacht than the Egret?", ["Heron - Price: 31500."]),
        ("Which boats are newer than the Egret?", ["Curlew - Launched: 2023-05-20."]),
        (
            "How many boats are heavier than the Tern?",
            ["2 boats:", "Egret - Weight (kg): 2900.", "Heron - Weight (kg): 2100."],
        ),
        ("Which boats are lighter than the Curlew?", [NO_ANSWER]),
    ],
)
def test_what_has_more_or_less_than_another_is_told(
    http: httpx.Client, boats: str, question: str, answer: list[str]
) -> None:
    assert told(http, boats, question) == answer


@pytest.mark.parametrize(
    "question",
    [
        "Compare the Egret and the Heron",
        "What is the difference between the Egret and the Heron?",
        "Egret vs Heron",
    ],
)
def test_what_differs_is_told_of_two_that_are_compared(
    http: httpx.Client, boats: str, question: str
) -> None:
    assert told(http, boats, question) == [
        "Egret - Berths: 6. Launched: 2021-03-11. Price: 48000. Weight (kg): 2900.",
        "Heron - Berths: 4. Launched: 2008-10-30. Price: 31500. Weight (kg): 2100.",
    ]


def test_a_sentence_that_compares_the_two_is_preferred(http: httpx.Client) -> None:
    compared = "The Gannet is cheaper than the Tern, for it has no sails."
    records = [made.record(one["title"].lower(), **one) for one in BOATS]
    stores = [
        made.data_store(http, records, contentConfig="NO_CONTENT"),
        made.data_store(http, [made.document("boats", compared, title="Our boats")]),
    ]
    config = f"{made.engine(http, stores)}/servingConfigs/default_search"
    assert told(http, config, "Which is cheaper, the Tern or the Gannet?")[0].startswith(compared)


@pytest.mark.parametrize(
    "question",
    ["Which is cheaper, the Tern or the Petrel?", "Is it cheaper to rent a Tern than to buy one?"],
)
def test_what_no_two_records_are_called_is_not_compared(
    http: httpx.Client, boats: str, question: str
) -> None:
    assert "Gannet - Price" not in " ".join(told(http, boats, question))


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("What do the yachts cost?", ["Egret - Price: 48000.", "Heron - Price: 31500."]),
        ("What are the prices of the yachts?", ["Egret - Price: 48000.", "Heron - Price: 31500."]),
        ("List all yachts with their prices", ["Egret - Price: 48000.", "Heron - Price: 31500."]),
        (
            "How heavy are your yachts?",
            ["Egret - Weight (kg): 2900.", "Heron - Weight (kg): 2100."],
        ),
        ("Show me the berths of each yacht", ["Egret - Berths: 6.", "Heron - Berths: 4."]),
        (
            "Give me the weight of all boats",
            [f"{one['title']} - Weight (kg): {one['weight_kg']}." for one in BOATS],
        ),
    ],
)
def test_an_attribute_is_told_of_each_thing(
    http: httpx.Client, boats: str, question: str, lines: list[str]
) -> None:
    assert sorted(told(http, boats, question)) == sorted(lines)


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        (
            "What do the lamps cost in dollars?",
            ["Ash - Prices (USD): 55.", "Oak - Prices (USD): 75."],
        ),
        ("prices of the lamps in euros", ["Ash - Prices (EUR): 50.", "Oak - Prices (EUR): 70."]),
    ],
)
def test_a_price_is_told_in_the_currency_that_is_asked_for(
    http: httpx.Client, question: str, lines: list[str]
) -> None:
    records = [
        made.record(name.lower(), title=name, kind="lamp", prices={"eur": euros, "usd": euros + 5})
        for name, euros in (("Ash", 50), ("Oak", 70))
    ]
    store = made.data_store(http, records, contentConfig="NO_CONTENT")
    config = f"{made.engine(http, [store])}/servingConfigs/default_search"
    assert sorted(told(http, config, question)) == lines


def test_a_text_that_tells_it_of_all_things_is_preferred(http: httpx.Client) -> None:
    prices = "The price of the Egret is 45,000 euros and that of the Heron 30,000 in spring."
    records = [made.record(one["title"].lower(), **one) for one in BOATS]
    stores = [
        made.data_store(http, records, contentConfig="NO_CONTENT"),
        made.data_store(http, [made.document("boats", prices, title="Prices of yachts")]),
    ]
    config = f"{made.engine(http, stores)}/servingConfigs/default_search"
    assert prices in " ".join(told(http, config, "What are the prices of the yachts?"))


@pytest.mark.parametrize("question", ["What are the owners of the yachts?", "prices of kayaks"])
def test_what_records_do_not_tell_is_not_told_of_each(
    http: httpx.Client, harbour: str, question: str
) -> None:
    assert "Egret - Price" not in " ".join(told(http, harbour, question))


CHEAP = "Which boats cost less than 1,500 euros?"


@pytest.mark.parametrize(
    ("earlier", "question", "lines"),
    [
        ([CHEAP], "Which of them is the lightest?", ["Curlew - Weight (kg): 48."]),
        ([CHEAP], "And the lightest?", ["Curlew - Weight (kg): 48."]),
        ([CHEAP], "Which ones cost more than 1000 euros?", ["Tern - Price: 1450.5."]),
        ([CHEAP], "Which weigh less than 50 kg?", ["Curlew - Price: 640. Weight (kg): 48."]),
        ([CHEAP], "How many are there?", ["3 boats:", "Curlew", "Gannet", "Tern"]),
        (
            [CHEAP, "Which of them weigh more than 50 kg?"],
            "Which of those is the cheapest?",
            ["Gannet - Price: 900."],
        ),
        (
            [CHEAP, "How heavy is the Tern?"],
            "Which one is the oldest?",
            ["Gannet - Launched: 2011-08-15."],
        ),
        (["What is the cheapest yacht?"], "How heavy is it?", ["Heron - Weight (kg): 2100."]),
        (["What is the heaviest yacht?"], "Is there a cheaper one?", ["Heron - Price: 31500."]),
        (["What is the heaviest yacht?"], "Anything lighter?", ["Heron - Weight (kg): 2100."]),
        (["What is the cheapest yacht?"], "How many do you have?", ["2 yachts:", "Egret", "Heron"]),
        (["Show me all yachts", "And dinghies?"], "Which one is the newest?", ["Tern"]),
    ],
)
def test_a_follow_up_asks_of_the_records_before(
    http: httpx.Client, boats: str, earlier: list[str], question: str, lines: list[str]
) -> None:
    *_, answer = dialogue(http, boats, *earlier, question)
    found = answer["answerText"].splitlines()
    assert len(found) == len(lines)
    assert all(any(one.startswith(line) for one in found) for line in lines)


def test_what_was_asked_before_of_no_records_is_no_condition(
    http: httpx.Client, harbour: str
) -> None:
    asked = ("What do yachts of less than 10 metres pay?", "Which of them is the cheapest?")
    assert "Curlew" not in dialogue(http, harbour, *asked)[-1]["answerText"]


def test_results_that_were_brought_along_are_answered_from(http: httpx.Client, boats: str) -> None:
    chunk = {"content": "The Plover costs less than 700 euros.", "documentMetadata": {}}
    spec = {"searchResultList": {"searchResults": [{"chunkInfo": chunk}]}}
    lines = told(http, boats, "Which boats cost less than 700 euros?", searchSpec=spec)
    assert not any("Curlew" in line for line in lines)


def test_a_record_is_told_by_its_name_or_else_by_its_texts(http: httpx.Client) -> None:
    """Ids that were generated tell a reader nothing."""
    ids = [f"{number:032x}" for number in range(3)]
    records = [
        made.record(ids[0], boat_name="Tern", price=50),
        made.record(ids[1], colour="dark green", wood="oak", price=60),
        made.record("no-7", price=70),
    ]
    store = made.data_store(http, records, contentConfig="NO_CONTENT")
    config = f"{made.engine(http, [store])}/servingConfigs/default_search"
    assert told(http, config, "Which boats cost less than 90 euros?") == [
        "Tern - Price: 50.",
        "dark green, oak - Price: 60.",
        "no-7 - Price: 70.",
    ]


def test_records_are_listed_by_their_whole_titles(http: httpx.Client) -> None:
    """Also those that look like two sentences, and those of records with nothing else to read."""
    records = [
        made.record("one", title="Ahoy! The Sequel"),
        made.record("two", title="Knots: A History"),
        made.record("silent"),
    ]
    store = made.data_store(http, records, contentConfig="NO_CONTENT")
    config = f"{made.engine(http, [store])}/servingConfigs/default_search"
    assert sorted(told(http, config, "List all products")) == [
        "Ahoy! The Sequel",
        "Knots: A History",
        "silent",
    ]


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        ("List all books", ["Emma", "The Book of Kells"]),
        ("What is the cheapest book?", ["Emma - Price: 8."]),
        ("Which books cost less than 9 euros?", ["Emma - Price: 8."]),
        ("List all cameras", ["Camera X", "Camera Y"]),
        ("Which cameras cost less than 200 euros?", [NO_ANSWER]),
        ("Which sensors do you have?", ["Frost sensor", "Gust"]),
    ],
)
def test_what_only_goes_with_a_thing_is_none(
    http: httpx.Client, shop: str, question: str, lines: list[str]
) -> None:
    assert sorted(told(http, shop, question)) == lines
