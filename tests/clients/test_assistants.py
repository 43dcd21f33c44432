"""Assistants and what they reply, through Google's client libraries: v1alpha has it on the wire."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from google.api_core import exceptions

from tests.clients import made
from tests.clients.answering import ANSWER, IGNORED, QUESTION, STRANGE
from tests.clients.stores import Stores, create_document, unique
from tests.conftest import DEMO, DEMO_ENGINE, Api, over_each_transport

ASSISTANT = f"{DEMO_ENGINE}/assistants/default_assistant"
STREAM = f"{ASSISTANT}:streamAssist"
DEMO_DOCS = f"{DEMO}/dataStores/demo-docs"
WHERE = "tools_spec.vertex_ai_search_spec"


api = over_each_transport("v1", "v1beta")


def stream(api: Api, text: str = QUESTION, name: str = ASSISTANT, **fields: Any) -> list[Any]:
    request = api.types.StreamAssistRequest({"name": name, "query": {"text": text}, **fields})
    return list(api.client("AssistantService").stream_assist(request))


def said(parts: list[Any]) -> str:
    replies = (reply for part in parts for reply in part.answer.replies)
    return "".join(reply.grounded_content.content.text for reply in replies)


def on_wire(http: httpx.Client, version: str = "v1alpha", **body: Any) -> list[Any]:
    """The parts of a stream as JSON."""
    return http.post(f"/{version}/{STREAM}", json={"query": {"text": QUESTION}, **body}).json()


def assistant(beta: Api, stores: Stores, **fields: Any) -> str:
    """The name of a new assistant over the demo's documents."""
    engine = stores.engine(beta, DEMO_DOCS)
    request = {
        "parent": engine,
        "assistant_id": "mine",
        "assistant": {"display_name": "Mine", **fields},
    }
    return str(beta.client("AssistantService").create_assistant(request).name)


def test_replies_put_together_are_the_answer(api: Api) -> None:
    *parts, last = stream(api, "How do I set up a Rook 2?")
    state = api.types.AssistAnswer.State
    assert len(parts) > 1
    assert {part.answer.state for part in parts} == {state.IN_PROGRESS}
    assert not any(part.answer.name or part.session_info.session for part in parts)
    assert last.answer.state == state.SUCCEEDED
    assert [reply.grounded_content.content.text for reply in last.answer.replies] == [""]
    assert last.answer.name.startswith(f"{last.session_info.session}/assistAnswers/")
    assert "Rook 2" in said(parts)
    spoken = [reply for part in parts for reply in part.answer.replies]
    assert not any("text_grounding_metadata" in reply.grounded_content for reply in spoken)
    roles = {reply.grounded_content.content.role for reply in spoken}
    assert roles == {"model"}
    assert len({part.assist_token for part in [*parts, last]}) == 1


def test_text_rests_on_the_references_that_it_cites(api: Api) -> None:
    *parts, last = stream(api)
    metadata = last.answer.replies[0].grounded_content.text_grounding_metadata
    text = said(parts).encode()
    assert text.decode() == ANSWER
    [segment] = metadata.segments
    assert text[segment.start_index : segment.end_index].decode() == segment.text == ANSWER
    assert segment.grounding_score > 0.9
    references = [metadata.references[index] for index in segment.reference_indices]
    assert len(references) == len(metadata.references)
    assert "36 months" in references[0].content
    about = references[0].document_metadata
    assert about.title == "Warranty and repairs"
    assert about.document.endswith("/documents/policy-warranty")
    assert (about.uri, about.domain) == (
        "https://docs.tindlemoor.example/policies/warranty",
        "docs.tindlemoor.example",
    )


def test_a_session_is_gone_on_with_and_keeps_what_was_replied(api: Api) -> None:
    *parts, first = stream(api)
    session = first.session_info.session
    *_, second = stream(api, "And on the Finch?", session=session)
    assert second.session_info.session == session
    sessions = api.client("SessionService")
    shown = sessions.get_session({"name": session, "include_answer_details": True})
    assert [turn.query.text for turn in shown.turns] == [QUESTION, "And on the Finch?"]
    assert [turn.answer for turn in shown.turns] == ["", ""]
    kept = [turn.detailed_assist_answer for turn in shown.turns]
    assert [one.name for one in kept] == [first.answer.name, second.answer.name]
    assert kept[0].state == api.types.AssistAnswer.State.SUCCEEDED
    [reply] = kept[0].replies
    assert reply.grounded_content.content.text == said(parts)
    assert reply.grounded_content.text_grounding_metadata.references
    assert "Finch" in kept[1].replies[0].grounded_content.content.text
    plain = sessions.get_session(name=session)
    assert not any("detailed_assist_answer" in turn for turn in plain.turns)


