"""Data store tools: questions to this emulator's own data stores and engines.

The question goes to Discovery Engine's AnswerQuery, so a tool answers what that would answer, from
sentences of the documents. Which answer has which shape is not documented: `output` has the
`answer`, and `snippets` of what it was made from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import Any

from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.words import terms
from emulator.storage import resources
from emulator.surface import names
from emulator.surface.errors import ApiError, Code, invalid_argument, missing_field
from emulator.surface.messages import ces
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.wellknown import struct_dict

_BY_LANGUAGE = re.compile(r"[\s(]*lang_code\s*:")
_MARK = re.compile(r"</?b>")
_LEVELS = 5
_MOST_PARTS = 3  # A model asks for each part of what it is asked by itself.
_SNIPPETS = 5


async def run(
    context: ToolContext, tool: Message, args: dict[str, Any], seconds: float
) -> dict[str, Any]:
    """The answer to `args["query"]`, of what `args["filter"]` lets through if the tool has that.

    INVALID_ARGUMENT for a call without a question, NOT_FOUND if the data store is gone.
    """
    asked = tool.data_store_tool
    given = _argument_filter(asked, args)
    request = _request(context, asked, _query(args), given)
    try:
        answer = await _answer(context, request)
    except ApiError as error:
        if given and any(one.field.endswith("filter") for one in error.violations):
            raise invalid_argument("args.filter", error.message) from None
        raise
    config = text_config(asked)
    cited = _cited(answer)
    text = "" if _is_withheld(answer, config) else answer.answer_text
    used = cited if text else list(answer.references)[:_SNIPPETS]
    chunks = [_chunk(reference) for reference in used] or list(_observed(answer, _query(args)))
    context.citations.extend(chunks)
    shown = chunks[: _most_snippets(config)]
    snippets = [{"title": one.title, "uri": one.uri, "text": one.text} for one in shown]
    return {"output": {"answer": text, "snippets": snippets}}


def _query(args: Mapping[str, Any]) -> str:
    query = args.get("query") or ""
    if not isinstance(query, str):
        raise invalid_argument("args.query", "it must be a string.")
    if not query.strip():
        raise missing_field("args.query")
    return query


async def _answer(context: ToolContext, request: Message) -> Message:
    """The answer to a request, whose boosts by language need documents that tell theirs."""
    try:
        response = await context.environment.answer_query(request)
    except ApiError:
        if not _unboosted(request):
            raise
        response = await context.environment.answer_query(request)
    answer: Message = response.answer
    return answer


def _unboosted(request: Message) -> bool:
    """Whether boosts by language were there, which are taken out of a request.

    They are the only ones that the reference of tools speaks of, and of the field for them nothing.
    """
    params = request.search_spec.search_params
    specs = [params.boost_spec, *(one.boost_spec for one in params.data_store_specs)]
    found = False
    for conditions in (spec.condition_boost_specs for spec in specs):
        others = [one for one in conditions if not _BY_LANGUAGE.match(one.condition)]
        if len(others) < len(conditions):
            found = True
            del conditions[:]
            conditions.extend(others)
    return found


def _argument_filter(tool: Message, args: dict[str, Any]) -> str:
    given = args.get("filter") or ""
    if given and tool.filter_parameter_behavior != ces.DataStoreTool.ALWAYS_INCLUDE:
        raise invalid_argument("args.filter", "the tool takes no filter.")
    if not isinstance(given, str):
        raise invalid_argument("args.filter", "it must be a string.")
    return given


def _request(context: ToolContext, tool: Message, query: str, given: str) -> Message:
    request = de.AnswerQueryRequest()
    request.query.text = query
    config = text_config(tool)
    rephraser = request.query_understanding_spec.query_rephraser_spec
    rephraser.disable = config.rewriter_config.disabled
    rephraser.max_rephrase_steps = _MOST_PARTS
    request.answer_generation_spec.include_citations = True
    request.answer_generation_spec.prompt_spec.preamble = config.summarization_config.prompt
    params = request.search_spec.search_params
    if tool.HasField("engine_source"):
        source = tool.engine_source
        owner, own = source.engine, "" if source.data_store_sources else source.filter
        for one in source.data_store_sources:
            name = names.canonical(one.data_store.name)
            params.data_store_specs.add(data_store=name, filter=one.filter)
    else:
        owner, own = tool.data_store_source.data_store.name, tool.data_store_source.filter
    if not owner:
        raise ApiError(Code.FAILED_PRECONDITION, f"The tool {tool.name} has no data store.")
    request.serving_config = f"{owner}/servingConfigs/default_search"
    params.filter = _both(own, given)
    if tool.boost_specs:
        _add_boosts(context, params, tool.boost_specs, names.canonical(owner))
    if _grounding_level(config):
        request.grounding_spec.include_grounding_supports = True
    return request


def _both(one: str, other: str) -> str:
    return f"({one}) AND ({other})" if one and other else one or other


def _add_boosts(
    context: ToolContext, params: Message, specs: Sequence[Message], owner: str
) -> None:
    """Boosts are for the data stores that they name; those of an engine have specs of their own."""
    if names.collection_id(owner) != "engines":
        targets = {owner: params.boost_spec}
    else:
        if not params.data_store_specs:  # All that the engine has are searched.
            for store in _data_stores(context, owner):
                params.data_store_specs.add(data_store=store)
        targets = {one.data_store: one.boost_spec for one in params.data_store_specs}
    for each in specs:
        for store in filter(targets.__contains__, map(names.canonical, each.data_stores)):
            _copy_boosts(targets[store], each.spec)


def _data_stores(context: ToolContext, engine: str) -> list[str]:
    with context.environment.store.read() as connection:
        body = resources.get(connection, engine)
    found = de.Engine.FromString(body or b"")
    return [f"{names.parent(engine)}/dataStores/{one}" for one in found.data_store_ids]


def _copy_boosts(target: Message, specs: Sequence[Message]) -> None:
    for spec in specs:
        for one in spec.condition_boost_specs:
            copy = target.condition_boost_specs.add(condition=one.condition, boost=one.boost)
            if one.HasField("boost_control_spec"):
                # The two messages are the same but for their names.
                raw = one.boost_control_spec.SerializeToString()
                copy.boost_control_spec.MergeFromString(raw)


def text_config(tool: Message) -> Message:
    """How the tool answers in chats."""
    kind = ces.DataStoreTool.ModalityConfig
    found = (one for one in tool.modality_configs if one.modality_type == kind.TEXT)
    return next(found, kind())


def _most_snippets(config: Message) -> int | None:
    """How many snippets are shown beside the answer; None for all."""
    if not config.HasField("snippets_config"):
        return None
    wanted = config.snippets_config
    return (wanted.max_snippets or None) if wanted.enable_snippets else 0


def _grounding_level(config: Message) -> float:
    grounding = config.grounding_config
    return 0.0 if grounding.disabled else float(grounding.grounding_level)


def _is_withheld(answer: Message, config: Message) -> bool:
    """Whether there is no answer to show: none was found, wanted or grounded well enough."""
    if answer.answer_skipped_reasons or config.summarization_config.disabled:
        return True
    level = _grounding_level(config)
    return bool(level and answer.grounding_score * _LEVELS < level)


def _cited(answer: Message) -> list[Message]:
    """The references that the answer cites, in their order."""
    numbers = {
        int(source.reference_id)
        for citation in answer.citations
        for source in citation.sources
        if source.reference_id.isdecimal()
    }
    return [answer.references[number] for number in sorted(numbers)]


def _observed(answer: Message, query: str) -> Iterator[Message]:
    """The snippets of what answers nothing, if they have half of the question's words."""
    if [*answer.answer_skipped_reasons] != [de.Answer.NO_RELEVANT_CONTENT]:
        return
    asked = terms(query)
    actions = [action for step in answer.steps for action in step.actions]
    for found in (one for action in actions for one in action.observation.search_results):
        text = unescape(" ".join(_MARK.sub("", one.snippet) for one in found.snippet_info))
        shared = asked & terms(f"{found.title} {text}")
        if len(shared) > 1 and 2 * len(shared) >= len(asked):
            yield _cited_chunk(found.uri, found.title, text)


def _chunk(reference: Message) -> Message:
    if reference.HasField("structured_document_info"):
        record = reference.structured_document_info
        values = struct_dict(record.struct_data)
        text = "; ".join(f"{key}: {one}" for key, one in values.items() if _is_plain(one))
        return _cited_chunk(record.uri, record.title, text)
    info = reference.chunk_info
    return _cited_chunk(info.document_metadata.uri, info.document_metadata.title, info.content)


def _cited_chunk(uri: str, title: str, text: str) -> Message:
    chunk: Message = ces.Citations.CitedChunk(uri=uri, title=title, text=text)
    return chunk


def _is_plain(value: object) -> bool:
    """Whether a JSON value is one that can be read out."""
    return isinstance(value, str | int | float) and value != ""
