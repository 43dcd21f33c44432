"""The container image and the compose file agree with the settings' defaults."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from typing import Any

import pytest
import yaml

from emulator.settings import Settings
from tests.conftest import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


def ports() -> list[str]:
    fields = Settings.model_fields
    return [str(fields["port"].default), str(fields["grpc_port"].default)]


def test_image_exposes_the_default_ports() -> None:
    assert re.search(r"^EXPOSE (.+)$", DOCKERFILE, re.M)[1].split() == ports()


def test_image_does_not_run_as_root() -> None:
    assert re.findall(r"^USER (\S+)$", DOCKERFILE, re.M) == ["10001"]


def test_layer_of_what_the_emulator_needs_is_told_by_pyproject_alone() -> None:
    """A layer that saw the source would be made anew, all of it, whenever the source changes."""
    _, image = DOCKERFILE.split("\nFROM", 2)[1:]
    before, rest = image.split("RUN python -m venv", 1)
    assert re.findall(r"^COPY (.+)$", before, re.M) == ["pyproject.toml ./"]
    command = re.search(r'python -c "(.+?)"', rest.replace("\\\n", ""))[1]
    told = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    needed = project["dependencies"] + project["optional-dependencies"]["documents"]
    assert told.stdout.splitlines() == needed


def test_image_and_compose_check_their_health_the_same_way(compose: dict[str, Any]) -> None:
    told = re.search(r"^HEALTHCHECK .*?CMD (\[.+?\])$", DOCKERFILE, re.M | re.S)
    command = json.loads(told[1])
    assert command[:2] == ["discoveryengine-emulator", "wait"]
    assert compose["services"]["emulator"]["healthcheck"]["test"] == ["CMD", *command]


def test_compose_opens_the_ports_to_this_machine_only(compose: dict[str, Any]) -> None:
    published = compose["services"]["emulator"]["ports"]
    assert published == [f"127.0.0.1:{port}:{port}" for port in ports()]


def test_compose_keeps_the_data_where_the_image_writes_it(compose: dict[str, Any]) -> None:
    folder = re.search(r"EMULATOR_DATA_DIR=(\S+)", DOCKERFILE)[1]
    assert compose["services"]["emulator"]["volumes"] == [f"data:{folder}"]
    assert "data" in compose["volumes"]


def test_example_app_waits_until_the_emulator_is_ready(compose: dict[str, Any]) -> None:
    waits_for = compose["services"]["app"]["depends_on"]["emulator"]
    assert waits_for == {"condition": "service_healthy"}


def test_code_of_the_example_app_is_python(compose: dict[str, Any]) -> None:
    compile(compose["services"]["app"]["command"][-1], "app", "exec")
