"""Google's libraries look for credentials, and find some here."""

from __future__ import annotations

from pathlib import Path

import google.auth
import httpx
import pytest
from google.auth.compute_engine import Credentials, _metadata
from google.auth.transport.requests import Request
from google.cloud import discoveryengine_v1

from tests.conftest import DEMO, Server
from tests.transports.failures import failed

FLAVOR = {"metadata-flavor": "Google"}
TOKEN = "/computeMetadata/v1/instance/service-accounts/default/token"


@pytest.fixture
def sent_here(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("GCLOUD_PROJECT", raising=False)
    monkeypatch.setenv("CLOUDSDK_CONFIG", str(tmp_path))
    address = server.url.removeprefix("http://")
    monkeypatch.setenv("GCE_METADATA_IP", address)
    # The library read GCE_METADATA_HOST when it was imported.
    monkeypatch.setattr(_metadata, "_GCE_METADATA_HOST", address)


@pytest.mark.usefixtures("sent_here")
def test_a_client_is_made_without_credentials(server: Server) -> None:
    credentials, project = google.auth.default()
    assert isinstance(credentials, Credentials)
    assert project == "demo"
    client = discoveryengine_v1.SearchServiceClient(
        transport="rest", client_options={"api_endpoint": server.url}
    )
    config = f"{DEMO}/engines/demo/servingConfigs/default_search"
    assert client.search({"serving_config": config, "query": "warranty"}).results
    credentials.refresh(Request())
    credentials.refresh(Request())  # Once more, by the account's own name.
    assert credentials.token


def test_answers_are_those_of_a_metadata_server(http: httpx.Client) -> None:
    answer = http.get(TOKEN, headers=FLAVOR)
    assert answer.headers["metadata-flavor"] == "Google"
    assert answer.json().keys() == {"access_token", "expires_in", "token_type"}
    email = http.get(TOKEN.replace("token", "email"), headers=FLAVOR)
    assert email.text == "emulator@demo.iam.gserviceaccount.com"
    assert http.get("/computeMetadata/v1/instance", headers=FLAVOR).is_success


def test_what_a_machine_has_besides_is_not_found(http: httpx.Client) -> None:
    path = "/computeMetadata/v1/universe/universe-domain"
    assert http.get(path, headers=FLAVOR).status_code == 404


def test_people_see_none_of_it(http: httpx.Client) -> None:
    assert http.get("/").headers["location"] == "docs/v1"
    failed(http.get(TOKEN), "NOT_FOUND")
