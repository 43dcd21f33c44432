"""Projects through Google's client libraries."""

from __future__ import annotations

import pytest
from google.api_core import exceptions

from tests.clients.stores import unique
from tests.conftest import Api, over_each_transport

VERSION = "2022-11-23"


def provision(api: Api, project: str, **fields: object):
    request = {"accept_data_use_terms": True, "data_use_terms_version": VERSION, **fields}
    return api.client("ProjectService").provision_project({"name": project, **request})


def test_a_project_is_provisioned_once(api: Api) -> None:
    name = f"projects/{unique('project')}"
    operation = provision(api, name)
    project = operation.result()
    assert isinstance(project, api.types.Project)
    assert isinstance(operation.metadata, api.types.ProvisionProjectMetadata)
    assert project.name.removeprefix("projects/").isdecimal()
    assert operation.operation.name.startswith(f"{project.name}/operations/provision-project-")
    assert project.create_time <= project.provision_completion_time
    [terms] = project.service_terms_map.values()
    assert (terms.id, terms.version) == ("GA_DATA_USE_TERMS", VERSION)
    assert terms.state == type(terms).State.TERMS_ACCEPTED
    assert terms.accept_time
    assert provision(api, project.name).result() == project


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"accept_data_use_terms": False}, "accept_data_use_terms"),
        ({"data_use_terms_version": ""}, "data_use_terms_version"),
        ({"data_use_terms_version": "2021-01-01"}, "'2021-01-01' is not '2022-11-23'"),
    ],
)
def test_terms_must_be_accepted_as_they_are(
    api_v1: Api, fields: dict[str, object], reason: str
) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        provision(api_v1, f"projects/{unique('project')}", **fields)


alpha = over_each_transport("v1alpha")


def test_a_project_is_there_once_it_is_provisioned(alpha: Api) -> None:
    projects, name = alpha.client("ProjectService"), f"projects/{unique('project')}"
    with pytest.raises(exceptions.NotFound, match="It was not provisioned"):
        projects.get_project(name=name)
    provisioned = provision(alpha, name).result()
    assert projects.get_project(name=name) == projects.get_project(name=provisioned.name)
    assert projects.get_project(name=name) == provisioned


TERMS = {
    "consent_change_action": "ACCEPT",
    "service_term_id": "GA_DATA_USE_TERMS",
    "service_term_version": VERSION,
}


def test_terms_are_accepted_again(alpha: Api) -> None:
    projects, name = alpha.client("ProjectService"), f"projects/{unique('project')}"
    with pytest.raises(exceptions.NotFound, match="It was not provisioned"):
        projects.report_consent_change({"project": name, **TERMS})
    before = provision(alpha, name).result()
    after = projects.report_consent_change({"project": name, **TERMS})
    [old], [new] = before.service_terms_map.values(), after.service_terms_map.values()
    assert new.accept_time > old.accept_time
    assert after.provision_completion_time == before.provision_completion_time
    assert projects.get_project(name=name) == after


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"consent_change_action": 0}, "consent_change_action"),
        ({"consent_change_action": 7}, "consent_change_action"),
        ({"service_term_id": "OTHER_TERMS"}, "service_term_id"),
        ({"service_term_version": "2021-01-01"}, "service_term_version"),
    ],
)
def test_what_there_is_to_accept(alpha: Api, wrong: dict[str, object], reason: str) -> None:
    name = f"projects/{unique('project')}"
    provision(alpha, name).result()
    with pytest.raises(exceptions.BadRequest, match=reason):
        alpha.client("ProjectService").report_consent_change({"project": name, **TERMS, **wrong})
