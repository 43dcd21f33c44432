import pytest

from emulator.transports.docs.curl import ORIGIN, curl

DOCUMENT = "/v1/projects/{project}/documents/{document}"


@pytest.mark.parametrize(
    ("verb", "parameters", "body", "command"),
    [
        ("GET", [], None, f"curl {ORIGIN}/v1/projects/demo/documents/policy-warranty"),
        (
            "DELETE",
            [],
            None,
            f"curl {ORIGIN}/v1/projects/demo/documents/note-1 --request DELETE",
        ),
        (
            "POST",
            [{"name": "documentId", "example": "note 1"}],
            {"title": "it's"},
            f"curl '{ORIGIN}/v1/projects/demo/documents/note-1?documentId=note%201' \\\n"
            "  --header 'content-type: application/json' \\\n"
            """  --data '{"title": "it'\\''s"}'""",
        ),
        (
            "PATCH",
            [{"name": "updateMask"}, {"name": "allowMissing"}],
            {"title": "new"},
            f"curl '{ORIGIN}/v1/projects/demo/documents/note-1?updateMask=title' "
            "--request PATCH \\\n"
            "  --header 'content-type: application/json' \\\n"
            """  --data '{"title": "new"}'""",
        ),
    ],
)
def test_a_call_as_a_command(verb, parameters, body, command):
    assert curl(verb, DOCUMENT, parameters, body) == command


def test_a_repeated_parameter_stands_there_for_each_of_its_values():
    parameters = [{"name": "uris", "example": ["a", "b"]}]
    assert curl("GET", "/v1/documents", parameters, None).endswith("?uris=a&uris=b'")


def test_apps_have_the_location_of_the_demo_app():
    path = "/v1/projects/{project}/locations/{location}/apps/{app}"
    app = f"{ORIGIN}/v1/projects/demo/locations/us/apps"
    assert curl("GET", path, [], None) == f"curl {app}/tindlemoor-support"
    assert curl("DELETE", path, [], None) == f"curl {app}/notes --request DELETE"


def test_what_the_demo_corpus_does_not_have_is_to_be_replaced():
    assert curl("GET", "/v1/agents/{agent}", [], None) == f"curl {ORIGIN}/v1/agents/AGENT_ID"
