"""Resources in files and back, whatever is in them."""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.ces.archive import reading, writing, zip_files
from emulator.ces.references import translate
from emulator.ces.stored_resources import PARTS
from emulator.surface import names
from emulator.surface.messages import ces
from emulator.surface.registry import surface
from tests.surface.random_messages import random_message

APP = "projects/1/locations/us/apps/app"
SERVER_SIDE = ("create_time", "update_time", "etag", "invalid", "validation_errors")


def portable(resource: Any) -> Any:
    """What of a resource is in its files; the app of `resource` has nothing that it refers to."""
    copy = type(resource).FromString(resource.SerializeToString())
    for field in SERVER_SIDE:
        if field in copy.DESCRIPTOR.fields_by_name:
            copy.ClearField(field)
    copy.name = names.resource_id(copy.name)
    translate(copy, lambda _, name: names.resource_id(name))
    if isinstance(copy, ces.Agent):
        copy.tools.sort()
        copy.child_agents.sort()
    return copy


@settings(max_examples=80)
@given(st.sampled_from(sorted(PARTS)), st.integers(0, 2**32), st.booleans())
def test_what_is_written_is_read_again(collection: str, seed: int, yaml: bool) -> None:
    kind = surface.descriptor(getattr(ces, PARTS[collection]).DESCRIPTOR.full_name)
    resource = random_message(kind, seed)
    resource.name = f"{APP}/{collection}/one"
    app = ces.App(name=APP, display_name="App")
    files = writing.files(app, [resource], "yaml" if yaml else "json")
    found = reading.contents(zip_files.read(zip_files.write("App", files)))
    assert found.warnings == []
    assert [one.message for one in found.resources] == [portable(resource)]


def test_resources_of_one_name_keep_apart() -> None:
    called = [f"{APP}/guardrails/{number}" for number in range(3)]
    same = [ces.Guardrail(name=name, display_name="Same one") for name in called]
    app = ces.App(name=APP, display_name="App", guardrails=called[1:])
    files = writing.files(app, same, "json")
    assert [path for path in files if path.startswith("guardrails")] == [
        "guardrails/Same_one/Same_one.json",
        "guardrails/Same_one_2/Same_one_2.json",
        "guardrails/Same_one_3/Same_one_3.json",
    ]
    assert list(reading.contents(files).app.guardrails) == ["Same_one_2", "Same_one_3"]


APP_FILES = {
    "app.json": b'{"displayName": "App"}',
    "agents/one/one.json": b'{"displayName": "one", "instruction": "agents/one/instruction.txt"}',
    "agents/one/instruction.txt": b"Help.",
}


@settings(max_examples=100)
@given(st.data())
def test_a_damaged_archive_is_refused_or_read(data: st.DataObject) -> None:
    content = bytearray(zip_files.write("App", APP_FILES))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(zip_files.BadZip, reading.BadLayout):
        assert reading.contents(zip_files.read(bytes(content))).app.DESCRIPTOR.name == "App"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_archive_of_another_compression_is_refused(method: int) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("App/app.json", b" " * 1_000)
    content = bytearray(buffer.getvalue())
    assert list(zip_files.read(bytes(content))) == ["app.json"]
    start = 30 + len("App/app.json")
    content[start : start + 20] = bytes(20)
    with pytest.raises(zip_files.BadZip):
        zip_files.read(bytes(content))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3) | st.just("$env_var"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "displayName", "tools", "metadata"]), inner)
    ),
    max_leaves=8,
)


@settings(max_examples=60)
@given(JSON, JSON, JSON)
def test_whatever_stands_in_the_files_is_refused_or_left_out(app, agent, environment) -> None:
    values = {"app.json": app, "agents/a/a.json": agent, "environment.json": environment}
    files = {path: json.dumps(value).encode() for path, value in values.items()}
    with contextlib.suppress(reading.BadLayout):
        found = reading.contents(files)
        assert found.resources or any("agents/a" in one for one in found.warnings)
