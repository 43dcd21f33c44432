"""Evidence by headings, titles and sections."""

import pytest

from emulator.answering.values import Passage
from tests.answering.samples import CORPUS, FOUNDING, texts

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


def test_a_heading_is_no_evidence_beside_prose():
    assert "Annual leave" not in texts("annual leave")


def test_the_question_of_an_faq_is_no_evidence():
    assert "How long can I return a product?" not in texts("How long can I return a product?")


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


GLOSSARY = Passage(
    "branch\n\nA line of development. The most recent commit on a branch is its tip.\n\n"
    "index: A collection of files with what is known of them.\n\nThe index is large.",
    "Glossary",
    9.0,
)


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


def test_all_of_a_page_explains_what_its_title_names():
    page = Passage("VACUUM\n\nVACUUM \u2014 collect garbage.", "VACUUM", 9.0)
    more = Passage("Description\n\nVACUUM is the way to reclaim storage.", "VACUUM", 8.0)
    assert texts("What does VACUUM do?", [page, more]) == [
        "VACUUM \u2014 collect garbage.",
        "VACUUM is the way to reclaim storage.",
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


def test_what_is_compared_stands_under_headings_of_its_own():
    text = "Plans\n\nBasic plan\n\nThe Basic plan costs 5.\n\nPro plan\n\nThe Pro plan costs 9."
    question = "What is the difference between the Basic plan and the Pro plan?"
    assert texts(question, [Passage(text, "Plans", 9.0)]) == [
        "The Basic plan costs 5.",
        "The Pro plan costs 9.",
    ]


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


def test_a_title_speaks_for_its_page_if_it_says_all_of_the_question():
    page = Passage("The money is sent back within a week.", "Refunds", 9.0)
    assert texts("What about refunds?", [page]) == [page.text]
    assert texts("What tax is on refunds?", [page, FOUNDING]) == []


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


def test_a_name_in_a_title_is_wanted_of_every_text():
    prizes = Passage("She was the first to win a Cymbal Prize, and won two.", "Bo Lind", 9.0)
    holm = Passage("Holm received the Cymbal Prize for her work on light.", "Ada Holm", 8.0)
    told = texts("What did Holm win the Cymbal Prize for?", [prizes, holm])
    assert told[0] == holm.text


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


PENSION = Passage(
    "Sweden\n\nThe company contributes 4.5% of the salary. The pension is paid for life.\n\n"
    "Ireland\n\nThe company contributes up to 6% of the salary.",
    "Pension",
    9.0,
)


@pytest.mark.parametrize("question", ["what does the company contribute in sweden", "Sweden?"])
def test_what_follows_is_not_of_another_section(question):
    assert not any("6%" in one for one in texts(question, [PENSION, FOUNDING]))
