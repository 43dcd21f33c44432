"""Statements, headings and fields as questions; silence where that is not safe."""

from __future__ import annotations

import pytest

from emulator.answering.related.from_headings import question_from_field, question_from_heading
from emulator.answering.related.from_statements import (
    question_from_statement,
    questions_from_mentions,
)
from tests.pace import within

MANUAL = (
    ("5.6.2. Repairs after the warranty", "What should I know about repairs after the warranty?"),
    ("Chapter 3. How to fetch", "How do I fetch?"),
    ("9.1. What does it weigh", "What does it weigh?"),
    ("gc.autoPackLimit", "What is gc.autoPackLimit?"),
    ("max_wal_size (integer)", "What is max_wal_size?"),
    ("--depth <depth>", "What is --depth?"),
    ("class io.Reader(raw, size=1)", "What does io.Reader do?"),
    ("Section 8 housing", "What should I know about section 8 housing?"),
    ("Check-in", "What should I know about Check-in?"),
    ("Plans from $5", "What should I know about Plans from $5?"),
    ("Hotels in St. Gallen", "What should I know about Hotels in St. Gallen?"),
    ("24 hour support", "What should I know about 24 hour support?"),
    ("3.5 mm plugs", "What should I know about 3.5 mm plugs?"),
    ("2.4 Repairs", "What should I know about repairs?"),
    ("10.8. Version 4.4.0", ""),
    ("2000-08-28 (1.0.4)", ""),
    ("SYNOPSIS", ""),
    ("section if the package is in the main area,", ""),
    ("libc6      install", ""),
    ("HTTPS is HTTP secure", ""),
)

COMMON = frozenset({"returns", "repairs", "after", "fetch", "lightning", "name", "oxygen"})


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("The Rook 2 costs 149 euros.", "How much does the Rook 2 cost?"),
        ("Returns cost 12 dollars.", "How much do returns cost?"),
        (
            "The Skylark 3 station has a warranty of 36 months.",
            "What is the warranty of the Skylark 3 station?",
        ),
        ("Tindlemoor was founded in 2009 by Ada.", "When was Tindlemoor founded?"),
        ("The shop in Freiburg is open from 9 to 5.", "When is the shop in Freiburg open?"),
        ("The office is located near the station.", "Where is the office located?"),
        ("The product must be returned within 30 days.", "When must the product be returned?"),
        ("The warranty covers faults of material.", "What does the warranty cover?"),
        ("The Heron is a valve for drip irrigation.", "What is the Heron?"),
        ("To reset the gateway, hold the button.", "How do I reset the gateway?"),
        ("If you lose your receipt, write to us.", "What happens if I lose my receipt?"),
        ("The name oxygen was coined in 1777 by Lavoisier.", "When was the name oxygen coined?"),
        (
            "The first clergy were ordained by John Wesley.",
            "Who were the first clergy ordained by?",
        ),
        (
            "The old kit is maintained by the community.",
            "By whom or what is the old kit maintained?",
        ),
        ("Italy was founded in 1861.", "When was Italy founded?"),
        ("The flood was caused by heavy rain.", "What was the flood caused by?"),
        ("Construction was stopped by a flood.", "By whom or what was construction stopped?"),
        ("Newton later discovered a law of motion.", "What did Newton discover?"),
        ("Polonia's ground was built in March 1928.", "When was Polonia's ground built?"),
    ],
)
def test_statements(sentence: str, question: str) -> None:
    assert question_from_statement(sentence, COMMON) == question


@pytest.mark.parametrize(
    "sentence",
    [
        "",
        "It costs 149 euros.",
        "This is a valve.",
        "Return shipping is free.",
        "Originally the bridge was built in 1687.",
        "His law of motion was published in 1687.",
        "The crisis that began in 1973 led to new laws.",
        "Soon after the war the town was rebuilt by 1950.",
        "The plan is free and covers 5 devices.",
        "Hotel costs are paid back up to 130 euros.",
        "Mayor Tomas Adler defended the costs.",
        "Construction was delayed by two years.",
        "Opened packs of batteries cannot be returned.",
        "A station that stands for years in the open costs 12 euros.",
        "Der Laden in Freiburg hat samstags geöffnet.",
    ],
)
def test_other_statements_are_left_alone(sentence: str) -> None:
    assert question_from_statement(sentence, COMMON) == ""


@pytest.mark.parametrize(
    ("heading", "question"),
    [
        ("How to return a product", "How do I return a product?"),
        ("How long the warranty lasts", "How long does the warranty last?"),
        ("What a return costs", "What does a return cost?"),
        ("What your plan carries", "What does my plan carry?"),
        ("What is covered", "What is covered?"),
        ("Fetch readings", "How do I fetch readings?"),
        ("Repairs after the warranty", "What should I know about repairs after the warranty?"),
        ("Tindlemoor Care", "What should I know about Tindlemoor Care?"),
        ("USB power", "What should I know about USB power?"),
        ("Where your data is stored", ""),
        ("Where data is stored", ""),
        ("For administrators", ""),
        ("---", ""),
        ("", ""),
    ],
)
def test_headings(heading: str, question: str) -> None:
    assert question_from_heading(heading, COMMON) == question


@pytest.mark.parametrize(
    ("sentence", "questions"),
    [
        (
            "It was made in 1888 for the Kyoto Protocol.",
            ["What happened in 1888?", "What is known about the Kyoto Protocol?"],
        ),
        ("Then Isaac Newton met John W. Smith.", ["What is known about Isaac Newton?"]),
        ("It ended on February 21, with No Child Left Behind.", []),
        ("Since 1 January 2024 it is closed, and on Monday 5 July it opens.", []),
        ("Clear 0.5 m beside the dock, or dial Telephone 503-555-0142.", []),
        ("Within 14 days Hanneke Vos answers.", ["What is known about Hanneke Vos?"]),
        ("Ask Petra Lind, the head of the office.", ["Who is Petra Lind?"]),
        ("Then Mayor Tomas Adler spoke.", ["Who is Tomas Adler?"]),
        ("It is in the Seven Keys to Doomsday.", []),
        ("nothing here", []),
    ],
)
def test_mentions(sentence: str, questions: list[str]) -> None:
    assert list(questions_from_mentions(sentence)) == questions


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("Price", "What is the price of Rook 2?"),
        ("Release date", "What is the release date of Rook 2?"),
        ("Sku", ""),
        ("Dimensions height", ""),
        ("Contains", ""),
        ("", ""),
    ],
)
def test_fields(name: str, question: str) -> None:
    assert question_from_field(name, "Rook 2") == question


def test_a_record_with_a_common_noun_for_a_title_has_an_article() -> None:
    assert (
        question_from_field("Price", "Seedling plan") == "What is the price of the Seedling plan?"
    )


def test_long_texts_take_no_time() -> None:
    with within(1):
        for text in ("a ", "is a ", "If a ", "To a ", "How the a ", "what a b "):
            question_from_statement(text * 5_000, COMMON)
            question_from_heading(text * 5_000, COMMON)


@pytest.mark.parametrize(("heading", "question"), MANUAL)
def test_headings_of_manuals(heading: str, question: str) -> None:
    assert question_from_heading(heading, COMMON) == question
