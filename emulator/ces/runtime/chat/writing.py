"""What a model writes to an instruction."""

from __future__ import annotations

import asyncio
import logging

from emulator.chat_api import ChatApi, ChatError

log = logging.getLogger(__name__)


async def written(api: ChatApi, instruction: str, about: str) -> str:
    """What the model writes about a text; ChatError if that is nothing."""
    text = await asyncio.to_thread(api.write, instruction, about)
    if not text:
        raise ChatError("its reply has no text")
    return text


async def written_if_possible(api: ChatApi | None, instruction: str, about: str) -> str:
    """What the model writes about a text; empty without a model, and where it fails."""
    if api is None:
        return ""
    try:
        return await written(api, instruction, about)
    except ChatError as error:
        log.warning("The model did not write: %s.", error)
        return ""
