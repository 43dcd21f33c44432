"""What parameters are about, and their values in a text, without a server."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.arguments.elicited import read_answer
from emulator.ces.runtime.arguments.extraction import extracted
from emulator.surface.messages import ces

ZONE = "The zone: A, B or C."
TODAY = {"current_date": "2026-11-21"}


def schema(**properties: Any) -> Any:
    made = ces.Schema(type=ces.Schema.OBJECT)
    for name, fields in properties.items():
        kind = {"type": "STRING", "description": fields} if isinstance(fields, str) else fields
        made.properties[name].CopyFrom(ces.Schema(**kind))
        made.required.append(name)
    return made


@pytest.mark.parametrize(
    ("description", "text", "code"),
    [
        ("RX followed by seven digits", "my RX 4471928 please", "RX4471928"),
        ("The six character code, for example K7QX2M.", "change my flight, it is K7QX2M", "K7QX2M"),
        ("RX followed by three digits, such as RX-123", "it is rx-447", "RX-447"),
        ("RX followed by three digits, such as RX-123", "it is RX447", "RX447"),
        ("POL- and six digits", "it is pol-999999, sorry", "POL-999999"),
        ("TM- and 4 digits", "it's tm-2049", "TM-2049"),
        ("for example tm-2049", "it's tm-2050", "tm-2050"),
        ("e.g. 55-1002", "55-1003 of 2025-01-01", "55-1003"),
        ("five digit postal code", "10115 Berlin", "10115"),
        ("such as LU4 8QX", "is it down in LU5 1AB?", "LU5 1AB"),
        ("such as LU48QX", "is it down in LU5 1AB?", None),
        ("The last four digits", "ending in 9033", "9033"),
        ("name of the line such as N3, tram 12 or U2", "when does tram 4 leave", "tram 4"),
        ("name of the line such as N3, tram 12 or U2", "and the U5?", "U5"),
        ("The last four digits", "born on 4 May 1987", None),
        ("such as INC-2024-001", "INC-2024-004 of 2024-05-01", "INC-2024-004"),
        ("The six character code", "please change my flight", None),
        ("such as K7QX2M", "it is B22ZZ9", "B22ZZ9"),
        ("such as K7QX2M", "it is behind", None),
        ("such as TX77", "it is A7B2", None),
        ("a 12-digit number", "4711, no, 123456789012", "123456789012"),
        ("for instance TX-77", "TX-78", "TX-78"),
        ("in the format TX-77. Ask for it", "TX-78", "TX-78"),
        ("such as TX-77 or none", "I have none", None),
        ("five digit postal code", "it costs 1,000,000.50", None),
        ("The 0 digit or 99999999999 digit code", "it is 7", None),
    ],
)
def test_a_code_is_found_by_what_it_looks_like(
    description: str, text: str, code: str | None
) -> None:
    assert extracted(schema(code=description), text, TODAY).get("code") == code


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("it shows 12,480 kWh", 12480),
        ("about 3.5k I guess", 3500),
        ("$1,800", 1800),
        ("two and a half", 2.5),
        ("about 3 and a half hours", 3.5),
        ("20,50 \u20ac", 20.5),
        ("1.500,50 euros", 1500.5),
        ("1,50,60", 1),
        ("a table for four", 4),
        ("just me", 1),
        ("send me a new one", None),
        ("at 7pm on 3/25/2027", None),
        ("value=forty", 40),
        ("value=fortieth", None),
        ("about four hundred", 400),
        ("twelve hundred and five", 1205),
        ("sixty-four thousand and ten", 64_010),
        ("five and six", 5),
        ("a hundred", 100),
        ("my plate is NR-K 12", None),
        ("it stands at Mill Lane 12", None),
        ("value=book", None),
        ("1234567k", 1234567000),
        ("2 million", 2_000_000),
        ("about two thousand euros", 2000),
        ("1.5 million", 1_500_000),
    ],
)
def test_a_number_is_read_as_people_say_it(text: str, number: float | None) -> None:
    assert extracted(schema(value={"type": "NUMBER"}), text, TODAY).get("value") == number


@pytest.mark.parametrize("phone", ["0151 2345678", "+49 151 2345678", "(555) 010-0177", "555-0177"])
def test_a_phone_number_is_no_code_and_no_number(phone: str) -> None:
    parts = schema(phone_number="", order_id="The id", count={"type": "INTEGER"})
    assert extracted(parts, f"call {phone} please", TODAY) == {"phone_number": phone}


def test_each_value_stands_for_one_parameter() -> None:
    parts = schema(name="Name of the patient", email="", day="YYYY-MM-DD", until_day="YYYY-MM-DD")
    text = "I'm Priya Raman, priya@example.org, from Dec 3 to Dec 5"
    assert extracted(parts, text, TODAY) == {
        "name": "Priya Raman",
        "email": "priya@example.org",
        "day": "2026-12-03",
        "until_day": "2026-12-05",
    }


def test_who_gives_two_means_the_last() -> None:
    parts = schema(email="", plan={"type": "STRING", "enum": ["S", "M", "L"]})
    said = extracted(parts, "a@b.example, I mean ab@c.example, and not M but L", TODAY)
    assert said == {"email": "ab@c.example", "plan": "L"}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("not on Friday but on Monday", {"day": "2026-11-23"}),
        ("no, not tomorrow, Friday", {"day": "2026-11-27"}),
        ("Monday instead of Friday", {"day": "2026-11-23"}),
        ("instead of Friday on Monday", {"day": "2026-11-23"}),
        ("it's not on Friday", {}),
        ("why not Friday?", {"day": "2026-11-27"}),
        ("not before Friday", {"day": "2026-11-27"}),
        ("not 50 but 40", {"amount": 40}),
        ("40, not 50", {"amount": 40}),
        ("rather than 50 make it 40", {"amount": 40}),
        ("not A-7 but A-8", {"order_number": "A-8"}),
        ("not order A-7, order A-8", {"order_number": "A-8"}),
        ("I have not received order A-7", {"order_number": "A-7"}),
        ("Not received order A-7", {"order_number": "A-7"}),
        ("not from Oslo, from Bergen", {"city": "Bergen"}),
        ("not the 24th of December", {"day": "2026-12-24"}),
    ],
)
def test_what_is_rejected_is_not_meant(text: str, found: dict[str, Any]) -> None:
    known = {"day": "A date", "amount": {"type": "NUMBER"}, "order_number": "", "city": ""}
    wanted = {name: known[name] for name in found or ("day",)}
    assert extracted(schema(**wanted), text, TODAY) == found


def test_a_form_of_a_choice_is_one() -> None:
    parts = schema(reason={"type": "STRING", "enum": ["lost", "stolen", "damaged"]})
    assert extracted(parts, "Someone stole it", TODAY) == {"reason": "stolen"}
    visits = schema(kind={"type": "STRING", "enum": ["inspection", "installation", "plan"]})
    assert extracted(visits, "Can you install it?", TODAY) == {"kind": "installation"}
    assert extracted(visits, "Can you inspire it?", TODAY) == {}
    assert extracted(parts, "It is here", TODAY) == {}


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("not red but blue", "blue"),
        ("blue instead of red", "blue"),
        ("rather than the red one, blue", "blue"),
        ("anything but red", None),
        ("neither red nor blue", None),
        ("not the dark green one", None),
    ],
)
def test_a_choice_that_is_rejected_is_not_made(text: str, color: str | None) -> None:
    colors = schema(color={"type": "STRING", "enum": ["red", "blue", "dark green"]})
    assert extracted(colors, text, TODAY).get("color") == color


def test_what_stands_behind_the_name_of_a_choice_is_one_of_it_or_nothing() -> None:
    urgency = schema(priority="How urgent it is: low, medium or high.")
    assert extracted(urgency, "priority: high", {}) == {"priority": "high"}
    text = "A ticket with low priority: the keyboard is broken"
    assert extracted(urgency, text, {}) == {"priority": "low"}
    assert extracted(urgency, "priority=whatever", {}) == {}


def test_days_of_what_has_happened_are_past() -> None:
    parts = schema(incident_date="Date of the incident", visit_date="Date of the visit")
    assert extracted(parts, "on Nov 20 it broke, come on Nov 24", TODAY) == {
        "incident_date": "2026-11-20",
        "visit_date": "2026-11-24",
    }


def test_the_day_of_a_month_is_of_the_month_before() -> None:
    before = {"day": "2027-03-25"}
    assert extracted(schema(day="The day"), "the 26th", TODAY, before=before) == {
        "day": "2027-03-26"
    }


def test_an_hour_answers_the_question_for_a_time() -> None:
    assert read_answer(schema(time="HH:MM"), "9 is ok", TODAY, {}) == {"time": "09:00"}
    assert read_answer(schema(time="HH:MM"), "when you like", TODAY, {}) == {}
    parts = schema(day="YYYY-MM-DD", time="HH:MM", people={"type": "INTEGER"})
    told_of = {"day": "2026-12-12", "people": 6}
    assert read_answer(parts, "december 12th, 6 people", TODAY, {}) == told_of


@pytest.mark.parametrize("text", ["code A-7 and last name Lopez", "Sure: Lopez, A-7"])
def test_a_name_stands_behind_what_leads_to_it(text: str) -> None:
    assert extracted(schema(last_name="The last name"), text, TODAY) == {"last_name": "Lopez"}


def test_what_takes_something_back_is_no_name() -> None:
    assert read_answer(schema(last_name=""), "hmm actually make that the 26th", TODAY, {}) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sorry, the plate is KO-LB 77", {"plate": "KO-LB 77"}),
        ("it's a blue one please", {"plate": "a blue one"}),
        ("the shower is cold", {"plate": "the shower is cold"}),
        ("KO-LB 77, on 2026-12-03 then", {"plate": "KO-LB 77", "day": "2026-12-03"}),
        ("on 2026-12-03", {"day": "2026-12-03"}),
    ],
)
def test_an_answer_is_without_the_words_around_it(text: str, expected: dict[str, str]) -> None:
    asked = schema(plate="The plate.", day="YYYY-MM-DD")
    assert read_answer(asked, text, TODAY, {}) == expected


@pytest.mark.parametrize("text", ["ann@example.com", "AB-20447", "+44 20 7946 0000"])
def test_what_is_an_address_or_a_number_is_no_city(text: str) -> None:
    assert read_answer(schema(city=""), text, TODAY, {}) == {}
    assert read_answer(schema(city=""), "Berlin", TODAY, {}) == {"city": "Berlin"}


@pytest.mark.parametrize(
    ("text", "plate"),
    [
        ("Is it ready? plate ko-lb 77", "ko-lb 77"),
        ("my plate is kolb", "kolb"),
        ("my plate is lost", None),
        ("my plate fell off", None),
    ],
)
def test_a_value_stands_behind_its_name(text: str, plate: str | None) -> None:
    assert extracted(schema(plate="The plate."), text, TODAY).get("plate") == plate


def test_a_code_in_groups_is_one() -> None:
    iban = "DE89 3704 0044 0532 0130 00"
    asked = schema(account="The account.")
    assert extracted(asked, f"Pay to {iban}, please", TODAY) == {"account": iban}


def test_what_a_description_shows_may_be_named() -> None:
    asked = schema(job="The repair, e.g. brakes, clutch or oil change")
    assert extracted(asked, "How much is a new clutch?", TODAY) == {"job": "clutch"}
    assert extracted(asked, "How much is a wheel?", TODAY) == {}


def test_what_is_shown_does_not_tell_what_a_parameter_is_about() -> None:
    asked = schema(item="What was lost, such as umbrella, phone or wallet.")
    assert extracted(asked, "I lost my phone, call me on 0171 5550199", {}) == {"item": "phone"}
    assert read_answer(asked, "a golden ring", {}, {}) == {"item": "a golden ring"}


def test_a_city_is_no_street() -> None:
    asked = schema(street="Its name.", city="")
    assert extracted(asked, "I am moving to Mainz", TODAY) == {"city": "Mainz"}
    both = {"street": "Hauptstr. 9", "city": "Mainz"}
    assert extracted(asked, "to Hauptstr. 9 in Mainz", TODAY) == both


def test_letters_of_a_code_may_be_any_if_that_is_said() -> None:
    asked = schema(course="Three letters and three digits, e.g. MAT201.")
    assert extracted(asked, "and PHY110 please", TODAY) == {"course": "PHY110"}


def test_a_list_is_the_whole_answer() -> None:
    items = {"type": "ARRAY", "items": {"type": "STRING"}}
    assert read_answer(schema(items=items), "tea and cake", TODAY, {}) == {
        "items": ["tea and cake"]
    }


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("ARRAY", 'of=["a b", 2] please', ["a b", 2]),
        ("ARRAY", "of=7,8.", [7, 8]),
        ("ARRAY", "of=[7, NaN]", None),
        ("ARRAY", "of=" + "[" * 2000, None),
        ("OBJECT", 'of={"a": {"b": [1]}}, at=3', {"a": {"b": [1]}}),
        ("OBJECT", "of=[1]", None),
        ("OBJECT", "of={a: 1}", None),
    ],
)
def test_what_has_parts_is_json_behind_its_name(kind: str, text: str, value: Any) -> None:
    members = {"items": {"type": "INTEGER"}} if kind == "ARRAY" else {}
    assert extracted(schema(of={"type": kind, **members}), text, TODAY).get("of") == value


def test_what_stands_in_quotes_is_read_once() -> None:
    both = schema(title="The title.", subtitle="What is below.")
    assert extracted(both, 'Name it "Summer fair", "at the lake"', TODAY) == {
        "title": "Summer fair",
        "subtitle": "at the lake",
    }
    assert extracted(both, 'Name it "Summer fair"', TODAY) == {"title": "Summer fair"}
    assert extracted(both, 'Name it "  "', TODAY) == {}


def test_what_stands_in_quotes_is_no_address_and_no_day() -> None:
    asked = schema(email="", day="", title="")
    assert extracted(asked, 'Name it "my tent"', TODAY) == {"title": "my tent"}
    assert extracted(asked, 'Send it to "ann@example.com"', TODAY)["email"] == "ann@example.com"


@pytest.mark.parametrize(
    ("text", "size"), [("the two-w one", "two-w"), ("abc", None), ("abc-", "abc-d")]
)
def test_a_choice_may_have_any_characters(text: str, size: str | None) -> None:
    kind = {"type": "STRING", "enum": ["abc-d", "two-w", "(x)"]}
    assert extracted(schema(size=kind), text, TODAY).get("size") == size


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Great, book it. My name is Maria Lopez", "Maria Lopez"),
        ("Oslo, my name is Maria", "Maria"),
        ("Actually, book it", None),
        ("Thanks. Maria Lopez.", "Maria Lopez"),
        ("Maria Lopez, please", "Maria Lopez"),
        ("Please greet Maria", "Maria"),
        ("Please greet everybody on Monday", None),
    ],
)
def test_a_name_is_what_is_said_to_be_one(text: str, name: str | None) -> None:
    assert (
        extracted(schema(guest_name="Full name of the guest"), text, TODAY).get("guest_name")
        == name
    )


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("and for 10 years?", {"years": 10}),
        ("over 3 years, an amount of 5000", {"amount": 5000, "years": 3}),
        ("5000 over 3 years", {"amount": 5000, "years": 3}),
        ("5000 and 3", {"amount": 5000, "years": 3}),
        ("an amount of 5000", {"amount": 5000}),
    ],
)
def test_a_number_counts_what_stands_beside_it(text: str, found: dict[str, float]) -> None:
    asked = schema(amount={"type": "NUMBER"}, years={"type": "INTEGER"})
    assert extracted(asked, text, TODAY) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One adult and no dogs", {"adults": 1, "dogs": 0}),
        ("2 adults, without any dogs", {"adults": 2, "dogs": 0}),
        ("We have no dogs, but 3 adults.", {"adults": 3, "dogs": 0}),
        ("3 adults with no dogs tickets", {"adults": 3}),
        ("Four adults and one dog", {"adults": 4, "dogs": 1}),
        ("Twenty one adults", {"adults": 21}),
    ],
)
def test_none_and_one_of_what_is_counted_are_numbers(text: str, found: dict[str, int]) -> None:
    counted = schema(adults={"type": "INTEGER"}, dogs={"type": "INTEGER"})
    assert extracted(counted, text, TODAY) == found


def test_one_child_is_one_of_the_children() -> None:
    counted = schema(adults={"type": "INTEGER"}, children={"type": "INTEGER"})
    said = "Two adults and one child"
    assert extracted(counted, said, TODAY) == {"adults": 2, "children": 1}


def test_what_is_beside_a_name_that_has_a_value_is_no_value_of_another() -> None:
    counted = schema(adults={"type": "INTEGER"}, children={"type": "INTEGER"})
    assert extracted(counted, "no, five adults", TODAY, {"adults": 4}) == {}
    assert extracted(counted, "five of them", TODAY, {"adults": 4}) == {"children": 5}


def test_all_of_an_answer_is_what_was_asked_for_last() -> None:
    asked = schema(street="The street", items="What to fetch")
    said, known = "the sofa and two chairs, please", {"street": "Mill Lane 4"}
    assert read_answer(asked, said, TODAY, known)["items"] == "the sofa and two chairs"


def test_none_of_what_is_no_count_is_no_number() -> None:
    assert not extracted(schema(budget={"type": "NUMBER"}), "I have no budget", TODAY)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("make the limit 2000", {"limit": 2000}),
        ("card 4417, a limit of 2000", {"card": "4417", "limit": 2000}),
        ("patient id P-7, A-9", {"patient_id": "P-7", "visit_id": "A-9"}),
        ("A-9, patient id P-7", {"patient_id": "P-7", "visit_id": "A-9"}),
        ("on 20 March", {}),
    ],
)
def test_a_code_stands_beside_its_name_and_is_no_date(text: str, found: dict[str, object]) -> None:
    number = {"type": "INTEGER"}
    asked = schema(card="The last four digits.", visit_id="", patient_id="", limit=number)
    assert extracted(asked, text, TODAY) == found


@pytest.mark.parametrize(
    ("text", "street"),
    [
        ("Send a courier to 14 Mill Lane tomorrow", "14 Mill Lane"),
        ("from Lange Gasse 7b, please", "Lange Gasse 7b"),
        ("redirect it to 12 Mill Lane, York.", "12 Mill Lane, York"),
        ("I live at 221b Baker Street, 1020 Wien", "221b Baker Street, 1020 Wien"),
        ("send 3 parcels on 3 May", None),
    ],
)
def test_an_address_has_a_street_and_a_number(text: str, street: str | None) -> None:
    said = extracted(schema(address="The street and house number."), text, TODAY)
    assert said.get("address") == street


@pytest.mark.parametrize(
    ("text", "street"),
    [
        ("When is paper collected in Mill Lane?", "Mill Lane"),
        ("at 14 Mill Lane", "14 Mill Lane"),
        ("When is paper collected?", None),
    ],
)
def test_a_street_may_have_no_number(text: str, street: str | None) -> None:
    assert extracted(schema(street="Its name."), text, TODAY).get("street") == street


@pytest.mark.parametrize(
    "text",
    ["from Kiel to Oslo", "to Oslo from Kiel", "Kiel to Oslo", "I must go to Oslo from Kiel"],
)
@pytest.mark.parametrize(
    ("start", "end"),
    [("origin", "destination"), ("departure_port", "arrival_port"), ("from_station", "to_station")],
)
def test_a_way_has_two_ends(text: str, start: str, end: str) -> None:
    for asked in (schema(**{start: "", end: ""}), schema(**{end: "", start: ""})):
        assert extracted(asked, text, TODAY) == {start: "Kiel", end: "Oslo"}


@pytest.mark.parametrize(
    ("text", "found"),
    [("I go to Oslo", {"destination": "Oslo"}), ("I leave from Kiel", {"origin": "Kiel"})],
)
def test_one_end_of_a_way_is_not_the_other(text: str, found: dict[str, str]) -> None:
    assert extracted(schema(origin="", destination=""), text, TODAY) == found
    assert extracted(schema(destination="", origin=""), text, TODAY) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("i wanna fly from oslo to berlin", {"origin": "oslo", "destination": "berlin"}),
        ("from new york to san juan on 3 may", {"origin": "new york", "destination": "san juan"}),
        ("a flight to berlin tomorrow", {"destination": "berlin"}),
        ("to rome please", {"destination": "rome"}),
        ("From Oslo to berlin", {"origin": "Oslo", "destination": "berlin"}),
        ("i have a flight to cancel", {}),
        ("i'm going to book it", {}),
        ("from monday to friday", {}),
        ("from there to my hotel", {}),
    ],
)
def test_the_ends_of_a_way_may_be_said_in_small_letters(text: str, found: dict[str, str]) -> None:
    assert extracted(schema(origin="", destination=""), text, TODAY) == found
    assert extracted(schema(destination="", origin=""), text, TODAY) == found


@pytest.mark.parametrize("name", ["report", "support_level", "passport"])
def test_a_port_is_a_word(name: str) -> None:
    assert extracted(schema(**{name: ""}), "from Kiel", TODAY) == {}


def test_a_code_is_no_name() -> None:
    assert extracted(schema(city=""), "I want SW90901010 delivered", TODAY) == {}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("reset it, my username is jdoe", "jdoe"),
        ("my username is wrong", None),
        ("username is mlopez.", "mlopez"),
    ],
)
def test_a_name_may_be_said_in_small_letters(text: str, name: str | None) -> None:
    assert extracted(schema(username=""), text, TODAY).get("username") == name


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("I need to renew a permit", None),
        ("Find a space in zone B, please", "B"),
        ("Actually, A is better", "A"),
        ("what about zone a?", "A"),
    ],
)
def test_a_single_letter_is_a_choice_and_no_article(text: str, zone: str | None) -> None:
    assert extracted(schema(zone=ZONE), text, TODAY).get("zone") == zone


@pytest.mark.parametrize(
    ("text", "value"), [("Yes.", True), ("no", False), ("I do not know", None)]
)
def test_a_yes_or_no_is_a_truth_value(text: str, value: bool | None) -> None:
    assert extracted(schema(gift_wrap={"type": "BOOLEAN"}), text, TODAY).get("gift_wrap") is value


CURRENCIES = {
    "from_currency": {"type": "STRING", "description": "ISO code such as USD."},
    "to_currency": {"type": "STRING", "description": "ISO code such as EUR."},
    "amount": {"type": "NUMBER", "description": "How much."},
}


@pytest.mark.parametrize(
    "text",
    ["convert 50 USD to EUR", "How many EUR are 50 USD?", "50 from USD to EUR", "to EUR 50 USD"],
)
def test_capitals_like_those_of_an_example_are_a_code_and_numbers_are_none(text: str) -> None:
    found = extracted(schema(**CURRENCIES), text, {})
    assert found["amount"] == 50
    assert {found["from_currency"], found["to_currency"]} == {"USD", "EUR"}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("CONVERT 20 USD TO EUR NOW", {"USD", "EUR"}),
        ("HOW MUCH ARE 20 USD IN EUR", {"USD", "EUR"}),
        ("USD", {"USD"}),
        ("CAN YOU HELP ME", set()),
        ("do NOT take USD", {"USD"}),
        ("I spend EUR in the USA", {"EUR"}),
    ],
)
def test_words_in_capitals_are_no_codes(text: str, codes: set[str]) -> None:
    found = extracted(schema(**CURRENCIES), text, {})
    assert {one for name, one in found.items() if name != "amount"} == codes


def test_a_word_before_a_code_tells_which_end_it_is() -> None:
    found = extracted(schema(**CURRENCIES), "I need 50 to EUR from USD", {})
    assert (found["from_currency"], found["to_currency"]) == ("USD", "EUR")
    assert extracted(schema(**CURRENCIES), "how much is it", {}) == {}


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("tell me the time in london", "london"),
        ("what's the weather in new york please?", "new york"),
        ("hotels in sao paulo today", "sao paulo"),
        ("branches in kiel please", "kiel"),
        ("tell me in general", None),
        ("can i pay in cash?", None),
        ("is it warm in may", None),
        ("the weather for tomorrow please", None),
        ("i'd like to complain", None),
        ("which of them are for kids?", None),
        ("is it open in the morning", None),
        ("put it in my cart", None),
        ("tell me about it", None),
    ],
)
def test_a_place_may_be_said_in_small_letters(text: str, city: str | None) -> None:
    places = schema(city={"type": "STRING", "description": "The name of the city."})
    assert extracted(places, text, {}).get("city") == city
    names = schema(name={"type": "STRING", "description": "The name of the guest."})
    assert extracted(names, text, {}) == {}


def test_a_name_is_told_by_its_parts_if_it_is_meant_so() -> None:
    parts = schema(first_name={"type": "STRING"}, last_name={"type": "STRING"})
    found = {"first_name": "Sarah", "last_name": "Jenkins"}
    assert extracted(parts, "My name is Sarah Jenkins.", TODAY) == found
    surname = schema(family_name={"type": "STRING"})
    assert extracted(surname, "My name is Sarah Jenkins.", TODAY) == {"family_name": "Jenkins"}
    assert extracted(surname, "Oh, hello. It is just me.", TODAY) == {}
    whole = schema(customer_name={"type": "STRING"})
    assert extracted(whole, "My name is Sarah Jenkins.", TODAY) == {
        "customer_name": "Sarah Jenkins"
    }


def test_nobody_tells_a_birthday_by_this_morning() -> None:
    born = schema(birth_date={"type": "STRING"})
    assert extracted(born, "I lost it this morning", TODAY) == {}
    assert extracted(born, "I was born on 3 May 1981", TODAY) == {"birth_date": "1981-05-03"}


@pytest.mark.parametrize(
    ("text", "kind"),
    [("a physio appointment", "physiotherapy"), ("my phone", None), ("physical", None)],
)
def test_a_choice_may_be_shortened(text: str, kind: str | None) -> None:
    kinds = schema(kind={"type": "STRING", "enum": ["photography", "physiotherapy"]})
    assert extracted(kinds, text, TODAY).get("kind") == kind
