"""What single arguments are in a text."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.ces.runtime.arguments.elicited import read_answer
from emulator.ces.runtime.arguments.enums import listed_values
from emulator.ces.runtime.arguments.extraction import read_arguments
from emulator.ces.runtime.planning.decisions import Call, Say
from emulator.surface.messages import ces
from tests.ces.planning.deciding import client_function, decide, documents


@pytest.mark.parametrize(
    ("text", "city"),
    [
        ("What is the weather forecast for Oslo?", "Oslo"),
        ("Tell me the weather forecast of New York on Monday", "New York"),
        ("The weather forecast, please, and Bergen?", "Bergen"),
    ],
)
def test_a_place_is_read_out_of_a_question(text: str, city: str) -> None:
    forecast = client_function("forecast", "Tells the weather forecast of a city.", city="STRING")
    assert decide(text, forecast, documents()) == Call(forecast, {"city": city})


def test_a_day_is_no_place() -> None:
    forecast = client_function("forecast", "Tells the weather forecast of a city.", city="STRING")
    decided = decide("Show the weather forecast for Monday", forecast)
    assert isinstance(decided, Say)
    assert decided.asks is not None


def schema(**properties: Any) -> Any:
    made = ces.Schema(type=ces.Schema.OBJECT)
    for name, fields in properties.items():
        made.properties[name].CopyFrom(ces.Schema(**fields))
        made.required.append(name)
    return made


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [
        ({"type": "INTEGER"}, "Send 3 of them", 3),
        ({"type": "NUMBER"}, "It costs 3.5 euros", 3.5),
        ({"type": "STRING", "enum": ["red", "dark blue"]}, "The Dark Blue one", "dark blue"),
        ({"type": "STRING", "description": "E-mail"}, "I am a.b@c.example, ok", "a.b@c.example"),
        ({"type": "STRING", "description": "The date"}, "On 2025-03-01 then", "2025-03-01"),
        ({"type": "STRING", "description": "The order number"}, "It is TL-1042.", "TL-1042"),
        ({"type": "STRING", "description": "A comment"}, "It is broken.", "It is broken."),
        ({"type": "STRING"}, 'Call it "my tent" now', "my tent"),
        ({"type": "STRING"}, "value: abc", "abc"),
        ({"type": "STRING"}, "Is it value=A-7?", "A-7"),
        ({"type": "NUMBER"}, "A refund of 1,000.50 euros", 1000.5),
        ({"type": "INTEGER"}, "value: 12,000, please", 12000),
        ({"type": "BOOLEAN"}, "value=yes", True),
        (
            {"type": "STRING", "description": "The patient's name"},
            "I am Maria Lopez.",
            "Maria Lopez",
        ),
        ({"type": "STRING", "description": "The patient's name"}, "Maria Lopez", "Maria Lopez"),
        ({"type": "STRING", "description": "The SKU"}, "Send 2 of BK-7", "BK-7"),
        ({"type": "STRING", "description": "Its code. It begins with TM."}, "S3, tm-9", "TM-9"),
        ({"type": "STRING", "description": "basic or premium"}, "A Premium one", "premium"),
        (
            {"type": "STRING", "description": "The reason: damaged, wrong_item or not_wanted."},
            "They sent a wrong item",
            "wrong_item",
        ),
        ({"type": "STRING", "description": "The date"}, "On 3 March please", "2027-03-03"),
        ({"type": "STRING", "description": "The time of the day"}, "Tomorrow, 2:30 pm", "14:30"),
    ],
)
def test_an_argument_is_read_out_of_the_text(parameter: Any, text: str, value: Any) -> None:
    variables = {"current_date": "2026-11-21"}
    assert read_arguments(schema(value=parameter), text, variables).found == {"value": value}


@pytest.mark.parametrize("number", ["9" * 400, "9" * 5000, "1e999", "nan", "-inf"])
@pytest.mark.parametrize("kind", ["INTEGER", "NUMBER"])
def test_a_number_out_of_all_range_is_asked_for_again(kind: str, number: str) -> None:
    tool = client_function("order", "Orders.", count=kind)
    assert decide(f"order count={number}", tool).asks.args == {}


def test_one_number_is_not_read_twice() -> None:
    numbers = schema(first={"type": "INTEGER"}, second={"type": "INTEGER"})
    assert read_arguments(numbers, "From 3 to 8", {}).found == {"first": 3, "second": 8}


@pytest.mark.parametrize("text", ["On 3 March at 7 pm for 4", "2026-12-03, 19:30, 4 of us"])
def test_the_numbers_of_dates_and_times_count_nothing(text: str) -> None:
    assert read_arguments(schema(people={"type": "INTEGER"}), text, {}).found == {"people": 4}


def test_a_number_may_be_that_of_a_date() -> None:
    assert read_arguments(schema(year={"type": "INTEGER"}), "May 1980", {}).found == {"year": 1980}


def test_a_name_tells_what_a_parameter_is_about_before_its_description() -> None:
    parts = schema(
        reason={"type": "STRING", "description": "Why the order comes back."},
        order_id={"type": "STRING", "description": "See the delivery note."},
    )
    text = "A-7 is broken"
    assert read_arguments(parts, text, {}).found == {"reason": text, "order_id": "A-7"}
    assert read_answer(parts, "I lost it", {}, {"reason": text}) == {}


def test_any_text_that_is_named_goes_to_the_next_name() -> None:
    parts = schema(reason={"type": "STRING"}, order={"type": "STRING"})
    for text in ("reason: it is broken, order: A-7", "reason=it is broken order=A-7."):
        assert read_arguments(parts, text, {}).found == {"reason": "it is broken", "order": "A-7"}


def test_variables_and_what_is_missing() -> None:
    wanted = schema(plan={"type": "STRING"}, colour={"type": "STRING"})
    read = read_arguments(wanted, "Please", {"plan": "gold", "colour": ""})
    assert read.found == {"plan": "gold"}
    assert read.missing == ["colour"]


def test_an_answer_has_to_fit_what_was_asked_for() -> None:
    def answer(name: str, text: str, **kind: Any) -> Any:
        return read_answer(schema(**{name: kind}), text, {}, {}).get(name)

    assert answer("n", "some", type="INTEGER") is None
    assert answer("n", "four", type="INTEGER") == 4
    assert answer("city", " Berlin ", type="STRING") == "Berlin"
    assert answer("city", "What is the weather like?", type="STRING") is None
    assert answer("order_number", "I do not know it", type="STRING") is None
    assert answer("order_number", "It is TL-7", type="STRING") == "TL-7"
    assert answer("letter", "b", type="STRING", enum=["a"]) is None
    assert answer("day", "31 February", type="STRING") is None
    assert answer("day", "it is the wrong size", type="STRING") is None
    assert answer("day", "whenever you can", type="STRING") is None
    for text in ("at the end of the month", "12/5", "end of May", "Fri", "next weekend"):
        assert answer("day", text, type="STRING") == text
    begins = "The day on which it begins."
    assert answer("begins", "it is the wrong size", type="STRING", description=begins) is None
    activity = {"type": "STRING", "description": "What to do on that day."}
    assert answer("activity", "hiking", **activity) == "hiking"
    for name in ("candidate", "holiday_type"):
        assert answer(name, "whoever can", type="STRING") == "whoever can"


@pytest.mark.parametrize("description", ["Id, e.g. T-811.", "Number, e.g. R-6001", "Id, i.e. T-1"])
def test_an_example_is_no_value_of_a_list(description: str) -> None:
    assert listed_values(description) == ()
    assert listed_values("Size, color, shape") == ["Size", "color", "shape"]


@pytest.mark.parametrize(
    ("description", "values"),
    [
        ("Why: too small, damaged or changed mind.", ["too small", "damaged", "changed mind"]),
        ("One of red, dark blue, light green", ["red", "dark blue", "light green"]),
        ("Why: too small, wrong color or anything else.", []),
        ("The day: a weekday, no holiday or sunday.", []),
        ("What is wrong with it, and since when, or how it began.", []),
    ],
)
def test_a_value_of_a_list_may_have_several_words(description: str, values: list[str]) -> None:
    assert [*listed_values(description)] == values


@pytest.mark.parametrize(
    ("description", "variables", "child"),
    [
        ("First name of the child.", {"child_name": "Milo"}, "Milo"),
        ("First name of the child.", {"child_name": "Milo", "child": "Ada"}, "Ada"),
        ("First name of the child.", {"child_name": ""}, None),
        ("Id of the child.", {"child_name": "Milo"}, None),
    ],
)
def test_a_variable_may_have_the_name_of_what_a_parameter_is(
    description: str, variables: dict[str, str], child: str | None
) -> None:
    asked = ces.Schema(type=ces.Schema.OBJECT, required=["child"])
    asked.properties["child"].type = ces.Schema.STRING
    asked.properties["child"].description = description
    read = read_arguments(asked, "the balance, please", variables)
    assert (read.found.get("child"), read.missing) == (child, [] if child else ["child"])


@pytest.mark.parametrize(
    ("text", "pin"),
    [
        ("Send 2000 euros, the PIN is 4321", "4321"),
        ("Send \u20ac2000 to Tom", None),
        ("I paid 2000", None),
        ("2000", "2000"),
    ],
)
def test_an_amount_of_money_is_no_code(text: str, pin: str | None) -> None:
    about = schema(pin={"type": "STRING", "description": "The PIN, four digits."})
    assert read_arguments(about, text, {}).found.get("pin") == pin
