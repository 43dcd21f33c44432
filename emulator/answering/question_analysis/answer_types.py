"""The answer types of questions."""

from __future__ import annotations

import enum


class AnswerType(enum.StrEnum):
    """What a question asks for: the `kinds` of `rules.toml`."""

    __hash__ = str.__hash__  # They are looked up for each sentence.

    COUNT = "count"
    MONEY = "money"
    DURATION = "duration"
    FREQUENCY = "frequency"
    CLOCK = "clock"
    SCHEDULE = "schedule"
    AGE = "age"
    SHARE = "share"
    DISTANCE = "distance"
    LENGTH = "length"
    WEIGHT = "weight"
    TEMPERATURE = "temperature"
    PHONE = "phone"
    EMAIL = "email"
    CONTACT = "contact"
    NUMBER = "number"
    TIME = "time"
    PERSON = "person"
    PLACE = "place"
    REASON = "reason"
    STEPS = "steps"
    DEFINITION = "definition"
    OTHER = "other"
