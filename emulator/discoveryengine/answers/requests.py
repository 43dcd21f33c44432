"""What an AnswerQueryRequest asks for, checked."""

from __future__ import annotations

from emulator.answering.classify import classify
from emulator.answering.generation.preamble import answer_form
from emulator.answering.values import Question, SkipReason
from emulator.discoveryengine.answers.safety import thresholds
from emulator.discoveryengine.unsupported import refuse_others
from emulator.discoveryengine.user_fields import check_pseudo_id, check_user_labels
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message
from emulator.surface.validation import check_count, check_enums, check_text, enum_name

_DEFAULT_RESULTS = 10
_MAX_RESULTS = 100
_MAX_METADATA = 8_000
MAX_REPHRASE_STEPS = 5
"""Into so many questions a compound one may be decomposed."""

# The service does not publish its thresholds. An answer made of quoted sentences scores near 1.
_MINIMUM_GROUNDING = {"FILTERING_LEVEL_LOW": 0.5, "FILTERING_LEVEL_HIGH": 0.8}

_SUPPORTED = frozenset(
    {
        *("serving_config", "query", "session", "answer_generation_spec", "grounding_spec"),
        *("search_spec", "query_understanding_spec", "user_pseudo_id", "user_labels"),
        *("related_questions_spec", "safety_spec", "asynchronous_mode"),
        "end_user_spec",
    }
)
_SEARCH_SUPPORTED = frozenset(
    {
        *("filter", "max_return_results", "search_result_mode"),
        *("boost_spec", "order_by", "data_store_specs", "custom_fine_tuning_spec"),
        *("natural_language_query_understanding_spec",),
    }
)
_REPHRASER = "query_understanding_spec.query_rephraser_spec."
SEARCH_PARAMS = "search_spec.search_params."
"""The path to the parameters of an answer's search."""


def check(request: Message) -> None:
    """INVALID_ARGUMENT for what may not be asked, UNIMPLEMENTED for what is not built."""
    refuse_others(request, _SUPPORTED)
    check_enums(request)
    if request.query.query_id and not request.session:
        raise invalid_argument("query.query_id", "it needs the session that the question is of.")
    if request.asynchronous_mode and not request.session:
        raise invalid_argument("asynchronous_mode", "it needs a session to keep the answer in.")
    if not request.query.text.strip():
        raise missing_field("query.text")
    check_pseudo_id(request.user_pseudo_id, "user_pseudo_id")
    check_user_labels(request.user_labels)
    _check_end_user(request.end_user_spec)
    thresholds(request.safety_spec)
    refuse_others(request.search_spec.search_params, _SEARCH_SUPPORTED)
    steps = request.query_understanding_spec.query_rephraser_spec.max_rephrase_steps
    if steps > MAX_REPHRASE_STEPS:
        raise invalid_argument(
            f"{_REPHRASER}max_rephrase_steps",
            f"at most {MAX_REPHRASE_STEPS} steps are allowed, got {steps}.",
        )


def _check_end_user(spec: Message) -> None:
    """INVALID_ARGUMENT for metadata without content, or with more than the API allows."""
    for number, metadata in enumerate(spec.end_user_metadata):
        where = f"end_user_spec.end_user_metadata[{number}].chunk_info.content"
        check_text(metadata.chunk_info.content, _MAX_METADATA, where)


def end_user_texts(spec: Message) -> list[str]:
    """The texts about the user in an `end_user_spec`, with their titles."""
    infos = (metadata.chunk_info for metadata in spec.end_user_metadata)
    return [f"{info.document_metadata.title}\n{info.content}" for info in infos]


def maximum_results(request: Message) -> int:
    """How many chunks to answer from."""
    asked = request.search_spec.search_params.max_return_results
    check_count(asked, f"{SEARCH_PARAMS}max_return_results")
    return min(asked or _DEFAULT_RESULTS, _MAX_RESULTS)


def question(request: Message) -> Question:
    """What is asked, as it was typed; an unset relevance filter is the service's choice."""
    spec = request.answer_generation_spec
    lenient = spec.HasField("ignore_low_relevant_content") and not spec.ignore_low_relevant_content
    name = enum_name(request.grounding_spec, "filtering_level")
    return Question(
        request.query.text,
        form=answer_form(spec.prompt_spec.preamble),
        language=spec.answer_language_code,
        require_relevance=not lenient,
        minimum_grounding=_MINIMUM_GROUNDING.get(name, 0.0),
        instructions=spec.prompt_spec.preamble,
        grounded=request.grounding_spec.include_grounding_supports,
    )


def ignored_reason(request: Message) -> SkipReason | None:
    """Why the query is not answered, if the request or a rule ignores one of its kinds."""
    spec = request.answer_generation_spec
    return classify(request.query.text).skip_reason(
        adversarial=spec.ignore_adversarial_query,
        jail_breaking=spec.ignore_jail_breaking_query,
        non_answer_seeking=spec.ignore_non_answer_seeking_query,
    )
