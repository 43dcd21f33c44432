"""ControlService."""

from __future__ import annotations

from emulator.discoveryengine.controls.rules import ID_FIELDS, check_control
from emulator.discoveryengine.environment import Service
from emulator.resources import masks
from emulator.storage.statements import Connection
from emulator.surface import names
from emulator.surface.errors import invalid_argument, unimplemented
from emulator.surface.messages import discoveryengine as de
from emulator.surface.messages import protobuf
from emulator.surface.registry import Message


class ControlService(Service):
    """Controls of an engine or a data store: they act in the serving configs that list their ids.

    One that is deleted leaves its id there, where it does nothing.
    """

    def create_control(self, request: Message) -> Message:
        """Create a control."""
        parent = names.canonical(request.parent)
        control = masks.writable(request.control)
        with self.environment.store.write() as connection:
            self.require_parent(connection, parent)
            self._check(connection, parent, control)
            return self.controls.add(connection, parent, request.control_id, control)

    def get_control(self, request: Message) -> Message:
        """The control."""
        return self._shown(self.controls.get(request.name))

    def list_controls(self, request: Message) -> Message:
        """The controls of an engine or a data store."""
        if request.filter:
            raise unimplemented("ListControlsRequest.filter")
        with self.environment.store.read() as connection:
            self.require_parent(connection, names.canonical(request.parent))
        found, token = self.controls.page(request)
        return de.ListControlsResponse(
            controls=[self._shown(control) for control in found], next_page_token=token
        )

    def update_control(self, request: Message) -> Message:
        """Change the masked fields; all but the name and the solution type without a mask."""
        name = names.canonical(request.control.name)
        with self.environment.store.write() as connection:
            control = self.controls.require(connection, name)
            masks.update(control, request.control, request.update_mask.paths, replaces=True)
            self._check(connection, names.parent(name), control)
            self.controls.save(connection, control)
        return self._shown(control)

    def delete_control(self, request: Message) -> Message:
        """Delete a control."""
        with self.environment.store.write() as connection:
            self.controls.remove(connection, names.canonical(request.name))
        return protobuf.Empty()

    def _check(self, connection: Connection, parent: str, control: Message) -> None:
        check_control(control)
        kind = control.WhichOneof("action")
        action = getattr(control, kind)
        if getattr(action, "data_store", "") and not self.data_stores.exists(
            connection, names.canonical(action.data_store)
        ):
            raise invalid_argument(
                f"control.{kind}.data_store", f"there is no data store '{action.data_store}'."
            )

    def _shown(self, control: Message) -> Message:
        """The control with the ids of the serving configs in which it acts."""
        control_id = names.resource_id(control.name)
        field = ID_FIELDS[control.WhichOneof("action")]
        control.associated_serving_config_ids.extend(
            names.resource_id(config.name)
            for config in self.serving_configs.all(names.parent(control.name))
            if control_id in getattr(config, field)
        )
        return control
