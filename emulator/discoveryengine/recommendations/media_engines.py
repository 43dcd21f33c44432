"""What engines for recommendations are made with."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.discoveryengine.recommendations.models import MODELS
from emulator.discoveryengine.resource_kinds import RECOMMENDATION
from emulator.surface.errors import invalid_argument, missing_field
from emulator.surface.registry import Message
from emulator.surface.validation import check_choice

_CONFIG = "engine.media_recommendation_engine_config"
_OBJECTIVES = ("ctr", "cvr")
_TARGETS: Mapping[str, int] = {"watch-percentage": 1, "watch-time": 86_400}
"""What an objective may be about, and the highest threshold of each."""
# "Default depends on type of recommendation"; for others there is none.
_BY_CLICKS = ("recommended-for-you", "others-you-may-like")


def check_media(engine: Message) -> None:
    """INVALID_ARGUMENT for a config of media that the reference does not have."""
    if not engine.HasField("media_recommendation_engine_config"):
        return
    config = engine.media_recommendation_engine_config
    if engine.solution_type != RECOMMENDATION:
        raise invalid_argument(_CONFIG, "only an engine for recommendations can have it.")
    if not config.type:
        raise missing_field(f"{_CONFIG}.type")
    check_choice(config.type, MODELS, f"{_CONFIG}.type")
    if config.optimization_objective:
        objective, where = config.optimization_objective, f"{_CONFIG}.optimization_objective"
        check_choice(objective, _OBJECTIVES, where)
    if config.HasField("optimization_objective_config"):
        _check_threshold(config.optimization_objective_config)


def keep_training_state(engine: Message, before: Message) -> None:
    """Leave what an update does not say as it was: by the reference "the same as before"."""
    if engine.HasField("media_recommendation_engine_config"):
        config = engine.media_recommendation_engine_config
        known = before.media_recommendation_engine_config.training_state
        config.training_state = config.training_state or known


def set_recommending(engine: Message) -> None:
    """There is nothing to wait for: an engine recommends from the first call on."""
    metadata = engine.recommendation_metadata
    metadata.serving_state, metadata.data_state = metadata.ACTIVE, metadata.DATA_OK
    if engine.HasField("media_recommendation_engine_config"):
        config = engine.media_recommendation_engine_config
        config.training_state = config.training_state or config.TRAINING
        if not config.optimization_objective and config.type in _BY_CLICKS:
            config.optimization_objective = "ctr"


def _check_threshold(target: Message) -> None:
    where = f"{_CONFIG}.optimization_objective_config"
    check_choice(target.target_field, _TARGETS, f"{where}.target_field")
    value, most = target.target_field_value_float, _TARGETS[target.target_field]
    if not 0 < value <= most:
        reason = f"{value:g} is not within (0, {most}]."
        raise invalid_argument(f"{where}.target_field_value_float", reason)
