"""Tools, agents, and what is decided of a text."""

from __future__ import annotations

from typing import Any

from emulator.ces.runtime.planning.decisions import Offered, Situation
from emulator.ces.runtime.planning.planner import plan
from emulator.ces.runtime.session.state import PendingCall
from emulator.ces.runtime.tools.declarations import input_schema
from emulator.surface.messages import ces


def client_function(name: str, description: str, **parameters: str) -> Any:
    tool = ces.Tool(name=f"app/tools/{name}", display_name=name)
    function = tool.client_function
    function.name, function.description = name, description
    function.parameters.type = ces.Schema.OBJECT
    for parameter, kind in parameters.items():
        function.parameters.properties[parameter].type = ces.Schema.Type.Value(kind)
        function.parameters.required.append(parameter)
    return tool


def documents(name: str = "search_docs") -> Any:
    tool = ces.Tool(name=f"app/tools/{name}", display_name=name)
    tool.data_store_tool.name = name
    return tool


def end() -> Any:
    tool = ces.Tool(name="app/tools/end_session", display_name="end_session")
    tool.system_tool.name = "end_session"
    return tool


def agent(name: str, description: str = "", instruction: str = "") -> Any:
    return ces.Agent(
        name=f"app/agents/{name}",
        display_name=name,
        description=description,
        instruction=instruction,
    )


def below(text: str, child: Any, *tools: Any) -> Situation:
    return Situation(child, text, text, [Offered(tool, input_schema(tool)) for tool in tools])


def decide(text: str, *tools: Any, children: Any = (), **fields: Any) -> Any:
    fields["children"] = [
        one if isinstance(one, Situation) else below(text, one) for one in children
    ]
    situation: dict[str, Any] = {
        "agent": agent("Support"),
        "text": text,
        "standalone_text": text,
        **fields,
    }
    return plan(Situation(tools=[Offered(tool, input_schema(tool)) for tool in tools], **situation))


def open_call(tool: Any, **args: Any) -> PendingCall:
    return PendingCall("", tool.name, args)


def instructed(*names: str, after: str = "") -> Any:
    return agent("Desk", instruction="\n".join(f"Call {{@TOOL: {name}}}{after}." for name in names))


ORDER = client_function("look_up_order", "Looks up an order by its number.", order_number="STRING")
PAY = client_function("pay_bill", "Pays a bill of the customer.", amount="NUMBER")
IDENTIFY = client_function("identify", "Finds a patient.", full_name="STRING", born_date="STRING")
BOOK = client_function("book_visit", "Books a visit.", day="STRING")
CANCEL = client_function("cancel_order", "Cancels an order.", order_number="STRING")
RENEW = client_function("renew_permit", "Renews a resident permit.", plate_number="STRING")
CHECK = client_function("check_permit", "Tells when a permit ends.", plate_number="STRING")
TAKE = client_function("take_slot", "Books a slot.", kind="STRING", day="STRING", time="STRING")
