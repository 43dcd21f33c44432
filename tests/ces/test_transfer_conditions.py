"""Conditions of transfer rules, and what content filters ban."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.ces.runtime.guardrails import banned_content
from emulator.ces.transfer_conditions import is_true
from emulator.surface.errors import ApiError
from emulator.surface.messages import ces


@given(st.text(min_size=1, max_size=20), st.text(max_size=20), st.text(max_size=20))
@settings(max_examples=100)
def test_what_is_banned_is_found_wherever_it_stands(banned: str, before: str, after: str) -> None:
    content = ces.Guardrail.ContentFilter(match_type="SIMPLE_STRING_MATCH")
    assert banned_content(content, [banned], before + banned + after) == banned


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('plan = "gold"', True),
        ("variables.plan == 'gold' && visits > 2", True),
        ('$session.params.plan = "free" OR isKnown = true', True),
        ('NOT (plan = "gold") AND visits >= 3', False),
        ('visits = 3 AND plan != "free"', True),
        ("visits < 3", False),
        ('text = "a && b == c"', True),
        ('missing = "x"', False),
        ("cart.totalPrice > 9 AND cart.city = 'Oslo'", True),
        ("plan.length > 0", False),
        ('missing != "x"', True),
        ("", True),
        ("true", True),
        (" false", False),
        ("TRUE", True),
        ("NOT false", True),
        ("variables.isKnown", True),
        ("!isKnown", False),
        ("missing", False),
        ("!missing", True),
    ],
)
def test_an_expression_is_true_of_variables(expression: str, expected: bool) -> None:
    variables = {"plan": "gold", "visits": 3, "isKnown": True, "text": "a && b == c"}
    variables["cart"] = {"totalPrice": 10, "city": "Oslo"}
    assert is_true(expression, variables) is expected


@pytest.mark.parametrize(
    "expression", ["plan =", "(plan = 1", "= 3", "plan = 1 AND", "1plan", "AND", "NOT OR"]
)
def test_an_expression_that_is_none_is_refused(expression: str) -> None:
    with pytest.raises(ApiError):
        is_true(expression, {"plan": 1})
