"""Speed of an agent's turn with one call of a data store tool, beside the answer that it contains.

    python -m tests.benchmarks.agents [--calls N]

The answer is `:answer` over the demo documents with citations, as the tool asks for it.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools

from tests.benchmarks.speed import Call, Http, compare
from tests.conftest import DEMO
from tests.processes import Server, start_command

QUESTION = "What is the warranty on the Skylark 3?"
APP = "projects/demo/locations/us/apps/tindlemoor-support"
FILTER = 'audience: ANY("public", "customers") AND language: ANY("en")'


def answer(http: Http) -> Call:
    """The answer alone."""
    body = {
        "query": {"text": QUESTION},
        "answerGenerationSpec": {"includeCitations": True},
        "searchSpec": {"searchParams": {"filter": FILTER}},
    }
    path = f"/v1/{DEMO}/dataStores/demo-docs/servingConfigs/default_search:answer"

    async def call(_: int) -> None:
        await http.call("POST", path, body)

    return call


def turn(http: Http, session: str) -> Call:
    """A turn; `session` has a `{}` if each is to be the first of its own session."""
    numbers = itertools.count()
    body = {"inputs": [{"text": QUESTION}]}

    async def call(_: int) -> None:
        path = f"/v1/{APP}/sessions/{session.format(next(numbers))}:runSession"
        await http.call("POST", path, body)

    return call


async def run(server: Server, calls: int) -> None:
    """First turns and later ones, beside the answer."""
    http = Http(server.url)
    await http.open(1)
    turns = {"first": turn(http, "first-{}"), "later": turn(http, "always-the-same")}
    for call in (answer(http), *turns.values()):
        for number in range(20):
            await call(number)
    await compare("turn", turns, answer(http), calls, 1)


def main() -> None:
    """Run the benchmark on a server of its own."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=300)
    server = start_command("--ephemeral")
    try:
        asyncio.run(run(server, parser.parse_args().calls))
    finally:
        server.stop()


if __name__ == "__main__":
    main()
