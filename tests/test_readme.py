"""README's tables are up to date; what it and docs/ show runs, and their links lead somewhere."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from scripts import methods, readme
from tests.conftest import ROOT, Server, start_server
from tests.processes import COMMAND, environment

FILES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES = {file.stem: file.read_text() for file in FILES}
README = PAGES["README"]
_FENCE = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SERVE = [*COMMAND, "serve"]
APP = """
import grpc
import httpx

def test_app(discoveryengine):
    rest, rpc = discoveryengine
    assert httpx.get(f"{rest}/readyz", timeout=60).status_code == 200
    with grpc.insecure_channel(rpc) as channel:
        grpc.channel_ready_future(channel).result(timeout=60)
"""
_REMEDY = "run `.venv/bin/python -m scripts.readme`"


@dataclass(frozen=True)
class Block:
    """A runnable block: `needs` are the packages or commands it uses beyond those of the tests."""

    page: str
    language: str
    needs: tuple[str, ...]
    text: str
    output: str | None

    def __str__(self) -> str:
        page = PAGES[self.page]
        return f"{self.page}-{self.language}-{page[: page.index(self.text)].count(chr(10)) + 1}"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """An emulator that no other test has written to, as a reader has it."""
    running = start_server("--ephemeral")
    yield running
    running.stop()


def blocks(page: str) -> Iterator[Block]:
    """The blocks marked `test`, each with the `output` block that follows it, if any."""
    found = [(one[1], one[2].split(), one[3]) for one in _FENCE.finditer(PAGES[page])]
    for position, (language, words, text) in enumerate(found):
        if words[:1] == ["test"]:
            after = found[position + 1] if position + 1 < len(found) else ("", [], "")
            output = after[2] if after[1] == ["output"] else None
            yield Block(page, language, tuple(words[1:]), text, output)


def marked(page: str, word: str) -> list[str]:
    """The blocks of Python with this mark."""
    return [one[3] for one in _FENCE.finditer(PAGES[page]) if one[2].split() == [word]]


def require(block: Block) -> None:
    """Skip a block that needs what is not installed."""
    installed = {"sh": shutil.which, "python": importlib.util.find_spec, "js": is_node_module}
    for name in block.needs:
        if not installed[block.language](name):
            pytest.skip(f"{name} is not installed")


def is_node_module(name: str) -> bool:
    """Whether Node is there and finds it."""
    command = ["node", "-e", f"require.resolve('{name}')"]
    return (
        bool(shutil.which("node")) and not subprocess.run(command, capture_output=True).returncode
    )


def on_ports_of(server: Server, text: str) -> str:
    """The text with the ports of the server in place of the usual ones."""
    http, grpc = (one.rpartition(":")[2] for one in (server.url, server.grpc))
    return text.replace("8470", http).replace("8471", grpc)


def run(block: Block, server: Server) -> str:
    """What the block prints when it is run against the server."""
    text = on_ports_of(server, block.text)
    command = {"sh": ["bash", "-ec"], "python": [sys.executable, "-c"], "js": ["node", "-e"]}
    done = subprocess.run(
        [*command[block.language], text],
        capture_output=True,
        text=True,
        env=os.environ,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def pieces(output: str) -> list[str]:
    """The parts of a shown output between its lines of `...`."""
    return [one.strip("\n") for one in re.split(r"^\s*\.\.\.$", output, flags=re.MULTILINE)]


@pytest.mark.parametrize("block", [block for page in PAGES for block in blocks(page)], ids=str)
def test_a_block_runs_and_prints_what_it_says(block, server):
    require(block)
    printed = run(block, server)
    assert printed.strip()
    for piece in pieces(block.output or ""):
        assert piece in printed
        printed = printed[printed.index(piece) + len(piece) :]


@pytest.fixture
def finished(request: pytest.FixtureRequest) -> None:
    """Skip what a run with `--prove` writes at its end."""
    if request.config.option.prove:
        pytest.skip("this run writes it")


@pytest.mark.usefixtures("finished")
def test_the_tables_are_up_to_date():
    assert readme.filled(README) == README, _REMEDY


@pytest.mark.usefixtures("finished")
def test_the_list_of_methods_is_up_to_date():
    assert methods.FILE.read_text() == methods.text(methods.kept()), _REMEDY


def test_the_fixture_starts_an_emulator(tmp_path: Path) -> None:
    [fixture] = marked("testing", "fixture")
    started = fixture.replace('["../discoveryengine-emulator/scripts/serve"]', repr(SERVE))
    assert started != fixture
    (tmp_path / "conftest.py").write_text(started)
    (tmp_path / "test_app.py").write_text(APP)
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(tmp_path), str(tmp_path)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout + done.stderr


def test_the_recipe_for_pytest_runs(server: Server, tmp_path: Path) -> None:
    [recipe] = marked("testing", "recipe")
    (tmp_path / "test_app.py").write_text(on_ports_of(server, recipe))
    command = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(tmp_path), str(tmp_path)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert "2 passed" in done.stdout, done.stdout + done.stderr


def anchors(file: Path) -> set[str]:
    """The fragments that lead to the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", _FENCE.sub("", file.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_links_to_pages_lead_somewhere(file: Path) -> None:
    links = re.findall(r"\]\(([^)]+)\)", _FENCE.sub("", file.read_text()))
    for link in (link for link in links if "://" not in link):
        path, _, heading = link.partition("#")
        page = file.parent / path if path else file
        assert page.exists(), link
        assert not heading or heading in anchors(page), link


def test_every_setting_has_a_row():
    flags = re.findall(r"^\| `--(?:no-)?([\w-]+)`", README, re.MULTILINE)
    assert [flag.replace("-", "_") for flag in flags] == list(readme.Settings.model_fields)
