"""`scripts/install`, with a Python in the place of the real one that installs nothing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.processes import PATIENCE, ROOT

# What `scripts/install` asks of Python. `pip install` does what the file `pip` says.
PYTHON = """#!/bin/bash
case "$*" in
    "-m venv --clear .venv") rm -rf .venv && mkdir -p .venv/bin && cp "$0" .venv/bin/python &&
        echo "#!$PWD/.venv/bin/python" >.venv/bin/pip ;;
    "-m pip install "*) mkdir -p emulator/surface/compiled &&
        touch emulator/surface/compiled/stamp.json && . ./pip ;;
esac
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = tmp_path / "a clone"
    (folder / "emulator" / "surface" / "compiler").mkdir(parents=True)
    (folder / "emulator" / "surface" / "compiler" / "artifact.py").touch()
    (folder / "pyproject.toml").touch()
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "install", folder / "scripts")
    (folder / "python").write_text(PYTHON)
    (folder / "python").chmod(0o700)
    (folder / "pip").write_text("echo installed\n")
    return folder


def install(clone: Path, extra: str = "documents", python: str = "") -> tuple[int, str]:
    """The exit code and what it says."""
    command = [clone / "scripts" / "install", extra]
    environment = {**os.environ, "PYTHON": python or str(clone / "python")}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    return done.returncode, done.stderr


def test_it_installs_once(clone: Path) -> None:
    code, said = install(clone)
    assert code == 0
    assert said.startswith(f"Making .venv with {clone}/python.\nInstalling into .venv")
    assert install(clone) == (0, "")


def test_it_installs_again_what_has_changed_or_is_wanted_besides(clone: Path) -> None:
    install(clone)
    (clone / "pyproject.toml").write_text("changed")
    assert install(clone)[1].startswith("Installing into .venv")
    assert install(clone, "dev")[1].startswith("Installing into .venv")
    assert install(clone, "documents") == (0, "")


def test_a_folder_that_was_moved_is_made_anew(clone: Path) -> None:
    install(clone)
    assert install(clone.rename(clone.parent / "moved"))[1].startswith("Making .venv")


def test_without_a_python_it_says_what_is_needed(clone: Path) -> None:
    code, said = install(clone, python="/no/python")
    assert code == 1
    assert said.startswith("Python 3.11 or newer with its venv module is needed")
    assert not (clone / ".venv").exists()


def test_what_pip_says_when_it_fails_is_shown(clone: Path) -> None:
    (clone / "pip").write_text("echo no network; exit 1\n")
    code, said = install(clone)
    assert code == 1
    assert "no network\nThe installation failed; .venv/install.log has all" in said
    (clone / "pip").write_text("true\n")
    code, said = install(clone)
    assert code == 0
    assert said.startswith("Installing into .venv")


def heed_interrupts() -> None:
    """A shell that begins with SIGINT ignored, as in the background, stays so."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_what_was_cut_short_is_made_anew(clone: Path, number: int) -> None:
    """As Ctrl-C does, the signal reaches pip, too, which leaves what it has half written."""
    (clone / "pip").write_text("trap 'exit 1' INT; touch half; while :; do sleep 0.01; done\n")
    with subprocess.Popen(
        [clone / "scripts" / "install"],
        env={**os.environ, "PYTHON": str(clone / "python")},
        start_new_session=True,
        preexec_fn=heed_interrupts,
    ) as process:
        while not (clone / "half").exists():
            time.sleep(0.01)
        os.killpg(process.pid, number)
        assert process.wait(PATIENCE) != 0
    (clone / "pip").write_text("true\n")
    code, said = install(clone)
    assert code == 0
    assert "Making .venv" in said
