"""The phrases that an assistant's customer policy bans from what is asked and replied."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.answering.banned_phrases import banned_phrase
from emulator.surface.errors import unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message


def check_policy(assistant: Message) -> None:
    """UNIMPLEMENTED for Model Armor, which is a service in the cloud."""
    if assistant.customer_policy.HasField("model_armor_config"):
        raise unimplemented("assistant.customer_policy.model_armor_config")


def banned_phrases(assistant: Message, *texts: str) -> Sequence[str]:
    """Return the phrases that any of the texts has."""
    banned = assistant.customer_policy.banned_phrases
    return [one.phrase for one in banned if any(_is_in(text, one) for text in texts)]


def enforcement_result(phrases: Sequence[str]) -> Message:
    """What is told of phrases for which a reply was kept back."""
    result = de.AssistAnswer.CustomerPolicyEnforcementResult()
    result.verdict = result.BLOCK
    result.policy_results.add().banned_phrase_enforcement_result.banned_phrases.extend(phrases)
    return result


def _is_in(text: str, banned: Message) -> bool:
    found = banned_phrase(
        [banned.phrase],
        text,
        whole_words=banned.match_type == banned.WORD_BOUNDARY_STRING_MATCH,
        no_diacritics=banned.ignore_diacritics,
    )
    return bool(found)
