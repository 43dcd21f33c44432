"""Which sentences are chosen, how many, and in which order."""

import pytest

from emulator.answering.evidence.selection import find_evidence
from emulator.answering.question_analysis.analysis import analyze
from emulator.answering.question_analysis.term_weights import idf_over
from emulator.answering.values import Passage
from tests.answering.samples import BREACHES, CORPUS, FOUNDING, texts


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("How many days of annual leave?", "Every employee has 28 days of paid annual leave"),
        ("When does the leave year start?", "The leave year runs from 1 January"),
        ("Who founded Cymbal Bank?", "Cymbal Bank was founded by Lewis Cymbal in 1992."),
        ("How long can I return a product?", "Products can be returned within 30 days"),
        ("How much is the Grower plan?", "Plan: Grower; Price: 9 euros; Devices: 40."),
        ("How much is the X 200?", "X 200 - Price (EUR): 429."),
        ("How heavy is the X 100?", "X 100 - Weight (grams): 240."),
        ("When was the X 200 released?", "X 200 - Released: 2024-05-02."),
    ],
)
def test_the_best_sentence_comes_first(question, best):
    assert texts(question)[0].startswith(best)


@pytest.mark.parametrize("aside", ["Suppose this:", "(And other questions.)", "does so."])
def test_what_only_leads_up_to_an_answer_is_not_told_first(aside):
    faq = f"How fast are exceptions?\n\n{aside} Exceptions are fast. To catch one is slow."
    assert texts("How fast are exceptions?", [Passage(faq, "FAQ", 9.0)])[0] != aside


def test_what_only_shares_the_subject_of_its_document_is_left_out():
    club = "The chess club is old. It meets in Holm. All are welcome. Members pay a fee."
    found = texts("What do members of the chess club pay?", [Passage(club, "Chess club", 9.0)])
    assert found == ["Members pay a fee."]


@pytest.mark.parametrize(
    ("question", "told"),
    [("Who wrote tidy?", "Written by Ada Holm."), ("Who taught tidy?", "Instructor: Ben Osei.")],
)
def test_who_did_a_thing_is_told_by_what_they_are_too(question, told):
    manual = f"The tidy command sorts files.\n\n{told}\n\nIt needs no configuration."
    assert told in texts(question, [Passage(manual, "tidy", 9.0), FOUNDING])


def test_a_word_is_said_by_what_it_is_short_for():
    page = Passage("The office opened in 2021.\n\nTelephone 503-555-0142.", "Ulva office", 9.0)
    told = texts("What is the phone number of the Ulva office?", [page, *CORPUS], 1)
    assert told == ["Telephone 503-555-0142."]


def test_where_all_of_it_is_comes_before_the_place_of_one_part():
    address = "Address: 4th floor, Peepal House, Survey Road, Pune."
    record = Passage(address, "Holm Mills Pune", 9.0, structured=True)
    places = Passage("Holm Mills is located in Pune, Orla and Ulva.", "About the company", 6.0)
    assert texts("Where is Holm Mills located?", [record, places]) == [places.text]


def test_what_follows_is_of_the_language_of_the_question_or_of_the_answer():
    told = Passage("The Alpaca Deep needs a Kite 2 hub.", "Hubs", 9.0)
    laden = "Im Laden stehen die Hubs Kite 2 und Kite 3 und die Sonden Alpaca und Alpaca Deep."
    shop = Passage(laden, "Laden", 8.9)
    assert texts("Which hub does the Alpaca Deep need?", [told, shop]) == [told.text]
    assert texts("Welche Hubs stehen im Laden für die Alpaca Deep?", [told, shop])[0] == laden


def test_who_it_was_is_followed_by_further_names_only():
    founders = Passage("Alpaca Mill was founded by Isla Drummond.", "History", 9.0)
    finders = Passage("Alpaca Mill thanks those who found faults.", "Security", 8.9)
    partners = Passage("Alpaca Mill was founded with money of Tomasz Wierzba.", "Money", 8.8)
    found = texts("Who founded Alpaca Mill?", [founders, finders, partners])
    assert found == [founders.text, partners.text]


def test_it_of_another_text_is_left_out():
    warranty = Passage("The Alpaca has a warranty of 36 months.", "Warranty", 9.0)
    built = "The battery is built in. It has a warranty of 8 months in an Alpaca."
    question = "What is the warranty of the Alpaca?"
    assert texts(question, [warranty, Passage(built, "Batteries", 8.9)]) == [warranty.text]
    assert len(texts(question, [warranty, Passage(built, "Warranty", 8.9)])) > 1


