import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.retrieval.filters import errors
from emulator.retrieval.filters.errors import FilterError
from emulator.retrieval.filters.parser import Grammar, parse
from emulator.retrieval.filters.syntax import (
    And,
    AnyOf,
    Comparison,
    GeoDistance,
    InRange,
    Name,
    Not,
    Or,
    SiteSearch,
)

A, B, C = 'a: ANY("x")', "b > 1", 'c = "true"'


def refusal(text, **options):
    with pytest.raises(FilterError) as caught:
        parse(text, **options)
    assert str(caught.value) == caught.value.reason
    return caught.value.reason, caught.value.position


def test_any():
    assert parse('color: ANY("red", "dark blue")') == AnyOf(Name("color", 0), ("red", "dark blue"))
    assert parse('color:ANY("red","dark blue")') == parse('color : ANY ( "red" , "dark blue" )')


def test_literals_are_unescaped():
    assert parse(r'a: ANY("say \"hi\"", "C:\\temp\new")').values == ('say "hi"', r"C:\temp\new")
    assert parse('a: ANY("Guns N\' Roses (live), AND: more")').values == (
        "Guns N' Roses (live), AND: more",
    )


def test_in_takes_its_lower_bound_and_leaves_its_upper_bound():
    assert parse("n: IN(1, 2.5)") == InRange(Name("n", 0), 1.0, math.nextafter(2.5, 0))


def test_the_bounds_of_in_can_be_told_inclusive_and_exclusive():
    assert parse("n: IN(-1e, 2.5i)") == InRange(Name("n", 0), math.nextafter(-1, 0), 2.5)
    assert parse("n: IN(1i, 2e)") == parse("n: IN(1, 2)")
    assert parse("n: IN(1e2e, 1e3i)") == InRange(Name("n", 0), math.nextafter(100, 200), 1000.0)


def test_the_bounds_of_in_can_be_open():
    assert parse("n: IN(*, 3i)") == InRange(Name("n", 0), -math.inf, 3.0)
    assert parse("n: IN(3, *)") == InRange(Name("n", 0), 3.0, math.inf)


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">=", "="])
def test_comparisons(operator):
    assert parse(f"n {operator} -5.5") == Comparison(
        Name("n", 0), operator, -5.5, len(operator) + 3
    )
    assert parse(f'n{operator}"2023"') == Comparison(
        Name("n", 0), operator, "2023", len(operator) + 1
    )


def test_geo_distance():
    assert parse("l: GEO_DISTANCE(40.5, -73, 30000)") == GeoDistance(
        Name("l", 0), (40.5, -73.0), 30000.0, 3
    )
    assert parse('l: GEO_DISTANCE("1 Main St", 500)') == GeoDistance(
        Name("l", 0), "1 Main St", 500.0, 3
    )


@pytest.mark.parametrize("name", ["pet-friendly", "office.location", "a.b-c.d_1", "größe", "2023"])
def test_field_names(name):
    assert parse(f"{name} > 1").field == Name(name, 0)


def test_chains():
    assert len(parse(f"{A} AND {B} AND {C}").operands) == 3
    assert isinstance(parse(f"{A} AND {B} AND {C}"), And)
    assert isinstance(parse(f"{A} OR {B} OR {C}"), Or)


def test_groups():
    either = parse(f"{A} AND ({B} OR {C})")
    assert isinstance(either, And)
    assert isinstance(either.operands[1], Or)
    assert isinstance(parse(f"({A} AND {B}) OR {C}"), Or)
    assert parse(f"(({B}))").value == 1.0


@pytest.mark.parametrize("text", [f"NOT {A}", f"-{A}", f"- {A}", f"NOT ({A})", f"-({A})"])
def test_negation(text):
    assert isinstance(parse(text), Not)
    assert isinstance(parse(text).operand, AnyOf)


def test_negation_binds_to_the_next_atom_only():
    for text in (f"NOT {A} AND {B}", f"-{A} AND {B}"):
        assert [type(part) for part in parse(text).operands] == [Not, Comparison]
    assert [type(part) for part in parse(f"{A} AND NOT {B}").operands] == [AnyOf, Not]


@pytest.mark.parametrize("text", ["", "  \n"])
def test_blank_text_restricts_nothing(text):
    assert parse(text) == And(())


def test_joiners_are_not_mixed():
    assert refusal(f"{A} AND {B} OR {C}") == ("syntax error at token 'OR'", 22)
    assert refusal(f"{A} OR {B} AND {C}") == ("syntax error at token 'AND'", 21)
    assert refusal(f"({A} AND {B} OR {C})")[0] == "syntax error at token 'OR'"


