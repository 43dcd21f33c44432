"""JSON objects as a google.protobuf.Struct holds them."""

from __future__ import annotations

import orjson
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.surface.messages import protobuf
from emulator.surface.wellknown import fill_struct, stored_struct, struct_dict
from tests.surface.decoding import JSON


@settings(max_examples=300)
@given(st.dictionaries(st.text(max_size=5), JSON, max_size=5))
def test_what_a_struct_will_hold_is_known_without_one(given):
    struct = protobuf.Struct()
    fill_struct(struct, given)
    assert orjson.dumps(stored_struct(given)) == orjson.dumps(struct_dict(struct))
