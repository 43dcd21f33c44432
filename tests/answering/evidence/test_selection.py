import pytest

from emulator.answering.evidence.selection import find_evidence
from emulator.answering.question_analysis.analysis import analyze
from emulator.answering.question_analysis.term_weights import idf_over
from emulator.answering.values import Passage
from tests.answering.samples import CORPUS, FOUNDING


def texts(question, passages=CORPUS, most=3):
    found = find_evidence(analyze(question, idf_over(passages)), passages, most)
    return [each.text for each in found]


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


NUMBERS = """1.1. How do I convert a string to a number?

Call int() to convert a string to a number.

1.2. How do I convert a number to a string?

It depends. For hexadecimal digits call hex(). Else call str().

Convert to a number

Convert a number to a string by hand."""


def test_below_the_question_itself_its_answer_is_told_from_the_start():
    told = texts("How do I convert a number to a string?", [Passage(NUMBERS, "Numbers", 9.0)])
    assert told[0] == "It depends."
    assert set(told) <= {"It depends.", "For hexadecimal digits call hex().", "Else call str()."}


def test_a_date_below_the_question_is_not_its_answer():
    page = (
        "How do I install the app?\n\nLast updated 4 May 2024.\n\nWindows\n\nRun setup.exe to "
        "install the app.\n\nMac\n\nDrag the app to Applications."
    )
    told = texts("How do I install the app?", [Passage(page, "Guide", 9.0)])
    assert told[0] == "Run setup.exe to install the app."


def test_what_is_no_sentence_below_the_question_is_its_answer_all_the_same():
    faq = "Moons of Ymir have 2 names each, says Ymir.\n\nHow many moons has Ymir?\n\n3 small ones"
    assert texts("How many moons has Ymir?", [Passage(faq, "FAQ", 9.0)]) == ["3 small ones"]


def test_a_question_in_chinese_is_answered_from_below_it():
    faq = "怎么付款\uff1f\n\n用银行卡。\n\n付款在哪里\uff1f\n\n付款在柜台。"
    told = texts("怎么付款\uff1f", [Passage(faq, "FAQ", 9.0)])
    assert told == ["用银行卡。"]


@pytest.mark.parametrize("aside", ["Suppose this:", "(And other questions.)", "does so."])
def test_what_only_leads_up_to_an_answer_is_not_told_first(aside):
    faq = f"How fast are exceptions?\n\n{aside} Exceptions are fast. To catch one is slow."
    assert texts("How fast are exceptions?", [Passage(faq, "FAQ", 9.0)])[0] != aside


def test_another_version_does_not_answer():
    versions = [
        Passage(f"Alpaca {number} adds {what}.", "Alpaca releases", score)
        for number, what, score in (("4.3", "maps", 9.0), ("4.4", "alerts", 8.0))
    ]
    assert texts("What's new in release 4.4?", versions)[0] == "Alpaca 4.4 adds alerts."


def test_either_of_two_numbers_that_are_compared_is_meant():
    drill = "Gear 1 runs at 450 rpm. Gear 2 runs at 1,800 rpm. Change gears while it stands."
    compared = texts("What do gear 1 and gear 2 do?", [Passage(drill, "Drill", 9.0), FOUNDING])
    assert {"Gear 1 runs at 450 rpm.", "Gear 2 runs at 1,800 rpm."} <= set(compared)


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


def test_a_record_of_that_very_name_comes_before_one_of_a_longer_name():
    probes = [
        Passage("Weight grams: 540.", "Alpaca Deep soil probe", 9.0, structured=True),
        Passage("Weight grams: 310.", "Alpaca soil probe", 8.9, structured=True),
    ]
    assert texts("How heavy is the Alpaca?", probes)[0].startswith("Alpaca soil probe - ")
    assert texts("How heavy is the Alpaca Deep?", probes)[0].startswith("Alpaca Deep soil probe - ")


def test_a_sentence_comes_in_place_of_a_field_that_says_the_same():
    record = Passage("Warranty months: 36.", "Alpaca soil probe", 9.0, structured=True)
    text = Passage("The Alpaca has a warranty of 36 months.", score=8.0)
    other = Passage("The Alpaca has a warranty.", score=8.0)
    question = "What is the warranty of the Alpaca?"
    assert texts(question, [record, text]) == ["The Alpaca has a warranty of 36 months."]
    assert texts(question, [record, other])[0] == "Alpaca soil probe - Warranty (months): 36."


def test_other_fields_do_not_come_before_the_sentence_that_says_one():
    prices = "Prices eur: 59. Prices gbp: 52. Prices jpy: 9800. Prices usd: 65."
    record = Passage(prices, "Alpaca soil probe", 9.0, structured=True)
    said = "The Alpaca measures temperature and light, costs 59 euros and runs for 24 months."
    beside = Passage("The Alpaca runs in firmware 59 or later.", score=8.0)
    question = "How much is the Alpaca?"
    assert texts(question, [record, Passage(said, score=8.0)])[0] == said
    assert texts(question, [record, beside])[0] == "Alpaca soil probe - Prices (EUR): 59."


def test_what_a_thing_costs_is_told_by_its_price():
    record = Passage("Prices eur: 59.", "Alpaca soil probe", 8.0, structured=True)
    bundle = Passage("The bundle has an Alpaca and a Kite, and costs 319 euros.", "Orders", 9.0)
    found = texts("What does the Alpaca cost?", [bundle, record])
    assert found[0] == "Alpaca soil probe - Prices (EUR): 59."


def test_what_else_a_field_of_that_kind_tells_it_does_not_say():
    record = Passage("Opened: 2023-04-15.", "Ulva shop", 8.0, structured=True)
    hours = Passage("The Ulva shop closes at 18:00.", "Hours", 8.0)
    assert texts("When does the Ulva shop close?", [record, hours])[0] == hours.text


def test_a_word_is_said_by_what_it_is_short_for():
    page = Passage("The office opened in 2021.\n\nTelephone 503-555-0142.", "Ulva office", 9.0)
    told = texts("What is the phone number of the Ulva office?", [page, *CORPUS], 1)
    assert told == ["Telephone 503-555-0142."]


def test_where_all_of_it_is_comes_before_the_place_of_one_part():
    address = "Address: 4th floor, Peepal House, Survey Road, Pune."
    record = Passage(address, "Holm Mills Pune", 9.0, structured=True)
    places = Passage("Holm Mills is located in Pune, Orla and Ulva.", "About the company", 6.0)
    assert texts("Where is Holm Mills located?", [record, places]) == [places.text]