@pytest.mark.parametrize("joiner", ["AND", "OR"])
def test_a_group_is_not_negated(joiner):
    expected = (
        "NOT can only be applied to one expression type: (1) expression without logical joiner"
    )
    assert refusal(f"NOT ({A} {joiner} {B})") == (expected, 4)
    assert refusal(f"-(({A} {joiner} {B}))") == (expected, 1)


def test_a_group_is_negated_if_allowed():
    allowed = parse(f"NOT ({A} OR {B}) AND {C}", Grammar.LENIENT)
    assert isinstance(allowed.operands[0].operand, Or)


def test_and_binds_tighter_in_filters_of_recommendations():
    left = parse(f"{A} AND {B} OR {C}", Grammar.RECOMMENDATION)
    assert isinstance(left, Or)
    assert isinstance(left.operands[0], And)
    right = parse(f"{A} OR {B} AND {C}", Grammar.RECOMMENDATION)
    assert isinstance(right, Or)
    assert isinstance(right.operands[1], And)
    assert isinstance(parse(f"({A} OR {B}) AND {C}", Grammar.RECOMMENDATION), And)


def test_filters_of_recommendations_may_say_true():
    expected = parse('available = "true"')
    found = parse("(available: true)", Grammar.RECOMMENDATION)
    assert (found.field.text, found.operator, found.value) == ("available", "=", expected.value)


@pytest.mark.parametrize("grammar", [Grammar.SEARCH, Grammar.LENIENT])
def test_other_filters_may_not_say_true(grammar):
    with pytest.raises(FilterError, match="syntax error at token 'true'"):
        parse("available: true", grammar)


@pytest.mark.parametrize("operator", ["!=", "==", "<>", "=>", "!"])
def test_unsupported_operators(operator):
    assert refusal(f"a {operator} x") == (
        "Unsupported operators. Expression only supports: >, <, >=, <=, =, :",
        2,
    )


@pytest.mark.parametrize(
    ("text", "token", "position"),
    [
        ('a: "x"', '"x"', 3),
        ("a: x", "x", 3),
        ('a: any("x")', "any", 3),
        ("a: ANY()", ")", 7),
        ('a: ANY("x",)', ")", 11),
        ('a: ANY("x" "y")', '"y"', 11),
        ("a: ANY(x)", "x", 7),
        ("a: ANY('x')", "'x'", 7),
        ('a: ANY("x', '"x', 7),
        ('a: ANY("x\\")', '"x\\")', 7),
        ("n: IN(1)", ")", 7),
        ("n: IN(one, 2)", "one", 6),
        ("n: IN(1, 2x)", "2x", 9),
        ("n: IN(1, 2, 3)", ",", 10),
        ("l: GEO_DISTANCE(1, 2)", ")", 20),
        ("n > five", "five", 4),
        ("n >", "<EOF>", 3),
        ("n = true", "true", 4),
        ("n", "<EOF>", 1),
        ("n 5", "5", 2),
        ('"n" > 5', '"n"', 0),
        (f"{A} {B}", "b", 12),
        (f"{A} and {B}", "and", 12),
        (f"{A} AND", "<EOF>", 15),
        (f"AND {A}", "AND", 0),
        (f"NOT NOT {A}", "NOT", 4),
        ("NOT", "<EOF>", 3),
        (f"({A}", "<EOF>", 12),
        (f"{A})", ")", 11),
        ("()", ")", 1),
        ("a..b > 1", "a..b", 0),
        ("a b > 1", "b", 2),
        ("a$ > 1", "a$", 0),
        ("-a$ > 1", "a$", 1),
    ],
)
def test_syntax_errors(text, token, position):
    assert refusal(text) == (f"syntax error at token '{token}'", position)


def test_websites_have_a_filter_of_their_own():
    assert parse('siteSearch:"https://example.com/*"') == SiteSearch(
        Name("siteSearch", 0), "https://example.com/*"
    )
    assert isinstance(parse('-siteSearch: "example.com"'), Not)


def test_what_only_google_knows_of_a_page_is_no_filter():
    reason, position = refusal(f'{A} AND fileType:".pdf"')
    assert (reason, position) == (errors.NO_WEB.format("fileType"), len(f"{A} AND "))


def test_nesting_has_a_limit():
    assert parse("(" * 50 + A + ")" * 50)
    assert refusal("(" * 1000 + A + ")" * 1000) == ("nested too deeply", 50)


def place_of_error(text):
    try:
        parse(text)
    except FilterError as error:
        return error.position
    return 0


PIECES = ["a", "NOT", "-", "AND", "OR", "(", ")", ":", "ANY", '"x"', ">", "1", ","]


@given(st.text(max_size=30) | st.lists(st.sampled_from(PIECES)).map(" ".join))
def test_any_text_is_parsed_or_refused(text):
    assert 0 <= place_of_error(text) <= len(text)
