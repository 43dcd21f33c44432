"""The one source of server-assigned ids."""

from __future__ import annotations

import base64
import random
from uuid import UUID


class Ids:
    """Random decimal uint64 strings, as the service assigns to sessions, answers and operations.

    A seed makes the sequence repeatable.
    """

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def new(self) -> str:
        """A 17 to 20 digit decimal string."""
        return str(self._random.randrange(10**16, 2**64))

    def token(self) -> str:
        """One of them as URL-safe Base64, for what is only to be handed back."""
        return base64.urlsafe_b64encode(self.new().encode()).decode().rstrip("=")

    def uuid(self) -> str:
        """A UUID of two of them, as the service assigns to resources of CES."""
        return str(UUID(int=int(self.new()) << 64 | int(self.new())))
