"""What must hold before a resource is written: its id, etag and references, an unlocked app."""

from __future__ import annotations

import re

from emulator.ces import system_tools
from emulator.ces.references import references
from emulator.storage import resources
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import ApiError, Code, failed_precondition, invalid_argument
from emulator.surface.registry import Message

_ID = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]{4,35}")
_DRAFT = "/versions/-"  # Stands for the app as it is now.


def check_id(resource_id: str, field: str) -> None:
    """INVALID_ARGUMENT for an id that the service does not take."""
    if not _ID.fullmatch(resource_id) or resource_id == "root":
        raise invalid_argument(
            field, f"'{resource_id[:100]}' must match the pattern {_ID.pattern}, and not be root."
        )


def check_unlocked(found: Message) -> None:
    """FAILED_PRECONDITION for a locked app: neither it nor what is in it may be modified."""
    if found.locked:
        raise failed_precondition(f"App {found.name} is locked; it cannot be modified.")


def check_etag(resource: Message, etag: str) -> None:
    """ABORTED for an etag of an earlier state."""
    if etag and etag != resource.etag:
        raise ApiError(
            Code.ABORTED, f"The etag of {resource.name} is {resource.etag}, not {etag[:100]}."
        )


# That of a guardrail may name an agent that is yet to be made, as an example for Terraform does.
_TRANSFER = "TransferAgent"
# That of a deployment may be another app's, as in examples for Terraform, too.
_ANY_VERSION = "projects/*/locations/*/apps/*/versions/*"


def check_references(connection: Connection, resource: Message, field: str) -> None:
    """INVALID_ARGUMENT for references to names outside the app or of nothing."""
    own = names.ancestor(resource.name, "apps")
    for reference in references(resource):
        where = f"{field}.{reference.path}"
        for name in reference.names:
            if names.matches(name, _ANY_VERSION) and names.ancestor(name, "apps") != own:
                continue
            _check_name(own, reference.collection, name, where)
            if name.endswith(_DRAFT) or system_tools.is_one(name):
                continue
            forward = reference.owner.DESCRIPTOR.name == _TRANSFER
            if name != resource.name and not forward and resources.get(connection, name) is None:
                raise invalid_argument(where, f"Reference not found: {name}.")


def _check_name(own: str, collection: str, name: str, where: str) -> None:
    if not names.matches(name, f"{own}/{collection}/*"):
        raise invalid_argument(
            where, f"'{name[:200]}' is not the name of one of the app's {collection}."
        )
