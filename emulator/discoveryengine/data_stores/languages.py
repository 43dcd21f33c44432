"""What a data store tells of its language beside the code that it was given."""

from __future__ import annotations

import re

from emulator.surface.errors import invalid_argument
from emulator.surface.registry import Message

# Language, script and region; what may come after them, as variants do, is kept as it is.
_CODE = re.compile(
    r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?((?:[-_][a-z0-9]+)*)", re.IGNORECASE
)
_REGIONS = {"UK": "GB"}


def show_language(data_store: Message) -> None:
    """Fill in the normalized form of the language code and its parts.

    As the service documents them: `en_GB`, `en-UK` and `en-gb` are `en-GB`; `zh-Hans-HK` has the
    language `zh` and the region `HK`. INVALID_ARGUMENT for what is no language code.
    """
    if not data_store.HasField("language_info"):
        return
    given = data_store.language_info.language_code
    data_store.language_info.Clear()
    if not given:
        return
    match = _CODE.fullmatch(given)
    if match is None:
        raise invalid_argument(
            "data_store.language_info.language_code", f"'{given[:100]}' is not a language code."
        )
    language, script, region, rest = (part or "" for part in match.groups())
    language, region = language.lower(), _REGIONS.get(region.upper(), region.upper())
    parts = [part for part in (language, script.title(), region) if part]
    info = data_store.language_info
    info.language_code = given
    info.normalized_language_code = "-".join(parts) + rest.replace("_", "-")
    info.language, info.region = language, region
