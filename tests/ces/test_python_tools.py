"""Python tools that are executed, through Google's client library."""

from __future__ import annotations

import textwrap
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from uuid import uuid4

import pytest
from google.api_core import exceptions

from emulator.surface.names import project_number
from tests.ces.conftest import LOCATION, client, function, make_tool
from tests.conftest import Server
from tests.processes import PATIENCE


@pytest.fixture(scope="module")
def module_app(server: Server) -> Iterator[str]:
    agents = client(server, "grpc", "v1")
    request = {"parent": LOCATION, "app_id": f"app-{uuid4().hex[:8]}", "app": {"display_name": "A"}}
    made = agents.create_app(request=request).result()
    yield made.name
    agents.delete_app(name=made.name).result()


Run = Callable[..., Any]


@pytest.fixture
def run(server: Server, agents_v1: Any, module_app: str) -> Run:
    """Creates a Python tool and executes it."""
    service = client(server, "grpc", "v1", "ToolService")

    def made_and_run(code: str, args: dict[str, Any] | None = None, **fields: Any) -> Any:
        tool_id = f"tool-{uuid4().hex[:8]}"
        own = {key: fields.pop(key) for key in ("timeout",) if key in fields}
        named = f"f{uuid4().hex[:8]}"
        text = textwrap.dedent(code).replace("tool_function", named)
        tool = {"python_function": {"name": named, "python_code": text}, **own}
        made = make_tool(agents_v1, module_app, tool_id, tool)
        request = {"parent": module_app, "tool": made.name, "args": args or {}, **fields}
        return service.execute_tool(request=request)

    return made_and_run


def python(code: str, **fields: Any) -> dict[str, Any]:
    return {"python_function": {"python_code": textwrap.dedent(code), **fields}}


ADD = '''
def add(first: int, second: int = 2) -> dict:
    """Adds two numbers.

    Args:
        first: What to begin with.
    """
    set_variable("calls", get_variable("calls", 0) + 1)
    return {"sum": first + second, "by": context.get_variable("user")}
'''


def test_a_function_is_called(tool_service: Any, agents_v1: Any, app: str) -> None:
    tool = make_tool(agents_v1, app, "adder", python(ADD))
    assert tool.python_function.description.startswith("Adds two numbers.")
    request = {"parent": app, "tool": tool.name, "args": {"first": 1}, "variables": {"user": "Ann"}}
    answer = tool_service.execute_tool(request=request)
    assert answer.tool == tool.name
    assert dict(answer.response) == {"sum": 3, "by": "Ann"}
    assert dict(answer.variables) == {"user": "Ann", "calls": 1}


def test_what_a_function_takes_and_gives(tool_service: Any, agents_v1: Any, app: str) -> None:
    tool = make_tool(agents_v1, app, "adder", python(ADD))
    answer = tool_service.retrieve_tool_schema(request={"parent": app, "tool": tool.name})
    given = answer.input_schema
    assert {name: one.type_.name for name, one in given.properties.items()} == {
        "first": "INTEGER",
        "second": "INTEGER",
    }
    assert list(given.required) == ["first"]
    assert given.properties["first"].description == "What to begin with."
    assert answer.output_schema.type_.name == "OBJECT"


def test_the_named_function_is_called(agents_v1: Any, server: Server, app: str) -> None:
    code = "def helper():\n    return 1\n\ndef other():\n    return helper() + 1\n"
    tool = make_tool(agents_v1, app, "other", python(code, name="other"))
    service = client(server, "grpc", "v1", "ToolService")
    answer = service.execute_tool(request={"parent": app, "tool": tool.name})
    assert dict(answer.response) == {"result": 2}


def test_code_sees_the_context_that_is_given(run: Run) -> None:
    code = """
    def tool_function():
        return {"agent": context.agent_name, "said": context.get_last_user_input()[0].text,
                "state": context.state}
    """
    event = {"id": "1", "author": "user", "content": {"parts": [{"text": "Hi."}]}}
    given = {"agentName": "root", "state": {"x": 1}, "events": [event]}
    answer = run(code, context=given)
    assert dict(answer.response) == {"agent": "root", "said": "Hi.", "state": {"x": 1}}