PLANS = [
    Passage("Price eur: 9. Price gbp: 8. Has sso: no.", "Grower plan", 9.0, structured=True),
    Passage("Price eur: 49. Price gbp: 43. Has sso: yes.", "Estate plan", 9.0, structured=True),
]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("How much are the desserts?", {"Tiramisu - Price: 6", "Sorbet - Price: 4.5"}),
        ("What does a soup cost?", {"Borscht - Price: 8"}),
    ],
)
def test_a_price_is_of_what_the_record_says_it_is(question, told):
    dishes = {"Tiramisu": ("dessert", 6), "Sorbet": ("dessert", 4.5), "Borscht": ("soup", 8)}
    menu = [
        Passage(f"Category: {kind}\nPrice: {price}", title, 9.0, structured=True)
        for title, (kind, price) in dishes.items()
    ]
    assert set(texts(question, menu)) == told


def test_records_that_follow_tell_the_same_field():
    found = texts("What are the prices of the plans?", PLANS)
    assert found[0] == "Grower plan - Price (EUR): 9."
    assert "Estate plan - Price (GBP): 43." not in found


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which plan has SSO?", "Estate plan - Has sso: yes."),
        ("Which plans do not have SSO?", "Grower plan - Has sso: no."),
        ("What about SSO on the Grower plan?", "Grower plan - Has sso: no."),
    ],
)
def test_who_asks_which_are_not_so_is_told_of_those(question, found):
    assert texts(question, PLANS)[0] == found


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which are vegan?", ["Falafel - Vegan: yes."]),
        ("Which are not vegan?", ["Stew - Vegan: no."]),
        ("Which dishes are not vegan?", ["Stew - Vegan: no."]),
    ],
)
def test_a_field_that_says_no_is_told_without_the_next_one(question, found):
    stew = Passage("Vegan: no. Price: 12.", "Stew", 9.0, structured=True)
    falafel = Passage("Vegan: yes. Price: 8.", "Falafel", 9.0, structured=True)
    assert texts(question, [stew, falafel]) == found


@pytest.mark.parametrize(
    "question",
    [
        "Which dishes are vegan?",
        "Do you have anything vegan?",
        "Are there vegan dishes?",
        "Do you serve any vegan dishes?",
    ],
)
def test_records_that_say_no_are_none_of_those_asked_for(question):
    stew = Passage("Vegan: no.", "Stew", 9.0, structured=True)
    salads = [
        Passage("Vegan: yes.", title, 9.0, structured=True)
        for title in ("Falafel", "Slaw", "Tabbouleh", "Pakora")
    ]
    told = texts(question, [stew, *salads], 3)
    assert told
    assert all(one.endswith(" - Vegan: yes.") for one in told)


def test_all_records_that_say_so_are_told():
    titles = ("Falafel", "Slaw", "Tabbouleh", "Pakora", "Dolma")
    dishes = [Passage("Vegan: yes.", title, 9.0, structured=True) for title in titles]
    stew = Passage("Vegan: no.", "Stew", 9.0, structured=True)
    assert texts("Which dishes are vegan?", [stew, *dishes], 3) == [
        f"{title} - Vegan: yes." for title in titles
    ]


def goods(*fields):
    """Records that differ in one word of the title: "Tall kite", "Blue kite"."""
    names = ("Tall kite", "Blue kite", "Big kite", "Old lamp")
    kinds = ("kite", "kite", "kite", "lamp")
    return [
        Passage(f"Type: {kind}\n{field}", name, 9.0, structured=True)
        for name, kind, field in zip(names, kinds, fields, strict=True)
    ]


@pytest.mark.parametrize("question", ["Which kites are in stock?", "What kites do you stock?"])
def test_records_of_other_kinds_are_not_told(question):
    told = texts(question, goods("In stock: yes", "In stock: no", "In stock: yes", "In stock: yes"))
    assert told == ["Tall kite - In stock: yes", "Big kite - In stock: yes"]


def test_records_that_do_not_say_their_kind_may_be_of_it():
    told = texts("Which articles are in stock?", goods(*["In stock: yes"] * 4))
    assert len(told) == len(goods(*["In stock: yes"] * 4))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which kites are in Oslo?", ["Tall kite - City: Oslo", "Big kite - City: Oslo"]),
        ("What kites do you have in Oslo?", ["Tall kite - City: Oslo", "Big kite - City: Oslo"]),
        ("Which lamps are in Oslo?", ["Old lamp - City: Oslo"]),
    ],
)
def test_all_records_of_a_kind_with_the_value_are_told(question, told):
    places = goods("City: Oslo", "City: Pune", "City: Oslo", "City: Oslo")
    assert texts(question, places) == told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Who made the Harbour?", ["Harbour - Maker: Bo"]),
        ("Who made the Harbour II?", ["Harbour II - Maker: Ada"]),
    ],
)
def test_records_with_more_in_their_titles_are_others(question, told):
    records = [
        Passage(f"{title}\nMaker: {maker}", title, 9.0, structured=True)
        for title, maker in (("Harbour", "Bo"), ("Harbour II", "Ada"))
    ]
    assert texts(question, records) == told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What is the budget of the Owl?", ["Owl - Budget: 9000"]),
        ("How many votes does the Owl have?", ["Owl - Votes: 12"]),
    ],
)
def test_a_number_is_what_its_field_is_called(question, told):
    owl = Passage("Budget: 9000\nVotes: 12\nReleased: 1999-05-01", "Owl", 9.0, structured=True)
    assert texts(question, [owl]) == told


def test_one_of_several_values_is_enough():
    paints = goods("Colors: red, blue", "Colors: blue", "Colors: green, red", "Colors: red")
    told = ["Tall kite - Colors: red, blue", "Big kite - Colors: green, red"]
    assert texts("Which kites are red?", paints) == told


def test_whether_a_thing_is_so_is_told_of_that_thing():
    stew = Passage("Vegan: no.", "Stew", 9.0, structured=True)
    slaw = Passage("Vegan: yes.", "Slaw", 9.0, structured=True)
    assert texts("Do you have the stew vegan?", [stew, slaw])[0] == "Stew - Vegan: no."


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


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("How wide is the Alpaca Pro?", "Alpaca Pro - Dimensions width (mm): 210."),
        ("How tall is the Alpaca Pro?", "Alpaca Pro - Dimensions height (mm): 340."),
        ("How long is the Alpaca Pro?", "Alpaca Pro - Dimensions length (mm): 310."),
    ],
)
def test_a_size_is_told_by_the_field_of_its_name(question, found):
    sizes = "Dimensions length mm: 310. Dimensions width mm: 210. Dimensions height mm: 340."
    record = Passage(f"{sizes} Price: 36.", "Alpaca Pro", 9.0, structured=True)
    aside = Passage("The Alpaca Pro costs 12 euros more from 10 metres on.", "Prices", 5.0)
    assert texts(question, [record, aside, *CORPUS]) == [found]
    plain = Passage(sizes.replace(" mm", ""), "Alpaca Pro", 9.0, structured=True)
    assert texts(question, [plain, *CORPUS])[0] == found.replace(" (mm)", "")


