"""The tools of ces.googleapis.com/mcp: the standard methods of an app's resources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from emulator.transports.mcp.ces_transfers import TRANSFERS
from emulator.transports.mcp.tools import Tool

_SERVICE = "/google.cloud.ces.v1.AgentService/"
_EVALUATION_SERVICE = "/google.cloud.ces.v1beta.EvaluationService/"
_LOCATION = "projects/PROJECT/locations/LOCATION"
_APP = f"{_LOCATION}/apps/APP"


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of resource: its words, its message, where it is, and the methods that there are."""

    word: str
    message: str
    about: str
    parent: str = _APP
    collection: str = ""
    methods: tuple[str, ...] = ("list", "get", "create", "update", "delete")
    service: str = _SERVICE

    @property
    def name(self) -> str:
        """The form of its resource names."""
        return f"{self.parent}/{self.collection or self.word + 's'}/ID"


_KINDS = (
    _Kind("app", "App", "An app holds agents and all that they use.", parent=_LOCATION),
    _Kind("agent", "Agent", "An agent has instructions, tools, and agents below it."),
    _Kind("tool", "Tool", "A tool is what an agent may call; it is of exactly one type."),
    _Kind("guardrail", "Guardrail", "A guardrail checks what users and agents say."),
    _Kind("deployment", "Deployment", "A deployment offers a version of an app on a channel."),
    _Kind("toolset", "Toolset", "A toolset is where tools come from: an API or an MCP server."),
    _Kind(
        "app_version",
        "AppVersion",
        "A version is an app as it was.",
        collection="versions",
        methods=("list", "get", "create", "delete"),
    ),
    _Kind(
        "changelog",
        "Changelog",
        "A changelog tells of one change in an app.",
        methods=("list", "get"),
    ),
    _Kind(
        "conversation",
        "Conversation",
        "A conversation is what was said in a session, turn by turn.",
        methods=("list", "get"),
    ),
    _Kind("example", "Example", "An example is a conversation that shows an agent what to do."),
    _Kind(
        "evaluation",
        "Evaluation",
        "An evaluation is a conversation as it should go: what users say and agents do.",
        service=_EVALUATION_SERVICE,
    ),
    _Kind(
        "evaluation_dataset",
        "EvaluationDataset",
        "A dataset is evaluations that are run together.",
        collection="evaluationDatasets",
        service=_EVALUATION_SERVICE,
    ),
    _Kind(
        "evaluation_result",
        "EvaluationResult",
        "A result is what one replay of an evaluation has found.",
        parent=f"{_APP}/evaluations/EVALUATION",
        collection="results",
        methods=("list", "get", "delete"),
        service=_EVALUATION_SERVICE,
    ),
    _Kind(
        "evaluation_run",
        "EvaluationRun",
        "A run has replayed evaluations, and counts those that passed.",
        collection="evaluationRuns",
        methods=("list", "get", "delete"),
        service=_EVALUATION_SERVICE,
    ),
)

_LIST_HINT = (
    " Narrow with `filter` (AIP-160), sort with `orderBy` (`name` or `create_time`, with ` desc`),"
    " page with `pageSize` and `pageToken`."
)
_HINTS: Mapping[str, str] = {
    "tool": f"{_LIST_HINT} The filter `include_system_tools=true` adds the tools of the system.",
    "conversation": (
        " The newest come first. Narrow with `sources` (`LIVE`, `SIMULATOR`, `AGENT_TOOL`) and"
        ' `filter` (`start_time > "2026-01-01T00:00:00Z"`, `ces_transcript.search("words")`), page'
        " with `pageSize` and `pageToken`."
    ),
}


def _destroys(kind: _Kind, method: str) -> bool:
    """Whether Google's server says so: all that changes an app does, evaluations are beside it."""
    return method == "delete" or (kind.service == _SERVICE and method not in ("list", "get"))


def _tools(kind: _Kind) -> Iterator[Tool]:
    words = kind.word.replace("_", " ")
    body = kind.message[0].lower() + kind.message[1:]
    said = {
        "list": f"List the {words}s under `parent`, `{kind.parent}`."
        + _HINTS.get(kind.word, _LIST_HINT),
        "get": f"Get one {words} by its `name`, `{kind.name}`. {kind.about}",
        "create": f"Create a {words} from `{body}` under `parent`, `{kind.parent}`. {kind.about} "
        f"`{body}Id` gives it an id of 5 to 36 characters; without one it gets a UUID.",
        "update": f"Change the fields of a {words} that `updateMask` names, to what `{body}` has; "
        f"`{body}.name` says which. Without a mask every field is replaced.",
        "delete": f"Delete the {words} of that `name`, `{kind.name}`, for good.",
    }
    for method in kind.methods:
        plural = "s" if method == "list" else ""
        yield Tool(
            name=f"{method}_{kind.word}{plural}",
            title=f"{method.capitalize()} {words}{plural}",
            description=said[method],
            path=f"{kind.service}{method.capitalize()}{kind.message}{plural}",
            read_only=method in ("list", "get"),
            destructive=_destroys(kind, method),
        )


TOOLS = (
    *(tool for kind in _KINDS for tool in _tools(kind)),
    Tool(
        name="restore_app_version",
        title="Restore app version",
        description=(
            "Make an app what it was in the version of that `name`. As it is now it is kept as a "
            "further version first."
        ),
        path=f"{_SERVICE}RestoreAppVersion",
        destructive=True,
    ),
    *TRANSFERS,
    Tool(
        name="run_evaluation",
        title="Run evaluation",
        description=(
            "Replay `evaluations`, or those of an `evaluationDataset`, with the agents of an `app`,"
            " or of its `appVersion`. It goes on in the background: `get_operation` tells when it "
            "has ended and which evaluation run it has made."
        ),
        path=f"{_EVALUATION_SERVICE}RunEvaluation",
    ),
    Tool(
        name="generate_evaluation_from_conversation",
        title="Generate evaluation from conversation",
        description=(
            f"Make an evaluation of a `conversation`, `{_APP}/conversations/ID`: what was said and "
            "done in it is what is expected."
        ),
        path=f"{_EVALUATION_SERVICE}GenerateEvaluation",
    ),
    Tool(
        name="get_operation",
        title="Get operation",
        description=(
            "Get the state of a long-running operation, such as the creation of an app, by the "
            f"`name` it was answered with, `{_LOCATION}/operations/ID`."
        ),
        path="/google.longrunning.Operations/GetOperation",
        read_only=True,
    ),
)
