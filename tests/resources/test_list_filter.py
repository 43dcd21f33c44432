"""Filters and orders of lists: parsed, and evaluated over plain values and in SQLite."""

from __future__ import annotations

import sqlite3
from functools import partial
from types import SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import Boolean, Column, Integer, MetaData, String, Table, select
from sqlalchemy.schema import CreateTable

from emulator.resources.list_filter import (
    Field,
    boolean,
    enum_number,
    parse_filter,
    parse_order,
    time,
)
from emulator.storage.conditions import holds, labels_text, to_sql
from emulator.storage.statements import Statement
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import snake_case

FIELDS = {
    "state": Field("state", int),
    "display_name": Field("title", str),
    "done": Field("done", boolean),
    "labels": Field("labels", str, is_list=True),
}
TABLE = Table(
    "things",
    MetaData(),
    Column("state", Integer),
    Column("title", String),
    Column("done", Boolean),
    Column("labels", String),
)
OPERATORS = {
    "=": lambda left, right: left == right,
    ":": lambda left, right: left == right,
    "!=": lambda left, right: left != right,
    "<": lambda left, right: left < right,
    "<=": lambda left, right: left <= right,
    ">": lambda left, right: left > right,
    ">=": lambda left, right: left >= right,
}
words = st.sampled_from(["a", "b", "a b", 'q"', "it's", "AND", "(", "a,b", "-a", "\\", "0", ""])
things = st.builds(
    SimpleNamespace,
    state=st.integers(0, 3),
    title=words,
    done=st.booleans(),
    labels=st.lists(words, max_size=2),
)


def quoted(text):
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


@st.composite
def restrictions(draw):
    """A restriction as text, and the same as a function of a thing."""
    name = draw(st.sampled_from(["state", "display_name", "displayName", "done", "labels"]))
    if draw(st.integers(0, 4)) == 0:
        column = FIELDS[snake_case(name)].column
        return f"{name}:*", lambda one: bool(getattr(one, column))
    if name == "labels":
        operator, value = draw(st.sampled_from([":", "=", "!="])), draw(words)
        negated = operator == "!="
        return f"{name}{operator}{quoted(value)}", lambda one: (value in one.labels) != negated
    operator = draw(st.sampled_from(["=", "!=", ":"] if name == "done" else sorted(OPERATORS)))
    compare = OPERATORS[operator]
    space = draw(st.sampled_from(["", " "]))
    if name == "state":
        number = draw(st.integers(0, 3))
        return f"state{space}{operator}{space}{number}", lambda one: compare(one.state, number)
    if name == "done":
        wanted = draw(st.booleans())
        text = str(wanted).lower()
        return f"done{space}{operator}{space}{text}", lambda one: compare(one.done, wanted)
    value = draw(words)
    return f"{name}{operator}{space}{quoted(value)}", lambda one: compare(one.title, value)


def combined(inner):
    negated = st.tuples(st.sampled_from(["NOT ", "-"]), inner).map(
        lambda pair: (f"{pair[0]}({pair[1][0]})", lambda one: not pair[1][1](one))
    )
    joined = st.tuples(
        st.sampled_from([(" AND ", all), (" OR ", any), (" ", all), (", ", all)]),
        st.lists(inner, min_size=2, max_size=3),
    ).map(
        lambda pair: (
            pair[0][0].join(f"({text})" for text, _ in pair[1]),
            lambda one: pair[0][1]([test(one) for _, test in pair[1]]),
        )
    )
    return st.one_of(negated, joined)


filters = st.recursive(restrictions(), combined, max_leaves=6)


NAMED_0 = SimpleNamespace(state=0, title="0", done=False, labels=[])
ANY_TITLE = ("display_name:*", lambda one: bool(one.title))
ANY_LABEL = ("labels:*", lambda one: bool(one.labels))


@given(filters, things)
@example(ANY_TITLE, NAMED_0)
@example(ANY_LABEL, NAMED_0)
def test_a_filter_means_what_it_says(pair, thing):
    text, expected = pair
    columns = SimpleNamespace(**vars(thing))
    assert holds(parse_filter(text, FIELDS), partial(getattr, columns)) == expected(thing)


