"""What is made from settings: time and ids, rules, prescribed answers, buckets, a language model,
and rights of tools. Modules for unset settings are not imported.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from emulator import CommandError
from emulator.ces.environment import Rights
from emulator.control.clock import Clock
from emulator.control.ids import Ids
from emulator.settings import Settings

if TYPE_CHECKING:
    from emulator.answering.generation.writer import Writer
    from emulator.chat_api import ChatApi
    from emulator.discoveryengine.files import Files
    from emulator.discoveryengine.forced_answers import ForcedAnswers


def control(settings: Settings) -> tuple[Clock, Ids]:
    """The clock and the source of ids: fixed, if a time is set; CommandError for a folder."""
    if settings.fixed_time is None:
        return Clock(), Ids()
    if not settings.ephemeral:
        raise CommandError(
            "--fixed-time needs --ephemeral: what is kept in a folder would be given the same ids "
            "again at the next start"
        )
    microseconds = round(settings.fixed_time.timestamp() * 1_000_000)
    return Clock(microseconds), Ids(microseconds)


def use_rules(settings: Settings) -> None:
    """Take the rules of a file, if one is named; CommandError if they cannot be used."""
    if settings.rules is None:
        return
    from emulator.answering import rulebook

    try:
        rulebook.use(rulebook.read_file(settings.rules))
    except rulebook.UnreadableRules as error:
        raise CommandError(f"cannot use the rules of {settings.rules}: {error}") from None


def forced_answers(settings: Settings) -> ForcedAnswers:
    """The answers of a file, if one is named; CommandError if they cannot be read."""
    from emulator.discoveryengine.forced_answers import ForcedAnswers, UnreadableAnswer, read_file

    path = settings.answers
    try:
        return ForcedAnswers() if path is None else read_file(path)
    except UnreadableAnswer as error:
        raise CommandError(f"cannot read the answers of {path}: {error}") from None


def files(settings: Settings) -> Files:
    """The files of Cloud Storage: of a folder, or of a storage emulator."""
    from emulator.discoveryengine.files import STORAGE_EMULATOR_HOST, Files

    return Files(
        settings.gcs_root,
        os.environ.get(STORAGE_EMULATOR_HOST, ""),
        allow_markdown=settings.allow_markdown,
        most_bytes=settings.max_content_bytes,
    )


def chat_api(settings: Settings) -> ChatApi | None:
    """The API of a language model, if one is set up."""
    if settings.model_url is None:
        return None
    from emulator.chat_api import ChatApi

    key = settings.model_key.get_secret_value() if settings.model_key else ""
    return ChatApi(settings.model_url, settings.model_name, key, settings.model_timeout)


def writer(settings: Settings) -> Writer | None:
    """The model that writes answers, if one is set up."""
    api = chat_api(settings)
    if api is None:
        return None
    from emulator.answering.generation.chat_model import ChatModel

    return ChatModel(api)


def rights(settings: Settings) -> Rights:
    """What tools of CES apps may do on this machine."""
    return Rights(settings.runs_code, settings.tool_addresses, settings.folders_for_code)
