"""`groundingConfigs:check` of GroundedGenerationService."""

from __future__ import annotations

import math
from collections.abc import Sequence

from emulator.answering.grounding.claims import Claim, check_claims
from emulator.answering.values import Passage
from emulator.discoveryengine.environment import Service
from emulator.discoveryengine.user_fields import check_user_labels
from emulator.resources.worker import in_worker
from emulator.retrieval.text.analysis import tokens
from emulator.surface import names
from emulator.surface.errors import invalid_argument, missing_field, not_found
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import check_range, check_size, check_text

_CONFIG = "default_grounding_config"
_MOST_TOKENS = 4096
_LONGEST_TOKEN = 12  # Models have tokens for words, and take long ones in parts.
_MOST_FACTS = 200
_LONGEST_FACT = 10_000
DEFAULT_THRESHOLD = 0.6
"""The score from which a fact supports a claim."""


class GroundingChecks(Service):
    """How well facts that come with a request support a text, sentence by sentence."""

    @in_worker
    def check_grounding(self, request: Message) -> Message:
        """The claims of the text, with the sentences of facts that support them.

        As recorded: a claim is a sentence, `source` the index of a fact, and claims that need no
        check have neither citations nor a score.
        """
        _check(request)
        spec = request.grounding_spec
        threshold = (
            spec.citation_threshold if spec.HasField("citation_threshold") else DEFAULT_THRESHOLD
        )
        facts = [Passage(fact.fact_text) for fact in request.facts]
        checked = check_claims(request.answer_candidate, facts, threshold)
        response = de.CheckGroundingResponse(support_score=checked.score)
        for chunk in checked.chunks:
            response.cited_chunks.add(chunk_text=chunk.text, source=str(chunk.fact))
        for claim in checked.claims:
            _show(response.claims.add(), claim, with_score=spec.enable_claim_level_score)
        return response


def check_facts(facts: Sequence[Message], where: str) -> None:
    """INVALID_ARGUMENT for no facts or too many, or one without text or with too much of it."""
    if not facts:
        raise missing_field(where)
    check_size(facts, _MOST_FACTS, where)
    for number, fact in enumerate(facts):
        check_text(fact.fact_text, _LONGEST_FACT, f"{where}[{number}].fact_text")


def _check(request: Message) -> None:
    name = names.canonical(request.grounding_config)
    if names.resource_id(name) != _CONFIG:
        raise not_found("GroundingConfig", name)
    if not request.answer_candidate.strip():
        raise missing_field("answer_candidate")
    text = request.answer_candidate
    count = max(len(tokens(text)), math.ceil(len(text) / _LONGEST_TOKEN))
    if count > _MOST_TOKENS:
        raise invalid_argument(
            "answer_candidate", f"at most {_MOST_TOKENS} tokens are allowed, got {count}."
        )
    check_facts(request.facts, "facts")
    threshold = request.grounding_spec.citation_threshold
    check_range(threshold, 0, 1, "grounding_spec.citation_threshold")
    check_user_labels(request.user_labels)


def _show(shown: Message, claim: Claim, *, with_score: bool) -> None:
    shown.claim_text, shown.start_pos, shown.end_pos = claim.text, claim.start_byte, claim.end_byte
    shown.grounding_check_required = claim.score is not None
    shown.citation_indices.extend(claim.chunks)
    if with_score and claim.score is not None:
        shown.score = claim.score