def test_answers_and_replies_share_a_session(api: Api) -> None:
    *_, last = stream(api)
    session = last.session_info.session
    answer = api.client("ConversationalSearchService").answer_query(
        {
            "serving_config": f"{DEMO_ENGINE}/servingConfigs/default_search",
            "query": {"text": "And on the Finch?"},
            "session": session,
        }
    )
    assert "Finch" in answer.answer.answer_text
    assert "12 months" in said(stream(api, "And on refurbished products?", session=session))
    deleted = api.client("SessionService").delete_session
    deleted(name=session)
    with pytest.raises(exceptions.NotFound, match="Session"):
        stream(api, session=session)


def test_v1alpha_tells_the_id_of_the_question(http: httpx.Client) -> None:
    told = on_wire(http)[-1]["sessionInfo"]
    session = http.get(f"/v1/{told['session']}").json()
    [turn] = session["turns"]
    assert turn["query"]["queryId"].rpartition("/")[2] == told["queryId"]
    assert on_wire(http, "v1")[-1]["sessionInfo"].keys() == {"session"}


def test_v1alpha_tells_the_session_in_every_part(http: httpx.Client) -> None:
    """Programs of its users take it from the first one; those of v1 read the last, as it has it."""
    first, *_, last = on_wire(http, query={"text": "How do I set up a Rook 2?"})
    assert first["sessionInfo"] == last["sessionInfo"]
    assert first["answer"].keys() == {"state", "replies"}
    assert ["sessionInfo" in part for part in on_wire(http, "v1")] == [False, True]


def test_the_last_part_has_the_reply_without_its_text(http: httpx.Client) -> None:
    first, last = on_wire(http)
    assert first["answer"]["replies"][0].keys() == {"groundedContent", "createTime"}
    [reply] = last["answer"]["replies"]
    assert reply.keys() == {"groundedContent", "replyId", "createTime"}
    assert reply["groundedContent"].keys() == {"textGroundingMetadata"}
    [reply] = on_wire(http, query={"text": STRANGE})[-1]["answer"]["replies"]
    assert reply["groundedContent"] == {}


@pytest.mark.parametrize("session", ["", f"{DEMO_ENGINE}/sessions/-"])
def test_a_session_begins_where_none_is_named(api: Api, session: str) -> None:
    *_, last = stream(api, session=session)
    assert "/sessions/" in last.session_info.session


@pytest.mark.parametrize("text", ["Hello", "thanks a lot!"])
def test_small_talk_is_skipped(api: Api, text: str) -> None:
    [part] = stream(api, text)
    answer = api.types.AssistAnswer
    assert part.answer.state == answer.State.SKIPPED
    assert list(part.answer.assist_skipped_reasons) == [
        answer.AssistSkippedReason.NON_ASSIST_SEEKING_QUERY_IGNORED
    ]


@pytest.mark.parametrize("version", ["v1", "v1alpha"])
def test_small_talk_leaves_no_trace(http: httpx.Client, version: str) -> None:
    session = made.post(http, f"{DEMO_ENGINE}/sessions", {})["name"]
    [part] = on_wire(http, version, query={"text": "Hello"}, session=session)
    assert part.keys() == {"answer", "assistToken"}
    assert part["answer"].keys() == {"state", "assistSkippedReasons"}
    assert "turns" not in http.get(f"/v1/{session}").json()


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_small_talk_is_replied_to_if_that_is_requested(http: httpx.Client, version: str) -> None:
    parts = on_wire(http, version, query={"text": "Hello"}, assistSkippingMode="REQUEST_ASSIST")
    assert parts[-1]["answer"]["state"] == "SUCCEEDED"
    assert parts[0]["answer"]["replies"]


def test_what_nothing_is_found_on_is_said_without_sources(api: Api) -> None:
    *parts, last = stream(api, STRANGE)
    assert last.answer.state == api.types.AssistAnswer.State.SUCCEEDED
    assert said(parts) == IGNORED
    assert "text_grounding_metadata" not in last.answer.replies[0].grounded_content


def test_compound_questions_are_answered_in_parts(api: Api) -> None:
    text = said(stream(api, "How long is the warranty on the Skylark 3, and who leads Pune?"))
    assert "36 months" in text
    assert "Priya Deshmukh" in text


