from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.filters.binding import read_filter
from emulator.retrieval.filters.conditions import TextIn
from emulator.retrieval.filters.fields import Fields
from emulator.retrieval.filters.geo import Point
from emulator.retrieval.query_understanding.extraction import KnownFields, extract_filters

TODAY = date(2026, 3, 15)
TYPES = {
    "price": "number",
    "prices.usd": "number",
    "star_rating": "number",
    "weight_grams": "integer",
    "warranty_months": "integer",
    "released": "datetime",
    "city": "string",
    "color": "string",
    "in_stock": "boolean",
    "has_mqtt": "boolean",
    "place": "geolocation",
}
VALUES = {
    "city": {"Berlin": 3, "New York": 1, "red": 1},
    "color": {"red": 5, "Dark Blue": 2, "in": 9, "2": 4},
}


def known(types=TYPES, places=("place",)):
    return KnownFields(
        types,
        lambda path: VALUES.get(path, {}),
        TODAY,
        places,
        lambda _, name: Point(56.5, -3.0) if name == "Dundee" else None,
    )


@pytest.mark.parametrize(
    ("text", "left", "filter_text"),
    [
        ("kettles under 50 dollars", "kettles", "prices.usd < 50"),
        ("kettles priced under €50", "kettles", "price < 50"),
        ("kettles for at most $1,300.50", "kettles", "prices.usd <= 1300.5"),
        ("kettles cheaper than 50", "kettles", "price < 50"),
        ("kettles more expensive than 50", "kettles", "price > 50"),
        ("kettles with a price <= 50", "kettles", "price <= 50"),
        ("kettles whose price is below 50", "kettles", "price < 50"),
        ("kettles under 50", "kettles", "price < 50"),
        ("kettles not over 50 dollars", "kettles", "prices.usd <= 50"),
        ("kettles no less than 50", "kettles", "price >= 50"),
        ("kettles not cheaper than 50", "kettles", "price >= 50"),
        (
            "kettles between 20 and 50 in Berlin",
            "kettles",
            'price >= 20 AND price <= 50 AND city: ANY("Berlin")',
        ),
        ("kettles between 20 and $50", "kettles", "prices.usd >= 20 AND prices.usd <= 50"),
        ("kettles for exactly $30", "kettles", "prices.usd = 30"),
        ("kettles >$50", "kettles", "prices.usd > 50"),
        ("kettles under 49,99 euros", "kettles", "price < 49.99"),
        ("kettles under 1.299,00 euros", "kettles", "price < 1299"),
        ("kettles under 1.299 euros", "kettles", "price < 1299"),
        ("kettles under 0.125 euros", "kettles", "price < 0.125"),
        ("kettles over $3.459", "kettles", "prices.usd > 3.459"),
        ("kettles under 1.000.000 euros", "kettles", "price < 1000000"),
        ("kettles for €1.000 to €2.000", "kettles", "price >= 1000 AND price <= 2000"),
        ("sensors of a weight under 1.500 kg", "sensors", "weight_grams < 1500"),
        ("kettles for 100-200 euros", "kettles", "price >= 100 AND price <= 200"),
        ("kettles, $20 to $50", "kettles", "prices.usd >= 20 AND prices.usd <= 50"),
        ("hotel with at least 4 stars", "hotel", "star_rating >= 4"),
        (
            "4 star hotel under 100 in Berlin",
            "hotel",
            'star_rating = 4 AND price < 100 AND city: ANY("Berlin")',
        ),
        ("hotels, 4 stars or better", "hotels", "star_rating >= 4"),
        (
            "hotels with a star rating above 3 and a price under 90",
            "hotels",
            "star_rating > 3 AND price < 90",
        ),
        ("hotels under 90 with rating above 3", "hotels", "price < 90 AND star_rating > 3"),
        ("hotels with 4 stars and under 90", "hotels", "star_rating = 4 AND price < 90"),
        (
            "hotels under 90 euros, star rating above 3",
            "hotels",
            "price < 90 AND star_rating > 3",
        ),
        ("star rating = 3", "", "star_rating = 3"),
        ("sensors heavier than 300 g", "sensors", "weight_grams > 300"),
        ("sensors lighter than 300 grams", "sensors", "weight_grams < 300"),
        ("at least 24 warranty months", "", "warranty_months >= 24"),
        ("a warranty longer than 2 years", "", "warranty_months > 24"),
        ("sensors of a weight under 1.5 kg", "sensors", "weight_grams < 1500"),
        ("sensors heavier than 2 kilograms", "sensors", "weight_grams > 2000"),
        (
            "sensors between 1 and 3 kg",
            "sensors",
            "weight_grams >= 1000 AND weight_grams <= 3000",
        ),
        (
            "sensor between 100 and 300 grams",
            "sensor",
            "weight_grams >= 100 AND weight_grams <= 300",
        ),
        ("stations released since 2023", "stations", 'released >= "2023"'),
        ("stations from before March 2021", "stations from", 'released < "2021-03"'),
        ("stations newer than 2023", "stations", 'released > "2023"'),
        ("stations older than 1 April 2022", "stations", 'released < "2022-04-01"'),
        ("stations released no later than April 1st, 2022", "stations", 'released <= "2022-04-01"'),
        ("made in 2024-05-06", "", 'released = "2024-05-06"'),
        ("stations released last year", "stations", 'released = "2025"'),
        ("stations since last month", "stations", 'released >= "2026-02"'),
        ("stations S\u0130NCE 2023", "stations", 'released >= "2023"'),
        ("stations released this month", "stations", 'released = "2026-03"'),
        ("stations before yesterday", "stations", 'released < "2026-03-14"'),
        ("stations from the last 2 weeks", "stations", 'released >= "2026-03-01"'),
        ("stations updated in the past year", "stations", 'released >= "2025-03-15"'),
        ("stations not released before 2023", "stations", 'released >= "2023"'),
        ("stations no older than 2023", "stations", 'released >= "2023"'),
        ("stations that were never updated since May 2024", "stations", 'released < "2024-05"'),
        ("stations not updated in the past year", "stations", 'released < "2025-03-15"'),
        ("kettles that do not cost more than $50", "kettles", "prices.usd <= 50"),
        ("hotels that aren't rated above 4 stars", "hotels", "star_rating <= 4"),
        ("sensors that can't weigh over 2 kg", "sensors", "weight_grams <= 2000"),
        ("hotels without a star rating above 3", "hotels", "star_rating <= 3"),
        ("hotels not 4 stars or better", "hotels", "star_rating < 4"),
        ("kettles that aren't red", "kettles", 'NOT color: ANY("red")'),
        ("kettles that don't come in red", "kettles", 'NOT color: ANY("red")'),
        ("hotels neither in Berlin nor New York", "hotels", 'NOT city: ANY("New York", "Berlin")'),
        ("kettles no longer in stock", "kettles", 'in_stock = "false"'),
        ("non-mqtt kettles", "kettles", 'has_mqtt = "false"'),
        ("not only red kettles", "not only kettles", 'color: ANY("red")'),
        ("between 2019 and 2021", "", 'released >= "2019" AND released <= "2021"'),
        ("hotels in Berlin", "hotels", 'city: ANY("Berlin")'),
        ("hotels in new york or berlin", "hotels", 'city: ANY("New York", "Berlin")'),
        ("red kettles", "kettles", 'color: ANY("red")'),
        ("hotels outside of Berlin", "hotels", 'NOT city: ANY("Berlin")'),
        ("kettles, not red", "kettles", 'NOT color: ANY("red")'),
        ("kettles in stock", "kettles", 'in_stock = "true"'),
        ("kettles out of stock", "kettles", 'in_stock = "false"'),
        (
            "kettles not in stock without mqtt",
            "kettles",
            'has_mqtt = "false" AND in_stock = "false"',
        ),
        ("cafe near Dundee", "cafe", "place: GEO_DISTANCE(56.5, -3, 10000)"),
        ("cafe near dundee", "cafe", "place: GEO_DISTANCE(56.5, -3, 10000)"),
        ("cafe within 5 km of 52.5, 13.4", "cafe", "place: GEO_DISTANCE(52.5, 13.4, 5000)"),
        ("cafe within 2 miles of Dundee", "cafe", "place: GEO_DISTANCE(56.5, -3, 3218.688)"),
        (
            "red hotels in Berlin under 90 dollars",
            "hotels",
            'prices.usd < 90 AND city: ANY("Berlin") AND color: ANY("red")',
        ),
    ],
)
def test_words_become_filters(text, left, filter_text):
    found = extract_filters(text, known())
    assert (found.text, set(found.filter().split(" AND "))) == (
        left,
        set(filter_text.split(" AND ")),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Skylark 3 weather station",
        "how does it work",
        "over the moon",
        "reddish kettle",
        "version 2",
        "stations released in 2024.1",
        "stations released since 2024-05-06-7",
        "stations released since 2024-99",
        "stations released since 31 June 2024",
        "in marketing 2020",
        "stations not released in 2020",
        "hotels that aren't between 3 and 5 stars",
        "stations not from 2020 to 2022",
        "stations not between 2020 and 2022",
        "what is new today",
        "released in the last 9999 years",
        "under 7 widgets",
        "taller than 50",
        "other than 50",
        "price != 50",
        "price => 50",
        "kettles not between 20 and 50",
        "not exactly 50 dollars",
        "can under 18s apply?",
        "set retries = 3",
        "retries equal to 3",
        "How do I get over 50?",
        "Why is it at most 50?",
        "Why is the kettle red?",
        "What is the difference between 2 and 3?",
        "Is the warranty longer than 90 days?",
        "sensors of a weight under 3 metres",
        "",
        "AND OR (",
    ],
)
def test_what_says_nothing_of_a_field_stays(text):
    types = {path: one for path, one in TYPES.items() if path != "place"}
    assert extract_filters(text, known(types, ())).constraints == ()
    assert extract_filters(text, known(types, ())).text == text


