"""ProjectService."""

from __future__ import annotations

from emulator.discoveryengine import resource_kinds
from emulator.discoveryengine.environment import Environment, Service
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import timestamp
from emulator.surface.registry import Message

_TERMS = "GA_DATA_USE_TERMS"
_VERSION = "2022-11-23"


class ProjectService(Service):
    """Projects: all can be used, and nothing needs them to be provisioned."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        self.projects = environment.collection(resource_kinds.PROJECT)

    def get_project(self, request: Message) -> Message:
        """The project; NOT_FOUND unless it was provisioned, as the reference has it."""
        name = names.canonical(request.name)
        with self.environment.store.read() as connection:
            return self._provisioned(connection, name)

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
        with self.environment.store.write() as connection:
            project = self._provisioned(connection, names.canonical(request.project))
            terms = project.service_terms_map[_TERMS]
            terms.accept_time.CopyFrom(timestamp(self.environment.clock.now()))
            self.projects.save(connection, project)
        return project

    def _provisioned(self, connection: Connection, name: str) -> Message:
        if (found := self.projects.find(connection, name)) is None:
            raise not_found("Project", name, "It was not provisioned.")
        return found

    def _project(self, connection: Connection, name: str) -> Message:
        """The project as it was provisioned first."""
        if (found := self.projects.find(connection, name)) is not None:
            return found
        now = self.environment.clock.now()
        project = de.Project(
            name=name, create_time=timestamp(now), provision_completion_time=timestamp(now)
        )
        terms = project.service_terms_map[_TERMS]
        terms.id, terms.version = _TERMS, _VERSION
        terms.state = de.Project.ServiceTerms.TERMS_ACCEPTED
        terms.accept_time.CopyFrom(timestamp(now))
        resources.add(connection, name, "", "projects", now, project.SerializeToString())
        return project


def _check(field: str, given: str, wanted: str) -> None:
    if given != wanted:
        raise invalid_argument(field, f"'{given}' is not '{wanted}', what there is to accept.")