@given(filters, st.lists(things, max_size=4))
@example(ANY_TITLE, [NAMED_0])
@example(ANY_LABEL, [NAMED_0])
def test_a_filter_means_the_same_in_sql(pair, found):
    text, expected = pair
    connection = sqlite3.connect(":memory:")
    Statement(CreateTable(TABLE)).run(connection)
    connection.executemany(
        "INSERT INTO things VALUES (?, ?, ?, ?)",
        [(one.state, one.title, one.done, labels_text(one.labels)) for one in found],
    )
    condition = to_sql(parse_filter(text, FIELDS), dict(TABLE.columns))
    rows = Statement(select(TABLE.c.state, TABLE.c.title).where(condition)).rows(connection)
    connection.close()
    assert sorted(rows) == sorted((one.state, one.title) for one in found if expected(one))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('title: "t_TLE"', 0),
        ('title: "% of"', 1),
        ("title: TITLE", 2),
        ("labels: a", 1),
        ("labels: _", 0),
        pytest.param(f"title: {'x' * 60_000}", 0, id="long part"),
        pytest.param(f"labels: {'x' * 60_000}", 0, id="long label"),
    ],
)
def test_a_part_is_looked_for_as_it_is(text, found):
    fields = {**FIELDS, "title": Field("title", has_parts=True)}
    things = [("50 % of the Title", ["a"]), ("the title", ["ab"])]
    connection = sqlite3.connect(":memory:")
    Statement(CreateTable(TABLE)).run(connection)
    connection.executemany(
        "INSERT INTO things VALUES (0, ?, 0, ?)",
        [(title, labels_text(labels)) for title, labels in things],
    )
    condition = to_sql(parse_filter(text, fields), dict(TABLE.columns))
    assert len(Statement(select(TABLE.c.title).where(condition)).rows(connection)) == found
    connection.close()


@given(st.text("donestate=!<>:()\"'\\, -ANDORT01", max_size=60))
def test_any_text_is_read_or_refused_by_name(text):
    refused = None
    try:
        parse_filter(text, FIELDS)
    except ApiError as error:
        refused = error
    if refused is not None:
        assert refused.code is Code.INVALID_ARGUMENT
        assert refused.violations[0].field == "filter"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nothing=1", "cannot filter by 'nothing'; known are display_name, done, labels, state"),
        ("state", "expected an operator instead of the end at position 5"),
        ("state=", "expected a value instead of the end at position 6"),
        ("state=x", "'x' is not a value of 'state' at position 6"),
        ("done=1", "'1' is not a value of 'done'"),
        ("done=true)", "unexpected '\\)' at position 9"),
        ("(done=true", "expected '\\)' instead of the end"),
        ('display_name="x', "unexpected character at position 13"),
        ("labels<a", "cannot be compared by '<' at position 6"),
        ("done>true", "cannot be compared by '>' at position 4"),
        ("AND", "cannot filter by 'AND'"),
        ("(" * 60 + "done=true" + ")" * 60, "nested too deeply"),
        ("done=true " * 201, "too many conditions"),
        ("OR done=true", "cannot filter by 'OR'"),
        ("done=true OR", "expected a field instead of the end"),
    ],
)
def test_what_is_malformed_is_refused_with_the_position(text, reason):
    with pytest.raises(ApiError, match=reason):
        parse_filter(text, FIELDS)


@pytest.mark.parametrize("text", ["", "  ", "\n"])
def test_an_empty_filter_holds_for_all(text):
    assert holds(parse_filter(text, FIELDS), partial(getattr, SimpleNamespace()))


def test_or_binds_more_than_and():
    """AIP-160 has it so, unlike most languages."""
    condition = parse_filter("state=1 AND state=2 OR state=1", FIELDS)
    assert holds(condition, partial(getattr, SimpleNamespace(state=1)))


def test_an_enum_is_told_by_name_or_number():
    convert = enum_number(de.SolutionType)
    assert convert("SOLUTION_TYPE_SEARCH") == convert("2") == 2
    for wrong in ("SEARCH", "", "-1", "9" * 30, "²"):
        with pytest.raises(ValueError, match=r".*"):
            convert(wrong)


def test_a_time_is_read():
    assert time("1970-01-01T00:00:01.5Z") == 1_500_000
    assert time("1970-01-01T01:00:00+01:00") == 0
    with pytest.raises(ValueError, match=r".*"):
        time("yesterday")


COLUMNS = {"update_time": "update_time", "display_name": "title"}


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("", ()),
        ("update_time", (("update_time", False),)),
        ("updateTime desc", (("update_time", True),)),
        (
            " display_name  asc , update_time desc ,",
            (("title", False), ("update_time", True)),
        ),
    ],
)
def test_an_order_names_fields_and_directions(text, order):
    assert parse_order(text, COLUMNS) == order


@pytest.mark.parametrize("text", ["nothing", "update_time down", "update_time desc x", "desc"])
def test_a_malformed_order_is_refused(text):
    with pytest.raises(ApiError) as error:
        parse_order(text, COLUMNS)
    assert error.value.violations[0].field == "order_by"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('search="x"', "expected '\\(' instead of '='"),
        ('search)"x")', "expected '\\(' instead of '\\)' at position 6"),
        ('search("x"(', "expected '\\)' instead of '\\(' at position 10"),
        ('search("x"', "expected '\\)' instead of the end"),
        ("search()", "expected a value instead of '\\)'"),
    ],
)
def test_a_search_has_its_text_in_brackets(text, reason):
    with pytest.raises(ApiError, match=reason):
        parse_filter(text, {"search": Field("text", is_search=True)})


def test_searches_count_among_conditions():
    """SQLite takes no expression of a thousand parts."""
    fields = {"search": Field("text", is_search=True)}
    parse_filter(" OR ".join(['search("x")'] * 200), fields)
    with pytest.raises(ApiError, match="too many conditions"):
        parse_filter(" OR ".join(['search("x")'] * 201), fields)
