"""Requests of tools to servers: authentication, TLS and the addresses that may be called."""

from __future__ import annotations

import ssl

from emulator.ces.runtime.context import ToolContext
from emulator.ces.runtime.http_client import Reply, Request, fetch
from emulator.ces.runtime.tools.injection import session_value
from emulator.surface.errors import invalid_argument, unimplemented
from emulator.surface.registry import Message


def headers(context: ToolContext, config: Message, *, calls: bool = True) -> dict[str, str]:
    """The headers that a tool's or a toolset's configuration adds to its requests.

    A bearer token is for calls only, not for listing tools. What comes from a variable that is not
    set is left out. UNIMPLEMENTED for authentication that needs Google Cloud.
    """
    found: dict[str, str] = {}
    if config.HasField("service_directory_config"):
        raise unimplemented("service_directory_config", "name the server's own address")
    if "custom_headers" in config.DESCRIPTOR.fields_by_name:
        values = (
            (name, session_value(context, text)) for name, text in config.custom_headers.items()
        )
        found |= {name: str(value) for name, value in values if value is not None}
    kind = config.api_authentication.WhichOneof("auth_config")
    if kind == "bearer_token_config" and calls:
        token = session_value(context, config.api_authentication.bearer_token_config.token)
        found |= {} if token is None else {"authorization": f"Bearer {token}"}
    elif kind not in (None, "bearer_token_config"):
        raise unimplemented(f"api_authentication.{kind}", "use bearer_token_config, or a fake")
    return found


async def send(context: ToolContext, config: Message, request: Request, seconds: float) -> Reply:
    """Make a request as the configuration says; WebError if it may not be made, or fails."""
    addresses = context.environment.rights.addresses
    return await fetch(request, addresses, seconds, _tls(config))


def _tls(config: Message) -> ssl.SSLContext | None:
    """Trust in the certificates of the configuration, beside the usual ones."""
    if not config.tls_config.ca_certs:
        return None
    tls = ssl.create_default_context()
    for number, one in enumerate(config.tls_config.ca_certs):
        try:
            tls.load_verify_locations(cadata=one.cert)
        except (ssl.SSLError, ValueError) as error:
            where = f"tls_config.ca_certs[{number}].cert"
            raise invalid_argument(where, f"it is no certificate in DER form: {error}.") from None
    return tls
