"""`safety_spec`: answers rated by harm category, and blocked where a threshold is reached."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from emulator.answering import pipeline
from emulator.answering.safety import BLOCKED_FROM, Level, harm
from emulator.answering.values import AnswerDraft, Question, SkipReason
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.messages import discoveryengine as de
from emulator.surface.registry import Message
from emulator.surface.validation import enum_name

_WHERE = "safety_spec.safety_settings"
_DEFAULT = "BLOCK_LOW_AND_ABOVE"
_OFF = "OFF"


def thresholds(spec: Message) -> Mapping[str, str]:
    """The threshold of each category that is to be rated; none if the filter is not enabled.

    Enabled alone, all categories are rated with BLOCK_LOW_AND_ABOVE; with settings, only theirs.
    INVALID_ARGUMENT for an incomplete setting, or a second one of a category.
    """
    found: dict[str, str] = {}
    for number, setting in enumerate(spec.safety_settings):
        where = f"{_WHERE}[{number}]."
        category = enum_name(setting, "category")
        for field in ("category", "threshold"):
            if not getattr(setting, field):
                raise missing_field(f"{where}{field}")
        if category in found:
            raise invalid_argument(f"{where}category", f"{category} has a setting already.")
        found[category] = enum_name(setting, "threshold")
    if not spec.enable:
        return {}
    return found or dict.fromkeys(de.HarmCategory.keys()[1:], _DEFAULT)


@dataclass(frozen=True, slots=True)
class RatedAnswer:
    """An answer, or the reason why it was blocked, and its SafetyRatings."""

    draft: AnswerDraft
    ratings: tuple[Message, ...] = ()


def rate(spec: Message, draft: AnswerDraft, question: Question) -> RatedAnswer:
    """Rate an answer as a SafetySpec asks; one that is blocked is skipped and keeps its ratings."""
    wanted = thresholds(spec)
    if not wanted or draft.skipped is not None:
        return RatedAnswer(draft)
    levels = harm(draft.answer.text)
    ratings = tuple(
        _rating(category, levels.get(category, Level.NEGLIGIBLE), threshold)
        for category, threshold in wanted.items()
        if threshold != _OFF
    )
    if any(rating.blocked for rating in ratings):
        draft = pipeline.skipped(SkipReason.POTENTIAL_POLICY_VIOLATION, question)
    return RatedAnswer(draft, ratings)


def _rating(category: str, level: Level, threshold: str) -> Message:
    blocked_from = BLOCKED_FROM.get(threshold)
    return de.SafetyRating(
        category=category,
        probability=level.name,
        probability_score=level.score,
        severity=f"HARM_SEVERITY_{level.name}",
        severity_score=level.score,
        blocked=blocked_from is not None and level >= blocked_from,
    )
