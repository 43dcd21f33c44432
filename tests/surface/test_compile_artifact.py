"""When the compile step runs, and what it leaves behind."""

import json

import pytest

from emulator.surface.compiler import artifact
from emulator.surface.compiler.hook import SurfaceBuildHook


@pytest.fixture
def builds(monkeypatch):
    """The builds that took place, each made to write one file in no time."""
    done = []

    def build():
        done.append("built")
        return {"union.binpb": b"descriptors"}

    monkeypatch.setattr("emulator.surface.compiler.build.build", build)
    return done


def test_a_missing_artifact_is_written(tmp_path, builds):
    assert artifact.refresh(tmp_path / "compiled")
    assert (tmp_path / "compiled/union.binpb").read_bytes() == b"descriptors"


def test_an_artifact_that_is_up_to_date_is_left_alone(tmp_path, builds):
    artifact.refresh(tmp_path)
    assert not artifact.refresh(tmp_path)
    assert builds == ["built"]


def test_an_artifact_of_other_clients_is_written_again(tmp_path, builds, monkeypatch):
    artifact.refresh(tmp_path)
    monkeypatch.setattr(artifact, "installed_versions", lambda: {"google-cloud-ces": "9.9"})
    assert artifact.refresh(tmp_path)


def test_an_artifact_of_another_compiler_is_written_again(tmp_path, builds):
    artifact.refresh(tmp_path)
    stamp = json.loads((tmp_path / artifact.STAMP).read_text())
    (tmp_path / artifact.STAMP).write_text(json.dumps({**stamp, "compiler": "older"}))
    assert artifact.refresh(tmp_path)


def test_force_writes_again(tmp_path, builds):
    artifact.refresh(tmp_path)
    assert artifact.refresh(tmp_path, force=True)


@pytest.mark.parametrize("stamp", ["", "{", "[]"])
def test_a_damaged_stamp_counts_as_out_of_date(tmp_path, builds, stamp):
    (tmp_path / artifact.STAMP).write_text(stamp)
    assert artifact.refresh(tmp_path)


def test_an_interrupted_run_is_not_taken_for_done(tmp_path, builds, monkeypatch):
    artifact.refresh(tmp_path)
    monkeypatch.setattr("emulator.surface.compiler.build.build", lambda: {"no/such/folder": b""})
    with pytest.raises(FileNotFoundError):
        artifact.refresh(tmp_path, force=True)
    assert not (tmp_path / artifact.STAMP).exists()


@pytest.mark.parametrize(("target", "runs"), [("wheel", 1), ("sdist", 0)])
def test_wheels_need_the_artifact_and_source_archives_do_not(monkeypatch, target, runs):
    calls = []
    monkeypatch.setattr(artifact, "refresh", lambda: bool(calls.append("refresh")))
    hook = SurfaceBuildHook("/nowhere", {}, None, None, "/nowhere/dist", target)
    hook.initialize("standard", {})
    assert len(calls) == runs
