"""Evidence of amounts, sums, numbers, dates and spans of time."""

import pytest

from emulator.answering.values import Passage
from tests.answering.samples import BREACHES, FOUNDING, texts


def test_either_of_two_numbers_that_are_compared_is_meant():
    drill = "Gear 1 runs at 450 rpm. Gear 2 runs at 1,800 rpm. Change gears while it stands."
    compared = texts("What do gear 1 and gear 2 do?", [Passage(drill, "Drill", 9.0), FOUNDING])
    assert {"Gear 1 runs at 450 rpm.", "Gear 2 runs at 1,800 rpm."} <= set(compared)


def test_the_price_that_says_its_currency_comes_first():
    record = Passage("Price: 59. Prices eur: 59.", "Alpaca", structured=True)
    assert texts("How much is the Alpaca?", [record])[0] == "Alpaca - Prices (EUR): 59."


def test_an_amount_of_another_kind_is_not_added():
    record = Passage(
        "Warranty months: 36. Dimensions height mm: 34.", "Alpaca", 9.0, structured=True
    )
    found = texts("How long is the warranty of the Alpaca?", [record])
    assert found == ["Alpaca - Warranty (months): 36."]
    assert texts("How tall is the Alpaca?", [record])[0] == "Alpaca - Dimensions height (mm): 34."


def test_a_heading_tells_its_date():
    notes = "Changes\n\nVersion 4 (2 May 2025)\n\n- Maps load faster.\n\n- Alerts may be muted."
    releases = [Passage(notes, "Alpaca releases", 9.0), FOUNDING]
    assert texts("When was Alpaca 4 released?", releases)[0] == "Version 4 (2 May 2025)"
    assert "Version 4 (2 May 2025)" not in texts("What may be muted in Alpaca 4?", releases)


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        (
            "What does the permit cost?",
            "An express permit costs 32 euros more than that. The permit costs 70 euros.",
            "The permit costs 70 euros.",
        ),
        (
            "How long does delivery take?",
            "The delivery to islands takes two days longer. Usual delivery takes 3 days.",
            "Usual delivery takes 3 days.",
        ),
        (
            "How much more does an express permit cost?",
            "An express permit costs 32 euros more. An express permit costs 70 euros or more.",
            "An express permit costs 32 euros more.",
        ),
    ],
)
def test_a_difference_is_no_amount_unless_it_is_asked_for(question, text, answer):
    assert texts(question, [Passage(text)])[0] == answer


def test_a_difference_answers_where_nothing_else_does():
    text = Passage("An express permit costs 32 euros more.")
    assert texts("What does an express permit cost?", [text]) == [text.text]


def test_the_number_under_the_question_comes_before_one_that_is_told_of_it():
    text = (
        "Rate limits\n\nThe service allows 120 requests a minute.\n\nErrors\n\n"
        "A client that exceeds the rate limit gets the status 429."
    )
    assert texts("What is the rate limit?", [Passage(text)])[0].startswith("The service allows")
    assert texts("What is the status for the rate limit?", [Passage(text)])[0].endswith("429.")


def test_a_date_is_no_reason():
    storm = Passage(
        "Ada Holm said it was the strongest storm since 1999. The storm was caused by warm air."
    )
    assert texts("What caused the storm?", [storm])[0] == "The storm was caused by warm air."


def test_the_unit_that_is_asked_for_comes_first():
    hip = Passage(
        "About 600 hips are replaced every year. The operation takes ninety minutes.", "A new hip"
    )
    assert texts("How long does a hip replacement take?", [hip])[0].endswith("ninety minutes.")


def test_what_another_passage_tells_of_the_amount_is_left_out():
    fitting = Passage("A fitting lasts 40 minutes.", "Boats", 9.0)
    others = [
        Passage("Fittings open 14 days ahead.", "Boats", 8.9),
        Passage("Who misses a fitting waits three months.", "Rules", 8.8),
    ]
    assert texts("How long is a fitting?", [fitting, *others]) == [fitting.text]