def test_what_only_repeats_the_question_is_no_answer():
    notes = "Alpaca 4 release notes\nReleased 9 May 2025\n\nNew\n\nA lamp."
    found = texts("When was Alpaca 4 released?", [Passage(notes, "Alpaca 4 release notes")])
    assert found == ["Released 9 May 2025"]


@pytest.mark.parametrize(
    "definition",
    [
        "Vacuuming is a way to win back room.",
        "Vacuuming means that room is won back.",
    ],
)
def test_what_a_thing_is_comes_before_what_else_is_said_of_it(definition):
    passage = Passage(
        "The vacuuming of a table is slow. Vacuuming makes noise. Ada saw the vacuuming. "
        f"{definition}"
    )
    assert texts("What is vacuuming?", [passage])[0] == definition


@pytest.mark.parametrize("question", ["the fee of the Kestrel Pro", "the Kestrel Pro's fee"])
def test_what_a_thing_has_comes_before_what_it_is(question):
    boat = Passage("The Kestrel Pro is a boat.\nFee euros: 40.", "Kestrel Pro", structured=True)
    assert texts(f"What is {question}?", [boat])[0] == "Kestrel Pro - Fee euros: 40."


def test_no_more_sentences_than_asked_for():
    assert len(texts("How many days of annual leave?", most=1)) == 1


def test_a_repetition_is_left_out():
    again = Passage(FOUNDING.text, FOUNDING.title, 6.5, 9)
    found = texts("Who founded Cymbal Bank?", [FOUNDING, again])
    assert len(found) == len(set(found))


def test_what_mostly_repeats_another_sentence_is_left_out():
    leak = "The valve raises an alarm if 2 litres a minute flow for 3 minutes while it is closed."
    again = "Detection raises an alarm if 2 litres a minute flow for 3 minutes while closed."
    passages = [Passage(leak, "Valves", 9.0), Passage(again, "Leaks", 8.0), *CORPUS]
    assert texts("How many litres a minute flow if the valve is closed?", passages) == [leak]


def test_another_number_is_no_repetition():
    passage = Passage("Rooms on floor 1 cost 20 euros. Rooms on floor 2 cost 30 euros.")
    assert len(texts("What do rooms cost on each floor?", [passage])) == 2


def test_a_sentence_that_refers_back_follows_the_one_before_it():
    passage = Passage("The Finch is a sensor. It measures temperature, light and humidity.")
    assert texts("Which temperature and humidity does the sensor measure?", [passage]) == [
        "The Finch is a sensor.",
        "It measures temperature, light and humidity.",
    ]


def test_passages_that_say_nothing_of_it_give_no_evidence():
    assert texts("foobar") == []


def test_the_choice_is_the_same_every_time():
    assert len({tuple(texts("What is leave?")) for _ in range(5)}) == 1


def test_a_sentence_that_settles_the_question_is_followed_by_nothing_on_the_side():
    assert texts("When was the X 200 released?") == ["X 200 - Released: 2024-05-02."]


def test_where_it_is_kept_is_told_by_a_folder():
    log = "Its log is a file in the folder records. It stores maps in Holm format. Log in first."
    assert texts("Where does it store its log?", [Passage(log, "Rover", 9.0), FOUNDING])[0] == (
        "Its log is a file in the folder records."
    )


def test_what_announces_an_answer_is_none():
    passage = Passage(
        "This page tells where to mount the X 100. Mount it 2 metres above the grass.", "X 100"
    )
    assert texts("Where do I mount the X 100?", [passage], most=1) == [
        "Mount it 2 metres above the grass."
    ]


def test_a_name_is_no_word_that_fits_any_topic():
    kits = Passage("There are official kits for Python. The Go kit is made by the community.")
    assert texts("Is there an official Go kit?", [kits])[0].startswith("The Go kit")


NOTICE = Passage(
    "What is collected?\n\nWe do not collect data on health. We collect data on meters.\n\n"
    "Your rights\nYou may ask for a copy. We answer within a month. Complaints go to the office."
)


def test_what_is_not_so_does_not_answer_what_is():
    assert texts("What data do you collect?", [NOTICE])[0].startswith("We collect data on meters")
    assert texts("What data do you not collect?", [NOTICE])[0].startswith("We do not collect")