@pytest.mark.parametrize(
    "text",
    [
        "Can I connect more than 3 sensors?",
        "Does the battery last longer than 2 years?",
        "3 sensors or more",
        "set retries = 3",
        "How do I get over 50?",
        "stations newer than 2023",
    ],
)
def test_a_number_of_something_else_is_not_of_the_only_field(text):
    assert extract_filters(text, known({"rating": "number"}, ())).text == text


@pytest.mark.parametrize(
    ("text", "filter_text"),
    [
        ("boats with 4 berths", "berths = 4"),
        ("boats that have 4 berths", "berths = 4"),
        ("boats with a warranty of 24 months", "warranty_months = 24"),
        ("boats with a warranty of 2 years", "warranty_months = 24"),
        ("boats with 24 months warranty", "warranty_months = 24"),
        ("boats with a rating of 4.5", "rating = 4.5"),
        ("boats with 4 or more berths", "berths >= 4"),
        ("boats with a rating of at least 4", "rating >= 4"),
        ("boats with 4 to 6 berths", "berths >= 4 AND berths <= 6"),
        ("4-6 berths", "berths >= 4 AND berths <= 6"),
        ("boats of 4-6 metres", ""),
        ("boats with 4 berths and a rating above 3", "rating > 3 AND berths = 4"),
        ("boats with 4 berths and 2 masts", ""),
        ("boats with 4 berths and up", "berths >= 4"),
        ("boats with 24 months", ""),
        ("a Skylark 3 with 2 sensors", ""),
        ("sails of 6 metres", ""),
        ("4 berth boats", "berths = 4"),
        ("a 4-berth boat", "berths = 4"),
        ("boats with a 24 month warranty", "warranty_months = 24"),
        ("a 2-year warranty", "warranty_months = 24"),
        ("4+ berths", "berths >= 4"),
        ("boats with 4+ berths", "berths >= 4"),
        ("at least 4 berth boats", "berths >= 4"),
        ("4 berth boats with a rating above 3", "berths = 4 AND rating > 3"),
        ("3 or 4 berth boats", ""),
        ("3-4 berth boats", ""),
        ("1 berth boats", ""),
        ("top 4 berths", ""),
        ("how do I find a 4 berth boat?", ""),
    ],
)
def test_a_number_of_a_named_field_is_that_number(text, filter_text):
    types = dict.fromkeys(("berths", "warranty_months", "rating"), "number")
    assert extract_filters(text, known(types, ())).filter() == filter_text