@pytest.mark.parametrize(
    "spec",
    [
        {"data_store_specs": [{"data_store": f"{DEMO}/dataStores/demo-products"}]},
        {"data_store_specs": [{"data_store": DEMO_DOCS, "filter": 'category: ANY("none")'}]},
        {"filter": 'category: ANY("none")'},
    ],
)
def test_the_search_tool_restricts_what_is_read(api: Api, spec: dict[str, Any]) -> None:
    question = "Is lightning damage covered?"
    assert "lightning" in said(stream(api, question))
    assert "lightning" not in said(
        stream(api, question, tools_spec={"vertex_ai_search_spec": spec})
    )


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"tools_spec": {"vertex_ai_search_spec": {"filter": "x("}}}, f"{WHERE}.filter"),
        (
            {
                "tools_spec": {
                    "vertex_ai_search_spec": {
                        "data_store_specs": [{"data_store": f"{DEMO}/dataStores/none"}]
                    }
                }
            },
            rf"{WHERE}\.data_store_specs\[0\]\.data_store",
        ),
        ({"session": f"{DEMO}/engines/other/sessions/-"}, "session"),
        ({"query": {"text": " "}}, r"query\.text"),
        ({"query": {}}, r"query\.text"),
    ],
)
def test_what_may_not_be_asked_is_refused(api: Api, fields: dict[str, Any], field: str) -> None:
    with pytest.raises(exceptions.BadRequest, match=field):
        stream(api, **fields)


@pytest.mark.parametrize(
    "name", [f"{DEMO_ENGINE}/assistants/none", f"{DEMO}/engines/none/assistants/default_assistant"]
)
def test_assistants_that_are_not_there_reply_nothing(api: Api, name: str) -> None:
    with pytest.raises(exceptions.NotFound, match="none"):
        stream(api, name=name)


def test_v1alpha_takes_what_only_it_has(http: httpx.Client) -> None:
    parts = on_wire(
        http,
        query={"parts": [{"text": QUESTION}]},
        dataStoreSpecs=[{"dataStore": DEMO_DOCS}],
        answerGenerationMode="NORMAL",
        languageCode="en-US",
        userMetadata={"timeZone": "Asia/Singapore"},
        agentsSpec={"agentSpecs": [{"agentId": "none"}]},
        toolsSpec={"webGroundingSpec": {}},
    )
    content = parts[0]["answer"]["replies"][0]["groundedContent"]["content"]
    assert content == {"role": "model", "text": ANSWER}


@pytest.mark.parametrize("version", ["v1", "v1beta", "v1alpha"])
def test_replies_come_at_once(http: httpx.Client, version: str) -> None:
    path = f"/{version}/{ASSISTANT}:assist"
    told = http.post(path, json={"query": {"text": QUESTION}, "session": None}).json()
    assert told.keys() == {"answer", "sessionInfo", "assistToken"}
    assert told["answer"]["state"] == "SUCCEEDED"
    session = told["sessionInfo"]["session"]
    assert told["answer"]["name"].startswith(f"{session}/assistAnswers/")
    [reply] = told["answer"]["replies"]
    assert reply.keys() == {"groundedContent", "createTime"}
    assert reply["groundedContent"]["content"] == {"role": "model", "text": ANSWER}
    assert reply["groundedContent"]["textGroundingMetadata"]["references"]
    further = {"query": {"text": "And on the Finch?"}, "session": session}
    more = http.post(path, json=further).json()
    assert "Finch" in more["answer"]["replies"][0]["groundedContent"]["content"]["text"]
    greeted = http.post(path, json={"query": {"text": "Hello"}}).json()
    assert greeted.keys() == {"answer", "assistToken"}


@pytest.mark.parametrize(
    ("name", "body", "status"),
    [
        (ASSISTANT, {"query": {"text": ""}}, "INVALID_ARGUMENT"),
        (ASSISTANT, {"query": {"text": QUESTION}, "fileIds": ["1"]}, "UNIMPLEMENTED"),
        (f"{DEMO_ENGINE}/assistants/none", {"query": {"text": QUESTION}}, "NOT_FOUND"),
    ],
)
def test_what_is_refused_at_once(
    http: httpx.Client, name: str, body: dict[str, Any], status: str
) -> None:
    assert http.post(f"/v1/{name}:assist", json=body).json()["error"]["status"] == status


