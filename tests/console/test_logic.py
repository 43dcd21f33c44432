"""The modules of the console that need no page, in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import DEMO_CONFIG
from tests.processes import ROOT, Server
from tests.shell import answered

TESTS = Path(__file__).parent / "logic"
LOGIC = ROOT / "emulator" / "console" / "files" / "logic"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The modules where Node takes them for modules, as a browser does."""
    folder = tmp_path_factory.mktemp("console")
    shutil.copytree(LOGIC, folder / "logic")
    (folder / "package.json").write_text('{"type": "module"}')
    return folder


def node(folder: Path, *arguments: str) -> str:
    done = subprocess.run([str(NODE), *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("test", sorted(TESTS.iterdir()), ids=lambda path: path.stem)
def test_module(folder: Path, test: Path) -> None:
    shutil.copy(test, folder)
    node(folder, test.name)


ANSWER = {
    "path": f"v1/{DEMO_CONFIG}:answer",
    "body": {
        "query": {"text": 'How long is the "warranty" on the Skylark 3?'},
        "session": f"{DEMO_CONFIG.partition('/servingConfigs')[0]}/sessions/-",
        "answerGenerationSpec": {"includeCitations": True, "ignoreAdversarialQuery": True},
        "groundingSpec": {"includeGroundingSupports": True},
    },
}
SEARCH = {
    "path": f"v1/{DEMO_CONFIG}:search",
    "body": {
        "query": "it's the warranty",
        "pageSize": 3,
        "boostSpec": {"conditionBoostSpecs": [{"condition": "price < 100", "boost": 0.5}]},
        "facetSpecs": [{"facetKey": {"key": "category"}, "excludedFilterKeys": ["category"]}],
        "spellCorrectionSpec": {"mode": "AUTO"},
        "params": {"explain": True},
    },
}
SESSION = "projects/demo/locations/us/apps/tindlemoor-support/sessions/console-commands"
AGENTS = {
    "path": f"v1/{SESSION}:runSession",
    "body": {
        "config": {"session": SESSION},
        "inputs": [{"text": "How long is the warranty on the Skylark 3?"}],
    },
}
CALLS = pytest.mark.parametrize(
    "call", [ANSWER, SEARCH, AGENTS], ids=["answer", "search", "agents"]
)


def command(folder: Path, form: str, call: dict[str, Any], server: Server) -> str:
    """A call as the console shows it."""
    given = ", ".join(json.dumps(one) for one in ({"verb": "POST", **call}, server.url))
    script = f'import {{ {form} }} from "./logic/commands.js"; console.log({form}({given}));'
    return node(folder, "--input-type=module", "--eval", script)


def said(response: dict[str, Any]) -> str:
    """What the programs print of a response."""
    if "answer" in response:
        return response["answer"]["answerText"]
    parts = response.get("results", response.get("outputs"))
    return "\n".join(one.get("id", one.get("text", "")) for one in parts)


@CALLS
def test_a_call_as_curl_works(folder: Path, server: Server, call: dict[str, Any]) -> None:
    expected = server.post(f"/{call['path']}", call["body"])
    assert said(answered(command(folder, "curl", call, server))) == said(expected)


@CALLS
def test_a_call_in_python_asks_the_same(
    folder: Path, server: Server, call: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    expected = server.post(f"/{call['path']}", call["body"])
    exec(compile(command(folder, "python", call, server), "shown", "exec"), {})
    assert capsys.readouterr().out.strip() == said(expected).strip()


def test_a_get_as_curl_works(folder: Path, server: Server) -> None:
    call = {"path": "v1/projects/demo/locations/global/dataStores?pageSize=1"}
    shown = command(folder, "curl", {"verb": "GET", **call}, server)
    assert len(answered(shown)["dataStores"]) == 1


def test_a_call_that_no_client_is_known_for_has_no_python(folder: Path, server: Server) -> None:
    assert command(folder, "python", {"path": "v1/projects/demo:constructor"}, server) == "\n"