def test_a_sentence_tells_a_field_only_with_its_unit():
    record = Passage("Battery months: 10.", "Alpaca display", 9.0, structured=True)
    said = "An Alpaca display with a battery refreshes every 10 minutes."
    told = "The battery of an Alpaca display runs for 10 months."
    asked = "How long does the battery of the Alpaca display last?"
    found = texts(asked, [record, Passage(said, "Displays", 8.0)])
    assert found[0] == "Alpaca display - Battery (months): 10."
    assert texts(asked, [record, Passage(told, "Displays", 8.0)])[0] == told


def test_an_expected_field_is_added_to_what_settles_the_question_without_it():
    opened = Passage("The Ulva office opened in 2021 and serves customers in Orla.", "Offices", 9.0)
    record = Passage("Address: 7 Mill Lane, Ulva.", "Ulva", 9.0, structured=True)
    found = texts("Where is the Ulva office?", [opened, record, *CORPUS])
    assert found == [opened.text, "Address: 7 Mill Lane, Ulva."]


def test_an_expected_field_is_not_added_to_another_one():
    fields = "Warranty months: 24. Dimensions length mm: 125."
    record = Passage(fields, "Kite 2 hub", 9.0, structured=True)
    found = texts("How long is the warranty on the Kite 2?", [record])
    assert found == ["Kite 2 hub - Warranty (months): 24."]


def test_it_of_another_text_is_left_out():
    warranty = Passage("The Alpaca has a warranty of 36 months.", "Warranty", 9.0)
    built = "The battery is built in. It has a warranty of 8 months in an Alpaca."
    question = "What is the warranty of the Alpaca?"
    assert texts(question, [warranty, Passage(built, "Batteries", 8.9)]) == [warranty.text]
    assert len(texts(question, [warranty, Passage(built, "Warranty", 8.9)])) > 1


def test_steps_are_kept_as_a_list():
    assert texts("How do I ask for leave?") == [
        "Enter the dates in Almanac.",
        "The notice is twice as long as the leave.",
        "Your manager answers within 3 working days.",
        "Set your calendar to absent.",
    ]


def test_terms_that_stand_together_are_no_steps():
    handlers = "Handlers\n\nsetLevel(level): Sets the level of a log.\nclose(): Closes it."
    passages = [Passage(handlers, "Logs", 9.0), FOUNDING]
    assert texts("How do I set the level of a log?", passages) == [
        "setLevel(level): Sets the level of a log."
    ]


def test_what_opens_a_list_keeps_the_sentence_that_it_refers_to():
    steps = "Take a warm knife.\nLift the flap."
    text = f"Opening the seal\n\nEvery letter is closed with wax. To open {{}}:\n\n{steps}"
    opened = texts("How do I open the seal?", [Passage(text.format("it"))])
    assert opened[:2] == ["Every letter is closed with wax.", "To open it:"]
    opened = texts("How do I open the seal?", [Passage(text.format("a letter"))])
    assert opened[0] == "To open a letter:"


def test_a_sentence_that_opens_a_list_brings_it():
    passage = Passage("Bring these papers to the bank:\n- your passport\n- a bill\n\nThen wait.")
    assert texts("Which papers does the bank need?", [passage]) == [
        "Bring these papers to the bank:",
        "- your passport",
        "- a bill",
    ]


def test_a_sentence_that_opens_a_program_brings_it():
    passage = Passage(
        'Install Alpaca with the package manager:\n\npkg add alpaca="4"\n\nThen wait.'
    )
    found = texts("How do I install Alpaca?", [passage])
    assert found == ["Install Alpaca with the package manager:", 'pkg add alpaca="4"']


def test_a_heading_and_the_title_ask_for_the_items_between_them():
    notes = Passage("Changed\n\nThe dial is round.\nThe lamp is blue.", "Alpaca 4 release notes")
    found = texts("What was changed in Alpaca 4?", [notes])
    assert found == ["The dial is round.", "The lamp is blue."]


def test_what_only_repeats_the_question_is_no_answer():
    notes = "Alpaca 4 release notes\nReleased 9 May 2025\n\nNew\n\nA lamp."
    found = texts("When was Alpaca 4 released?", [Passage(notes, "Alpaca 4 release notes")])
    assert found == ["Released 9 May 2025"]


def test_a_row_that_is_expected_answers_though_it_says_nothing_of_the_question():
    manual = "Alpaca 4\n\nProperty | Value\nTank | 2 litres\nWeight | 8.7 kg\n\nThe Alpaca 4 hums."
    found = texts("How heavy is the Alpaca 4?", [Passage(manual, "Alpaca 4 manual")])
    assert found[0] == "Property: Weight; Value: 8.7 kg."


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


def test_a_single_item_loses_its_mark():
    passage = Passage("1. Pay the fee of 20 euros.\n2. Sign the form.")
    assert texts("What is the fee?", [passage]) == ["Pay the fee of 20 euros."]


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


def test_a_heading_is_no_evidence_beside_prose():
    assert "Annual leave" not in texts("annual leave")


def test_the_question_of_an_faq_is_no_evidence():
    assert "How long can I return a product?" not in texts("How long can I return a product?")


def test_passages_that_say_nothing_of_it_give_no_evidence():
    assert texts("foobar") == []


def test_the_choice_is_the_same_every_time():
    assert len({tuple(texts("What is leave?")) for _ in range(5)}) == 1


def test_a_sentence_that_settles_the_question_is_followed_by_nothing_on_the_side():
    assert texts("When was the X 200 released?") == ["X 200 - Released: 2024-05-02."]


def test_a_heading_tells_its_date():
    notes = "Changes\n\nVersion 4 (2 May 2025)\n\n- Maps load faster.\n\n- Alerts may be muted."
    releases = [Passage(notes, "Alpaca releases", 9.0), FOUNDING]
    assert texts("When was Alpaca 4 released?", releases)[0] == "Version 4 (2 May 2025)"
    assert "Version 4 (2 May 2025)" not in texts("What may be muted in Alpaca 4?", releases)


