"""The user's own rules in the place of those that ship, seen through Google's client libraries."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores
from tests.conftest import DEMO, DEMO_CONFIG, TRANSPORTS, Api, Server, start_server
from tests.processes import refusal

LOCATION = "projects/demo/locations/global"
RULES = r"""
[classification]
user_defined = ["\\bsalar(y|ies)\\b"]
customer_policy = ["\\bcompetitors?\\b"]
small_talk = ["(?i)ahoy", "(?P<twice>well) (?P=twice)", "(?P<twice>so) (?P=twice)"]

[marks]
place = ["\\bin [A-Z]", "(?i)\\bUNWEIT von\\b"]

[synonyms]
words = ["?, whatever", "furlough, annual leave"]

[texts.en]
ignored = "That is not for me to say."
results = ""

[safety.HARM_CATEGORY_HARASSMENT]
high = ["\\bannual leave\\b"]

[grounding]
units = [
    { dimension = "mass", factor = 6.35029, words = "stone" },
    { dimension = "mass", factor = 1, words = "kg" },
]
"""

CLASSIFIER = {"enable_user_defined_classifier": True, "preamble": "Is it about salaries?"}


def classified(server: Server) -> Any:
    """A new engine whose default serving config has a classifier."""
    api = Api(server, "rest", "v1beta")
    stores = Stores(server)
    config = f"{stores.engine(api, f'{DEMO}/dataStores/demo-docs')}/servingConfigs/default_config"
    spec = {"user_defined_classifier_spec": CLASSIFIER}
    try:
        return api.client("ServingConfigService").update_serving_config(
            serving_config={"name": config, "answer_generation_spec": spec},
            update_mask={"paths": ["answer_generation_spec"]},
        )
    finally:
        stores.delete()


def test_classifier_for_a_model_is_refused_without_patterns_for_it(server: Server) -> None:
    text = r"answer_generation_spec\.user_defined_classifier_spec .*`user_defined` in --rules"
    with pytest.raises(exceptions.MethodNotImplemented, match=text):
        classified(server)


def test_classifier_is_kept_where_patterns_do_its_work(ruled: Server) -> None:
    spec = classified(ruled).answer_generation_spec.user_defined_classifier_spec
    assert spec.preamble == CLASSIFIER["preamble"]


@pytest.fixture(scope="module")
def ruled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An emulator with a file of rules."""
    file = tmp_path_factory.mktemp("rules") / "rules.toml"
    file.write_text(RULES)
    running = start_server("--ephemeral", "--rules", str(file))
    yield running
    running.stop()


@pytest.fixture(params=TRANSPORTS)
def api(request: pytest.FixtureRequest, ruled: Server) -> Api:
    """v1 over REST and gRPC."""
    return Api(ruled, request.param, "v1")


def answer(api: Api, text: str, **fields: Any) -> Any:
    request = {"serving_config": DEMO_CONFIG, "query": {"text": text}, **fields}
    return api.client("ConversationalSearchService").answer_query(request=request).answer


def test_a_class_of_the_users_own(api: Api) -> None:
    kind = "USER_DEFINED_CLASSIFICATION_QUERY"
    spec = {"query_classification_spec": {"types": [kind, "ADVERSARIAL_QUERY"]}}
    shown = answer(api, "What is the salary of the director?", query_understanding_spec=spec)
    reasons = [reason.name for reason in shown.answer_skipped_reasons]
    assert reasons == ["USER_DEFINED_CLASSIFICATION_QUERY_IGNORED"]
    assert shown.answer_text == "That is not for me to say."
    classes = shown.query_understanding_info.query_classification_info
    assert {one.type_.name: one.positive for one in classes} == {
        kind: True,
        "ADVERSARIAL_QUERY": False,
    }
    other = answer(api, "How many days of leave are there?", query_understanding_spec=spec)
    classes = other.query_understanding_info.query_classification_info
    assert not any(one.positive for one in classes)


def test_what_a_policy_bans(api: Api) -> None:
    shown = answer(api, "Who are your competitors?")
    reasons = [reason.name for reason in shown.answer_skipped_reasons]
    assert reasons == ["CUSTOMER_POLICY_VIOLATION"]


def test_signs_of_answers_of_the_users_own(api: Api) -> None:
    assert "Freiburg" in answer(api, "Wo ist der Laden?").answer_text


@pytest.mark.parametrize("text", ["Ahoy", "Well well", "So so!"])
def test_small_talk_of_the_users_own(api: Api, text: str) -> None:
    spec = {"ignore_non_answer_seeking_query": True}
    shown = answer(api, text, answer_generation_spec=spec)
    reasons = [reason.name for reason in shown.answer_skipped_reasons]
    assert reasons == ["NON_ANSWER_SEEKING_QUERY_IGNORED"]


def test_synonyms_of_the_users_own(api: Api) -> None:
    shown = answer(api, "How many days of furlough are there?")
    [action] = shown.steps[0].actions
    assert action.search_action.query == "How many days of annual leave are there?"


def test_summaries_ignore_both(ruled: Server) -> None:
    client = Api(ruled, "grpc", "v1").client("SearchService")
    spec = {"summary_spec": {"summary_result_count": 3}}
    for query in ("What is the salary of the director?", "Who are your competitors?"):
        request = {"serving_config": DEMO_CONFIG, "query": query, "content_search_spec": spec}
        summary = client.search(request=request).summary
        reasons = [reason.name for reason in summary.summary_skipped_reasons]
        assert reasons == ["CUSTOMER_POLICY_VIOLATION"]


def test_harm_by_the_users_rules(api: Api) -> None:
    question = "How many days of paid annual leave do employees have?"
    shown = answer(api, question, safety_spec={"enable": True})
    reasons = [reason.name for reason in shown.answer_skipped_reasons]
    assert reasons == ["POTENTIAL_POLICY_VIOLATION"]
    blocked = [one.category.name for one in shown.safety_ratings if one.blocked]
    assert blocked == ["HARM_CATEGORY_HARASSMENT"]


def test_units_of_the_users_own(api: Api) -> None:
    request = {
        "grounding_config": f"{LOCATION}/groundingConfigs/default_grounding_config",
        "answer_candidate": "The dog weighs 63.5029 kg.",
        "facts": [{"fact_text": "The dog weighs ten stone."}],
    }
    checked = api.client("GroundedGenerationService").check_grounding(request=request)
    assert checked.support_score == 1


def test_a_bad_file_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text('[classification]\nadversarial = ["("]')
    code, errors = refusal(tmp_path, "--ephemeral", "--rules", "rules.toml")
    assert code == 1
    assert errors.startswith("discoveryengine-emulator: cannot use the rules of rules.toml: ")
    assert "classification.adversarial[0] is no regular expression" in errors
