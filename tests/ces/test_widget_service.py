"""Tokens for chats on web pages, through Google's client library."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.ces.conftest import over_each_transport

SESSION = "{app}/sessions/visitor-1"

widgets = over_each_transport("WidgetService")


@pytest.fixture
def deployment(agents_v1: Any, app: str) -> str:
    """A deployment of an app of its own."""
    web = {"display_name": "Web", "channel_profile": {"channel_type": "WEB_UI"}}
    request = {"parent": app, "deployment_id": "website", "deployment": web}
    return str(agents_v1.create_deployment(request=request).name)


def test_a_chat_gets_a_token_for_its_session(widgets: Any, app: str, deployment: str) -> None:
    request = {"name": SESSION.format(app=app), "deployment": deployment, "recaptcha_token": "any"}
    first, second = (widgets.generate_chat_token(request=request) for _ in range(2))
    assert first.chat_token != second.chat_token
    assert first.expire_time > datetime.now(UTC)


def test_a_session_is_run_with_the_token(http: httpx.Client, app: str, deployment: str) -> None:
    path = f"/v1/{SESSION.format(app=app)}"
    given = http.post(f"{path}:generateChatToken", json={"deployment": deployment}).json()
    told = {"authorization": f"Bearer {given['chatToken']}"}
    turn = {"config": {"deployment": deployment}, "inputs": [{"variables": {}}]}
    # The app has no agent: that it is told so says that the call was let in.
    refused = http.post(f"{path}:runSession", headers=told, json=turn).json()["error"]
    assert refused["status"] == "FAILED_PRECONDITION"


@pytest.mark.parametrize(
    ("changed", "error", "told"),
    [
        ({"name": "{app}/sessions/-no"}, exceptions.BadRequest, r"name.*sessions/\*"),
        ({"deployment": ""}, exceptions.BadRequest, "Missing required field: deployment"),
        ({"deployment": "{app}x/deployments/website"}, exceptions.BadRequest, "is not of the app"),
        ({"deployment": "{app}/deployments/none"}, exceptions.NotFound, "deployments/none"),
        ({"live_handoff_enabled": True}, exceptions.MethodNotImplemented, "live_handoff_enabled"),
    ],
)
def test_a_token_is_refused(
    widgets: Any, app: str, deployment: str, changed: dict[str, Any], error: Any, told: str
) -> None:
    request = {"name": SESSION, "deployment": deployment, **changed}
    request = {
        field: value.format(app=app) if isinstance(value, str) else value
        for field, value in request.items()
    }
    with pytest.raises(error, match=told):
        widgets.generate_chat_token(request=request)
