"""WidgetService: what a chat on a web page asks for before it talks with an app."""

from __future__ import annotations

from emulator.ces.environment import Service
from emulator.ces.runtime.session.app_version import named_deployment
from emulator.ces.runtime.session.opening import session_name
from emulator.surface import names
from emulator.surface.errors import unimplemented
from emulator.surface.messages import ces, timestamp
from emulator.surface.registry import Message

_LIFETIME = 3600 * 1_000_000  # As that of the access tokens which it takes the place of.


class WidgetService(Service):
    """Tokens for sessions with a deployment. Like all credentials they are not checked."""

    def generate_chat_token(self, request: Message) -> Message:
        """A token for a session; the reCAPTCHA is not looked at.

        INVALID_ARGUMENT for what is no session, or a deployment of another app; NOT_FOUND for one
        that there is none of.
        """
        session = session_name(request.name, "name")
        deployment = names.canonical(request.deployment)
        named_deployment(self.environment, names.parent(session), deployment, "deployment")
        if request.live_handoff_enabled:
            field = "GenerateChatTokenRequest.live_handoff_enabled"
            raise unimplemented(field, "there are no people to hand over to")
        return ces.GenerateChatTokenResponse(
            chat_token=self.environment.ids.uuid(),
            expire_time=timestamp(self.environment.clock.now() + _LIFETIME),
        )
