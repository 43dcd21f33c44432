"""A small corpus that several tests ask, and the sentences that answer a question from it."""

from emulator.answering.evidence.selection import find_evidence
from emulator.answering.question_analysis.analysis import analyze
from emulator.answering.question_analysis.term_weights import idf_over
from emulator.answering.values import Passage

LEAVE = Passage(
    "Annual leave\n\n"
    "Every employee has 28 days of paid annual leave a year. Part-time employees receive the same "
    "allowance in proportion to their hours. The leave year runs from 1 January to 31 December.",
    "Leave and time off",
    9.0,
    0,
)
ASKING = Passage(
    "Asking for leave\n\n"
    "Enter the dates in Almanac. The notice is twice as long as the leave.\n"
    "Your manager answers within 3 working days.\n"
    "Set your calendar to absent.",
    "Leave and time off",
    8.0,
    1,
)
FOUNDING = Passage(
    "Cymbal Bank was founded by Lewis Cymbal in 1992. It began in a small office in Los Angeles. "
    "By 2000 it had ten branches, because many people moved to the city.",
    "Founding story",
    7.0,
    2,
)
RETURNS = Passage(
    "How long can I return a product?\n\n"
    "Products can be returned within 30 days of delivery.\n\n"
    "Plan | Price | Devices\nSeedling | 0 euros | 5\nGrower | 9 euros | 40",
    "Returns and plans",
    6.0,
    3,
)
X_100 = Passage(
    "X 100\nA light camera for travel.\nPrice eur: 329.\nWeight grams: 240.\nReleased: 2022-03-01.",
    "X 100",
    5.0,
    4,
    structured=True,
)
X_200 = Passage(
    "X 200\nA compact camera with a bright lens.\nPrice eur: 429.\nWeight grams: 310.\n"
    "Released: 2024-05-02.",
    "X 200",
    5.0,
    5,
    structured=True,
)
CORPUS = (LEAVE, ASKING, FOUNDING, RETURNS, X_100, X_200)


def texts(question, passages=CORPUS, most=3):
    found = find_evidence(analyze(question, idf_over(passages)), passages, most)
    return [each.text for each in found]


BREACHES = (
    "6.1 Report a breach to the desk at once. Examples are a lost laptop or a stolen key.\n\n"
    "6.2 The desk is staffed by two guards."
)
