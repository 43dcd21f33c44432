"""JSON and query parameters read into messages, or refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from emulator.surface.decoder import Decoder
from emulator.surface.errors import ApiError, Code

V1 = "google.cloud.discoveryengine.v1"
BETA = "google.cloud.discoveryengine.v1beta"
ALPHA = "google.cloud.discoveryengine.v1alpha"
CES = "google.cloud.ces.v1beta"
UNION = "google.cloud.discoveryengine.union"

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


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
