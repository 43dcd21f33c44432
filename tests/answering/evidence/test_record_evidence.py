"""Evidence from records: fields, their names, and which records are told."""

import pytest

from emulator.answering.values import Passage
from tests.answering.samples import CORPUS, texts


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


def test_coordinates_are_no_place():
    record = Passage(
        "Harbour shop\nLocation latitude: 56.462.\nCity: Dundee.", "Harbour shop", 1.0, 0, True
    )
    assert (
        texts("Where is the harbour shop located?", [record])[0] == "Harbour shop - City: Dundee."
    )


def test_a_record_is_found_by_its_number():
    shelf = Passage("Wall shelf\nSku: D-501.\nPrice: 69.\nStock: 75.", "Shelf", structured=True)
    assert texts("What does D-501 cost?", [shelf]) == ["Shelf - Price: 69."]


def test_a_record_of_a_part_does_not_come_before_a_text_on_the_whole():
    parts = [Passage("Employees: 23.", "Alpaca Ulva", 9.0, structured=True)]
    whole = Passage("Alpaca has 212 employees.", "About us", 9.0)
    assert texts("How many employees does Alpaca have?", [*parts, whole])[0] == whole.text
    assert texts("How many employees does Alpaca Ulva have?", [*parts, whole])[0].endswith(": 23.")


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