def test_a_sentence_that_says_all_of_it_settles_a_question_for_yes_or_no():
    assert texts("Do you collect data on health?", [NOTICE]) == [
        "We do not collect data on health."
    ]


def test_what_it_is_was_named_before():
    tomato = Passage(
        "San Marzano is the best variety for sauces. It comes from the area around Naples. "
        "Marmande is for salads.",
    )
    assert "It comes from the area around Naples." in texts("Where is San Marzano from?", [tomato])


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How long is nursing leave?", "A nurse has 26 weeks of nursing leave."),
        ("How long is the trial period?", "The trial period lasts 6 months."),
    ],
)
def test_words_that_stand_together_in_a_question_do_so_in_its_answer(question, answer):
    leave = "Nurses who come back after 12 weeks of leave work less for 4 weeks. "
    trial = "In a trial of 2 weeks each period counts. "
    text = f"{leave}A nurse has 26 weeks of nursing leave. {trial}The trial period lasts 6 months."
    assert texts(question, [Passage(text, "Handbook", 9.0)])[0] == answer


def test_what_differs_is_followed_by_how_it_does():
    club = (
        "A gold card is yellow. The gold card differs from the silver card. "
        "With a gold card nobody may sail at night. With a silver card nobody may sail at noon. "
        "Each silver card is white."
    )
    question = "What is the difference between the gold card and the silver card?"
    assert texts(question, [Passage(club, "Rowing", 9.0), FOUNDING]) == [
        "The gold card differs from the silver card.",
        "With a gold card nobody may sail at night.",
        "With a silver card nobody may sail at noon.",
    ]


def test_things_differ_in_what_one_has_not():
    club = (
        "The main difference between the gold card and the silver card is that the silver card "
        "has no colour. The gold card costs more than the silver card."
    )
    question = "What is the difference between the gold card and the silver card?"
    found = texts(question, [Passage(club, "Rowing", 9.0), FOUNDING])
    assert found[0].startswith("The main difference")


def test_who_it_is_need_not_be_told_first():
    text = "CEO\n\nHe or she leads the firm.\n\nOur people\n\nOur CEO is Ada Holm."
    assert texts("Who is the CEO?", [Passage(text, "Team", 9.0)])[0] == "Our CEO is Ada Holm."


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who wrote the rules?", "They are written by Kim Voss."),
        ("What colors are there?", "Its colours are red and blue."),
    ],
)
def test_forms_that_stems_do_not_show_are_the_same_word(question, answer):
    club = "The rules are short. They are written by Kim Voss. Its colours are red and blue."
    assert answer in texts(question, [Passage(club, "Rowing", 9.0), FOUNDING])


def test_a_sentence_that_says_a_part_of_what_the_answer_does_is_left_out():
    page = (
        "To extend a mooring permit, fill in the blue form. The warden keeps a list. "
        "The warden gives a permit for a mooring in May."
    )
    found = texts("How do I extend my mooring permit?", [Passage(page, "Rules", 9.0), FOUNDING])
    assert found == ["To extend a mooring permit, fill in the blue form."]


def test_back_is_a_word_of_the_question():
    told = "Refunds are paid to the card within 7 days after the parcel is back."
    passages = [
        Passage(
            "Furniture bought with the boat money is the crew's after 24 months.", "Boats", 9.0
        ),
        Passage(told, "Parcels", 8.5),
        Passage("Other words.", "Others", 0.1),
        Passage("More of them.", "Others", 0.1),
    ]
    assert told in texts("When do I get my money back?", passages)


def test_who_asks_whom_to_write_to_is_told_so():
    repairs = Passage("Repairs\n\nWrite to help@holm.example with the number.", "Repairs", 9.0)
    told = texts("Who do I write to about a repair?", [repairs, FOUNDING])
    assert told == ["Write to help@holm.example with the number."]


def test_what_goes_on_from_another_sentence_comes_with_it():
    told = texts("What do I do about a lost laptop?", [Passage(BREACHES, "Security", 9.0)])
    assert told[:2] == [
        "Report a breach to the desk at once.",
        "Examples are a lost laptop or a stolen key.",
    ]


