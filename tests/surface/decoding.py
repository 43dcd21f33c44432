"""JSON and query parameters read into messages, or refused."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.surface.decoder import Decoder
from emulator.surface.errors import ApiError, Code

V1 = "google.cloud.discoveryengine.v1"
BETA = "google.cloud.discoveryengine.v1beta"
ALPHA = "google.cloud.discoveryengine.v1alpha"
CES = "google.cloud.ces.v1beta"
UNION = "google.cloud.discoveryengine.union"


def decoded(kind: Any, value: object, package: str = V1) -> Any:
    """The message of a JSON body; ApiError if it is refused."""
    message = kind()
    decoder = Decoder(package)
    decoder.body(message, "*", value)
    decoder.finish()
    return message


def refused(kind: Any, value: object, package: str = V1) -> ApiError:
    with pytest.raises(ApiError) as caught:
        decoded(kind, value, package)
    assert caught.value.code is Code.INVALID_ARGUMENT
    assert caught.value.violations
    return caught.value


def queried(kind: Any, *parameters: tuple[str, str], package: str = V1) -> Any:
    message = kind()
    decoder = Decoder(package)
    decoder.query(message, parameters)
    decoder.finish()
    return message


def same(one: Any, other: Any) -> bool:
    """Equal to the last bit: a NaN is no reason to differ."""
    return one.SerializeToString(deterministic=True) == other.SerializeToString(deterministic=True)
