"""Expressions of guardrails, without a server."""

from __future__ import annotations

import asyncio

import pytest

from emulator.ces.runtime import expressions
from emulator.surface.errors import ApiError, Code


def test_the_first_that_is_there_is_found() -> None:
    wanted = ["", "nothing", "MO+N", "sun"]
    assert asyncio.run(expressions.first_found(wanted, "the moon and the sun", "x")) == "MO+N"
    assert asyncio.run(expressions.first_found(["", "x"], "the moon", "x")) == ""


def test_an_expression_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "_SECONDS", 0.5)
    with pytest.raises(ApiError, match=r"of the filter failed: .* took more than") as caught:
        asyncio.run(expressions.first_found(["(a+)+$"], "a" * 40 + "b", "the filter"))
    assert caught.value.code == Code.FAILED_PRECONDITION


@pytest.mark.parametrize("expression", ["(", "a{2,1}", "(" * 5_000 + ")" * 5_000])
def test_what_is_no_expression_is_told(expression: str) -> None:
    wrong = expressions.what_is_wrong(("fine", expression))
    assert wrong.startswith(f"'{expression[:100]}' is no expression: ")
    assert expressions.what_is_wrong(("fine", "")) == ""


def test_an_expression_that_takes_too_long_to_read_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(expressions, "_SECONDS", 0.5)
    hostile = "[^\u4e00-\u9fff\u1000]" * 5_000 + "(?:[\u0100-\U0010ffff])" * 1_000
    with pytest.raises(expressions.TooSlow, match="took more than"):
        expressions.what_is_wrong((hostile,))


def test_where_no_process_can_be_had_expressions_are_tried_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(expressions, "IS_SUPPORTED", False)
    assert asyncio.run(expressions.first_found(["x", "MO+N"], "the moon", "x")) == "MO+N"
    assert "is no expression" in expressions.what_is_wrong(("here(",))