def test_code_knows_its_project_by_id_and_number(
    tool_service: Any, agents_v1: Any, app: str
) -> None:
    code = "def where():\n    return [context.project_id, context.project_number]\n"
    tool = make_tool(agents_v1, app, "where-tool", python(code))
    answer = tool_service.execute_tool(request={"parent": app, "tool": tool.name})
    assert answer.response["result"] == ["demo", int(project_number("demo"))]


def test_a_function_may_be_async_and_call_others(run: Run, agents_v1: Any, module_app: str) -> None:
    make_tool(agents_v1, module_app, "double", python("def double(n: int):\n    return 2 * n\n"))
    code = """
    import asyncio

    async def tool_function():
        both = await asyncio.gather(async_tools.double({"n": 1}), async_tools.double({"n": 2}))
        return [*both, tools.double({"n": 3})]
    """
    assert dict(run(code).response) == {"result": [{"result": 2}, {"result": 4}, {"result": 6}]}


@pytest.fixture
def meeting() -> Iterator[str]:
    """A server that answers two requests when both are there."""
    both = threading.Barrier(2, timeout=PATIENCE)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            both.wait()
            self.send_response(200)
            self.send_header("content-length", "3")
            self.end_headers()
            self.wfile.write(b"met")

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_calls_that_are_gathered_run_at_the_same_time(
    run: Run, agents_v1: Any, module_app: str, meeting: str
) -> None:
    """Each waits in the server until the other is there, and changes a variable of its own."""
    tool = f"""
    def meet(name: str):
        set_variable(name, ces_requests.get("{meeting}").text)
    """
    make_tool(agents_v1, module_app, "meet-tool", python(tool))
    code = """
    import asyncio

    async def tool_function():
        first = asyncio.ensure_future(async_tools.meet({"name": "a"}))
        await asyncio.sleep(0)
        tools.meet({"name": "b"})
        more = [async_tools.meet({"name": name}) for name in "cd"]
        await asyncio.gather(first, *more)
        return context.state
    """
    met = dict.fromkeys("abcd", "met")
    answer = run(code)
    assert dict(answer.response) == dict(answer.variables) == met


def test_calls_that_wait_are_counted(run: Run, agents_v1: Any, module_app: str) -> None:
    make_tool(agents_v1, module_app, "idle-tool", python("def idle():\n    pass\n"))
    code = """
    import asyncio

    async def tool_function():
        await asyncio.gather(*(async_tools.idle() for _ in range(3_000)))
    """
    assert "More than 1000 calls" in run(code).response["error"]


def test_tools_that_call_each_other_share_the_variables(
    run: Run, agents_v1: Any, module_app: str
) -> None:
    inner = """
    def inner():
        set_variable("inner", get_variable("outer") + 1)
        remove_variable("gone")
    """
    make_tool(agents_v1, module_app, "inner-tool", python(inner))
    code = """
    def tool_function():
        set_variable("outer", 1)
        tools.inner()
        return {"inner": get_variable("inner"), "gone": get_variable("gone")}
    """
    answer = run(code, variables={"gone": 1, "kept": 2})
    assert dict(answer.response) == {"inner": 2, "gone": None}
    assert dict(answer.variables) == {"inner": 2, "outer": 1, "kept": 2}


def test_a_tool_that_is_not_there_is_found_out_before_the_code_runs(run: Run) -> None:
    code = """
    def tool_function():
        set_variable("ran", True)
        try:
            return tools.none_such({})
        except Exception:
            return {}
    """
    answer = run(code)
    assert dict(answer.response) == {"error": "Tool not found: none_such"}
    assert not answer.variables


def test_tools_that_call_themselves_come_to_an_end(run: Run) -> None:
    code = """
    def tool_function():
        return tools.tool_function({})
    """
    assert "levels deep" in str(run(code))


MOCK = {"expected_args_pattern": {"n": 1}, "mock_response": {"result": "mocked"}}


