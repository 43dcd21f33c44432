"""Where an import's records come from."""

from __future__ import annotations

from emulator.surface.errors import missing_field, unimplemented
from emulator.surface.registry import Message

_CLOUD = "its data is in Google's cloud; export it to JSON lines and import them with gcs_source"


def is_inline(request: Message) -> bool:
    """Whether a request brings its records along; else they are in its GcsSource.

    INVALID_ARGUMENT for a request without a source, UNIMPLEMENTED for the sources that only
    Google's cloud has.
    """
    source = request.WhichOneof("source")
    if source is None:
        raise missing_field("inline_source", "It is that or gcs_source.")
    if source not in ("inline_source", "gcs_source"):
        raise unimplemented(f"{request.DESCRIPTOR.name}.{source}", _CLOUD)
    return bool(source == "inline_source")
