"""Lines from right to left, as characters at places."""

from __future__ import annotations

import pytest

from emulator.ingestion.parsers.pdf.layout.text_direction import Placed, in_order, is_right_to_left


def placed(shown: str) -> list[Placed]:
    """Characters of one width, from left to right as they are seen."""
    return [Placed(one, number, number + 1) for number, one in enumerate(shown)]


@pytest.mark.parametrize(
    ("shown", "read"),
    [
        ("םולש", "שלום"),
        ("תרבח Acme Co םולש", "שלום Acme Co חברת"),
        (".17:00-ל 9:00 ןיב", "בין 9:00 ל-17:00."),
        ("וא 5%", "5% או"),
        ("[Acme] (תרבח) םולש", "שלום (חברת) [Acme]"),
        (")תרבח( םולש", "שלום (חברת)"),
        ("Der Text sagt: םלוע םולש.", "Der Text sagt: שלום עולם."),
    ],
)
def test_lines_are_read_from_where_they_begin(shown: str, read: str) -> None:
    assert in_order(placed(shown), 1) == read


def test_the_characters_of_a_ligature_keep_their_order() -> None:
    lam_alef = [Placed("\u0623", 1, 2), Placed("\u0644", 1, 2)]
    assert in_order([Placed("\u0646", 0, 1), *lam_alef], 1) == "\u0644\u0623\u0646"


def test_marks_stay_with_their_letter_and_spaces_without_width_are_none() -> None:
    line = [Placed("\u0645", 1, 2), Placed("\u064f", 1.4, 1.4), Placed(" ", 1, 1)]
    assert in_order([*line, Placed("\u0646", 0, 1)], 1) == "\u0645\u064f\u0646"


def test_most_letters_tell_the_direction() -> None:
    assert is_right_to_left("שלום עולם Acme")
    assert not is_right_to_left("Acme Corp שלום")