@pytest.mark.parametrize(
    ("args", "behavior", "expected"),
    [
        ({"n": 1, "m": 2}, "FAIL", "mocked"),
        ({"n": 2}, "PASS_THROUGH", "real"),
        ({"n": 2}, "FAIL", "No mock fits"),
    ],
)
def test_mocks(
    run: Run, agents_v1: Any, app: str, server: Server, args: dict, behavior: str, expected: str
) -> None:
    code = "def inner(n: int, m: int = 0):\n    return 'real'\n"
    inner = make_tool(agents_v1, app, "inner", python(code))
    code = "def outer(args: dict):\n    return tools.inner(args)\n"
    outer = make_tool(agents_v1, app, "outer", python(code))
    mocks = {
        "mocked_tool_calls": [{"tool_id": inner.name, **MOCK}],
        "unmatched_tool_call_behavior": behavior,
    }
    service = client(server, "grpc", "v1", "ToolService")
    answer = service.execute_tool(
        request={
            "parent": app,
            "tool": outer.name,
            "args": {"args": args},
            "mock_config": mocks,
        }
    )
    assert expected in str(answer)


REFUSED = {
    "an exception": ("raise ValueError('no')", "ValueError: no (line 3)"),
    "a file": ("return open('/etc/hosts').read()", "may not open files"),
    "a written file": ("open('/tmp/x', 'w')", "may not open files"),
    "a folder": ("return __import__('json').codecs.sys.modules['os'].listdir('/')", "os.listdir"),
    "a module": ("import subprocess", "No module named 'subprocess'"),
    "a fork": ("return __import__('json').codecs.sys.modules['os'].fork()", "processes"),
    "a module that starts processes": (
        "s = __import__('json').codecs.sys\n    del s.modules['_posixsubprocess']\n"
        "    s.modules['builtins'].__import__('_posixsubprocess')",
        "processes",
    ),
    "the network": (
        "import urllib.request\n    urllib.request.urlopen('http://127.0.0.1')",
        "no network",
    ),
    "a far address": ("return ces_requests.get('http://example.com').text", "tool_addresses"),
    "ten megabytes": ("return 'x' * 10_000_000", "10,000"),
    "memory": ("return len(bytearray(2_000_000_000))", "MemoryError"),
    "depth": ("return tool_function()", "RecursionError"),
    "no JSON": ("return {1, 2}", "no JSON form"),
    "no number": ("return float('nan')", "cannot be returned"),
    "a deep result": ("x = []\n    for _ in range(50): x = [x]\n    return x", "20 levels"),
    "an end": ("raise SystemExit", "SystemExit"),
    "a hard end": ("__import__('json').codecs.sys.modules['os']._exit(1)", "ended its process"),
    "a signal": ("__import__('json').codecs.sys.modules['os'].abort()", "SIGABRT"),
    "a silent end": (
        "__import__('json').codecs.sys.modules['os'].closerange(3, 20)\n    while True: pass",
        "ended its process",
    ),
    "no such argument": ("return 1", "unexpected keyword"),
    "no Python": ("return (", "SyntaxError"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_code_may_not_do_is_an_error_in_the_response(run: Run, case: str) -> None:
    body, expected = REFUSED[case]
    args = {"x": 1} if case == "no such argument" else {}
    answer = run(f"\ndef tool_function():\n    {body}\n", args)
    assert expected in answer.response["error"]


def test_packages_that_code_may_import(run: Run) -> None:
    code = """
def tool_function():
    import numpy, orjson
    from google.protobuf.struct_pb2 import Value
    from pydantic import BaseModel
    class Order(BaseModel):
        count: int
    mean = float(numpy.array([1.0, 2.0]).mean())
    return {"mean": mean, "count": Order(count="2").count, "json": orjson.dumps([1]),
            "number": Value(number_value=1.0).number_value}
"""
    answer = run(code)
    assert dict(answer.response) == {"mean": 1.5, "count": 2, "json": "[1]", "number": 1}


@pytest.mark.parametrize("state", ["x", [1], 5])
def test_a_state_that_is_no_object_is_refused(tools_v1: Any, app: str, state: object) -> None:
    request = {"parent": app, "tool": f"{app}/tools/end_session", "context": {"state": state}}
    with pytest.raises(exceptions.InvalidArgument, match=r"context\.state"):
        tools_v1.execute_tool(request=request)


def test_a_context_that_cannot_be_read_is_told(tools_v1: Any, agents_v1: Any, app: str) -> None:
    code = {"python_function": {"python_code": "def tool_function():\n    return {}\n"}}
    tool = make_tool(agents_v1, app, "reader", code).name
    request = {"parent": app, "tool": tool, "context": {"events": 5}}
    answer = tools_v1.execute_tool(request=request)
    assert "The context cannot be read" in answer.response["error"]


@pytest.mark.parametrize("value", ["10 ** 400", "eval('[' * 50 + ']' * 50)"])
def test_variables_that_cannot_be_kept_are_refused(run: Run, value: str) -> None:
    with pytest.raises(exceptions.FailedPrecondition, match="The variables cannot be kept"):
        run(f"def tool_function():\n    context.state['x'] = {value}\n    return {{}}\n")


def test_code_that_does_not_end_is_ended(run: Run) -> None:
    answer = run("def tool_function():\n    while True: pass\n", timeout={"nanos": 500_000_000})
    assert answer.response["error"] == "Timeout: the code took more than 0.5 seconds."


def test_what_is_no_tool_of_the_app(tool_service: Any, app: str) -> None:
    with pytest.raises(exceptions.NotFound, match="Tool"):
        tool_service.execute_tool(request={"parent": app, "tool": f"{app}/tools/none-such"})
    with pytest.raises(exceptions.BadRequest, match="tool"):
        tool_service.execute_tool(request={"parent": app})


@pytest.mark.parametrize(
    ("tool", "reason"),
    [
        (function("ask"), "the client runs it"),
        ({"agent_tool": {"name": "helper"}}, "in a session"),
        ({"widget_tool": {"name": "card"}}, "the client shows it"),
    ],
)
def test_tools_of_a_session_are_not_executed(
    server: Server, agents_v1: Any, app: str, tool: dict, reason: str
) -> None:
    made = make_tool(agents_v1, app, "other", tool)
    service = client(server, "grpc", "v1", "ToolService")
    with pytest.raises(exceptions.FailedPrecondition, match=reason):
        service.execute_tool(request={"parent": app, "tool": made.name})


def test_what_is_no_tool_is_not_executed(server: Server, agents_v1: Any, app: str) -> None:
    agent = agents_v1.create_agent(parent=app, agent={"display_name": "No tool"}).name
    service = client(server, "grpc", "v1", "ToolService")
    with pytest.raises(exceptions.InvalidArgument, match="tool"):
        service.execute_tool(request={"parent": app, "tool": agent})
    with pytest.raises(exceptions.InvalidArgument, match="toolset"):
        service.retrieve_tools(request={"toolset": agent})


@pytest.mark.parametrize("kind", ["google_search_tool", "file_search_tool"])
def test_tools_that_need_what_is_not_here(
    server: Server, agents_v1: Any, app: str, kind: str
) -> None:
    made = make_tool(agents_v1, app, "other", {kind: {"name": "other"}})
    service = client(server, "grpc", "v1", "ToolService")
    with pytest.raises(exceptions.MethodNotImplemented, match=kind):
        service.execute_tool(request={"parent": app, "tool": made.name})


@pytest.mark.parametrize(
    ("mocks", "field"),
    [
        ({"mocked_tool_calls": []}, "unmatched_tool_call_behavior"),
        ({"unmatched_tool_call_behavior": 1, "mocked_tool_calls": [{}]}, "tool_id"),
        (
            {"unmatched_tool_call_behavior": 1, "mocked_tool_calls": [{"tool_id": "x"}]},
            "expected_args_pattern",
        ),
    ],
)
def test_mocks_that_are_wrong(server: Server, app: str, mocks: dict, field: str) -> None:
    service = client(server, "grpc", "v1", "ToolService")
    request = {"parent": app, "tool": f"{app}/tools/end_session", "mock_config": mocks}
    with pytest.raises(exceptions.InvalidArgument, match=field):
        service.execute_tool(request=request)
