"""Parameters that are objects, whose parts the user tells one by one."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.parameters import flattened, nested, schema_of
from emulator.surface.messages import ces
from tests.ces.runtime.parts import run
from tests.ces.talking import Builder

STRING = {"type_": "STRING"}
GUEST = {
    "type_": "OBJECT",
    "properties": {"name": STRING, "email": STRING, "phone": STRING},
    "required": ["name", "email"],
}
ROOM = {"type_": "OBJECT", "properties": {"guest": GUEST, "day": STRING}, "required": ["guest"]}
BOOK = {"name": "book_room", "description": "Books a room.", "parameters": ROOM}
ANN = {"name": "Ann Lee", "email": "ann@example.com"}


def function(**parts: Any) -> Any:
    parameters = {"type": "OBJECT", "properties": parts, "required": list(parts)}
    made = {"name": "f", "parameters": parameters}
    return ces.Tool(client_function=made)


def test_the_parts_of_an_object_are_asked_for_and_given_together(
    sessions: Any, app: Builder
) -> None:
    tool = app.tool("book-tool", {"client_function": BOOK})
    one = run(sessions, app, app.agent("Support", tools=[tool]))
    assert one.say("Please book a room")[0].text == "Which guest name?"
    assert one.say("Ann Lee")[0].text == "Which guest email?"
    (call,) = one.say("ann@example.com")[-1].tool_calls.tool_calls
    assert {**call.args["guest"]} == ANN
    one.send({"tool_responses": {"tool_responses": [{"id": call.id, "response": {"ok": True}}]}})
    (again,) = one.say("Sorry, I meant bob@example.com")[-1].tool_calls.tool_calls
    assert {**again.args["guest"]} == {**ANN, "email": "bob@example.com"}


def test_what_belongs_to_an_object_that_may_be_left_out_is_not_asked_for() -> None:
    part = {"type": "OBJECT", "properties": {"city": {"type": "STRING"}}, "required": ["city"]}
    schema = schema_of(ces.Tool(client_function={"parameters": {"properties": {"to": part}}}))
    assert [*schema.properties] == ["to city"]
    assert not schema.required


@pytest.mark.parametrize(
    ("args", "flat"),
    [
        ({"a": {"b": {"c": 1}}, "d": "x"}, {"a b c": 1, "d": "x"}),
        ({"d": {"unknown": 1}}, {"d": {"unknown": 1}}),
        ({}, {}),
    ],
)
def test_arguments_stand_beside_each_other_and_in_their_objects_again(
    args: dict[str, Any], flat: dict[str, Any]
) -> None:
    inner = {"type": "OBJECT", "properties": {"c": {"type": "INTEGER"}}}
    outer = {"type": "OBJECT", "properties": {"b": inner}}
    tool = function(a=outer, d={"type": "STRING"})
    assert flattened(schema_of(tool), args) == flat
    assert nested(tool, flat) == args


def test_an_object_without_known_parts_is_one_argument() -> None:
    schema = schema_of(function(extras={"type": "OBJECT"}))
    assert [*schema.required] == ["extras"]


def test_a_description_of_a_tool_may_tell_of_its_parameters() -> None:
    said = """Reserves a treatment. treatment: its name.

    Args:
        day (str): The day, YYYY-MM-DD.
        guest: Who comes.
    """
    names: Any = {name: {"type": "STRING"} for name in ("treatment", "day", "guest", "other")}
    names["guest"]["description"] = "The guest."
    made = {"name": "f", "description": said, "parameters": {"properties": names}}
    tool = ces.Tool(client_function=made)
    found = {name: one.description for name, one in schema_of(tool).properties.items()}
    assert found == {
        "treatment": "its name",
        "day": "The day, YYYY-MM-DD",
        "guest": "The guest.",
        "other": "",
    }
    assert not tool.client_function.parameters.properties["day"].description
