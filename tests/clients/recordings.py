"""Responses of the real service, where they are at hand."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import SHARED_DATA


def recorded(name: str) -> Any:
    """What the real service answered; skipped where the recordings are missing."""
    path = SHARED_DATA / "recorded" / name
    if not path.exists():
        pytest.skip(f"{path} is missing")
    return json.loads(path.read_text("utf-8"))