def test_v1alpha_takes_what_the_app_of_gemini_enterprise_sends(http: httpx.Client) -> None:
    tools = {"toolRegistry": "default_tool_registry", "canvasSpec": {}, "imageGenerationSpec": {}}
    parts = on_wire(
        http,
        query={"parts": [{"text": QUESTION}]},
        agentsConfig={"agent": "none"},
        actionSpec={"actionDisabled": True},
        toolsSpec={**tools, "videoGenerationSpec": {}, "webGroundingSpec": {}},
        filter="",
        fileIds=[],
    )
    assert parts[0]["answer"]["replies"][0]["groundedContent"]["content"]["text"] == ANSWER


def test_what_is_asked_without_a_session_is_not_kept(http: httpx.Client) -> None:
    *_, last = on_wire(http, isSessionLess=True)
    name = last["sessionInfo"]["session"]
    assert "/engines/demo/sessions/session-less-" in name
    assert last["answer"]["name"].startswith(f"{name}/assistAnswers/")
    assert http.get(f"/v1/{name}").status_code == 404
    session = made.post(http, f"{DEMO_ENGINE}/sessions", {})["name"]
    assert on_wire(http, isSessionLess=True, session=session)[-1]["answer"]["replies"]
    assert "turns" not in http.get(f"/v1/{session}").json()


@pytest.mark.parametrize(
    ("version", "body", "status", "told"),
    [
        ("v1", {"isSessionLess": True}, "INVALID_ARGUMENT", "isSessionLess"),
        ("v1alpha", {"filter": "id: ANY(1)"}, "UNIMPLEMENTED", "StreamAssistRequest.filter"),
        ("v1", {"dataStoreSpecs": []}, "INVALID_ARGUMENT", "dataStoreSpecs"),
        ("v1", {"query": {"parts": []}}, "INVALID_ARGUMENT", "parts"),
        ("v1alpha", {"dataStoreSpecs": [{}]}, "INVALID_ARGUMENT", "data_store_specs[0].data_store"),
        (
            "v1alpha",
            {
                "dataStoreSpecs": [{"dataStore": DEMO_DOCS}],
                "toolsSpec": {"vertexAiSearchSpec": {"dataStoreSpecs": [{"dataStore": "none"}]}},
            },
            "INVALID_ARGUMENT",
            f"{WHERE}.data_store_specs[0].data_store",
        ),
        ("v1alpha", {"fileIds": ["1"]}, "UNIMPLEMENTED", "StreamAssistRequest.file_ids"),
        ("v1alpha", {"answerGenerationMode": "RESEARCH"}, "UNIMPLEMENTED", "RESEARCH"),
        ("v1alpha", {"answerGenerationMode": 9}, "INVALID_ARGUMENT", "answer_generation_mode"),
    ],
)
def test_what_a_version_has_not_is_refused(
    http: httpx.Client, version: str, body: dict[str, Any], status: str, told: str
) -> None:
    [part] = on_wire(http, version, **body)
    assert part["error"]["status"] == status
    assert told in part["error"]["message"]


def test_replies_come_as_events(http: httpx.Client) -> None:
    shown = http.post(f"/v1/{STREAM}", params={"alt": "sse"}, json={"query": {"text": QUESTION}})
    events = [json.loads(line.removeprefix("data: ")) for line in shown.text.splitlines() if line]
    assert [part["answer"]["state"] for part in events] == ["IN_PROGRESS", "SUCCEEDED"]


