"""Who makes a call: whom its bearer token names. Nobody checks that token."""

from __future__ import annotations

import base64
from typing import Any, NamedTuple

import orjson

from emulator.surface import caller


class Identity(NamedTuple):
    """A user and the groups that the user is in, in lower case as addresses are compared."""

    user: str
    groups: frozenset[str]


def caller_identity() -> Identity | None:
    """The caller of the running call; None if no token tells who that is.

    A token is an address, "ada@example.com", or a JSON Web Token with `email` or `sub`, and with
    `groups` if there are any.
    """
    header = caller.client.get().header("authorization") or ""
    scheme, _, token = header.strip().partition(" ")
    if scheme.lower() != "bearer":
        return None
    claims = _claims(token.strip())
    user = claims.get("email") or claims.get("sub")
    if not isinstance(user, str):
        return None
    groups = claims.get("groups")
    named = groups if isinstance(groups, list) else []
    return Identity(user.casefold(), frozenset(str(one).casefold() for one in named))


def _claims(token: str) -> dict[str, Any]:
    """The claims of a JSON Web Token, or of an address; empty for other tokens."""
    if "@" in token:
        return {"email": token}
    try:
        _, payload, _ = token.split(".")
        text = base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4))
        claims = orjson.loads(text)
    except ValueError:
        return {}
    return claims if isinstance(claims, dict) else {}