def test_the_amount_of_a_thing_of_another_name_is_left_out():
    told = "The Alpaca 3 has a warranty of 36 months. The Alpaca Pro has a warranty of 60 months."
    passages = [Passage(told, "Warranty", 9.0)]
    assert texts("How long is the warranty of the Alpaca 3?", passages) == [
        told.partition(". ")[0] + "."
    ]
    assert len(texts("What is the warranty of an Alpaca?", passages)) > 1


def test_what_another_section_tells_of_the_amount_is_left_out():
    told = "The mole boat costs 9 pounds."
    page = (
        f"Boats\n\n{told}\n\nWhat is kept dry?\n\nA cover of the mole boat costs 3 pounds.\n\n"
        "Where is the yard?\n\nIn Ulva."
    )
    assert texts("How much is the mole boat?", [Passage(page, "Fees", 9.0), FOUNDING]) == [told]


def test_an_amount_is_enough_where_little_else_of_the_question_is_said():
    told = "Each visit beyond those in a permit costs 8 pounds."
    page = (
        f"What does a visit cost beyond a permit?\n\n{told} You can set a limit; usually it is 50 "
        "pounds a year.\n\nBye."
    )
    found = texts("How much is an extra visit?", [Passage(page, "Fees", 9.0), FOUNDING])
    assert found == [told]


def test_when_it_was_is_told_by_one_text():
    told = Passage("The Alpaca LTE was released on 19 November 2024.", "Alpaca LTE", 9.0)
    news = Passage("Released on 2 September 2025 for the Alpaca LTE.", "Alpaca 2.5", 8.9)
    assert texts("When was the Alpaca LTE released?", [told, news, FOUNDING]) == [told.text]


def test_so_much_a_week_is_no_time_that_something_takes():
    page = (
        "The boats workshop in Ulva handles 80 repairs a week. A boat is done within 9 days. "
        "Guests are let in by 8."
    )
    found = texts("How long do repairs of boats in Ulva take?", [Passage(page, "Ulva", 9.0)])
    assert found[0] == "A boat is done within 9 days."


def test_a_reason_is_followed_by_the_next_sentence():
    told = [
        "Where soil is warm, the probe drifts because of salt.",
        "Rinse the probe with cold water.",
    ]
    page = f"Cause\n\n{told[0]} {told[1]} Dry it.\n\nBye."
    assert texts("Why does my probe drift?", [Passage(page, "Rules", 9.0), FOUNDING]) == told


def test_hours_are_not_followed_by_what_tells_less():
    page = (
        "The library is open from 9:00 to 17:00 on Saturday. Rooms cost 12 pounds an hour. "
        "The library on Saturday is quiet."
    )
    found = texts("Library opening hours on Saturday", [Passage(page, "Branches", 9.0)])
    assert found == ["The library is open from 9:00 to 17:00 on Saturday."]


def test_how_many_is_told_by_a_number_of_just_that():
    pay = Passage("All employees are insured for 4 times their salary.", "Pay", 9.0)
    company = Passage("In autumn Holm had 212 employees in six places.", "Holm", 8.5)
    assert texts("How many employees?", [pay, company, FOUNDING])[0] == company.text


def test_numbers_of_clauses_are_left_out_and_numbers_that_tell_something_are_not():
    assert texts("How many guards staff the desk?", [Passage(BREACHES, "Security", 9.0)])[0] == (
        "The desk is staffed by two guards."
    )
    radio = "The box is small. 2.4 GHz is the band of the radio."
    assert texts("Which band has the radio?", [Passage(radio, "Radio", 9.0)])[0] == (
        "2.4 GHz is the band of the radio."
    )


STATION = Passage("Prices eur: 329\nPrices jpy: 54800\nRating: 4.8", "Lark 3", 9.0, structured=True)