@pytest.mark.parametrize("text", ["films above 4", "films above 4 in color", "films, 4 or better"])
def test_a_number_of_nothing_else_is_of_the_only_field(text):
    assert extract_filters(text, known({"rating": "number"}, ())).filter().startswith("rating >")


def test_a_rate_is_no_unit_of_a_time():
    types = {"interval_seconds": "number", "price": "number"}
    assert extract_filters("wind above 50 m/s", known(types, ())).constraints == ()
    assert (
        extract_filters("an interval above 50 s", known(types, ())).filter()
        == "interval_seconds > 50"
    )


def test_money_is_of_the_only_field():
    found = extract_filters("flats under 900 euros", known({"rent": "number"}, ()))
    assert (found.text, found.filter()) == ("flats", "rent < 900")


def test_a_year_can_be_a_number():
    found = extract_filters(
        "songs since 1999", known({"release_year": "integer", "n": "number"}, ())
    )
    assert found.filter() == "release_year >= 1999"


def test_a_date_is_of_the_field_that_its_verb_names():
    types = {"created": "datetime", "published": "datetime", "updated": "datetime"}
    assert (
        extract_filters("notes updated last year", known(types, ())).filter() == 'updated = "2025"'
    )
    assert (
        extract_filters("notes published 2024", known(types, ())).filter() == 'published = "2024"'
    )


