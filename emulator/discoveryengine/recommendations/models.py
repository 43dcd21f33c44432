"""What each type of engine recommends by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from emulator.surface.registry import Message


@dataclass(frozen=True, slots=True)
class Model:
    """What a type of engine goes by; the weights of its signals add up to 1.

    `beside` is how many users of the documents of the context viewed a document as well, `similar`
    how alike its text is to theirs, `popular` how many users viewed it. The context is what an
    event is about, and what its user viewed before if the model is `personal`.
    """

    beside: float = 0.0
    similar: float = 0.0
    popular: float = 0.0
    personal: bool = False


SIMILAR = Model(similar=0.9, popular=0.1)
POPULAR = Model(popular=1.0)
MODELS: Mapping[str, Model] = {
    "recommended-for-you": Model(beside=0.6, similar=0.3, popular=0.1, personal=True),
    "others-you-may-like": Model(beside=0.6, similar=0.3, popular=0.1),
    "more-like-this": SIMILAR,
    "most-popular-items": POPULAR,
}
"""The models of media engines by their types; the service trains them, and these are our own."""


def model_of(resource: Message) -> Model:
    """The model of an engine; one without a type, and a data store, recommends what is similar."""
    config = getattr(resource, "media_recommendation_engine_config", None)
    return SIMILAR if config is None else MODELS.get(config.type, SIMILAR)
