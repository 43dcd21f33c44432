"""What the emulator says when it is ready: where it listens, and calls to try."""

from __future__ import annotations

from emulator.addresses import authority, reachable
from emulator.settings import Settings
from emulator.surface.names import project_number

_QUESTION = "How long is the warranty on the Skylark 3?"
_ENGINE = "projects/demo/locations/global/collections/default_collection/engines/demo"


def welcome(settings: Settings, port: int, grpc_port: int) -> str:
    """The lines printed at the start; a data folder without the demo corpus gets no calls."""
    name = reachable(settings.host)
    host = f"http://{authority(name, port)}"
    place = settings.folder.absolute() if settings.folder else "memory"
    lines = [
        f"Discovery Engine emulator is ready: REST and MCP on {host}, "
        f"gRPC on {authority(name, grpc_port)}, data in {place}."
    ]
    if settings.seed:
        lines += ["", f"Ask the demo corpus at {host}/console, or with:", ""]
        lines += [_rest_call(host), "", _mcp_call(host), ""]
        number = project_number("demo")
        lines.append(
            f"The project `demo` has the number {number}; names in answers of Discovery Engine "
            "carry it."
        )
    return "\n".join(lines)


def _rest_call(host: str) -> str:
    return (
        f"  curl {host}/v1/{_ENGINE}/servingConfigs/default_search:answer \\\n"
        "    --header 'content-type: application/json' \\\n"
        f'    --data \'{{"query":{{"text":"{_QUESTION}"}},'
        '"answerGenerationSpec":{"includeCitations":true}}\''
    )


def _mcp_call(host: str) -> str:
    return (
        f"  curl {host}/mcp --header 'content-type: application/json' \\\n"
        "    --header 'accept: application/json, text/event-stream' \\\n"
        '    --data \'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":'
        '{"name":"conversational_search","arguments":{'
        f'"servingConfig":"{_ENGINE}/servingConfigs/default_search",'
        f'"query":{{"text":"{_QUESTION}"}},"session":"{_ENGINE}/sessions/-"}}}}}}\''
    )