def test_a_place_that_nobody_knows_is_told():
    found = extract_filters("cafe near Atlantis", known())
    assert found.unlocated == ("Atlantis",)
    assert found.text == "cafe near Atlantis"


def test_of_a_long_text_only_the_beginning_is_read():
    tail = " under 7 dollars, red or not" * 20_000
    found = extract_filters("kettles in Berlin" + tail, known())
    assert 'city: ANY("Berlin")' in found.filter()
    assert found.text.startswith("kettles")
    assert found.text.endswith(tail[-500_000:])


PIECES = """
under over cheaper than < >= between and 50 100 dollars $ 2023 since in Berlin red not stock near
Dundee within 5 km of 52.5,13.4 stars or better kettle price is exactly = deeper older out June 31
2024-99 today last year , \x00 " ( :
"""
pieces = st.lists(st.sampled_from(PIECES.split()), max_size=8).map(" ".join)


@given(pieces | st.text(max_size=40))
def test_any_text_gives_a_filter_that_can_be_read(text):
    found = extract_filters(text, known())
    if found.constraints:
        read_filter(found.filter(), Fields(TYPES))


@given(st.text(min_size=1))
def test_a_value_is_found_by_its_own_filter(value):
    text_fields = KnownFields({"city": "string"}, lambda _: {value: 1}, TODAY)
    found = extract_filters(value, text_fields)
    if found.constraints:
        assert read_filter(found.filter(), Fields(TYPES)) == TextIn("city", (value,))


def test_values_of_several_lines_can_be_filtered_by():
    value = 'New\n"York"\t\\'
    found = extract_filters(
        f"hotels in {value}", KnownFields({"city": "string"}, lambda _: {value: 1}, TODAY)
    )
    assert read_filter(found.filter(), Fields(TYPES)) == TextIn("city", (value,))


def test_a_value_is_meant_in_each_case_that_it_is_spelled_in():
    values = {"color": {"Red": 2, "red": 1}, "label": {"RED": 2}}
    fields = KnownFields(dict.fromkeys(values, "string"), values.__getitem__, TODAY)
    assert extract_filters("red kettles", fields).filter() == 'color: ANY("Red", "red")'


@pytest.mark.parametrize(
    ("text", "filter_text"),
    [
        ("with a pool and a gym", 'amenities: ANY("pool") AND amenities: ANY("gym")'),
        ("with pool, gym", 'amenities: ANY("pool") AND amenities: ANY("gym")'),
        ("with a pool or a gym", 'amenities: ANY("pool", "gym")'),
        ("without a pool or a gym", 'NOT amenities: ANY("pool") AND amenities: ANY("gym")'),
        ("in Rome and Oslo", 'city: ANY("Oslo", "Rome")'),
    ],
)
def test_each_value_is_wanted_of_a_field_that_has_several(text, filter_text):
    values = {"amenities": {"pool": 2, "gym": 2}, "city": {"Rome": 1, "Oslo": 1}}
    fields = KnownFields(
        dict.fromkeys(values, "string"),
        values.__getitem__,
        TODAY,
        has_several=lambda path: path == "amenities",
    )
    assert extract_filters(text, fields).filter() == filter_text


@pytest.mark.parametrize(
    ("text", "filter_text"),
    [
        ("kettles over 300 grams under 50 euros", "weight_grams > 300 AND price < 50"),
        ("hotels over 3 stars under 90", "star_rating > 3 AND price < 90"),
        ("hotels under 90, rating above 3", "price < 90 AND star_rating > 3"),
    ],
)
def test_the_unit_of_one_comparison_is_not_what_the_next_is_about(text, filter_text):
    assert extract_filters(text, known()).filter() == filter_text
