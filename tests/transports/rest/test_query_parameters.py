"""Query strings: system parameters apart from the fields of the request."""

from __future__ import annotations

import pytest

from emulator.surface.errors import ApiError
from emulator.transports.rest.query_parameters import parse_parameters


@pytest.mark.parametrize(
    "query",
    [
        "$alt=json;enum-encoding=int",
        "%24alt=json%3Benum-encoding%3Dint",
        "$alt=json%3Benum-encoding=int",
        "alt=json;enum-encoding=int",
    ],
)
def test_numbers_for_enums_in_every_spelling(query):
    parameters = parse_parameters(f"pageSize=5&{query}".encode())
    assert parameters.enum_numbers
    assert not parameters.events
    assert not parameters.pretty
    assert parameters.fields == (("pageSize", "5"),)


@pytest.mark.parametrize("query", ["", "alt=json", "$alt=json", "alt=", "prettyPrint=true"])
def test_names_and_indentation_are_the_default(query):
    parameters = parse_parameters(query.encode())
    assert not parameters.enum_numbers
    assert not parameters.events
    assert parameters.pretty
    assert parameters.fields == ()


@pytest.mark.parametrize("query", ["alt=sse", "$alt=sse", "%24alt=sse", "alt=sse&key=k"])
def test_events(query):
    assert parse_parameters(query.encode()).events


def test_events_with_numbers_for_enums():
    parameters = parse_parameters(b"$alt=sse;enum-encoding=int")
    assert parameters.events
    assert parameters.enum_numbers


@pytest.mark.parametrize("name", ["prettyPrint", "$prettyPrint", "%24prettyPrint", "pretty_print"])
def test_no_indentation(name):
    assert not parse_parameters(f"{name}=false".encode()).pretty


@pytest.mark.parametrize("prefix", ["", "$", "%24"])
@pytest.mark.parametrize(
    "name",
    [
        *("access_token", "callback", "fields", "key", "oauth_token", "prettyPrint", "quotaUser"),
        *("upload_protocol", "uploadType", "outputDefaults", "userProject"),
    ],
)
def test_system_parameters_are_no_fields(name, prefix):
    assert parse_parameters(f"{prefix}{name}=x&filter=a".encode()).fields == (("filter", "a"),)


@pytest.mark.parametrize("name", ["$.xgafv", "%24.xgafv", "$ct", "$httpMethod"])
def test_every_name_with_a_dollar_is_a_system_parameter(name):
    assert parse_parameters(f"{name}=2".encode()).fields == ()


def test_fields_keep_their_order_their_repetition_and_their_empty_values():
    query = "uris=a&documentId=&uris=b%26c&q=x+y%20z&%70ageSize=1&nothing"
    assert parse_parameters(query.encode()).fields == (
        ("uris", "a"),
        ("documentId", ""),
        ("uris", "b&c"),
        ("q", "x y z"),
        ("pageSize", "1"),
        ("nothing", ""),
    )


def test_text_beyond_ascii_escaped_or_not():
    assert parse_parameters("q=%E6%97%A5%E6%9C%AC&r=日本".encode()).fields == (
        ("q", "日本"),
        ("r", "日本"),
    )


@pytest.mark.parametrize("query", [b"q=%ff", b"q=\xff", b"q=%ED%A0%80", b"%c3=1"])
def test_what_is_no_utf8_is_refused(query):
    with pytest.raises(ApiError, match=r"The query string is not valid UTF-8\."):
        parse_parameters(query)


@pytest.mark.parametrize("alt", ["proto", "xml", "JSON", "x" * 1000])
def test_a_format_that_is_not_written_is_refused(alt):
    with pytest.raises(ApiError, match="the emulator answers json and sse") as caught:
        parse_parameters(f"alt={alt}".encode())
    assert len(caught.value.message) < 300


def test_many_parameters_take_no_long_time():
    query = "&".join(f"uris={number}" for number in range(20_000))
    assert len(parse_parameters(query.encode()).fields) == 20_000
