"""ControlService."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.discoveryengine.controls.parents import control_parent
from emulator.discoveryengine.controls.rules import ID_FIELDS, check_control, check_future
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
            self._check(connection, control)
            check_future(control, self.environment.clock.now())
            place = control_parent(self.environment, connection, parent)
            return self.controls.add(connection, place, request.control_id, control)

    def get_control(self, request: Message) -> Message:
        """The control."""
        with self.environment.store.read() as connection:
            name = self._kept(connection, request.name)
            control = self.controls.require(connection, name)
        self._fill([control], _owner(request.name))
        return control

    def list_controls(self, request: Message) -> Message:
        """The controls of an engine or a data store."""
        if request.filter:
            raise unimplemented("ListControlsRequest.filter")
        parent = names.canonical(request.parent)
        with self.environment.store.read() as connection:
            self.require_parent(connection, parent)
            request.parent = control_parent(self.environment, connection, parent)
        found, token = self.controls.page(request)
        self._fill(found, parent)
        return de.ListControlsResponse(controls=found, next_page_token=token)

    def update_control(self, request: Message) -> Message:
        """Change the masked fields; all but the name and the solution type without a mask."""
        with self.environment.store.write() as connection:
            name = self._kept(connection, request.control.name)
            control = self.controls.require(connection, name)
            before = list(control.conditions)
            masks.update(control, request.control, request.update_mask.paths, replaces=True)
            self._check(connection, control)
            if control.conditions != before:
                check_future(control, self.environment.clock.now())
            self.controls.save(connection, control)
        self._fill([control], _owner(request.control.name))
        return control

    def delete_control(self, request: Message) -> Message:
        """Delete a control."""
        with self.environment.store.write() as connection:
            self.controls.remove(connection, self._kept(connection, request.name))
        return protobuf.Empty()

    def _kept(self, connection: Connection, asked: str) -> str:
        """The name of a control where it is kept; the one that was asked for if there is none."""
        name = names.canonical(asked)
        place = control_parent(self.environment, connection, names.parent(name))
        kept = f"{place}/controls/{names.resource_id(name)}"
        is_kept = names.is_of(name, "controls") and self.controls.exists(connection, kept)
        return kept if is_kept else name

    def _check(self, connection: Connection, control: Message) -> None:
        check_control(control)
        kind = control.WhichOneof("action")
        action = getattr(control, kind)
        if getattr(action, "data_store", "") and not self.data_stores.exists(
            connection, names.canonical(action.data_store)
        ):
            raise invalid_argument(
                f"control.{kind}.data_store", f"there is no data store '{action.data_store}'."
            )

    def _fill(self, controls: Sequence[Message], owner: str) -> None:
        """Fill in the ids of the serving configs in which controls act: those of that owner, and of
        the one with which they are kept."""
        owners = dict.fromkeys([*(_owner(one.name) for one in controls), owner])
        configs = [config for one in owners for config in self.serving_configs.all(one)]
        for control in controls:
            control_id = names.resource_id(control.name)
            field = ID_FIELDS[control.WhichOneof("action")]
            acting = [one for one in configs if control_id in getattr(one, field)]
            ids = dict.fromkeys(names.resource_id(one.name) for one in acting)
            control.associated_serving_config_ids.extend(ids)


def _owner(name: str) -> str:
    return names.parent(names.canonical(name))
