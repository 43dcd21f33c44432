"""Projects through Google's client libraries."""

from __future__ import annotations

import pytest
from google.api_core import exceptions

from tests.clients.stores import unique
from tests.conftest import Api

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