def test_where_it_is_kept_is_told_by_a_folder():
    log = "Its log is a file in the folder records. It stores maps in Holm format. Log in first."
    assert texts("Where does it store its log?", [Passage(log, "Rover", 9.0), FOUNDING])[0] == (
        "Its log is a file in the folder records."
    )


def test_steps_of_another_guide_are_not_added():
    reset = Passage("Hold the button for 20 seconds to reset the X 100.", "Troubles", 9.0)
    moving = Passage(
        "Moving\n\nConnect the X 100.\nScan its code.\nSend the old one in.", "Moving", 6.0
    )
    assert texts("How do I reset the X 100?", [reset, moving]) == [reset.text]


def test_steps_under_the_title_of_the_question_are_the_answer():
    passage = Passage(
        "Mounting\n\nCharge the X 100.\nSet the pole upright.\nTighten the clamp.",
        "Installing the X 100",
    )
    assert texts("How do I install the X 100?", [passage]) == [
        "Charge the X 100.",
        "Set the pole upright.",
        "Tighten the clamp.",
    ]


def test_steps_under_a_heading_on_the_question_come_before_what_else_says_it():
    guide = (
        "Mounting\n\n1. Charge the battery for 3 hours.\n2. Turn the mark to the north.\n"
        "3. Tighten the upper clamp."
    )
    kit = "The mount kit fixes an Alpaca to poles."
    record = Passage(kit, "Mount kit", 9.0, structured=True)
    passages = [record, Passage(guide, "Installing an Alpaca", 8.0), *CORPUS]
    found = texts("How do I mount an Alpaca?", passages)
    assert found == [
        "1. Charge the battery for 3 hours.",
        "2. Turn the mark to the north.",
        "3. Tighten the upper clamp.",
    ]


def test_what_announces_an_answer_is_none():
    passage = Passage(
        "This page tells where to mount the X 100. Mount it 2 metres above the grass.", "X 100"
    )
    assert texts("Where do I mount the X 100?", [passage], most=1) == [
        "Mount it 2 metres above the grass."
    ]


def test_coordinates_are_no_place():
    record = Passage(
        "Harbour shop\nLocation latitude: 56.462.\nCity: Dundee.", "Harbour shop", 1.0, 0, True
    )
    assert (
        texts("Where is the harbour shop located?", [record])[0] == "Harbour shop - City: Dundee."
    )


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


def test_what_a_heading_leaves_out_may_be_said_by_the_first_sentence_below_it():
    limits = Passage(
        "Rate limits\n\nThe Kiln API allows 120 calls a minute.", "Rate limits", 9.0, 0
    )
    plans = Passage("News\n\nThe rate limit of the API rises for Oak plans.", "Version 4", 9.0, 1)
    assert texts("What is the rate limit of the API?", [plans, limits])[0] == (
        "The Kiln API allows 120 calls a minute."
    )


def test_not_where_the_heading_is_a_mere_name():
    about = Passage("Kiln or Oak?\n\nKiln cannot measure what Oak weighs.", "Products", 9.0, 0)
    told = Passage("Data\n\nThe Kiln measures heat to 2 degrees.", "Data", 9.0, 1)
    assert texts("What does the Kiln measure?", [about, told])[0] == (
        "The Kiln measures heat to 2 degrees."
    )


def test_nor_where_a_sentence_stands_above_it():
    text = "Signals\n\nSignals are shown at night.\n\nLight | Meaning\nred | ajar\nblue | empty"
    assert texts("What are the signals?", [Passage(text, "Lock L2")])[0] == (
        "Signals are shown at night."
    )


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


def test_rows_that_say_less_than_another_are_left_out():
    table = "Country | Hotel per night\nHolm | 150 euros\nOrla | 130 euros\nAsk | 190 euros"
    found = texts("How much can I spend on a hotel in Holm?", [Passage(table, "Trips", 9.0)])
    assert found == ["Country: Holm; Hotel per night: 150 euros."]


def test_what_stands_under_the_question_comes_before_a_stray_row():
    limits = Passage("Rate limits\n\nThe service allows 120 requests a minute.", "", 9.0, 0)
    errors = Passage("Errors\n\nStatus | Code\n429 | rate_limited", "", 6.0, 1)
    found = texts("What is the rate limit?", [limits, errors])
    assert found[0] == "The service allows 120 requests a minute."


def test_the_number_under_the_question_comes_before_one_that_is_told_of_it():
    text = (
        "Rate limits\n\nThe service allows 120 requests a minute.\n\nErrors\n\n"
        "A client that exceeds the rate limit gets the status 429."
    )
    assert texts("What is the rate limit?", [Passage(text)])[0].startswith("The service allows")
    assert texts("What is the status for the rate limit?", [Passage(text)])[0].endswith("429.")


def test_a_record_is_found_by_its_number():
    shelf = Passage("Wall shelf\nSku: D-501.\nPrice: 69.\nStock: 75.", "Shelf", structured=True)
    assert texts("What does D-501 cost?", [shelf]) == ["Shelf - Price: 69."]


def test_a_name_is_no_word_that_fits_any_topic():
    kits = Passage("There are official kits for Python. The Go kit is made by the community.")
    assert texts("Is there an official Go kit?", [kits])[0].startswith("The Go kit")


def test_a_list_is_shown_whole_if_its_heading_says_what_is_asked():
    strudel = Passage("Ingredients\n\n250 g flour\n1 kg apples\n\nBaking\n\nBake it for an hour.")
    assert texts("Which ingredients are needed?", [strudel]) == ["250 g flour", "1 kg apples"]
    assert texts("How much flour is needed?", [strudel]) == ["250 g flour"]


def test_a_date_is_no_reason():
    storm = Passage(
        "Ada Holm said it was the strongest storm since 1999. The storm was caused by warm air."
    )
    assert texts("What caused the storm?", [storm])[0] == "The storm was caused by warm air."


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


def test_the_unit_that_is_asked_for_comes_first():
    hip = Passage(
        "About 600 hips are replaced every year. The operation takes ninety minutes.", "A new hip"
    )
    assert texts("How long does a hip replacement take?", [hip])[0].endswith("ninety minutes.")


def test_a_list_under_a_heading_that_asks_with_its_title_is_the_answer():
    packing = Passage(
        "# What to bring\n\n- your letter\n- all medicines\n- slippers", "Coming into hospital"
    )
    toys = Passage("Children may bring toys.", "Children")
    found = texts("What should I bring to hospital?", [toys, packing])
    assert found == ["- your letter", "- all medicines", "- slippers"]


