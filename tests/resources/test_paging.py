"""Page sizes and page tokens."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.resources import paging
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import discoveryengine as de

PARENT = "projects/p/locations/global/collections/default_collection"
REQUEST = de.ListDataStoresRequest(parent=PARENT)
positions = st.text(st.characters(exclude_categories=["Cs"]))


def refused(token: str, request: object, decode=paging.decode) -> bool:
    with pytest.raises(ApiError) as error:
        decode(token, request)
    (violation,) = error.value.violations
    return error.value.code is Code.INVALID_ARGUMENT and violation.field == "page_token"


@given(positions, st.integers(-5, 5), st.text("ab", max_size=3))
def test_a_token_holds_its_position_for_any_page_size(position, size, token):
    request = de.ListDataStoresRequest(parent=PARENT, page_size=size, page_token=token)
    assert paging.decode(paging.encode(position, REQUEST), request) == position


@given(positions, st.text())
def test_any_other_text_is_refused(position, text):
    token = paging.encode(position, REQUEST)
    assert text in ("", token) or refused(text, REQUEST)


@given(positions, st.data())
def test_a_changed_character_is_noticed(position, data):
    token = paging.encode(position, REQUEST)
    place = data.draw(st.integers(0, len(token) - 1))
    other = data.draw(st.characters().filter(lambda one: one != token[place]))
    assert refused(token[:place] + other + token[place + 1 :], REQUEST)


@given(positions, st.integers(1, 50))
def test_a_shortened_token_is_refused(position, length):
    token = paging.encode(position, REQUEST)
    assert refused(token[: max(1, len(token) - length)], REQUEST)


@pytest.mark.parametrize(
    "other",
    [
        de.ListDataStoresRequest(parent=PARENT + "x"),
        de.ListDataStoresRequest(parent=PARENT, filter="solution_type:SOLUTION_TYPE_SEARCH"),
        de.ListEnginesRequest(parent=PARENT),
        de.ListSchemasRequest(parent=PARENT),
    ],
    ids=["parent", "filter", "another method", "a third one"],
)
def test_a_token_is_good_for_its_request_only(other):
    assert refused(paging.encode("1", REQUEST), other)


def test_a_name_may_be_spelled_otherwise_on_the_next_page():
    short = de.ListSchemasRequest(parent="projects/p/locations/global/dataStores/d")
    full = de.ListSchemasRequest(parent=f"{PARENT}/dataStores/d")
    assert paging.decode(paging.encode("1", short), full) == "1"


def test_an_empty_token_is_the_first_page():
    assert paging.decode("", REQUEST) is None
    assert paging.decode_offset("", REQUEST) == 0
    assert paging.decode_place("", REQUEST) is None


@given(st.integers(0, 2**62))
def test_an_offset_comes_back(offset):
    assert paging.decode_offset(paging.encode(str(offset), REQUEST), REQUEST) == offset


@given(st.integers(0, 100), st.integers(1, 30))
def test_the_pages_by_offset_are_the_list(length, size):
    request, found = de.ListSchemasRequest(parent=PARENT, page_size=size), []
    while True:
        page = paging.OffsetPage.of(request, 10, 20)
        shown, request.page_token = page.cut(range(length))
        found.extend(shown)
        if not request.page_token:
            break
    assert found == list(range(length))


@given(st.integers(0, 2**62), positions)
def test_a_place_comes_back(time, name):
    token = paging.encode_place((time, name), REQUEST)
    assert paging.decode_place(token, REQUEST) == (time, name)


@pytest.mark.parametrize("position", ["2", "1763829017399658 projects/p/locations/us/apps/a", ""])
def test_a_token_that_has_no_place_is_refused(position):
    assert refused(paging.encode(position, REQUEST), REQUEST, paging.decode_place)


@pytest.mark.parametrize(
    ("requested", "served"), [(0, 10), (1, 1), (10, 10), (50, 50), (51, 50), (2**31 - 1, 50)]
)
def test_a_page_has_the_size_asked_for_within_limits(requested, served):
    assert paging.page_size(requested, 10, 50) == served


@given(st.integers(max_value=-1))
def test_a_negative_size_is_refused(size):
    with pytest.raises(ApiError) as error:
        paging.page_size(size, 10, 50)
    assert error.value.violations[0].field == "page_size"
