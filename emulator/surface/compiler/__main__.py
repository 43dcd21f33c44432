"""Compile the surface: `python -m emulator.surface.compiler [--force] [--output FOLDER]`."""

import argparse
from pathlib import Path

from .artifact import COMPILED, refresh


def main() -> None:
    """Run the build step as a developer does."""
    parser = argparse.ArgumentParser(prog="python -m emulator.surface.compiler")
    parser.add_argument("--force", action="store_true", help="compile even if up to date")
    parser.add_argument("--output", type=Path, default=COMPILED, help="default: %(default)s")
    options = parser.parse_args()
    written = refresh(options.output, options.force)
    print(f"{options.output} {'written' if written else 'is up to date'}")


if __name__ == "__main__":
    main()