COPYING = Passage(
    "2.1. Copying files\n\nSource code: copy.py\n\nFiles are copied with the command copy:\n\n"
    "$ copy FROM TO\n\nTo copy files takes time, and files that are copied are checked.",
    "Files",
    9.0,
)
GLOSSARY = Passage(
    "branch\n\nA line of development. The most recent commit on a branch is its tip.\n\n"
    "index: A collection of files with what is known of them.\n\nThe index is large.",
    "Glossary",
    9.0,
)


def test_how_to_do_something_is_told_by_what_is_to_be_typed():
    assert texts("How do I copy files?", [COPYING])[:2] == [
        "Files are copied with the command copy:",
        "$ copy FROM TO",
    ]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is a branch?", "A line of development."),
        ("What is the index?", "index: A collection of files with what is known of them."),
    ],
)
def test_what_is_explained_comes_first(question, answer):
    assert texts(question, [GLOSSARY])[0] == answer


def test_a_heading_that_says_more_is_not_the_question():
    text = (
        "A boat keeps its warranty when it is sold.\n\n"
        "Repairs after the warranty\n\nHanne Vos heads the workshop by the harbour."
    )
    found = texts("Warranty?", [Passage(text, "Boats", 9.0), FOUNDING])
    assert found[0] == "A boat keeps its warranty when it is sold."


def test_a_row_stays_beside_a_sentence_that_says_the_same():
    table = "Timeout\n\nDefault: | Timeout 5\nSyntax: | Timeout number"
    passages = [Passage(table, "Core", 9.0), Passage("A Timeout of 5 is low.", "Tuning", 5.0)]
    assert texts("What is the default value of Timeout?", passages)[0] == "Default: Timeout 5."


def test_all_of_a_page_explains_what_its_title_names():
    page = Passage("VACUUM\n\nVACUUM \u2014 collect garbage.", "VACUUM", 9.0)
    more = Passage("Description\n\nVACUUM is the way to reclaim storage.", "VACUUM", 8.0)
    assert texts("What does VACUUM do?", [page, more]) == [
        "VACUUM \u2014 collect garbage.",
        "VACUUM is the way to reclaim storage.",
    ]


def test_what_opens_a_list_comes_first_where_things_of_a_kind_are_asked_for():
    club = (
        "The fees of the club are low and rise each year.\n\nThe club has fees for:\n\n"
        "boats\nlockers\n\nSee you."
    )
    passages = [Passage(club, "Rowing", 9.0), FOUNDING]
    listed = ["The club has fees for:", "boats", "lockers"]
    assert texts("What are the fees of the club?", passages) == listed
    assert texts("Which fees must the club pay?", passages) == listed
    assert texts("Are the fees of the club low?", passages)[0] != listed[0]


def test_of_a_long_item_its_beginning_is_shown():
    history = " ".join(f"Boat {number} was built of oak and has sunk." for number in range(20))
    club = f"The club lets:\n\nBoats. They are old. {history}\nLockers.\n\nSee you."
    found = texts("What does the club let?", [Passage(club, "Rowing", 9.0), FOUNDING])
    assert found[:3] == ["The club lets:", "Boats.", "They are old."]
    assert found[-1] == "Lockers."
    assert sum(map(len, found)) < 500


def test_what_opens_a_list_says_what_is_in_it():
    text = (
        "Warranty\n\nThe warranty covers:\n\n- the motor;\n- the case.\n\nOthers are not covered."
    )
    assert texts("What does the warranty cover?", [Passage(text, "Warranty", 9.0)]) == [
        "The warranty covers:",
        "- the motor;",
        "- the case.",
    ]


TOWNS = [
    Passage(f"Town {number} is new. A company has a harbour there.", f"Town {number}", 1.0)
    for number in range(12)
]


def test_what_says_all_of_a_longer_question_itself_follows_from_another_section():
    paid = "If there is a profit, the company pays 10 percent of it to the staff fund, in 12 parts."
    owned = "The staff fund owns 24 percent of the shares, and all take part in it."
    pay = Passage(f"Bonus and staff fund\n\n{paid}", "Pay", 9.0)
    figures = Passage(f"In numbers\n\n{owned}", "About the company", 7.0)
    found = texts("How much of the company does the staff fund own?", [pay, figures, *TOWNS])
    assert found == [paid, owned]


def test_a_heading_that_only_repeats_the_title_parts_nothing_of_its_page():
    text = (
        "Harbour 4.5\n\nReleased on 7 October in Europe and Asia.\n\n"
        "Highlights\n\nHarbour 4.5 introduces passkeys for signing in."
    )
    found = texts("What is new in Harbour 4.5?", [Passage(text, "Harbour 4.5", 9.0), *TOWNS])
    assert found[0] == "Harbour 4.5 introduces passkeys for signing in."


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


def test_what_is_compared_stands_under_headings_of_its_own():
    text = "Plans\n\nBasic plan\n\nThe Basic plan costs 5.\n\nPro plan\n\nThe Pro plan costs 9."
    question = "What is the difference between the Basic plan and the Pro plan?"
    assert texts(question, [Passage(text, "Plans", 9.0)]) == [
        "The Basic plan costs 5.",
        "The Pro plan costs 9.",
    ]


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


def test_what_stands_under_the_question_follows_though_it_says_none_of_it():
    fees = (
        "What if a card fails?\n\nIf a card fails, we try it again. After that the permit ends. "
        "The boat goes to the yard.\n\nWhen is it paid?\n\nOnce a year in May."
    )
    found = texts("What happens if a card fails?", [Passage(fees, "Fees", 9.0), FOUNDING])
    assert found == [
        "If a card fails, we try it again.",
        "After that the permit ends.",
        "The boat goes to the yard.",
    ]


def test_what_to_do_is_told_by_the_next_sentence_too():
    told = ["A pump that stops every night has a worn seal.", "Fit the spare one into the pump."]
    page = f"If a pump stops or hums\n\n{told[0]} {told[1]} Paint it blue.\n\nBye."
    question = "My pump stops every night, what can I do?"
    assert texts(question, [Passage(page, "Rules", 9.0), FOUNDING]) == told


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


def test_a_record_of_a_part_does_not_come_before_a_text_on_the_whole():
    parts = [Passage("Employees: 23.", "Alpaca Ulva", 9.0, structured=True)]
    whole = Passage("Alpaca has 212 employees.", "About us", 9.0)
    assert texts("How many employees does Alpaca have?", [*parts, whole])[0] == whole.text
    assert texts("How many employees does Alpaca Ulva have?", [*parts, whole])[0].endswith(": 23.")


