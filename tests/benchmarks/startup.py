"""Seconds from the start of the process to the ready line, beside those of the bare imports.

    python -m tests.benchmarks.startup [--rounds ROUNDS]

The kinds of start take turns, so that a busy moment of the machine meets all alike; printed are
medians of wall time and of CPU time, and their share of the imports'.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.processes import COMMAND, FREE_PORTS, environment, forget_settings

_IMPORTS = "import fastapi, sqlmodel, tantivy, uvicorn; print('ready', flush=True); input()"
_TICKS = os.sysconf("SC_CLK_TCK")


def measure(command: Sequence[str], folder: Path) -> tuple[float, float]:
    """Wall and CPU seconds until the command's first line."""
    # A user's Python keeps what it compiled.
    kept = {name: one for name, one in environment().items() if name != "PYTHONDONTWRITEBYTECODE"}
    pipe = subprocess.PIPE
    start = time.perf_counter()
    with subprocess.Popen(command, cwd=folder, env=kept, stdin=pipe, stdout=pipe) as process:
        assert process.stdout is not None
        assert b"ready" in process.stdout.readline()
        wall = time.perf_counter() - start
        user, system = Path(f"/proc/{process.pid}/stat").read_text().split()[13:15]
        process.terminate()
    return wall, (int(user) + int(system)) / _TICKS


def main(rounds: int) -> None:
    """Print a line for each kind of start."""
    forget_settings()
    serve = [*COMMAND, "serve", *FREE_PORTS]
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        kinds = {
            "imports": lambda _: [sys.executable, "-c", _IMPORTS],
            "restart": lambda _: [*serve, "--data-dir", "kept"],
            "new folder": lambda turn: [*serve, "--data-dir", f"new-{turn}"],
            "ephemeral": lambda _: [*serve, "--ephemeral"],
            "ephemeral, no seed": lambda _: [*serve, "--ephemeral", "--no-seed"],
        }
        measure(kinds["restart"](0), home)  # Makes the folder, and Python's own.
        taken: dict[str, list[tuple[float, float]]] = {kind: [] for kind in kinds}
        for turn in range(rounds):
            for kind, command in kinds.items():
                taken[kind].append(measure(command(turn), home))
    medians = {
        kind: [statistics.median(one) for one in zip(*times, strict=True)]
        for kind, times in taken.items()
    }
    floor = medians["imports"]
    for kind, times in medians.items():
        wall, cpu = (f"{a:.2f} s ({a / b:.2f})" for a, b in zip(times, floor, strict=True))
        print(f"{kind:20} wall {wall}  cpu {cpu}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    main(parser.parse_args().rounds)
