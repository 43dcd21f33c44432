"""ProjectService."""

from __future__ import annotations

from emulator.discoveryengine.environment import Service
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message

_TERMS = "GA_DATA_USE_TERMS"
_VERSION = "2022-11-23"
_KIND = "projects"


class ProjectService(Service):
    """Projects: all can be used, and nothing needs them to be provisioned."""

    def get_project(self, request: Message) -> Message:
        """The project; NOT_FOUND unless it was provisioned, as the reference has it."""
        name = names.canonical(request.name)
        with self.environment.store.read() as connection:
            return _provisioned(connection, name)

    def provision_project(self, request: Message) -> Message:
        """Accept the terms for a project; one that has accepted them stays as it is.

        INVALID_ARGUMENT for another version of the terms than the one that the service names.
        """
        _check("data_use_terms_version", request.data_use_terms_version, _VERSION)
        name = names.canonical(request.name)
        with self.environment.store.write() as connection:
            project = self._project(connection, name)
            return self.operations.finished(
                connection, name, project, de.ProvisionProjectMetadata()
            )

    def report_consent_change(self, request: Message) -> Message:
        """Accept the terms once more, for a project that was provisioned."""
        _check("service_term_id", request.service_term_id, _TERMS)
        _check("service_term_version", request.service_term_version, _VERSION)
        if request.consent_change_action != de.ReportConsentChangeRequest.ACCEPT:
            raise invalid_argument("consent_change_action", "only ACCEPT is supported.")
        now = self.environment.clock.now()
        with self.environment.store.write() as connection:
            project = _provisioned(connection, names.canonical(request.project))
            project.service_terms_map[_TERMS].accept_time.CopyFrom(timestamp(now))
            resources.replace(connection, project.name, now, project.SerializeToString())
        return project

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


def _provisioned(connection: Connection, name: str) -> Message:
    body = resources.get(connection, name)
    if body is None:
        raise not_found("Project", name, "It was not provisioned.")
    return de.Project.FromString(body)


def _check(field: str, given: str, wanted: str) -> None:
    if given != wanted:
        raise invalid_argument(field, f"'{given}' is not '{wanted}', what there is to accept.")