def test_what_is_needed_is_told_by_what_you_need():
    without = Passage("The cups are changed without tools.", "Wind cups", 9.0)
    parts = Passage(
        "Tools and parts\n\nYou need a spanner, a compass and a level.", "Installing a mast", 9.0
    )
    found = texts("What tools do I need?", [without, parts, FOUNDING])
    assert "You need a spanner, a compass and a level." in found


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


def test_a_title_speaks_for_its_page_if_it_says_all_of_the_question():
    page = Passage("The money is sent back within a week.", "Refunds", 9.0)
    assert texts("What about refunds?", [page]) == [page.text]
    assert texts("What tax is on refunds?", [page, FOUNDING]) == []


def test_a_sentence_that_says_a_part_of_what_the_answer_does_is_left_out():
    page = (
        "To extend a mooring permit, fill in the blue form. The warden keeps a list. "
        "The warden gives a permit for a mooring in May."
    )
    found = texts("How do I extend my mooring permit?", [Passage(page, "Rules", 9.0), FOUNDING])
    assert found == ["To extend a mooring permit, fill in the blue form."]


def test_the_section_of_a_document_that_asks_with_its_title_comes_first():
    permits = Passage(
        "How to apply\n\nSign in and enter the name of the boat.\nPay with a card.\n\n"
        "Permits end in May.",
        "Mooring permits",
        9.0,
    )
    newcomers = Passage(
        "Ask for a berth.\nApply for a mooring permit in zones A to H.\nMeet the warden.\n\nBye.",
        "New in Ulva",
        8.0,
    )
    assert texts("How do I apply for a mooring permit?", [newcomers, permits]) == [
        "Sign in and enter the name of the boat.",
        "Pay with a card.",
    ]


MAST = [
    Passage("Installing a mast\n\nPlan an hour for the mast.", "Installing a mast", 9.0),
    Passage(
        "In the box\n\nthe mast of ash, 9 kilograms\na bolt of steel\n\nBye.",
        "Installing a mast",
        8.0,
    ),
    Passage(
        "Mounting\n\nLay it on the deck.\nRaise it with a rope.\n\nBye.", "Installing a mast", 7.0
    ),
]


NEWS = [
    Passage(
        "Fixed\n\nThe map was lost on a change.\nThe log was twice as long.\n\nBye.",
        "Alpaca 7.2",
        9.0,
    ),
    Passage("Added\n\nA run is paused by hand.\nMasts are told apart.\n\nBye.", "Alpaca 7.2", 8.9),
    Passage("docker run -d -e TOKEN=... -v data:/alpaca alpaca:7.2", "Installing", 8.0),
]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What's new in 7.2?", ["A run is paused by hand.", "Masts are told apart."]),
        ("What is fixed in 7.2?", ["The map was lost on a change.", "The log was twice as long."]),
    ],
)
def test_the_list_whose_heading_has_a_word_that_is_expected_comes_first(question, answer):
    assert texts(question, NEWS) == answer


def test_steps_of_a_document_whose_title_is_asked_for_are_the_answer():
    steps = ["Lay it on the deck.", "Raise it with a rope."]
    assert texts("How do I install a mast?", MAST) == steps
    assert texts("What is in the box of the mast?", MAST) != steps


def test_steps_need_not_say_what_they_are_for():
    box = "What is in the box\n\nthe Kite hub, 290 grams\na cable of 1 metre\n\nKeep the box."
    steps = "Pairing\n\nOpen the app. The hub now blinks.\nScan its code.\nWait for it.\n\nDone."
    title = "Setting up a Kite hub"
    passages = [Passage(box, title, 9.0), Passage(steps, title, 8.2)]
    found = ["Open the app.", "The hub now blinks.", "Scan its code.", "Wait for it."]
    assert texts("How do I set up a Kite hub?", passages) == found


@pytest.mark.parametrize(
    ("title", "question"),
    [
        ("Berths, keys, claims and refunds", "How do I claim a refund?"),
        ("Refunds", "How do I get a refund?"),
    ],
    ids=["names more than is asked", "names the thing alone"],
)
def test_a_title_that_promises_no_steps(title, question):
    lists = "Exceptions\n\nA berth of the mole is kept.\nA key that was cut is kept.\n\nBye."
    told = "A refund is paid within 7 days."
    passages = [Passage(lists, title, 9.0), Passage(told, title, 8.9)]
    assert texts(question, passages)[0] == told


@pytest.mark.parametrize("title", ["Cancelling a membership", "Cancelling a membership | Holm Gym"])
def test_a_page_may_name_its_site_behind_a_bar(title):
    pages = [
        Passage("You can cancel whenever you like. You need no reason.", title, 9.0),
        Passage("In the app\n\nOpen your account.\nTap on Leave.\n\nBye.", title, 7.0),
    ]
    assert texts("How do I cancel a membership?", pages) == ["Open your account.", "Tap on Leave."]


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


def test_the_row_of_a_thing_says_what_that_means():
    table = "Code | Meaning\nE4 | Bumper stuck\nE7 | Battery too hot"
    told = Passage("From May to June there were 2 times E4.", "News", 9.0)
    found = texts("What does E4 mean?", [told, Passage(table, "Fault codes", 8.0)])
    assert found[0] == "Code: E4; Meaning: Bumper stuck."


POLICY = [
    Passage("Leaving\n\nUnused leave is paid out. It counts.", "Leave", 9.0, 0, False, "leave", 3),
    Passage("Orders leave from Holm.", "Shipping", 8.0, 1, False, "shipping", 1),
    Passage("Rules\n\nLeave is 28 days. Ask early.", "Leave", 7.0, 2, False, "leave", 2),
    Passage("Old rules\n\nLeave was 25 days.", "Leave (until 2022)", 9.5, 3, False, "old", 1),
]


def test_a_text_that_is_asked_for_is_told_by_how_its_sections_begin():
    assert texts("What is the leave policy?", POLICY) == [
        "Leave is 28 days.",
        "Unused leave is paid out.",
    ]


def test_a_text_of_one_section_is_told_from_its_beginning():
    rules = Passage("Dogs are welcome. They stay on a lead. Please feed none.", "Dogs", 9.0)
    assert texts("What is the policy on dogs?", [rules, *CORPUS], most=2) == [
        "Dogs are welcome.",
        "They stay on a lead.",
    ]


def test_where_no_title_says_what_is_asked_there_is_no_text_on_it():
    found = texts("What is the leave policy on dogs?", POLICY)
    assert found[0] != "Leave is 28 days."