@pytest.mark.parametrize(
    ("prescribed", "state", "reasons"),
    [
        ({"state": "FAILED"}, "FAILED", []),
        ({"state": "IN_PROGRESS"}, "IN_PROGRESS", []),
        ({"answerText": "Forty-two."}, "SUCCEEDED", []),
        (
            {"answerSkippedReasons": ["NON_ANSWER_SEEKING_QUERY_IGNORED"]},
            "SKIPPED",
            ["NON_ASSIST_SEEKING_QUERY_IGNORED"],
        ),
        (
            {"answerSkippedReasons": ["CUSTOMER_POLICY_VIOLATION"]},
            "SKIPPED",
            ["CUSTOMER_POLICY_VIOLATION"],
        ),
    ],
)
def test_prescribed_answers_reach_every_state(
    http: httpx.Client, prescribed: dict[str, Any], state: str, reasons: list[str]
) -> None:
    header = {"x-emulator-answer": json.dumps(prescribed)}
    body = {"query": {"text": QUESTION}}
    parts = http.post(f"/v1/{STREAM}", json=body, headers=header).json()
    assert parts[-1]["answer"]["state"] == state
    assert parts[-1]["answer"].get("assistSkippedReasons", []) == reasons
    texts = [
        reply["groundedContent"]["content"]["text"]
        for part in parts[:-1]
        for reply in part["answer"].get("replies", [])
    ]
    assert texts == ([prescribed["answerText"]] if "answerText" in prescribed else [])


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (
            {"chunkInfo": {"content": "It is 42.", "documentMetadata": {"title": "Numbers"}}},
            {"content": "It is 42.", "documentMetadata": {"title": "Numbers"}},
        ),
        (
            {
                "unstructuredDocumentInfo": {
                    "uri": "https://numbers.example/42",
                    "chunkContents": [{"content": "It is 42."}, {"content": "So it is."}],
                }
            },
            {
                "content": "It is 42.\nSo it is.",
                "documentMetadata": {
                    "uri": "https://numbers.example/42",
                    "domain": "numbers.example",
                },
            },
        ),
        (
            {"structuredDocumentInfo": {"document": f"{DEMO_DOCS}/branches/0/documents/one"}},
            {"documentMetadata": {"document": f"{DEMO_DOCS}/branches/0/documents/one"}},
        ),
    ],
)
def test_prescribed_references_are_cited(
    http: httpx.Client, told: dict[str, Any], shown: dict[str, Any]
) -> None:
    prescribed = {
        "answerText": "Forty-two.",
        "references": [*[{"chunkInfo": {}}] * 20, told],
        "citations": [{"endIndex": "10", "sources": [{"referenceId": "20"}]}],
    }
    header = {"x-emulator-answer": json.dumps(prescribed)}
    _, last = http.post(f"/v1/{STREAM}", json={"query": {"text": "x"}}, headers=header).json()
    grounded = last["answer"]["replies"][0]["groundedContent"]
    metadata = grounded["textGroundingMetadata"]
    assert metadata["references"] == [shown]
    assert metadata["segments"][0]["text"] == "Forty-two."


def test_every_engine_has_the_default_assistant(beta: Api, stores: Stores) -> None:
    engine = stores.engine(beta, DEMO_DOCS)
    client = beta.client("AssistantService")
    default = client.get_assistant(name=f"{engine}/assistants/default_assistant")
    assert default.name == f"{engine}/assistants/default_assistant"
    assert default.display_name == "Default Assistant"
    assert default.create_time
    assert list(client.list_assistants(parent=engine)) == [default]
    with pytest.raises(exceptions.BadRequest, match="cannot be deleted"):
        client.delete_assistant(name=default.name)
    taken = {"parent": engine, "assistant_id": "default_assistant"}
    with pytest.raises(exceptions.Conflict):
        client.create_assistant({**taken, "assistant": {"display_name": "Mine"}})
    changed = client.update_assistant(
        assistant={"name": default.name, "description": "Ours", "display_name": "No"},
        update_mask={"paths": ["description"]},
    )
    assert (changed.display_name, changed.description) == ("Default Assistant", "Ours")
    assert client.get_assistant(name=default.name) == changed
    assert changed.create_time == default.create_time


def test_assistants_are_made_listed_and_deleted(beta: Api, stores: Stores) -> None:
    name = assistant(beta, stores, description="For us")
    engine = name.partition("/assistants/")[0]
    client = beta.client("AssistantService")
    mine = client.get_assistant(name=name)
    assert (mine.display_name, mine.description) == ("Mine", "For us")
    listed = client.list_assistants({"parent": engine, "page_size": 1})
    assert [one.display_name for one in listed] == ["Default Assistant", "Mine"]
    client.delete_assistant(name=name)
    for gone in (client.get_assistant, client.delete_assistant):
        with pytest.raises(exceptions.NotFound, match="Assistant"):
            gone(name=name)


def test_assistants_go_with_their_engine(beta: Api, stores: Stores) -> None:
    name = assistant(beta, stores)
    engine = name.partition("/assistants/")[0]
    beta.client("EngineService").delete_engine(name=engine).result()
    with pytest.raises(exceptions.NotFound):
        beta.client("AssistantService").get_assistant(name=name)


