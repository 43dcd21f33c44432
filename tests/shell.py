"""Commands that the emulator shows, run as somebody does who copies them."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest


def answered(command: str) -> Any:
    """The JSON that a call with curl prints; skipped where there is no curl."""
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    shown = f"{command.strip()} --silent --fail-with-body"
    done = subprocess.run(["bash", "-c", shown], capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)