def test_a_heading_that_asks_as_the_question_does_says_what_stands_below_it():
    refunds = "When the money arrives\n\nRefunds are paid within 7 days after the return."
    desk = "Desks\n\nA desk that was bought with set-up money is yours after 24 months."
    passages = [Passage(refunds, "Refunds", 9.0), Passage(desk, "Desks", 8.0), FOUNDING]
    assert texts("When do I get my money back?", passages)[0] == (
        "Refunds are paid within 7 days after the return."
    )


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


def test_how_to_do_something_is_told_by_what_to_do():
    keys = "API keys\n\nAn API key belongs to nobody. API keys expire."
    steps = "Create an API key\n\nOpen the settings and choose a new API key."
    turning = "Turning API keys\n\nChoose Turn next to the API key.\nUse the new API key."
    passages = [
        Passage(keys, "Keys", 9.0),
        Passage(steps, "First steps", 8.5),
        Passage(turning, "Keys", 8.0),
    ]
    assert texts("How do I get an API key?", passages) == [
        "Open the settings and choose a new API key."
    ]


@pytest.mark.parametrize(
    "aside",
    [
        "If the price of a kite falls, tell us, and we pay a refund of what is left.",
        "You need a receipt, on which the refund is written.",
    ],
)
def test_what_is_needed_or_done_in_some_case_is_not_what_to_do(aside):
    prices = Passage(f"Prices\n\n{aside}", "Prices", 8.5)
    returns = Passage("Returns\n\nA refund is paid within 7 days after the parcel.", "Returns", 9.0)
    assert texts("How do I get a refund?", [prices, returns])[0] == (
        "A refund is paid within 7 days after the parcel."
    )


def test_whom_to_contact_is_told_by_an_address():
    care = Passage("Care\n\nTape over the contacts of each cell.", "Care", 9.0)
    desk = Passage("Help\n\nAsk about privacy at help@holm.example.", "Help", 8.5)
    rules = Passage("Rules\n\nPrivacy is dear to us.", "Rules", 8.0)
    told = texts("Who do I contact about privacy?", [care, desk, rules])
    assert told == ["Ask about privacy at help@holm.example."]


def test_an_address_is_news_whatever_letters_stand_at_its_sign():
    shop = Passage("The email address is on the back. Email us@tindle.example.", "Shop", 9.0)
    assert texts("What is the email address?", [shop])[0] == "Email us@tindle.example."


def test_who_asks_whom_to_write_to_is_told_so():
    repairs = Passage("Repairs\n\nWrite to help@holm.example with the number.", "Repairs", 9.0)
    told = texts("Who do I write to about a repair?", [repairs, FOUNDING])
    assert told == ["Write to help@holm.example with the number."]


def test_how_many_is_told_by_a_number_of_just_that():
    pay = Passage("All employees are insured for 4 times their salary.", "Pay", 9.0)
    company = Passage("In autumn Holm had 212 employees in six places.", "Holm", 8.5)
    assert texts("How many employees?", [pay, company, FOUNDING])[0] == company.text


def test_what_may_be_done_is_told_first_below_that():
    abroad = (
        "Working from abroad\n\nEmployees may do so for 30 days a year.\n\n"
        "Working from abroad is not possible in some countries."
    )
    assert texts("Can I work from abroad?", [Passage(abroad, "Work", 9.0), FOUNDING])[0] == (
        "Employees may do so for 30 days a year."
    )


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What's the rate limit?", "Applies to version v2."),
        ("rate limit of the Rook", "For the Rook and the Rook LTE."),
    ],
)
def test_what_a_text_is_for_is_no_answer(question, line):
    limits = f"Rate limits\n\n{line} Last updated 7 October 2025.\n\nRate limits are 30 a minute."
    found = texts(question, [Passage(limits, "Rate limits of the Rook", 9.0), FOUNDING])
    assert found[0] == "Rate limits are 30 a minute."


def test_what_calls_for_help_is_no_line_on_a_text():
    desk = "Desk\n\nFor help call 0800 555 0137. The desk has a lamp."
    assert texts("help with a desk", [Passage(desk, "Desk", 9.0), FOUNDING])[0] == (
        "For help call 0800 555 0137."
    )


BREACHES = (
    "6.1 Report a breach to the desk at once. Examples are a lost laptop or a stolen key.\n\n"
    "6.2 The desk is staffed by two guards."
)


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


def test_numbers_of_clauses_are_left_out_and_numbers_that_tell_something_are_not():
    assert texts("How many guards staff the desk?", [Passage(BREACHES, "Security", 9.0)])[0] == (
        "The desk is staffed by two guards."
    )
    radio = "The box is small. 2.4 GHz is the band of the radio."
    assert texts("Which band has the radio?", [Passage(radio, "Radio", 9.0)])[0] == (
        "2.4 GHz is the band of the radio."
    )


ALLOWANCES = (
    "1 Meals\n\nYou receive a daily allowance instead of a refund of what you spent:\n\n"
    "Norway: NOK 634\nEU and UK: EUR 56\n\nIt is paid with the salary."
)


def test_an_item_stands_in_its_list_where_that_is_told_too():
    passages = [Passage(ALLOWANCES, "Travel", 9.0), FOUNDING]
    assert texts("Which allowance do you receive in Norway: NOK?", passages)[:3] == [
        "You receive a daily allowance instead of a refund of what you spent:",
        "Norway: NOK 634",
        "EU and UK: EUR 56",
    ]


def test_what_announces_a_table_that_is_not_told_is_left_out():
    refunds = (
        "1 Own car\n\nKilometres are refunded at EUR 0.42, plus EUR 0.05 for each passenger.\n\n"
        "2 Hotels\n\nThe following limits apply per night, including breakfast and tax:\n\n"
        "City | Limit\nLondon, Geneva | EUR 260\nElsewhere | EUR 140"
    )
    told = texts("How much do I get per kilometre?", [Passage(refunds, "Travel", 9.0), FOUNDING])
    assert told == ["Kilometres are refunded at EUR 0.42, plus EUR 0.05 for each passenger."]


def test_fields_that_are_not_asked_for_follow_no_sentence():
    dome = (
        "Category: tents\nDescription: Expedition tent with snow valances and four crossing poles. "
        "It withstands winds of up to 120 km/h. Supplied with 16 snow pegs.\nRating: 4.9"
    )
    told = texts(
        "What comes with the Polar Dome?",
        [Passage(dome, "Polar Dome tent", 9.0, structured=True)],
        9,
    )
    assert not any(one.startswith(("Rating", "Category")) for one in told)


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


