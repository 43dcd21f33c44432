"""ProjectService."""

from __future__ import annotations

from emulator.discoveryengine.environment import Service
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message

_TERMS = "GA_DATA_USE_TERMS"
_VERSION = "2022-11-23"
_KIND = "projects"


class ProjectService(Service):
    """Projects: all are there, and nothing needs them to be provisioned."""

    def provision_project(self, request: Message) -> Message:
        """Accept the terms for a project; one that has accepted them stays as it is.

        INVALID_ARGUMENT for another version of the terms than the one that the service names.
        """
        if request.data_use_terms_version != _VERSION:
            raise invalid_argument(
                "data_use_terms_version",
                f"'{request.data_use_terms_version}' is not '{_VERSION}', the version to accept.",
            )
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            project = self._project(connection, name)
            return self.operations.finished(
                connection, name, project, de.ProvisionProjectMetadata()
            )

    def _project(self, connection: Connection, name: str) -> Message:
        """The project as it was provisioned first."""
        body = resources.get(connection, name)
        if body is not None:
            return de.Project.FromString(body)
        now = self.environment.clock.now()
        project = de.Project(
            name=name, create_time=timestamp(now), provision_completion_time=timestamp(now)
        )
        terms = project.service_terms_map[_TERMS]
        terms.id, terms.version = _TERMS, _VERSION
        terms.state = de.Project.ServiceTerms.TERMS_ACCEPTED
        terms.accept_time.CopyFrom(timestamp(now))
        resources.add(connection, name, "", _KIND, now, project.SerializeToString())
        return project
