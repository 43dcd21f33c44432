"""The archive of the sources, which is a clone without its history."""

from __future__ import annotations

from hatchling.builders.sdist import SdistBuilder

from tests.processes import ROOT


def test_a_source_archive_has_what_a_clone_has() -> None:
    inside = {file.relative_path for file in SdistBuilder(str(ROOT)).recurse_included_files()}
    of_users = {"README.md", "CHANGELOG.md", "Dockerfile", "docker-compose.yml", "docs/search.md"}
    of_developers = {"scripts/test", "tests/test_source_archive.py", "emulator/app.py"}
    assert {"scripts/serve", "scripts/install", *of_users, *of_developers} <= inside
    assert not [one for one in inside if one.startswith((".venv/", "emulator/surface/compiled/"))]
