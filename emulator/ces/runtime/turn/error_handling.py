"""What an app does about errors: tell the client, apologize to the user, or end the session.

`App.errorHandlingSettings` are for system errors such as those of a language model. Here these are
code of the app that fails, and agents and tools that call each other without end. UNIMPLEMENTED,
INTERNAL and ABORTED are always errors of the call.
"""

from __future__ import annotations

from collections.abc import Mapping

from emulator.ces.runtime.planning import replies
from emulator.ces.runtime.turn import loop
from emulator.ces.runtime.turn.turn import Turn
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import ces
from emulator.surface.registry import Message

_TOLD = (Code.UNIMPLEMENTED, Code.INTERNAL, Code.ABORTED)
_SETTINGS = ces.ErrorHandlingSettings
_LANGUAGE = "en-US"  # That of an app that names none: the rules know English.


async def run(turn: Turn, agent: Message) -> str:
    """Run a turn; the error that the app has handled, or the empty string."""
    try:
        await loop.run(turn, agent)
    except ApiError as error:
        if error.code in _TOLD or not _handles(turn, agent):
            raise
        return error.message
    turn.state.fallbacks = 0
    return ""


def _handles(turn: Turn, agent: Message) -> bool:
    settings = turn.app.app.error_handling_settings
    match settings.error_handling_strategy:
        case _SETTINGS.FALLBACK_RESPONSE:
            _fall_back(turn, agent, settings)
        case _SETTINGS.END_SESSION:
            _end(turn, settings)
        case _:
            return False
    return True


def _fall_back(turn: Turn, agent: Message, settings: Message) -> None:
    config = settings.fallback_response_config
    turn.state.fallbacks += 1
    language = turn.language or _LANGUAGE
    turn.say(agent, _in_language(config.custom_fallback_messages, language))
    if 0 < config.max_fallback_attempts < turn.state.fallbacks:
        _end(turn, settings)


def _in_language(messages: Mapping[str, str], language: str) -> str:
    """The message for a language, or for it without its region."""
    return messages.get(language) or messages.get(language.partition("-")[0]) or replies.FAILED


def _end(turn: Turn, settings: Message) -> None:
    escalates = settings.end_session_config.escalate_session
    turn.end_session({"reason": "An error occurred.", "session_escalated": escalates})
