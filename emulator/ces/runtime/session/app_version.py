"""The app that a session runs: a deployment's version, the config's version, or the draft."""

from __future__ import annotations

import zlib

from emulator.ces.environment import Environment
from emulator.ces.runtime.session import app_snapshot
from emulator.ces.runtime.session.app_snapshot import Snapshot
from emulator.ces.stored_resources import require
from emulator.surface import names
from emulator.surface.errors import invalid_argument
from emulator.surface.registry import Message

_DRAFT = "-"  # `versions/-` stands for the app as it is now.


def served_app(environment: Environment, config: Message, session: str) -> tuple[str, Snapshot]:
    """The deployment that a config names, or the empty string, and the app that the session runs.

    NOT_FOUND for an app, a deployment or a version that there is none of.
    """
    app, deployment = names.parent(session), names.canonical(config.deployment)
    version, where = names.canonical(config.app_version), "config.app_version"
    if deployment:
        where = "config.deployment"
        version = _version(named_deployment(environment, app, deployment, where), session)
    if not version or names.resource_id(version) == _DRAFT:
        return deployment, app_snapshot.draft(environment.store, app)
    _require_of(app, version, where)
    return deployment, app_snapshot.of_version(environment.store, version)


def named_deployment(environment: Environment, app: str, name: str, where: str) -> Message:
    """The deployment of that canonical name; INVALID_ARGUMENT if it is not of the app, NOT_FOUND if
    there is none."""
    _require_of(app, name, where)
    with environment.store.read() as connection:
        return require(connection, name, "deployments")


def _require_of(app: str, name: str, where: str) -> None:
    if names.parent(name) != app:
        raise invalid_argument(where, f"'{name[:200]}' is not of the app {app}.")


def _version(deployment: Message, session: str) -> str:
    """The version that a deployment runs; a running experiment divides the sessions by their names.

    The same session always has the same one.
    """
    release = deployment.experiment_config.version_release
    if release.state == deployment.experiment_config.RUNNING:
        share = zlib.crc32(session.encode()) % 100
        for allocation in release.traffic_allocations:
            share -= allocation.traffic_percentage
            if share < 0:
                return names.canonical(allocation.app_version)
    return str(deployment.app_version)
