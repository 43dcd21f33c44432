"""Evidence from tables: which rows are told, and when all of them."""

import pytest

from emulator.answering.values import Passage
from tests.answering.samples import FOUNDING, texts

MENU = Passage(
    "item | price | vegan\nEspresso | 2.20 | yes\nCappuccino | 3.40 | no\nOat latte | 3.90 | true",
    "prices.csv",
)


ESPRESSO, CAPPUCCINO, LATTE = (
    "item: Espresso; price: 2.20; vegan: yes.",
    "item: Cappuccino; price: 3.40; vegan: no.",
    "item: Oat latte; price: 3.90; vegan: true.",
)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which items are vegan?", [ESPRESSO, LATTE]),
        ("Which items are not vegan?", [CAPPUCCINO]),
        ("Is the cappuccino vegan?", [CAPPUCCINO]),
        ("Which vegan things are in the cappuccino?", [CAPPUCCINO]),
    ],
)
def test_the_rows_that_say_so_are_told(question, found):
    assert texts(question, [MENU]) == found


ROOMS = Passage(
    "Room | Seats | Projector\nAda room | 12 | yes\nBrook room | 6 | no\nHall | 90 | yes", "Rooms"
)


ADA, BROOK, HALL = (
    "Room: Ada room; Seats: 12; Projector: yes.",
    "Room: Brook room; Seats: 6; Projector: no.",
    "Room: Hall; Seats: 90; Projector: yes.",
)


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which rooms have a projector?", [ADA, HALL]),
        ("Which rooms have no projector?", [BROOK]),
        ("Which projector has the Brook room?", [BROOK]),
    ],
)
def test_what_kind_of_thing_a_row_is_does_not_name_it(question, found):
    assert texts(question, [ROOMS]) == found


@pytest.mark.parametrize("heading", ["Rooms and projectors", "Which rooms have a projector?"])
def test_below_a_heading_that_asks_only_rows_that_say_so_are_told(heading):
    page = Passage(f"Equipment\n\nAll about it.\n\n{heading}\n\n{ROOMS.text}", "Equipment", 9.0)
    assert texts("Which rooms have a projector?", [page]) == [ADA, HALL]


def test_what_a_row_says_of_several_columns_is_told_whole():
    plans = Passage(
        "Which plan has what\n\n | Seedling | Estate\nSchedules | no | yes\nAlerts | yes | yes",
        "Plans",
    )
    told = texts("Which of Seedling and Estate has schedules?", [plans])
    assert told[0] == "Schedules; Seedling: no; Estate: yes."


def test_a_row_that_is_expected_answers_though_it_says_nothing_of_the_question():
    manual = "Alpaca 4\n\nProperty | Value\nTank | 2 litres\nWeight | 8.7 kg\n\nThe Alpaca 4 hums."
    found = texts("How heavy is the Alpaca 4?", [Passage(manual, "Alpaca 4 manual")])
    assert found[0] == "Property: Weight; Value: 8.7 kg."


def test_a_row_says_what_its_column_is_named():
    table = Passage(
        "The X 100 and the X 200 have a fair warranty.\n\nProduct | Warranty\nX 100 | 24 months\n"
        "X 200 | 36 months",
        "Warranty",
    )
    best = texts("How long is the warranty on the X 100?", [table])[0]
    assert best == "Product: X 100; Warranty: 24 months."


MACHINES = Passage(
    "Technical data\n\nProperty | Brewer 400 | Brewer 400 Plus\nPower | 1450 W | 1600 W\n"
    "Tank | 1.8 l | 2.4 l\nPrice | 549 EUR | 699 EUR",
    "Manual",
)


def test_only_the_row_that_says_what_is_asked_is_shown():
    assert texts("How much does the Brewer 400 Plus cost?", [MACHINES]) == [
        "Property: Price; Brewer 400: 549 EUR; Brewer 400 Plus: 699 EUR."
    ]


HOURS = Passage(
    "The Registry, Market Square 1\n\nDay | Hours\nMonday | 8:00 to 16:00\nTuesday | closed\n"
    "Thursday | 8:00 to 18:30\n\nCall the registry on 0555 8100 before you come.",
    "Opening times",
)


@pytest.mark.parametrize("question", ["When is the registry open?", "What are the opening hours?"])
def test_a_table_of_which_every_row_answers_is_shown_whole(question):
    assert texts(question, [HOURS]) == [
        "Day: Monday; Hours: 8:00 to 16:00.",
        "Day: Tuesday; Hours: closed.",
        "Day: Thursday; Hours: 8:00 to 18:30.",
    ]


SIGNALS = Passage(
    "Signals\n\nThe lock blinks when it is opened. Signal colours can be dimmed.\n\n"
    "Signal colours at night\n\nLight | Blinks | Meaning\nred | twice | The door is ajar\n"
    "blue | never | The battery is low\n\nSignal colours of other makers differ.",
    "Lock L2",
)


@pytest.mark.parametrize(
    "question",
    ["What are the signal colours?", "Which signal colours are there?"],
)
def test_a_table_under_a_heading_that_is_the_question_is_shown_whole(question):
    assert texts(question, [SIGNALS]) == [
        "Light: red; Blinks: twice; Meaning: The door is ajar.",
        "Light: blue; Blinks: never; Meaning: The battery is low.",
    ]


