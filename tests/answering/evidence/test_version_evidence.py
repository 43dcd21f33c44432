"""Evidence from several versions of a text, and of what was and is."""

import pytest

from emulator.answering.values import Passage
from tests.answering.samples import FOUNDING, texts


def test_another_version_does_not_answer():
    versions = [
        Passage(f"Alpaca {number} adds {what}.", "Alpaca releases", score)
        for number, what, score in (("4.3", "maps", 9.0), ("4.4", "alerts", 8.0))
    ]
    assert texts("What's new in release 4.4?", versions)[0] == "Alpaca 4.4 adds alerts."


MOORING = [
    Passage("A berth at the mole costs 48 euros a year.", "Berths, 30 March 2024", 9.0),
    Passage("A berth at the mole costs 52 euros a year.", "Berths, 4 March 2025", 8.5),
]


@pytest.mark.parametrize(
    "question", ["How much is a berth at the mole?", "Does a berth at the mole cost anything?"]
)
def test_the_newest_version_tells_what_all_of_them_say(question):
    assert texts(question, MOORING) == [MOORING[1].text]


def test_a_title_of_digits_without_end_is_a_title():
    berths = [Passage(one.text, "7" * 5_000, one.score) for one in MOORING]
    assert texts("How much is a berth at the mole?", berths)[0] == MOORING[0].text


def test_an_older_version_is_read_where_it_is_asked_for():
    assert texts("What did a berth at the mole cost in 2024?", MOORING)[0] == MOORING[0].text


def test_a_thing_of_a_higher_number_is_no_newer_version():
    gates = [
        Passage("The Gate 2 weighs 300 grams.", "Gate 2", 9.0),
        Passage("The Gate 3 weighs 290 grams.", "Gate 3", 8.5),
    ]
    assert texts("What does the Gate weigh?", gates)[0] == gates[0].text


def test_a_newer_text_of_another_title_is_no_newer_version():
    boats = Passage("A berth at the pier costs 70 euros a year.", "Boats, 4 March 2026", 8.4)
    found = texts("How much is a berth at the mole and at the pier?", [*MOORING, boats])
    assert found == [boats.text, MOORING[1].text]


@pytest.mark.parametrize(
    ("title", "note"),
    [
        ("Warranty (bought before 2023)", ""),
        ("Warranty notes", "Status: superseded by note 12\n\n"),
    ],
)
def test_what_is_of_the_past_comes_after_what_holds(title, note):
    old = Passage(f"{note}The warranty is one year.", title, 9.0)
    now = Passage("The warranty is two years.", "Warranty", 8.0)
    assert texts("How long is the warranty?", [old, now])[0] == "The warranty is two years."


def test_what_is_of_the_past_answers_who_asks_for_that():
    old = Passage("The warranty is one year.", "Warranty (bought before 2023)", 9.0)
    now = Passage("The warranty is two years.", "Warranty", 8.9)
    asked = "How long is the warranty if I bought it in 2022 or before 2023?"
    assert texts(asked, [old, now])[0] == "The warranty is one year."


def test_of_minutes_of_two_days_the_later_month_is_newer():
    passages = [
        Passage("The free plan has three places.", "Meeting, 15 January 2024", 9.0),
        Passage("The free plan has five places.", "Meeting, 10 June 2024", 8.9),
    ]
    assert texts("How many places has the free plan?", passages) == [
        "The free plan has five places."
    ]


CHAMPIONS = Passage(
    "Steiner became the first official world champion in 1886. Karp was champion from 1985 to "
    "2000. Domm has been champion since 2024.",
    "Chess",
    9.0,
)


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Who is the current world champion?", "Domm has been"),
        ("who is world champion now", "Domm has been"),
        ("Who was the first world champion?", "Steiner became"),
    ],
)
def test_what_is_so_now_is_not_told_by_what_was(question, best):
    assert texts(question, [CHAMPIONS, FOUNDING])[0].startswith(best)


def test_what_can_be_done_holds_although_it_was_done_before():
    rule = "A club can be closed by 40 votes, as happened in 1999."
    page = Passage(f"{rule} Votes are counted by 2 members of the club.", "Club", 9.0)
    assert texts("How many votes must there be to close a club?", [page, FOUNDING])[0] == rule