@pytest.mark.parametrize(
    ("fields", "error", "told"),
    [
        ({"display_name": ""}, exceptions.BadRequest, r"assistant\.display_name"),
        ({"display_name": "x" * 129}, exceptions.BadRequest, r"assistant\.display_name"),
        (
            {"customer_policy": {"banned_phrases": [{"phrase": ""}]}},
            exceptions.BadRequest,
            r"banned_phrases\[0\]\.phrase",
        ),
        (
            {"customer_policy": {"model_armor_config": {"user_prompt_template": "t"}}},
            exceptions.MethodNotImplemented,
            "model_armor_config",
        ),
    ],
)
def test_assistants_that_are_refused(
    beta: Api, stores: Stores, fields: dict[str, Any], error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        assistant(beta, stores, **fields)


@pytest.mark.parametrize("assistant_id", ["Mine", "a/b", "-a", "x" * 64])
def test_ids_that_are_refused(beta: Api, stores: Stores, assistant_id: str) -> None:
    request = {"parent": DEMO_ENGINE, "assistant_id": assistant_id}
    with pytest.raises(exceptions.BadRequest, match="assistant_id"):
        beta.client("AssistantService").create_assistant(
            {**request, "assistant": {"display_name": "Mine"}}
        )


@pytest.mark.parametrize(
    ("phrase", "question", "is_banned"),
    [
        ({"phrase": "WARRANTY ON"}, QUESTION, True),
        ({"phrase": "36 months"}, QUESTION, True),  # in what would be replied
        ({"phrase": "warrant"}, QUESTION, True),
        ({"phrase": "warrant", "match_type": "WORD_BOUNDARY_STRING_MATCH"}, QUESTION, False),
        ({"phrase": "skylärk"}, QUESTION, False),
        ({"phrase": "skylärk", "ignore_diacritics": True}, QUESTION, True),
        ({"phrase": "\u0301", "ignore_diacritics": True}, QUESTION, False),
    ],
)
def test_banned_phrases_keep_replies_back(
    beta: Api, stores: Stores, phrase: dict[str, Any], question: str, is_banned: bool
) -> None:
    name = assistant(beta, stores, customer_policy={"banned_phrases": [phrase]})
    *parts, last = stream(beta, question, name)
    assert bool(parts) is not is_banned
    answer = beta.types.AssistAnswer
    if is_banned:
        assert last.answer.state == answer.State.SKIPPED
        reason = answer.AssistSkippedReason.CUSTOMER_POLICY_VIOLATION
        assert list(last.answer.assist_skipped_reasons) == [reason]
        result = last.answer.customer_policy_enforcement_result
        assert result.verdict.name == "BLOCK"
        [found] = result.policy_results
        assert list(found.banned_phrase_enforcement_result.banned_phrases) == [phrase["phrase"]]


def test_instructions_and_the_default_language_count(beta: Api, stores: Stores) -> None:
    instruction = {"additional_system_instruction": "Answer in a bulleted list."}
    config = {"system_instruction": instruction, "default_language": "de"}
    name = assistant(beta, stores, generation_config=config)
    assert said(stream(beta, QUESTION, name)).startswith("- ")
    assert said(stream(beta, STRANGE, name)) != IGNORED


def test_terraform_makes_assistants_with_v1(http: httpx.Client, rest: Api, stores: Stores) -> None:
    engine = stores.engine(rest, DEMO_DOCS)
    body = {"displayName": "Mine", "webGroundingType": "WEB_GROUNDING_TYPE_DISABLED"}
    path = f"/v1/{engine}/assistants"
    new = http.post(path, params={"assistantId": "mine"}, json=body).json()
    assert new.items() >= {"name": f"{engine}/assistants/mine", **body}.items()
    masked = {"updateMask": "description"}
    changed = http.patch(f"{path}/mine", params=masked, json={"description": "d"}).json()
    assert (changed["displayName"], changed["description"]) == ("Mine", "d")
    assert http.get(f"{path}/mine").json() == changed
    assert http.delete(f"{path}/mine").json() == {}


def test_replies_are_told_of_documents_without_an_address(api: Api, stores: Stores) -> None:
    store = stores.data_store(api)
    create_document(api, store, "one", struct_data={"title": "Quokka", "food": "leaves of trees"})
    engine = stores.engine(api, store, engine_id=unique("engine"))
    parts = stream(api, "What is the food of the quokka?", f"{engine}/assistants/default_assistant")
    assert "leaves of trees" in said(parts)
    metadata = parts[-1].answer.replies[0].grounded_content.text_grounding_metadata
    [reference] = metadata.references
    assert reference.document_metadata.document.endswith("/documents/one")
    assert "uri" not in reference.document_metadata