@pytest.mark.parametrize("question", ["Can signal colours be dimmed?", "What does red light mean?"])
def test_it_is_not_where_something_else_is_asked(question):
    told = texts(question, [SIGNALS])
    assert told
    assert "Light: blue; Blinks: never; Meaning: The battery is low." not in told


def test_of_a_long_one_the_first_rows_are_shown():
    rows = "\n".join(f"{year} | Branch {year} opens" for year in range(2001, 2021))
    text = f"Milestones\n\nYear | What happened\n{rows}"
    found = texts("What are the milestones?", [Passage(text, "The company")])
    assert found == [f"Year: {y}; What happened: Branch {y} opens." for y in range(2001, 2011)]


def test_rows_that_say_nothing_of_a_question_are_no_answer_for_their_heading():
    bridge = Passage(
        "Which one to use\n\n | Kiln bridge | Kiln file\nDelay | 2 seconds | a day\n"
        "Needs a plan | yes | no\n\nThe bridge\n\nThe Kiln broker listens on port 8883.",
        "Two ways to get readings",
    )
    assert texts("How do I use Kiln?", [bridge])[0] == "The Kiln broker listens on port 8883."


def test_of_a_table_in_which_one_row_is_asked_for_no_other_is_shown():
    found = texts("When is the registry open on Thursday?", [HOURS])
    assert found[0] == "Day: Thursday; Hours: 8:00 to 18:30."
    assert not any("Monday" in text for text in found)


def test_a_table_of_many_rows_is_not_shown_whole():
    rows = "\n".join(f"{number}th floor | {number}:00 to 18:00" for number in range(4, 20))
    found = texts("When is the registry open?", [Passage(f"Floor | Hours\n{rows}", "The registry")])
    assert len(found) <= 3


def test_rows_that_say_less_than_another_are_left_out():
    table = "Country | Hotel per night\nHolm | 150 euros\nOrla | 130 euros\nAsk | 190 euros"
    found = texts("How much can I spend on a hotel in Holm?", [Passage(table, "Trips", 9.0)])
    assert found == ["Country: Holm; Hotel per night: 150 euros."]


def test_what_stands_under_the_question_comes_before_a_stray_row():
    limits = Passage("Rate limits\n\nThe service allows 120 requests a minute.", "", 9.0, 0)
    errors = Passage("Errors\n\nStatus | Code\n429 | rate_limited", "", 6.0, 1)
    found = texts("What is the rate limit?", [limits, errors])
    assert found[0] == "The service allows 120 requests a minute."


def test_a_row_stays_beside_a_sentence_that_says_the_same():
    table = "Timeout\n\nDefault: | Timeout 5\nSyntax: | Timeout number"
    passages = [Passage(table, "Core", 9.0), Passage("A Timeout of 5 is low.", "Tuning", 5.0)]
    assert texts("What is the default value of Timeout?", passages)[0] == "Default: Timeout 5."


def test_the_row_of_a_thing_says_what_that_means():
    table = "Code | Meaning\nE4 | Bumper stuck\nE7 | Battery too hot"
    told = Passage("From May to June there were 2 times E4.", "News", 9.0)
    found = texts("What does E4 mean?", [told, Passage(table, "Fault codes", 8.0)])
    assert found[0] == "Code: E4; Meaning: Bumper stuck."


def test_what_announces_a_table_that_is_not_told_is_left_out():
    refunds = (
        "1 Own car\n\nKilometres are refunded at EUR 0.42, plus EUR 0.05 for each passenger.\n\n"
        "2 Hotels\n\nThe following limits apply per night, including breakfast and tax:\n\n"
        "City | Limit\nLondon, Geneva | EUR 260\nElsewhere | EUR 140"
    )
    told = texts("How much do I get per kilometre?", [Passage(refunds, "Travel", 9.0), FOUNDING])
    assert told == ["Kilometres are refunded at EUR 0.42, plus EUR 0.05 for each passenger."]


SEVERITIES = (
    "In May there were 11 SEV2 incidents, and the first answer took 4 minutes.\n\n"
    "Severity | Meaning | Answer within\n"
    "SEV1 | A region is down. | 10 minutes\n"
    "SEV2 | A function fails for many customers. | 30 minutes"
)


def test_the_row_of_what_is_asked_about_is_told_first():
    passages = [Passage(SEVERITIES, "Incidents", 9.0), FOUNDING]
    told = texts("How fast must a SEV2 be answered?", passages)
    assert told == [
        "Severity: SEV2; Meaning: A function fails for many customers; Answer within: 30 minutes."
    ]


HOLIDAYS = Passage(
    "Public holidays\n\nDate | Norway | Italy\n1 January | New Year | New Year\n"
    "17 May | Constitution Day\n25 April |  | Liberation Day",
    "Public holidays",
    9.0,
)


def test_of_a_table_a_column_may_be_asked_for():
    told = texts("Which public holidays are there in Italy?", [HOLIDAYS, FOUNDING])
    assert told == [
        "Date: 1 January; Norway: New Year; Italy: New Year.",
        "Date: 25 April; Italy: Liberation Day.",
    ]
