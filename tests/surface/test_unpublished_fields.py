"""Fields that are served though the client of their version lacks them."""

from __future__ import annotations

from emulator.surface.unpublished_fields import _SERVED, unpublished_fields


def test_the_clients_lack_each_of_them():
    """One that a newer client has needs no line any more."""
    for package, messages in _SERVED.items():
        for message, fields in messages.items():
            lacking = unpublished_fields(package, f"google.cloud.discoveryengine.union.{message}")
            assert fields <= lacking, f"{package}.{message}"
