"""Pairs of claims about the same text: one that holds, and one in which something was changed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.answering.grounding.ground import support
from emulator.answering.values import Passage

BANK = Passage(
    "Lewis Cymbal founded Cymbal Bank in 1992 in Los Angeles. "
    "The bank has ten branches. "
    "It began with a staff of 12 people. "
    "By 2000 it had moved to San Diego."
)
FILM = Passage(
    "Titanic is a 1997 American epic romantic disaster movie. "
    "It was directed, written, and co-produced by James Cameron. "
    "The movie is about the 1912 sinking of the RMS Titanic."
)
WARRANTY = Passage(
    "The Skylark 3 weather station has a warranty of 36 months. "
    "The warranty does not cover water damage. "
    "Repairs take at most 10 days. "
    "The Skylark 2 has a warranty of 24 months."
)
CAMERAS = Passage(
    "The X 100 costs 329 euros and weighs 240 grams. "
    "The X 200 costs 429 euros and weighs 310 grams."
)
RULES = Passage(
    "Alice Brown manages Bob Green. "
    "Employees may not work on Sundays. "
    "Revenue increased by 12 percent in 2023. "
    "Visitors must sign in before entering the laboratory."
    " Dogs are prohibited in this part of the building."
)
DATES = Passage(
    "The contract was signed on 5 March 2020. "
    "The meeting starts at 10:30. "
    "The train runs from Paris to London."
)
LEAVE = Passage(
    "Every Tindlemoor employee has 28 days of paid leave a year. Paris is the seat of the council. "
    "Guests get a badge at the desk."
)
CHINESE = Passage("该公司成立于1992年。总部不在北京。")
GOOGLE = Passage(
    "Google was founded on September 4, 1998, by American computer scientists Larry Page "
    "and Sergey Brin. "
    "Together, they own about 14% of its publicly listed shares."
)

# By default a claim that scores 0.6 is cited.
THRESHOLD = 0.6
WRONG = 0.5


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (BANK, "Cymbal Bank was founded by Lewis Cymbal in 1992."),
        (BANK, "Cymbal Bank has ten branches."),
        (BANK, "The bank has 10 branches."),
        (BANK, "In 1992, Lewis Cymbal founded Cymbal Bank."),
        (FILM, "Titanic was directed by James Cameron."),
        (FILM, "It is a movie of 1997."),
        (FILM, "The movie Titanic is about the sinking of the RMS Titanic in 1912."),
        (WARRANTY, "The Skylark 3 has a warranty of three years."),
        (WARRANTY, "Water damage is not covered by the warranty."),
        (WARRANTY, "Repairs take up to 10 days."),
        (WARRANTY, "Repairs take no more than 10 days."),
        (WARRANTY, "The warranty of the Skylark 2 is 24 months."),
        (CAMERAS, "The X 200 weighs 310 grams."),
        (CAMERAS, "The X 100 costs €329."),
        (CAMERAS, "The X 200 weighs 0.31 kg."),
        (RULES, "Bob Green is managed by Alice Brown."),
        (RULES, "Employees cannot work on Sundays."),
        (RULES, "Dogs are not allowed in this part of the building."),
        (RULES, "Revenue grew by 12% in 2023."),
        (RULES, "Before entering the laboratory, visitors must sign in."),
        (DATES, "The contract was signed on March 5, 2020."),
        (DATES, "The contract was signed on 2020-03-05."),
        (DATES, "The meeting starts at 10:30."),
        (DATES, "The train goes from Paris to London."),
        (CHINESE, "该公司成立于1992年。"),
        (CHINESE, "总部不在北京。"),
        (GOOGLE, "Google was founded by Larry Page and Sergey Brin in 1998."),
        (GOOGLE, "Google was founded by Sergey Brin and Larry Page."),
        (LEAVE, "Staff enjoy 28 days of paid leave each year."),
        (LEAVE, "Visitors get a badge at the desk."),
    ],
)
def test_a_claim_that_holds(text, claim):
    score = support(claim, [text])
    assert score is not None
    assert score >= THRESHOLD


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (BANK, "Cymbal Bank was founded by Lewis Cymbal in 1982."),
        (BANK, "The bank has twelve branches."),
        (BANK, "The bank does not have ten branches."),
        (BANK, "Lewis Cymbal founded Cymbal Bank in 1992 in San Diego."),
        (BANK, "Miller founded Cymbal Bank in 1992."),
        (BANK, "Cymbal Bank was founded by Lewis Cymbal in 2000."),
        (FILM, "Titanic was directed by Steven Spielberg."),
        (FILM, "It was based on a novel of 1912."),
        (WARRANTY, "The Skylark 3 has a warranty of 36 days."),
        (WARRANTY, "The Skylark 3 has a warranty of 24 months."),
        (WARRANTY, "The Skylark 2 has a warranty of 36 months."),
        (WARRANTY, "The warranty covers water damage."),
        (WARRANTY, "Repairs take at least 10 days."),
        (CAMERAS, "The X 100 costs 429 euros."),
        (CAMERAS, "The X 100 weighs 240 kilograms."),
        (CAMERAS, "The X 100 costs 329 dollars."),
        (CAMERAS, "The X 200 costs 329 euros."),
        (CAMERAS, "The X 100 costs 429 euros and the X 200 costs 329 euros."),
        (RULES, "Bob Green manages Alice Brown."),
        (RULES, "Employees may work on Sundays."),
        (RULES, "Dogs are allowed in this part of the building."),
        (RULES, "Dogs are not forbidden in this part of the building."),
        (RULES, "Revenue did not increase by 12 percent in 2023."),
        (RULES, "Revenue decreased by 12 percent in 2023."),
        (RULES, "Visitors must sign in after entering the laboratory."),
        (RULES, "Revenue increased by 12 percent in 2022."),
        (DATES, "The contract was signed on 6 March 2020."),
        (DATES, "The contract was signed on 5 May 2020."),
        (DATES, "The contract was signed on 2020-03-06."),
        (DATES, "The meeting starts at 11:30."),
        (DATES, "The train runs from London to Paris."),
        (CHINESE, "该公司成立于1993年。"),
        (CHINESE, "总部在北京。"),
        (GOOGLE, "Google was founded by Larry Page and Sergey Brin in 1975."),
        (GOOGLE, "Google was founded by Larry Page and Bill Gates in 1998."),
        (LEAVE, "London is the seat of the council."),
    ],
)
def test_a_claim_that_was_changed(text, claim):
    score = support(claim, [text])
    assert score is not None
    assert score < WRONG


@given(st.integers(2, 10_000), st.integers(2, 10_000), st.sampled_from(["days", "%", "euros", ""]))
def test_any_changed_number_is_seen(true, changed, unit):
    text = Passage(f"The plan of the north has a limit of {true} {unit} for every device.")
    claim = f"The limit of the plan of the north is {changed} {unit} for every device."
    score = support(claim, [text])
    assert score is not None
    assert score >= THRESHOLD if true == changed else score < WRONG


@given(st.permutations(["Ann Miller", "Bob Green", "Cleo Brown"]))
def test_the_order_of_a_list_does_not_matter(people):
    text = Passage("The prize went to Ann Miller, Bob Green and Cleo Brown.")
    score = support(f"The prize went to {people[0]}, {people[1]} and {people[2]}.", [text])
    assert score is not None
    assert score >= THRESHOLD


SUCCESSION = Passage(
    "Dr Ingrid Solberg took over the unit from Dr Frank Adler. The unit has sixteen beds."
)
PRICES = Passage("A prescription costs \u00a39.65. Pregnant women get their medicines free.")


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (
            SUCCESSION,
            "Ingrid Solberg took over the unit from Frank Adler.",
            "Frank Adler took over the unit from Ingrid Solberg.",
        ),
        (
            PRICES,
            "A prescription costs 9.65 pounds.",
            "A prescription costs 6.95 pounds.",
        ),
        (
            PRICES,
            "Pregnant women get medicines free.",
            "Pregnant women pay for their medicines.",
        ),
    ],
)
def test_titles_and_words_for_money_change_nothing(text, right, wrong):
    assert support(right, [text]) >= THRESHOLD > support(wrong, [text])