def test_who_asks_what_is_out_of_something_is_told_what_says_no():
    kite = Passage("In stock: no.", "Kite", 9.0, structured=True)
    lamp = Passage("In stock: yes.", "Lamp", 9.0, structured=True)
    assert texts("Which articles are out of stock?", [lamp, kite]) == ["Kite - In stock: no."]


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


def test_a_name_in_a_title_is_wanted_of_every_text():
    prizes = Passage("She was the first to win a Cymbal Prize, and won two.", "Bo Lind", 9.0)
    holm = Passage("Holm received the Cymbal Prize for her work on light.", "Ada Holm", 8.0)
    told = texts("What did Holm win the Cymbal Prize for?", [prizes, holm])
    assert told[0] == holm.text


HOLES = (
    "The first image was published by the Event Horizon Telescope. The boundary of no return is "
    "called the event horizon."
)


def test_what_something_is_called_defines_it():
    told = texts("What is an event horizon?", [Passage(HOLES, "Black holes", 9.0), FOUNDING])
    assert told[0] == "The boundary of no return is called the event horizon."


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


FILES = Passage(
    "Can Cymbal Ltd read my files?\n\n"
    "No. Files are encrypted on your computer.\n\n"
    "Where are the servers?\n\nIn Belgium.",
    "Questions",
    9.0,
)


def test_a_yes_or_no_is_told_by_its_section():
    other = Passage("Variables take precedence over the file.", "Settings", 8.0)
    assert texts("can you read my files", [FILES, other]) == [
        "No. Files are encrypted on your computer."
    ]


def test_what_follows_is_about_the_subject_of_the_title():
    hooks = Passage("A call without an answer is tried again five times.", "Webhooks", 9.0)
    api = Passage("Requests beyond the limit have to be tried again later.", "REST API", 8.0)
    assert texts("How often are webhooks tried again?", [hooks, api]) == [hooks.text]


INSTALLING = Passage(
    "Requirements\n\nLinux with kernel 5 or newer\n200 MB of disk space\n\n"
    "Linux\n\ncurl -L https://get.cymbal.example/install.sh | sh\nsudo systemctl enable cymbal\n\n"
    "macOS\n\nbrew install cymbal-sync\n\nWindows\n\nDownload setup.msi and run it.",
    "Installing the agent",
    9.0,
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (
            "How do I install the agent on Linux?",
            [
                "curl -L https://get.cymbal.example/install.sh | sh",
                "sudo systemctl enable cymbal",
            ],
        ),
        ("How do I install the agent on macOS?", ["brew install cymbal-sync"]),
        ("How do I install the agent on Windows?", ["Download setup.msi and run it."]),
    ],
)
def test_what_is_typed_answers_where_a_section_says_nothing_else(question, answer):
    root = Passage("To sync folders of root, install it again with sudo.", "Tips for Linux", 8.0)
    assert texts(question, [INSTALLING, root]) == answer


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


PENSION = Passage(
    "Sweden\n\nThe company contributes 4.5% of the salary. The pension is paid for life.\n\n"
    "Ireland\n\nThe company contributes up to 6% of the salary.",
    "Pension",
    9.0,
)


@pytest.mark.parametrize("question", ["what does the company contribute in sweden", "Sweden?"])
def test_what_follows_is_not_of_another_section(question):
    assert not any("6%" in one for one in texts(question, [PENSION, FOUNDING]))


LEADERS = Passage(
    "Leaders\n\n- Priya Rao leads the Pune office.\n- Marcus Oye leads the Oslo office.\n"
    "- Ann Holm leads the shop.",
    "About us",
    9.0,
)


def test_of_a_list_of_persons_the_one_is_told_that_is_asked_for():
    told = texts("Who leads the Pune office?", [LEADERS, FOUNDING])
    assert told == ["Priya Rao leads the Pune office."]


def test_what_says_nothing_alone_brings_the_sentence_before_it():
    page = Passage("Classes are held on Tuesdays. They are free.", "Training", 9.0)
    assert texts("is training free", [page, FOUNDING]) == [
        "Classes are held on Tuesdays.",
        "They are free.",
    ]


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


def test_how_soon_something_must_be_done_is_not_told_by_how_soon_it_was():
    log = "From May to July 2024 each Code Red took 4 minutes on average."
    rule = "Go to a Code Red within 2 minutes."
    page = Passage(f"{log} Staff sleep here. {rule}", "Ward", 9.0)
    assert texts("How soon must I go to a Code Red?", [page, FOUNDING])[0] == rule


def test_what_can_be_done_holds_although_it_was_done_before():
    rule = "A club can be closed by 40 votes, as happened in 1999."
    page = Passage(f"{rule} Votes are counted by 2 members of the club.", "Club", 9.0)
    assert texts("How many votes must there be to close a club?", [page, FOUNDING])[0] == rule


def test_until_something_happens_is_a_time():
    terms = "Cancel your place in writing. You can cancel until the course has begun."
    refund = "The fee is paid back within 14 days."
    page = Passage(f"{terms}\n\nCancel a place\n\n{refund}", "Courses", 9.0)
    told = texts("Until when can I cancel?", [page, FOUNDING])
    assert told[0] == "You can cancel until the course has begun."


def test_a_trial_is_what_can_be_tried():
    plans = "You can try the Grower plan for 30 days."
    passages = [Passage(plans, "Plans", 9.0), Passage("The trial is over.", "Farms", 8.0), FOUNDING]
    assert texts("How long is the trial period?", passages) == [plans]


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


def test_what_is_typed_is_told_among_prose_if_it_says_what_is_done():
    guide = (
        "Python\n\nThe Python client needs Python 3.9 or newer.\n\npip install rover\n\n"
        "rover.drive(to=hill)\n\nGo\n\nThe Go client needs Go 1.20.\n\ngo get rover.example/go"
    )
    told = texts("How do I install the Python client?", [Passage(guide, "Clients", 9.0)])
    assert told[0] == "pip install rover"


@pytest.mark.parametrize(("whose", "is_told"), [("Children", True), ("Dogs", False)])
def test_for_whom_it_is_not_so_is_told_with_what_is_so(whose, is_told):
    fare = "Passengers pay 5 euros per crossing."
    exempt = f"{whose} are exempt from it."
    page = Passage(f"{fare} {exempt} Cars pay twice as much.", "Ferry", 9.0)
    told = texts("Do children pay for the crossing?", [page, FOUNDING])
    assert told[0] == fare
    assert (exempt in told) is is_told
