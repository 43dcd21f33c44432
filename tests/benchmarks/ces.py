"""Speed of a page of `list_tools` over 1,000 tools, beside a bare route that answers the same page.

    python -m tests.benchmarks.ces [--calls N]

The floor is a FastAPI route that has the page's tools in memory and answers them as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from tests.benchmarks.speed import Http, compare, floor_process
from tests.processes import start_command

LOCATION = "projects/bench/locations/us"
APP = f"{LOCATION}/apps/bench"
TOOLS = 1000
PAGE = 50


def tool(number: int) -> dict[str, Any]:
    """A tool as apps have them: a function with a description and three parameters."""
    names = ("order_id", "reason", "amount")
    properties = {name: {"type": "STRING", "description": f"The {name}."} for name in names}
    return {
        "clientFunction": {
            "name": f"tool_{number}",
            "description": "Looks up an order and says where it is, who sent it and when it comes.",
            "parameters": {"type": "OBJECT", "properties": properties, "required": ["order_id"]},
        }
    }


def create(url: str) -> None:
    """An app with its tools."""
    with httpx.Client(base_url=f"{url}/v1", timeout=60) as client:
        client.post(f"/{LOCATION}/apps?appId=bench", json={"displayName": "Benchmark"})
        for number in range(TOOLS):
            answer = client.post(f"/{APP}/tools?toolId=tool-{number}", json=tool(number))
            answer.raise_for_status()


def pages(url: str) -> Iterator[str]:
    """The paths of all pages, over and over."""
    paths, token = [], ""
    while True:
        paths.append(f"/v1/{APP}/tools?pageSize={PAGE}&pageToken={token}")
        token = httpx.get(url + paths[-1]).json().get("nextPageToken", "")
        if not token:
            return itertools.cycle(paths)


def floor(page: Path, port: int) -> None:
    """Serve the bare route until the process is ended."""
    content, served = json.loads(page.read_bytes()), FastAPI()

    @served.get("/tools")
    async def tools() -> dict[str, Any]:
        return content

    uvicorn.run(served, port=port, log_level="warning", access_log=False)


async def measure(url: str, floor_url: str, calls: int) -> None:
    """Pages over REST and MCP."""
    paths = pages(url)
    for connections in (1, 8):
        ours, bare = Http(url), Http(floor_url)
        await ours.open(connections)
        await bare.open(connections)

        async def rest(_: int, ours: Http = ours) -> None:
            await ours.call("GET", next(paths))

        async def mcp(number: int, ours: Http = ours) -> None:
            arguments = {"parent": APP, "pageSize": PAGE}
            params = {"name": "list_tools", "arguments": arguments}
            body = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
            await ours.call("POST", "/ces/mcp", body)

        async def route(_: int, bare: Http = bare) -> None:
            await bare.call("GET", "/tools")

        await compare("tools", {"rest": rest, "mcp": mcp}, route, calls, connections)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=600)
    parser.add_argument("--floor", nargs=2, metavar=("PAGE", "PORT"))
    asked = parser.parse_args()
    if asked.floor:
        return floor(Path(asked.floor[0]), int(asked.floor[1]))
    with tempfile.TemporaryDirectory() as folder:
        server = start_command("--data-dir", f"{folder}/data", "--no-seed")
        try:
            create(server.url)
            page = httpx.get(server.url + next(pages(server.url))).content
            print(f"a page has {PAGE} of {TOOLS} tools and {len(page):,} bytes")
            print("                            p50 ms   p99 ms  calls/s  of floor")
            path = Path(folder) / "page.json"
            path.write_bytes(page)
            command = ("tests.benchmarks.ces", "--floor", str(path))
            with floor_process(*command, path="/tools") as floor_url:
                asyncio.run(measure(server.url, floor_url, asked.calls))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