BUNDLE = Passage("The bundle has a Lark 3 and costs 739 euros instead of 825 euros.", "Sets", 9.0)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does the Lark 3 cost in yen?", "Lark 3 - Prices (JPY): 54800"),
        ("How many yen is the Lark 3?", "Lark 3 - Prices (JPY): 54800"),
        ("How much is the Lark 3 in euros?", "Lark 3 - Prices (EUR): 329"),
    ],
)
def test_a_sum_is_told_in_the_currency_that_is_asked_for(question, answer):
    assert texts(question, [STATION, BUNDLE])[0] == answer


def test_pounds_may_be_a_weight():
    apples = Passage("Ten pounds of apples cost 9 dollars.", "Apples", 9.0)
    assert texts("What do ten pounds of apples cost?", [apples]) == [
        "Ten pounds of apples cost 9 dollars."
    ]


HOLM = Passage(
    "Ada Holm (7 May 1867 \u2013 4 July 1934) was a physicist. Holm was born in Oslo, where her "
    "father taught. Holm died in a sanatorium in Passy.",
    "Ada Holm",
    8.0,
)


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("When was Ada Holm born?", "Ada Holm (7 May 1867"),
        ("When did Ada Holm die?", "Ada Holm (7 May 1867"),
        ("Where was Ada Holm born?", "Holm was born in Oslo"),
        ("How did Ada Holm die?", "Holm died in a sanatorium"),
    ],
)
def test_dates_in_brackets_behind_a_name_tell_when_a_life_began_and_ended(question, best):
    assert texts(question, [HOLM, FOUNDING])[0].startswith(best)


CHANGES = (
    "Changes\n\nNotes for 3.7 (21 October 2024)\n\nNew\n\n"
    "Boats with up to 40 oars.\nMaps of the fjord, first drawn in May 2022.\n\n"
    "Notes for 3.6 (2 June 2024)\n\nNew\n\nMasts of steel.\nSails."
)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "When were boats with oars added?",
            ["Notes for 3.7 (21 October 2024):", "Boats with up to 40 oars."],
        ),
        ("When were masts added?", ["Notes for 3.6 (2 June 2024):", "Masts of steel."]),
        ("When was the fjord drawn?", ["Maps of the fjord, first drawn in May 2022."]),
    ],
)
def test_a_heading_with_a_date_tells_when_all_below_it_was(question, told):
    assert texts(question, [Passage(CHANGES, "Changes", 9.0)]) == told


def test_a_date_above_is_not_told_of_what_was_not_asked_by_date():
    found = texts("What boats were added?", [Passage(CHANGES, "Changes", 9.0)])
    assert "Boats with up to 40 oars." in found
    assert not any("2024" in text for text in found)


def test_how_soon_something_must_be_done_is_not_told_by_how_soon_it_was():
    log = "From May to July 2024 each Code Red took 4 minutes on average."
    rule = "Go to a Code Red within 2 minutes."
    page = Passage(f"{log} Staff sleep here. {rule}", "Ward", 9.0)
    assert texts("How soon must I go to a Code Red?", [page, FOUNDING])[0] == rule


def test_until_something_happens_is_a_time():
    terms = "Cancel your place in writing. You can cancel until the course has begun."
    refund = "The fee is paid back within 14 days."
    page = Passage(f"{terms}\n\nCancel a place\n\n{refund}", "Courses", 9.0)
    told = texts("Until when can I cancel?", [page, FOUNDING])
    assert told[0] == "You can cancel until the course has begun."


def test_from_which_day_something_is_needed_is_a_time():
    leave = "If you are ill on holiday, hand in a certificate on return."
    rule = "A certificate is needed from the fourth calendar day."
    page = Passage(f"{leave} Get well soon. {rule}", "Illness", 9.0)
    assert texts("When do I need a certificate?", [page, FOUNDING])[0] == rule


@pytest.mark.parametrize("question", ["How long is the probation?", "How long is probation?"])
def test_how_long_something_is_is_not_told_by_what_is_so_meanwhile(question):
    notice = "During the probation the notice is two weeks."
    bonus = "No bonus is paid in the probation, which lasts six months."
    pages = [Passage(notice, "Notice", 9.0), Passage(bonus, "Bonus", 8.0), FOUNDING]
    assert texts(question, pages)[0] == bonus
