"""Which tools an MCP endpoint has: Discovery Engine's, CES's, or both on one local port."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

import orjson

from emulator.transports.mcp.ces import TOOLS as CES
from emulator.transports.mcp.discoveryengine import TOOLS as DISCOVERY_ENGINE
from emulator.transports.mcp.tools import Tool

Apis: TypeAlias = tuple[str, ...]

CATALOGUES: Mapping[str, tuple[Tool, ...]] = {"discoveryengine": DISCOVERY_ENGINE, "ces": CES}
ALL: Apis = tuple(CATALOGUES)


@lru_cache(maxsize=8)
def tools(apis: Apis) -> Mapping[str, Tool]:
    """The tools of some APIs by their names, in the order in which they are listed."""
    return {tool.name: tool for api in apis for tool in CATALOGUES[api]}


@lru_cache(maxsize=8)
def listing(apis: Apis) -> bytes:
    """The JSON array of those tools, written once: clients list them often, some before a call."""
    return orjson.dumps([tool.shown() for tool in tools(apis).values()])
