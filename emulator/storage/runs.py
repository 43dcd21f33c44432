"""The items of sessions and conversations in runs: rows of 32 items, so that few rows are read.

The body of a run is a message with nothing but its items, so that the concatenated bodies of all
runs are one message with all items. `position` is the index of a run's first item, from 0 on.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sqlalchemy import LargeBinary, Table, bindparam, cast, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert

from emulator.storage.statements import LISTED, Connection, Statement, listed

_ITEMS = 32


class Runs:
    """The rows of one table, whose first column names what holds the items."""

    def __init__(self, table: Table) -> None:
        holder, columns = next(iter(table.c)), table.c
        held, position = bindparam("key") == holder, columns.position
        latest = select(position, columns.body).where(held).order_by(position.desc())
        run = insert(table)
        longer = {
            "length": columns.length + run.excluded.length,
            # Two BLOBs put together are TEXT, though none that could be read.
            "body": cast(columns.body.op("||")(run.excluded.body), LargeBinary),
        }
        end = select(position + columns.length).where(held).order_by(position.desc())
        self._holder = holder.name
        several = select(holder, columns.body).where(holder.in_(select(LISTED.c.value)))
        self._of = Statement(several.order_by(holder, position))
        self._before = Statement(latest.where(position < bindparam("end")).limit(2))
        self._with = Statement(latest.where(func.instr(columns.body, bindparam("part")) > 0))
        self._end = Statement(end.limit(1))
        self._add = Statement(
            run.on_conflict_do_update(index_elements=[holder, position], set_=longer)
        )
        self._replace = Statement(
            update(table)
            .where(held, bindparam("start") == position)
            .values(body=bindparam("new_body"))
        )
        self._remove = Statement(delete(table).where(held))

    def of(self, connection: Connection, names: Sequence[str]) -> dict[str, bytes]:
        """The bodies of all runs, put together, by the names of those that have any."""
        bodies: dict[str, list[bytes]] = {}
        for name, body in self._of.rows(connection, listed=listed(names)):
            bodies.setdefault(name, []).append(body)
        return {name: b"".join(runs) for name, runs in bodies.items()}

    def before(
        self, connection: Connection, name: str, end: int = sys.maxsize
    ) -> tuple[int, bytes]:
        """The last two runs that begin before a position: where the first begins, and the bodies.

        Among their items are the 32 before the position, as far as there are so many.
        """
        runs = self._before.rows(connection, key=name, end=end)[::-1]
        return (runs[0][0] if runs else 0), b"".join(body for _, body in runs)

    def having(self, connection: Connection, name: str, part: bytes) -> list[tuple[int, bytes]]:
        """The runs whose bodies have those bytes, the last one first: where it begins, the body."""
        return self._with.rows(connection, key=name, part=part)

    def replace_run(self, connection: Connection, name: str, start: int, body: bytes) -> None:
        """Store the new state of as many items, in the run that begins at a position."""
        self._replace.run(connection, key=name, start=start, new_body=body)

    def add(self, connection: Connection, name: str, items: Sequence[bytes]) -> None:
        """Append items: to the last run, and as new ones when that is full."""
        if items:
            self._put(connection, name, items, self._end.value(connection, key=name) or 0)

    def add_first(self, connection: Connection, name: str, items: Sequence[bytes]) -> None:
        """Store the items of what has none."""
        self._put(connection, name, items, 0)

    def replace(self, connection: Connection, name: str, items: Sequence[bytes]) -> None:
        """Store these as all the items."""
        self._remove.run(connection, key=name)
        self.add_first(connection, name, items)

    def _put(self, connection: Connection, name: str, items: Sequence[bytes], end: int) -> None:
        """Store items after those that end at a position."""
        while items:
            place = end % _ITEMS
            added, items = items[: _ITEMS - place], items[_ITEMS - place :]
            row = {"position": end - place, "length": len(added), "body": b"".join(added)}
            self._add.run(connection, **{self._holder: name}, **row)
            end += len(added)
