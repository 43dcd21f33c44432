"""ToolService: tools run by themselves, outside of a session."""

from __future__ import annotations

from emulator.ces.environment import Service
from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.session import app_snapshot
from emulator.ces.runtime.session.app_snapshot import Snapshot
from emulator.ces.runtime.structs import keep
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import ces
from emulator.surface.registry import Message
from emulator.surface.wellknown import fill_struct, struct_dict


class ToolService(Service):
    """Executes tools, and tells what they take and give."""

    async def execute_tool(self, request: Message) -> Message:
        """Run a tool; what goes wrong inside it is in the response's `error`."""
        from emulator.ces.runtime.tools import running

        _check_mocks(request)
        context = self._context(request)
        tool = await _tool(context, request)
        found = await running.run(context, tool, struct_dict(request.args))
        response = _echo(request, ces.ExecuteToolResponse())
        fill_struct(response.response, found)
        if context.variables:
            keep(response.variables, context.variables, "The variables")
        response.citations.cited_chunks.extend(context.citations)
        if not context.citations:
            response.ClearField("citations")
        return response

    async def retrieve_tools(self, request: Message) -> Message:
        """The tools of a toolset, as its API or its server has them now."""
        from emulator.ces.runtime.tools.toolsets import tools_of

        name = names.canonical(request.toolset)
        context = ToolContext(self.environment, self._app(names.parent(name)), {})
        raw = request.bypass_persistence_config
        toolset = _require(context, "toolset", "toolsets", name)
        found = await tools_of(context, toolset, request.tool_ids, raw=raw)
        return ces.RetrieveToolsResponse(tools=found)

    async def retrieve_tool_schema(self, request: Message) -> Message:
        """What a tool takes and gives."""
        from emulator.ces.runtime.tools.declarations import input_schema, output_schema

        tool = await _tool(self._context(request), request)
        response = _echo(request, ces.RetrieveToolSchemaResponse())
        response.input_schema.CopyFrom(input_schema(tool))
        response.output_schema.CopyFrom(output_schema(tool))
        return response

    def _context(self, request: Message) -> ToolContext:
        app = self._app(request.parent)
        if "context" not in request.DESCRIPTOR.fields_by_name:
            return ToolContext(self.environment, app, {})
        given = struct_dict(request.context)
        state = given.pop("state", given.pop("variables", None)) or {}
        if not isinstance(state, dict):
            raise invalid_argument("context.state", "it must be an object.")
        variables = state if request.HasField("context") else struct_dict(request.variables)
        mocks = request.mock_config if request.HasField("mock_config") else None
        return ToolContext(self.environment, app, variables, given=given, mocks=mocks)

    def _app(self, name: str) -> Snapshot:
        return app_snapshot.draft(self.environment.store, names.canonical(name))


def _require(context: ToolContext, field: str, collection: str, name: str) -> Message:
    """The resource that a field names; INVALID_ARGUMENT if it names one of another kind."""
    canonical = names.canonical(name)
    if not names.is_of(canonical, collection):
        raise invalid_argument(field, f"'{name}' is not the name of one of the app's {collection}.")
    return context.app.require(canonical)


async def _tool(context: ToolContext, request: Message) -> Message:
    """The one tool that a request names, by itself or as one of a toolset."""
    if not request.WhichOneof("tool_identifier"):
        raise missing_field("tool")
    if request.HasField("tool"):
        return _require(context, "tool", "tools", request.tool)
    from emulator.ces.runtime.tools.toolsets import tools_of

    named = request.toolset_tool
    toolset = _require(context, "toolset_tool.toolset", "toolsets", named.toolset)
    found = await tools_of(context, toolset, [named.tool_id] if named.tool_id else ())
    if len(found) != 1:
        raise invalid_argument(
            "toolset_tool.tool_id", f"the toolset has {len(found)} tools; name one of them."
        )
    return found[0]


def _check_mocks(request: Message) -> None:
    """INVALID_ARGUMENT for mocks that lack what they are required to say."""
    if not request.HasField("mock_config"):
        return
    config = request.mock_config
    if not config.unmatched_tool_call_behavior:
        raise missing_field("mock_config.unmatched_tool_call_behavior")
    for number, mock in enumerate(config.mocked_tool_calls):
        where = f"mock_config.mocked_tool_calls[{number}]"
        if not (mock.WhichOneof("tool_identifier") or mock.tool):
            raise missing_field(f"{where}.tool_id")
        if not mock.HasField("expected_args_pattern"):
            raise missing_field(f"{where}.expected_args_pattern")


def _echo(request: Message, response: Message) -> Message:
    """The response, with the tool that the request names."""
    if request.HasField("toolset_tool"):
        response.toolset_tool.CopyFrom(request.toolset_tool)
        response.toolset_tool.toolset = names.canonical(request.toolset_tool.toolset)
    else:
        response.tool = names.canonical(request.tool)
    return response
