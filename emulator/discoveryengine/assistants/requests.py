"""What is asked of an assistant, as the request for the answer that it replies with."""

from __future__ import annotations

from emulator.answering.document_text.parsed_text import text_language
from emulator.discoveryengine.answers.requests import MAX_REPHRASE_STEPS
from emulator.discoveryengine.retrieval.scope.targets import ALIASES
from emulator.discoveryengine.unsupported import refuse_others
from emulator.surface import names
from emulator.surface.errors import missing_field, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_enums

_SEARCH_TOOL = "tools_spec.vertex_ai_search_spec."

# Without agents, actions, models and a web the last ones choose among nothing: the service goes on
# without an agent that it does not find, and searches the web only if the assistant is told to.
_SUPPORTED = frozenset(
    {
        *("name", "query", "session", "tools_spec", "data_store_specs", "assist_skipping_mode"),
        *("user_metadata", "language_code", "answer_generation_mode", "is_session_less"),
        *("agents_spec", "agents_config", "action_spec", "generation_spec"),
        *("web_grounding_enabled", "google_search_grounding_enabled"),
    }
)


def answer_request(request: Message, assistant: Message) -> Message:
    """The request for the answer, in a session: a new one if none is named.

    UNIMPLEMENTED for files and for modes that are not for a single reply.
    """
    _check(request)
    engine, tool = names.parent(assistant.name), request.tools_spec.vertex_ai_search_spec
    asked = de.AnswerQueryRequest(
        serving_config=f"{engine}/servingConfigs/{ALIASES[0]}",
        session=request.session or f"{engine}/sessions/-",
    )
    asked.query.text = text_of(request.query)
    asked.query_understanding_spec.query_rephraser_spec.max_rephrase_steps = MAX_REPHRASE_STEPS
    params = asked.search_spec.search_params
    params.filter = tool.filter
    params.data_store_specs.extend(tool.data_store_specs or request.data_store_specs)
    modes = de.StreamAssistRequest.AssistSkippingMode
    spec, config = asked.answer_generation_spec, assistant.generation_config
    spec.ignore_non_answer_seeking_query = request.assist_skipping_mode != modes.REQUEST_ASSIST
    spec.prompt_spec.preamble = config.system_instruction.additional_system_instruction
    spec.answer_language_code = config.default_language or _language(request)
    asked.grounding_spec.include_grounding_supports = True
    return asked


def search_params_path(request: Message) -> str:
    """The path to what is asked of the search, with a dot at its end unless it is the request."""
    has_own = request.tools_spec.vertex_ai_search_spec.data_store_specs
    return "" if request.data_store_specs and not has_own else _SEARCH_TOOL


def text_of(query: Message) -> str:
    """The text of a query, which may come in parts."""
    return str(query.text) or "\n".join(part.text for part in query.parts)


def _check(request: Message) -> None:
    refuse_others(request, _SUPPORTED)
    check_enums(request)
    if not text_of(request.query).strip():
        raise missing_field("query.text")
    modes = de.StreamAssistRequest.AnswerGenerationMode
    mode = request.answer_generation_mode
    if mode not in (modes.ANSWER_GENERATION_MODE_UNSPECIFIED, modes.NORMAL):
        raise unimplemented(f"StreamAssistRequest.answer_generation_mode {modes.Name(mode)}")


def _language(request: Message) -> str:
    """The language of what is said in place of an answer: the user's where the query's is unknown.

    Empty to find it out.
    """
    if text_language(text_of(request.query)):
        return ""
    return str(request.user_metadata.preferred_language_code or request.language_code)
