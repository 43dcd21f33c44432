"""Expressions of guardrails, without a server."""

from __future__ import annotations

import asyncio

import pytest

from emulator.ces.runtime import regular_expressions
from emulator.surface.errors import ApiError, Code


def test_the_first_that_is_there_is_found() -> None:
    wanted = ["", "nothing", "MO+N", "sun"]
    assert (
        asyncio.run(regular_expressions.first_match(wanted, "the moon and the sun", "x")) == "MO+N"
    )
    assert asyncio.run(regular_expressions.first_match(["", "x"], "the moon", "x")) == ""


def test_an_expression_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regular_expressions, "_SECONDS", 0.5)
    with pytest.raises(ApiError, match=r"of the filter failed: .* took more than") as caught:
        asyncio.run(regular_expressions.first_match(["(a+)+$"], "a" * 40 + "b", "the filter"))
    assert caught.value.code == Code.FAILED_PRECONDITION


@pytest.mark.parametrize("expression", ["(", "a{2,1}", "(" * 5_000 + ")" * 5_000])
def test_what_is_no_expression_is_told(expression: str) -> None:
    wrong = regular_expressions.syntax_error(("fine", expression))
    assert wrong.startswith(f"'{expression[:100]}' is no expression: ")
    assert regular_expressions.syntax_error(("fine", "")) == ""


def test_an_expression_that_takes_too_long_to_read_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(regular_expressions, "_SECONDS", 0.5)
    hostile = "[^\u4e00-\u9fff\u1000]" * 5_000 + "(?:[\u0100-\U0010ffff])" * 1_000
    with pytest.raises(regular_expressions.TooSlow, match="took more than"):
        regular_expressions.syntax_error((hostile,))


def test_where_no_process_can_be_had_expressions_are_tried_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(regular_expressions, "IS_SUPPORTED", False)
    assert asyncio.run(regular_expressions.first_match(["x", "MO+N"], "the moon", "x")) == "MO+N"
    assert "is no expression" in regular_expressions.syntax_error(("here(",))
