"""AgentService's examples."""

from __future__ import annotations

from emulator.ces.app_resources import AppResources
from emulator.ces.messages import check_messages
from emulator.storage.statements import Connection
from emulator.surface.messages import ces
from emulator.surface.registry import Message


class Examples(AppResources):
    """Conversations that show an agent what to do; one that loses what it names is invalid."""

    collection, field = "examples", "example"

    def create_example(self, request: Message) -> Message:
        """Create an example."""
        return self.create(request)

    def get_example(self, request: Message) -> Message:
        """The example."""
        return self.get(request.name)

    def list_examples(self, request: Message) -> Message:
        """The examples of an app."""
        found = self.listed(request)
        return ces.ListExamplesResponse(examples=found.resources, next_page_token=found.token)

    def update_example(self, request: Message) -> Message:
        """Change an example."""
        return self.update(request)

    def delete_example(self, request: Message) -> Message:
        """Delete an example."""
        return self.delete(request)

    def check(self, connection: Connection, resource: Message) -> None:
        """Refuse messages that are none."""
        super().check(connection, resource)
        check_messages(resource.messages, "example.messages", timed=False)

    def complete(self, connection: Connection, resource: Message) -> None:
        """What is stored anew names only what there is."""
        resource.invalid = False
