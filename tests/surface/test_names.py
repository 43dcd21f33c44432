"""Resource names in their several spellings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.surface import names

NUMBER = names.project_number("demo")
L = "projects/demo/locations/global"
C = f"projects/{NUMBER}/locations/global/collections/default_collection"


def test_a_project_number_has_12_digits_and_depends_on_the_id_only():
    assert names.project_number("demo") == NUMBER
    assert NUMBER.isdigit()
    assert len(NUMBER) == 12
    assert names.project_number("other") != NUMBER
    assert names.project_number(NUMBER) == NUMBER


def test_a_project_has_the_number_that_was_given_for_it():
    names.use_project_numbers({"demo": "12"})
    try:
        assert names.canonical(f"{L}/dataStores/d").startswith("projects/12/locations/global/")
        assert names.project_number("other") != "12"
    finally:
        names.use_project_numbers({})
    assert names.project_number("demo") == NUMBER


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        (f"{L}/dataStores/d", f"{C}/dataStores/d"),
        (f"{L}/collections/default_collection/dataStores/d", f"{C}/dataStores/d"),
        (f"{L}/engines/e/sessions/s", f"{C}/engines/e/sessions/s"),
        (f"{L}/dataStores/d/branches/default_branch", f"{C}/dataStores/d/branches/0"),
        (
            f"{L}/dataStores/d/branches/default_branch/documents/x",
            f"{C}/dataStores/d/branches/0/documents/x",
        ),
        (f"{L}/dataStores/d/branches/1/documents/x", f"{C}/dataStores/d/branches/1/documents/x"),
        (f"{L}/collections/c/dataStores/d", f"{C[:-18]}c/dataStores/d"),
        (f"{L}/dataConnector", f"{C}/dataConnector"),
        (f"{L}/operations/o", f"projects/{NUMBER}/locations/global/operations/o"),
        (f"{L}/apps/a", f"projects/{NUMBER}/locations/global/apps/a"),
        (
            f"{L}/userStores/default_user_store",
            f"projects/{NUMBER}/locations/global/userStores/default_user_store",
        ),
        (
            f"{L}/dataStores/d/documents/default_branch",
            f"{C}/dataStores/d/documents/default_branch",
        ),
        ("projects/demo", f"projects/{NUMBER}"),
        ("projects/-", "projects/-"),
        ("projects/example.com:p", "projects/" + names.project_number("example.com:p")),
        ("projects", "projects"),
        ("", ""),
    ],
)
def test_the_canonical_form(name, canonical):
    assert names.canonical(name) == canonical


@given(
    st.lists(
        st.sampled_from(
            [
                *"ab",
                "projects",
                "locations",
                "collections",
                "dataStores",
                "engines",
                "branches",
                "default_branch",
                "0",
                "-",
                "",
                "é",
            ]
        )
    )
)
def test_a_canonical_name_stays_as_it_is(parts):
    canonical = names.canonical("/".join(parts))
    assert names.canonical(canonical) == canonical


def test_the_parts_of_a_name():
    name = f"{C}/engines/e/sessions/s/answers/a"
    assert names.parent(name) == f"{C}/engines/e/sessions/s"
    assert names.resource_id(name) == "a"
    assert names.collection_id(name) == "answers"
    assert names.ancestor(name, "engines") == f"{C}/engines/e"
    assert names.ancestor(name, "answers") == name
    assert names.ancestor(name, "dataStores") == ""
    assert names.location(name) == f"projects/{NUMBER}/locations/global"


def test_a_name_without_an_id_is_of_no_collection():
    assert names.is_of(f"{C}/engines/e", "engines")
    assert not names.is_of(f"{C}/engines/", "engines")
    assert not names.is_of(f"{C}/engines", "engines")
    assert not names.is_of(f"{C}/engines/e/sessions/s", "engines")


def test_an_ancestor_is_a_collection_and_not_an_id():
    assert names.ancestor("projects/engines/locations/l/engines/e", "engines") == (
        "projects/engines/locations/l/engines/e"
    )


@pytest.mark.parametrize(
    ("name", "template", "fits"),
    [
        ("projects/p/locations/l", "projects/*/locations/*", True),
        ("projects//locations/l", "projects/*/locations/*", False),
        ("projects/p/locations", "projects/*/locations/*", False),
        ("projects/p/locations/l/x", "projects/*/locations/*", False),
        ("projects/p/places/l", "projects/*/locations/*", False),
        ("projects/p/files/a/b", "projects/*/files/**", True),
        ("projects/p", "projects/*/files/**", False),
        ("", "projects/*", False),
    ],
)
def test_whether_a_name_fits_a_template(name, template, fits):
    assert names.matches(name, template) is fits
