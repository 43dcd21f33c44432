"""The standard methods (AIP-131 to 135) of each kind of resource that an app has."""

from __future__ import annotations

from typing import Any

import pytest
from google.api_core import exceptions

# What each kind must have beside the display name that all have.
REQUIRED: dict[str, dict[str, Any]] = {
    "agent": {},
    "deployment": {"channel_profile": {"channel_type": "WEB_UI"}},
    "example": {"messages": [{"role": "user", "chunks": [{"text": "Hello"}]}]},
    "guardrail": {
        "content_filter": {"banned_contents": ["secret"], "match_type": "SIMPLE_STRING_MATCH"}
    },
    "toolset": {"open_api_toolset": {"open_api_schema": "openapi: 3.0.0"}},
}


def make(agents: Any, app: str, kind: str, **fields: Any) -> Any:
    body = {"display_name": "First", **REQUIRED.get(kind, {}), **fields}
    return getattr(agents, f"create_{kind}")(request={"parent": app, kind: body})


def assert_gone(agents: Any, kind: str, name: str) -> None:
    for method in (f"get_{kind}", f"delete_{kind}"):
        with pytest.raises(exceptions.NotFound, match=name):
            getattr(agents, method)(name=name)


@pytest.mark.parametrize("kind", REQUIRED)
def test_a_resource_is_made_changed_and_deleted(agents: Any, app: str, kind: str) -> None:
    made = make(agents, app, kind)
    assert made.name.startswith(f"{app}/{kind}s/")
    assert list(getattr(agents, f"list_{kind}s")(parent=app)) == [made]

    update = {kind: {"name": made.name, "display_name": "Second"}}
    changed = getattr(agents, f"update_{kind}")(**update, update_mask={"paths": ["display_name"]})
    assert getattr(agents, f"get_{kind}")(name=made.name) == changed
    assert changed.update_time > made.update_time
    made.display_name, made.update_time, made.etag = "Second", changed.update_time, changed.etag
    assert changed == made

    getattr(agents, f"delete_{kind}")(name=made.name)
    assert_gone(agents, kind, made.name)


@pytest.mark.parametrize("order", ["", "name desc"])
def test_all_are_deleted_page_by_page(agents: Any, app: str, order: str) -> None:
    for number in range(5):
        make(agents, app, "example", display_name=f"Number {number}")
    request = {"parent": app, "page_size": 2, "order_by": order, "filter": "display_name:number"}
    for one in agents.list_examples(request=request):
        agents.delete_example(name=one.name)
    assert not list(agents.list_examples(parent=app))


def test_lists_are_filtered_by_the_fields_of_their_kind(agents: Any, app: str) -> None:
    on = make(agents, app, "guardrail", enabled=True)
    off = make(agents, app, "guardrail", display_name="Second", enabled=False)

    def listed(text: str) -> list[str]:
        request = {"parent": app, "filter": text}
        return [one.name for one in agents.list_guardrails(request=request)]

    assert listed("enabled=true") == [on.name]
    assert listed("NOT enabled=true") == listed("enabled = false") == [off.name]
    assert listed(f'etag="{off.etag}"') == [off.name]
    assert not listed("update_time > 2999-01-01T00:00:00Z")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("locked=true", "cannot filter by 'locked'; known are .*, enabled, "),
        ('action="x"', "cannot filter by 'action'"),
        ("enabled=yes", "'yes' is not a value of 'enabled'"),
        ("enabled > false", "'enabled' has no order"),
    ],
)
def test_a_filter_by_what_a_kind_does_not_have_is_refused(
    agents_v1: Any, app: str, text: str, reason: str
) -> None:
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        agents_v1.list_guardrails(request={"parent": app, "filter": text})


def test_an_app_version_is_made_and_deleted(agents: Any, app: str) -> None:
    made = make(agents, app, "app_version")
    assert made.name.startswith(f"{app}/versions/")
    agents.delete_app_version(name=made.name)
    assert_gone(agents, "app_version", made.name)


@pytest.mark.parametrize("kind", REQUIRED)
def test_an_old_etag_is_refused(agents_v1: Any, app: str, kind: str) -> None:
    made = make(agents_v1, app, kind)
    update = {"name": made.name, "display_name": "Second", "etag": "old"}
    with pytest.raises(exceptions.Aborted):
        getattr(agents_v1, f"update_{kind}")(**{kind: update})
    with pytest.raises(exceptions.Aborted):
        getattr(agents_v1, f"delete_{kind}")(request={"name": made.name, "etag": "old"})


def test_an_operation_is_deleted_when_it_is_done(agents: Any, app: str) -> None:
    operation = agents.export_app(request={"name": app, "export_format": "JSON"}).operation.name
    agents.delete_operation({"name": operation})
    with pytest.raises(exceptions.NotFound, match=operation):
        agents.get_operation({"name": operation})