def test_what_is_brought_along_is_no_better_an_answer():
    passages = [Passage(BREACHES, "Security", 9.0)]
    asked = analyze("What do I do about a lost laptop?", idf_over(passages))
    best = max(find_evidence(asked, passages, 3), key=lambda one: one.score)
    assert best.text == "Examples are a lost laptop or a stolen key."


def test_what_goes_on_stands_alone_where_one_sentence_is_wanted():
    told = texts("What do I do about a lost laptop?", [Passage(BREACHES, "Security", 9.0)], 1)
    assert told == ["Examples are a lost laptop or a stolen key."]


def test_it_that_stands_for_nothing_goes_on_from_nothing():
    minutes = "Karin is against a change of price. It was decided to keep the flat fee for a year."
    told = texts("What was decided about the flat fee?", [Passage(minutes, "Minutes", 9.0)])
    assert told[0] == "It was decided to keep the flat fee for a year."


def test_who_asks_what_is_out_of_something_is_told_what_says_no():
    kite = Passage("In stock: no.", "Kite", 9.0, structured=True)
    lamp = Passage("In stock: yes.", "Lamp", 9.0, structured=True)
    assert texts("Which articles are out of stock?", [lamp, kite]) == ["Kite - In stock: no."]


HOLES = (
    "The first image was published by the Event Horizon Telescope. The boundary of no return is "
    "called the event horizon."
)


def test_what_something_is_called_defines_it():
    told = texts("What is an event horizon?", [Passage(HOLES, "Black holes", 9.0), FOUNDING])
    assert told[0] == "The boundary of no return is called the event horizon."


COMPANY = Passage(
    "Isla Drum is Chief Executive Officer. Priya Rao leads the Pune office. "
    "We have three offices, in Dundee, Utrecht and Pune.",
    "About us",
    9.0,
)


def test_an_officer_is_no_office_and_several_things_are_told_in_a_row():
    told = texts("What offices are there?", [COMPANY, FOUNDING], 2)
    assert told[0] == "We have three offices, in Dundee, Utrecht and Pune."
    assert not any("Officer" in one for one in told)


def test_what_says_nothing_alone_brings_the_sentence_before_it():
    page = Passage("Classes are held on Tuesdays. They are free.", "Training", 9.0)
    assert texts("is training free", [page, FOUNDING]) == [
        "Classes are held on Tuesdays.",
        "They are free.",
    ]


@pytest.mark.parametrize(
    ("after", "told"), [("Others cost 5 euros.", True), ("A berth is 5 euros.", False)]
)
def test_what_is_told_of_others_goes_on_with_what_is_told_of_some(after, told):
    text = f"Sails of our own cloth are free. {after} Sails are sewn in winter."
    found = texts("How much is a sail?", [Passage(text, "Sails", 9.0)])
    assert found[0] == "Sails of our own cloth are free."
    assert (after in found) is told


def test_who_reads_tells_nothing_of_readings():
    text = "Guests read in the hall for hours. The readings of the gauge are kept for 30 days."
    found = texts("How long are the readings there?", [Passage(text, "House", 9.0)])
    assert found[0] == "The readings of the gauge are kept for 30 days."


def test_a_trial_is_what_can_be_tried():
    plans = "You can try the Grower plan for 30 days."
    passages = [Passage(plans, "Plans", 9.0), Passage("The trial is over.", "Farms", 8.0), FOUNDING]
    assert texts("How long is the trial period?", passages) == [plans]


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("What happens if the buyer does not pay?", True),
        ("What if the buyer does not pay?", True),
        ("Where does the buyer pay?", False),
    ],
)
def test_what_follows_is_told_by_what_is_so_otherwise(question, is_told):
    sale = "The buyer has to pay at the desk. Otherwise the lot is sold to the next one."
    told = texts(question, [Passage(sale, "Auction", 9.0), FOUNDING])
    assert told[0] == "The buyer has to pay at the desk."
    assert ("Otherwise the lot is sold to the next one." in told) is is_told


@pytest.mark.parametrize(("whose", "is_told"), [("Children", True), ("Dogs", False)])
def test_for_whom_it_is_not_so_is_told_with_what_is_so(whose, is_told):
    fare = "Passengers pay 5 euros per crossing."
    exempt = f"{whose} are exempt from it."
    page = Passage(f"{fare} {exempt} Cars pay twice as much.", "Ferry", 9.0)
    told = texts("Do children pay for the crossing?", [page, FOUNDING])
    assert told[0] == fare
    assert (exempt in told) is is_told
