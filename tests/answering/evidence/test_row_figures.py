"""Rows of tables that answer by their figures."""

from __future__ import annotations

import pytest

from emulator.answering import pipeline
from emulator.answering.evidence.row_figures import rows_by_figures
from emulator.answering.question_analysis.analysis import analyze
from emulator.answering.question_analysis.term_weights import idf_over
from emulator.answering.values import Passage, Question

GROUPS = Passage(
    "Discounts for groups\n\nGroup size | Discount\n5 to 19 | 5 percent\n20 to 49 | 10 percent\n"
    "50 or more | 15 percent\n\nThe discount is taken off the day fare.",
    "Group bookings",
)
FLEET = Passage(
    "All our boats carry bicycles.\n\nVessel | Built | Top speed | Passengers\n"
    "Alba | 1998 | 18 knots | 120\nBramble | 2011 | 34 knots | 85\nCorrie | 2019 | 26 knots | 1,240"
    "\nDunlin | 2004 | 12 knots | 60",
    "Our fleet",
)
PARCELS = Passage(
    "Parcels are weighed.\n\nWeight | Price\nup to 2 kg | 4.50 pounds\n2 to 5 kg | 7 pounds\n"
    "over 10 kg | not carried",
    "Parcel rates",
)
DIRECTORS = Passage(
    "Years | Director\n1990\u20132002 | Ada Brook\n2003\u20132011 | Femi Stone"
    "\n2012\u20132024 | Rosa Vance",
    "Directors of the museum",
)
FARES = Passage(
    "Age | Single\n0\u20134 | free\n5\u201315 | 3.20 pounds\n16+ | 6.40 pounds", "Fares by age"
)

FERRIES = Passage(
    "Ferries of both routes\n\nFerry | Route | Speed\nKestrel | northern | 18 knots"
    "\nHeron | southern | 24 knots\nPlover | northern | 21 knots",
    "Ferries",
)
SEASONS = Passage(
    "Group size | Season | Discount\n10 to 19 | winter | 8 percent\n20 to 49 | spring | 5 percent"
    "\n20 to 49 | summer | 10 percent\n20 to 49 | winter | 15 percent"
    "\n50 or more | summer | 20 percent",
    "Discounts for groups",
)


def told(question: str, *passages: Passage) -> list[str]:
    draft = pipeline.answer(Question(question), passages)
    return [] if draft.skipped else draft.answer.text.split("\n")


@pytest.mark.parametrize(
    ("question", "passage", "row"),
    [
        ("Which vessel is the fastest?", FLEET, "Vessel: Bramble"),
        ("Which vessel is the slowest?", FLEET, "Vessel: Dunlin"),
        ("What is the oldest vessel?", FLEET, "Vessel: Alba"),
        ("Which is the newest vessel?", FLEET, "Vessel: Corrie"),
        ("Which boat carries the most passengers?", FLEET, "Vessel: Corrie"),
        ("What is the second fastest vessel?", FLEET, "Vessel: Corrie"),
        ("What discount does a group of 25 get?", GROUPS, "Group size: 20 to 49"),
        ("What discount do 60 people in a group get?", GROUPS, "Group size: 50 or more"),
        ("How much does a parcel of 4 kg cost?", PARCELS, "Weight: 2 to 5 kg"),
        ("What does a parcel of 12 kg cost?", PARCELS, "Weight: over 10 kg"),
        ("Who was director in 2007?", DIRECTORS, "Years: 2003\u20132011"),
        ("What is the single fare at age 3?", FARES, "Age: 0\u20134"),
    ],
)
def test_the_row_that_is_asked_for(question: str, passage: Passage, row: str):
    [answer] = told(question, passage)
    assert answer.startswith(f"{row};")


@pytest.mark.parametrize(
    ("question", "passage", "row"),
    [
        ("Which ferry is the fastest on the northern route?", FERRIES, "Ferry: Plover"),
        ("Which is the fastest southern ferry?", FERRIES, "Ferry: Heron"),
        ("Is the Kestrel the fastest ferry?", FERRIES, "Ferry: Heron"),
        (
            "What discount does a group of 25 get in winter?",
            SEASONS,
            "Group size: 20 to 49; Season: winter",
        ),
    ],
)
def test_a_row_says_what_is_asked_that_only_some_rows_say(
    question: str, passage: Passage, row: str
):
    [answer] = told(question, passage)
    assert answer.startswith(f"{row};")


def test_several_are_told_in_order():
    first, second = told("Which are the two fastest vessels?", FLEET)
    assert (first[:16], second[:15]) == ("Vessel: Bramble;", "Vessel: Corrie;")


def test_two_ranges_may_end_and_begin_with_a_number():
    both = Passage("Weight | Price\n0 to 2 kg | 4 pounds\n2 to 5 kg | 7 pounds", "Parcel rates")
    assert len(told("What does a parcel of 2 kg cost?", both)) == 2


@pytest.mark.parametrize(
    ("question", "passage"),
    [
        ("What does the Skylark 25 cost?", GROUPS),  # a name
        ("What discount do groups get on 25 May?", GROUPS),
        ("What does a parcel of 4 m cost?", PARCELS),
        ("What discount does a group of 3 get?", GROUPS),  # in no range
        ("What discount does a group of 60 get in winter?", SEASONS),  # in summer only
        ("What was the single fare in 2019?", FARES),  # no age
        ("Which museum is the fastest?", FLEET),
        ("Which vessel is the heaviest?", FLEET),  # no such column
    ],
)
def test_no_row_is_chosen_by_what_is_not_its_figure(question: str, passage: Passage):
    assert rows_by_figures(analyze(question, idf_over([passage])), [passage]) == []


@pytest.mark.parametrize(
    ("question", "sentence", "passage"),
    [
        ("Which vessel is the fastest?", "The fastest vessel of all is the Heron.", FLEET),
        ("What discount do groups of 25 get?", "Groups of 25 get a discount of a half.", GROUPS),
    ],
)
def test_a_sentence_that_says_all_goes_before_rows(question: str, sentence: str, passage: Passage):
    first, *_ = told(question, passage, Passage(sentence))
    assert first.startswith(sentence)


def test_a_row_with_just_that_number_is_left_to_other_rules():
    exact = Passage("Size | Discount\n25 | 8 percent\n20 to 49 | 10 percent", "Groups")
    assert "8 percent" in told("What discount is there for a group size of 25?", exact)[0]


def test_a_question_of_many_numbers_is_read_in_no_time():
    numbers = " ".join(map(str, range(20_000)))
    told(f"What discount does a group of {numbers} get?", GROUPS)
