"""Methods that the service has in versions whose published clients lack them, over the wire."""

from __future__ import annotations

import grpc
import httpx
import pytest
from google.cloud import discoveryengine_v1beta as beta

from tests.clients import made
from tests.conftest import DEMO, DEMO_CONFIG, DEMO_ENGINE, Server

COLLECTION = DEMO
LOCATION = DEMO.rpartition("/collections/")[0]

OWN = {"displayName": "Mine", "solutionType": "SOLUTION_TYPE_SEARCH"}


@pytest.mark.parametrize("version", ["v1", "v1alpha"])
def test_serving_configs_of_ones_own(http: httpx.Client, version: str) -> None:
    configs = f"/{version}/{DEMO_ENGINE}/servingConfigs"
    config = http.post(configs, params={"servingConfigId": "wire-config"}, json=OWN).json()
    assert config["name"].endswith("/servingConfigs/wire-config")
    assert http.get(f"{configs}/wire-config").json() == config
    listed = http.get(configs).json()["servingConfigs"]
    assert [one["displayName"] for one in listed] == ["Default serving config", "Mine"]
    assert http.delete(f"{configs}/wire-config").json() == {}
    assert http.get(f"{configs}/wire-config").status_code == 404
    refused = http.post(configs, params={"servingConfigId": "x"}, json=OWN).json()["error"]
    assert "serving_config_id" in refused["message"]


def test_v1_has_serving_configs_over_grpc(server: Server) -> None:
    with grpc.insecure_channel(server.grpc) as channel:
        get = channel.unary_unary(
            "/google.cloud.discoveryengine.v1.ServingConfigService/GetServingConfig",
            request_serializer=beta.GetServingConfigRequest.serialize,
            response_deserializer=beta.ServingConfig.deserialize,
        )
        assert get(beta.GetServingConfigRequest(name=DEMO_CONFIG)).display_name


def test_v1alpha_has_search_lite(http: httpx.Client) -> None:
    page = made.document("warranty", "The warranty lasts 36 months.")
    website = made.serving_config(http, [page], contentConfig="PUBLIC_WEBSITE")
    lite = made.post(http, f"{website}:searchLite", {"query": "warranty"}, "v1alpha")
    full = made.post(http, f"{website}:search", {"query": "warranty"}, "v1alpha")
    assert lite["results"] == full["results"] != []
    refused = http.post(f"/v1alpha/{DEMO_CONFIG}:searchLite", json={"query": "warranty"})
    assert refused.json()["error"]["status"] == "FAILED_PRECONDITION"


def test_v1alpha_streams_answers(http: httpx.Client) -> None:
    asked = {"query": {"text": "How long is the warranty on the Skylark 3?"}}
    parts = http.post(f"/v1alpha/{DEMO_CONFIG}:streamAnswer", json=asked).json()
    assert parts[-1]["answer"]["state"] == "SUCCEEDED"
    assert "36 months" in parts[-1]["answer"]["answerText"]


@pytest.mark.parametrize("path", [":searchLite", ":streamAnswer"])
def test_what_is_not_there_is_refused_as_elsewhere(http: httpx.Client, path: str) -> None:
    asked = {"query": "x"} if path == ":searchLite" else {"query": {"text": "x"}}
    answer = http.post(
        f"/v1alpha/{DEMO_ENGINE}x/servingConfigs/default_search{path}", json=asked
    ).json()
    error = (answer[0] if isinstance(answer, list) else answer)["error"]
    assert (error["code"], error["status"]) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("verb", "path", "method"),
    [
        ("GET", f"/v1/{COLLECTION}/dataConnector", "getDataConnector"),
        ("GET", f"/v1/{COLLECTION}/dataConnector/", "getDataConnector"),
        ("POST", f"/v1/{DEMO_ENGINE}:setIamPolicy", "engines.setIamPolicy"),
        ("GET", f"/v1/{DEMO_ENGINE}:getIamPolicy", "engines.getIamPolicy"),
        ("GET", f"/v1alpha/{DEMO_ENGINE}/completionConfig", "engines.getCompletionConfig"),
        ("POST", f"/v1alpha/{LOCATION}/notebooks", "notebooks.create"),
        ("POST", f"/v1alpha/{LOCATION}/notebooks/a/sources:batchCreate", "sources.batchCreate"),
        ("POST", f"/v1beta/{DEMO_ENGINE}/sessions/-:addContextFile", "sessions.addContextFile"),
        ("GET", f"/v1/{DEMO_ENGINE}/sessions/1:downloadFile?fileId=1", "sessions.downloadFile"),
        (
            "GET",
            f"/v1alpha/{DEMO_ENGINE}/sessions/1:listSessionFileMetadata",
            "sessions.listSessionFileMetadata",
        ),
        ("POST", "/v1alpha/locations/global/widgetStreamAssist", "locations.widgetStreamAssist"),
        ("POST", f"/v1beta/{LOCATION}/apps/a:runAssistant", "apps.runAssistant"),
    ],
)
def test_what_no_client_has_is_unimplemented_by_name(
    http: httpx.Client, verb: str, path: str, method: str
) -> None:
    error = http.request(verb, path).json()["error"]
    assert (error["code"], error["status"]) == (501, "UNIMPLEMENTED")
    assert error["message"].endswith(f"{method} is not implemented by the emulator.")


def test_what_is_not_there_is_unimplemented_whatever_the_body(http: httpx.Client) -> None:
    """The service may have fields that no published client has."""
    body = {"displayName": "Mine", "unheardOf": True}
    path = f"/v1/{LOCATION}/cmekConfigs/mine"
    error = http.patch(path, json=body).json()["error"]
    assert (error["code"], error["status"]) == (501, "UNIMPLEMENTED")
    assert "v1.CmekConfigService.UpdateCmekConfig is not implemented" in error["message"]


@pytest.mark.parametrize("path", ["dataConnectors", "dataConnector:start"])
def test_what_the_service_has_not_is_not_found(http: httpx.Client, path: str) -> None:
    error = http.get(f"/v1/{COLLECTION}/{path}").json()["error"]
    assert (error["code"], error["status"]) == (404, "NOT_FOUND")
