"""What the MCP server says of itself in every revision."""

from __future__ import annotations

from emulator import __version__

SERVER_INFO = {
    "name": "discoveryengine-emulator",
    "title": "Discovery Engine emulator",
    "version": __version__,
}
CAPABILITIES = {"tools": {"listChanged": False}}
