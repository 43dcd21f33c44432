import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.answering.grounding.quantities import quantities, spell_dates


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("36 months", "three years"),
        ("a 3-year plan", "3 years"),
        ("$4.047 billion", "$4,047 million"),
        ("25%", "twenty-five percent"),
        ("1.5 kg", "1,500 grams"),
        ("329 €", "EUR 329"),
        ("20 °C", "20 celsius"),
        ("one day", "24 hours"),
        ("28 days", "28"),
    ],
)
def test_the_same_quantity(one, other):
    assert quantities(one)[0].fits(quantities(other)[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("36 months", "36 days"),
        ("240 grams", "240 kilograms"),
        ("329 euros", "329 dollars"),
        ("5 million", "5 billion"),
        ("25%", "25 years"),
        ("1992", "1993"),
    ],
)
def test_another_quantity(one, other):
    assert not quantities(one)[0].fits(quantities(other)[0])


@pytest.mark.parametrize("text", ["at 10:30", "version 1.2.3", "one of them", "X100", "none"])
def test_what_is_no_quantity(text):
    assert quantities(text) == ()


def test_dates_are_written_out():
    assert spell_dates("Released: 2024-05-02.") == "Released: 2 May 2024."
    assert spell_dates("2024-13-02") == "2024-13-02"


@given(st.integers(0, 10**12))
def test_every_number_is_read_in_every_notation(number):
    plain, grouped = quantities(f"about {number} people"), quantities(f"about {number:,} people")
    assert [one.value for one in plain] == [one.value for one in grouped] == [number]


@given(st.text(max_size=60))
def test_any_text_can_be_read(text):
    for one in quantities(text):
        assert 0 <= one.start < one.end <= len(text)


def test_places_count_characters_of_the_text():
    text = "\u0130stanbul has 16 million people."
    (found,) = quantities(text)
    assert text[found.start : found.end] == "16 million"
