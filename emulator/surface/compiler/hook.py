"""Runs the build step for `pip install`, editable installs and wheels (hatch's custom hook)."""

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SurfaceBuildHook(BuildHookInterface[Any]):
    """Compiles the surface before a wheel is put together; a source archive needs no artifact."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile unless up to date. Hatch loads this file alone, so the package is not at hand."""
        if self.target_name != "wheel":
            return
        sys.path.insert(0, self.root)
        try:
            from emulator.surface.compiler.artifact import refresh

            if refresh():
                self.app.display_info("compiled the API surface from Google's clients")
        finally:
            sys.path.remove(self.root)
