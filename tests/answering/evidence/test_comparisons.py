import pytest

from emulator.answering.evidence.selection import find_evidence
from emulator.answering.question_analysis.analysis import analyze
from emulator.answering.question_analysis.term_weights import idf_over
from emulator.answering.values import Passage

PLANS = Passage(
    "Edition | Price | Storage\nTeam | 6 euros | 1 TB\nEnterprise | 14 euros | unlimited\n\n"
    "Enterprise adds single sign-on.",
    "Editions",
    9.0,
)
BACKUPS = Passage("Snapshots are part of Team and Enterprise.", "Backups", 8.0)
ROLES = Passage(
    "Roles\n\n- Owner: pays the bill.\n- Admin: adds and removes users.\n\n"
    "Choose the user and Remove. Their folders pass to the owner.",
    "Administering",
    7.0,
)
SICK_PAY = Passage(
    "Sick pay in Oslo\n\nThe first day is unpaid. From day 2 the company pays 80%.\n\n"
    "Sick pay in Rome\n\nThe company pays for four weeks.\n\n"
    "Certificates\n\nA certificate is needed after a week in Oslo and after a day in Rome.",
    "Sick leave",
    6.0,
)
KITES = Passage("The red kite and the blue kite differ in weight alone.", "Kites", 5.0)
RED = Passage("The red kite weighs 90 grams.", "Red kite", 5.0)
BLUE = Passage("The blue kite weighs 120 grams.", "Blue kite", 5.0)
CORPUS = (PLANS, BACKUPS, ROLES, SICK_PAY)


def texts(question, passages=CORPUS):
    found = find_evidence(analyze(question, idf_over(passages)), passages, 3)
    return [each.text for each in found]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "What is the difference between Team and Enterprise?",
            [
                "Edition: Team; Price: 6 euros; Storage: 1 TB.",
                "Edition: Enterprise; Price: 14 euros; Storage: unlimited.",
            ],
        ),
        (
            "difference between admin and owner",
            ["Admin: adds and removes users.", "Owner: pays the bill."],
        ),
        (
            "What is the difference between sick pay in Oslo and Rome?",
            [
                "Sick pay in Oslo:",
                "The first day is unpaid.",
                "From day 2 the company pays 80%.",
                "Sick pay in Rome:",
                "The company pays for four weeks.",
            ],
        ),
    ],
)
def test_of_two_things_that_are_compared_both_are_told(question, told):
    assert texts(question) == told


def test_texts_on_either_of_both_tell_of_them():
    assert texts("compare the red kite with the blue kite", [RED, BLUE]) == [RED.text, BLUE.text]


def test_a_sentence_that_says_how_both_differ_tells_more():
    question = "What is the difference between the red kite and the blue kite?"
    assert texts(question, [RED, BLUE, KITES])[0] == KITES.text


def test_it_does_so_behind_others_too():
    shop = Passage("The Kite 2 and the Kite 3 can be compared in the shop.", "Shop", 9.0)
    differ = Passage("The Kite 2 and the Kite 3 differ in weight alone.", "Weights", 6.0)
    assert texts("Compare the Kite 2 and the Kite 3", (shop, differ)) == [differ.text]


def test_a_number_of_something_else_is_of_neither():
    post = Passage("The Kite 3 stands 2 metres high, which is different.", "Kite 3", 9.0)
    differ = Passage("The Kite 2 and the Kite 3 differ in weight alone.", "Weights", 6.0)
    assert texts("Compare the Kite 2 and the Kite 3", (post, differ))[0] == differ.text


@pytest.mark.parametrize(
    "sentence", ["The Owl is lighter than the Finch.", "Unlike the Owl, the Finch is red."]
)
def test_what_compares_them_without_the_word_is_told(sentence):
    birds = Passage(f"The Owl and the Finch are kept outside. {sentence}", "Birds", 9.0)
    assert texts("Owl vs Finch", (birds,))[0] == sentence
