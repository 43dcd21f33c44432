"""JSON to messages, against protobuf's own JSON and whatever a client may send."""

from __future__ import annotations

import orjson
from google.protobuf import json_format, message_factory
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.surface.decoder import Decoder
from emulator.surface.encoder import encode
from emulator.surface.errors import ApiError
from emulator.surface.registry import surface, union_name
from tests.surface.decoding import JSON, UNION, decoded, same
from tests.surface.random_messages import published_types, random_message, union_types

TYPES = union_types()
SEEDS = st.integers(0, 2**32)


@settings(max_examples=400)
@given(st.sampled_from(TYPES), SEEDS, st.booleans(), st.booleans())
def test_what_protobuf_writes_is_read_in_all_its_spellings(name, seed, numbers, snake):
    kind = surface.message_class(name)
    message = random_message(kind.DESCRIPTOR, seed, any_type=f"{UNION}.Answer")
    text = json_format.MessageToJson(
        message,
        use_integers_for_enums=numbers,
        preserving_proto_field_name=snake,
        descriptor_pool=surface.pool,
    )
    assert same(decoded(kind, orjson.loads(text), UNION), message)


@settings(max_examples=300)
@given(st.sampled_from(TYPES), SEEDS, st.booleans())
def test_what_the_encoder_writes_is_read_back(name, seed, numbers):
    kind = surface.message_class(name)
    message = random_message(kind.DESCRIPTOR, seed, any_type=f"{UNION}.Answer")
    text = orjson.dumps(encode(message, UNION, numbers))
    assert same(decoded(kind, orjson.loads(text), UNION), message)


@settings(max_examples=300)
@given(st.sampled_from(published_types()), SEEDS)
def test_every_field_that_a_version_publishes_is_accepted(published, seed):
    package, name = published
    sent = random_message(surface.version_pool.FindMessageTypeByName(name), seed)
    text = json_format.MessageToJson(sent, descriptor_pool=surface.version_pool)

    read = decoded(surface.message_class(union_name(name)), orjson.loads(text), package)
    back = message_factory.GetMessageClass(sent.DESCRIPTOR).FromString(read.SerializeToString())
    assert same(back, sent)


@settings(max_examples=300)
@given(st.sampled_from(TYPES), st.data())
def test_whatever_is_sent_is_read_or_refused(name, data):
    kind = surface.message_class(name)
    names = [field.json_name for field in kind.DESCRIPTOR.fields]
    keys = st.sampled_from(names) if names else st.text(max_size=3)
    body = data.draw(st.dictionaries(keys, JSON, max_size=5))
    message = kind()
    decoder = Decoder(UNION)
    decoder.body(message, "*", body)
    try:
        decoder.finish()
    except ApiError:
        return
    kind.FromString(message.SerializeToString())
