import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.ranking.expression import RankingExpressionError, parse_expression

NAN = math.nan
COLUMNS = {"a": [1.0, 2.0, NAN], "b": [10.0, -3.0, 0.5], "c.d_1": [0.0, 0.0, 0.0]}
COLUMNS["geo_distance(request_loc,c.place)"] = [9.0, 5.0, NAN]


def values(text, columns=COLUMNS):
    formula = parse_expression(text, columns.__contains__)
    return formula.values({name: columns[name] for name in formula.signals}, 3)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", [1, 1, 1]),
        (" .5e1 ", [5, 5, 5]),
        ("a + b * 2", [21, -4, NAN]),
        ("(a + b) * 2", [22, -2, NAN]),
        ("1 - a - b", [-10, 2, NAN]),
        ("-a*-b", [10, -6, NAN]),
        ("log(b)", [math.log(10), NAN, math.log(0.5)]),
        ("log(c.d_1)", [-math.inf] * 3),
        ("exp(c.d_1) + exp(1000)", [math.inf] * 3),
        ("is_nan(a)", [0, 0, 1]),
        ("fill_nan(a, b)", [1, 2, 0.5]),
        ("rr(a, 1)", [1 / 2, 1, 1 / 3]),
        ("rr(c.d_1, 4)", [1 / 4, 1 / 5, 1 / 6]),
        ("drr(a, 1)", [1 / 2, 1, 1 / 3]),
        ("drr(c.d_1, 4)", [1 / 4] * 3),
        ("drr(c.d_1 * a, 4)", [1 / 4, 1 / 4, 1 / 5]),
        ("drr(geo_distance(request_loc, c.place) * -1, 1)", [1 / 2, 1, 1 / 3]),
    ],
)
def test_values(text, expected):
    assert values(text) == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'<EOF>' (at position 0)"),
        ("a b", "'b' (at position 2)"),
        ("a +", "'<EOF>' (at position 3)"),
        ("a / b", "'/' (at position 2)"),
        ("(a", "'<EOF>' (at position 2)"),
        ("log a", "'log' is not a signal (at position 0)"),
        ("log()", "')' (at position 4)"),
        ("fill_nan(a)", "')' (at position 10)"),
        ("rr(a, b)", "above 0 (at position 6)"),
        ("rr(a, 0)", "above 0"),
        ("drr(a, -1)", "second argument of drr must be a number above 0 (at position 7)"),
        (
            "geo_distance(here, c.place)",
            "'here' is none of query_loc, request_loc (at position 13)",
        ),
        ("geo_distance(request_loc, a)", "'geo_distance(request_loc,a)' is not a signal"),
        ("geo_distance(request_loc)", "')' (at position 24)"),
        ("geo_distance(request_loc, 1)", "'1' (at position 26)"),
        ("x", "'x' is not a signal"),
        ("tan(a)", "'tan' is not a function"),
        ("dotProduct(a)", "'dotProduct' is not a function"),
        ("-" * 60 + "a", "nested too deeply"),
        ("a+" * 3000 + "a", "at most 5000"),
    ],
)
def test_refusals(text, said):
    with pytest.raises(RankingExpressionError) as refused:
        values(text)
    assert said in str(refused.value)


def test_a_product_is_of_a_field():
    formula = parse_expression("2 * dotProduct(x.y)", lambda _: False, {"dotProduct"})
    assert formula.signals == {"dotProduct(x.y)"}
    assert formula.values({"dotProduct(x.y)": [1.0, 2.0]}, 2) == [2, 4]


numbers = st.integers(0, 9).map(str)
sums = st.recursive(
    numbers,
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from("+-*"), inner)
        | st.builds("-{}".format, inner)
    ),
    max_leaves=12,
)


@given(sums)
def test_arithmetic_is_that_of_python(text):
    assert values(text) == [eval(text)] * 3


@given(st.text("ab1.+-*(),rflogn_ ", max_size=30))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(RankingExpressionError):
        assert len(values(text)) == 3


@pytest.mark.parametrize(("joined", "expected"), [("+", 2500.0), ("*", 1.0), ("-", -2498.0)])
def test_a_formula_may_be_as_long_as_it_is_allowed_to_be(joined, expected):
    formula = parse_expression(joined.join("a" * 2500), lambda name: name == "a")
    assert formula.values({"a": [1.0]}, 1) == [expected]
