"""The standard methods over a database in memory."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.control.clock import Clock
from emulator.discoveryengine import resource_kinds
from emulator.resources.standard import Collection
from emulator.storage.store import Store
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import discoveryengine as de

PARENT = "projects/1/locations/global/collections/default_collection"


@pytest.fixture(scope="module")
def store() -> Iterator[Store]:
    opened = Store(None)
    yield opened
    opened.close()


@pytest.fixture
def engines(store: Store) -> Iterator[Collection]:
    collection = Collection(store, Clock(), resource_kinds.ENGINE)
    yield collection
    with store.write() as connection:
        for one in collection.all(PARENT):
            collection.remove(connection, one.name)


def add(store: Store, engines: Collection, engine_id: str, parent: str = PARENT, **fields: object):
    with store.write() as connection:
        return engines.add(connection, parent, engine_id, de.Engine(**fields))


def test_a_resource_gets_its_name_and_times(store: Store, engines: Collection) -> None:
    first = add(store, engines, "a", display_name="x")
    second = add(store, engines, "b")
    assert first.name == f"{PARENT}/engines/a"
    assert first.create_time == first.update_time
    assert first.update_time.ToMicroseconds() < second.create_time.ToMicroseconds()
    assert engines.get("projects/1/locations/global/engines/a") == first


def test_a_change_moves_the_update_time_only(store: Store, engines: Collection) -> None:
    made = add(store, engines, "a", display_name="x")
    update = de.UpdateEngineRequest(engine={"name": made.name, "display_name": "y"})
    changed = engines.change(update.engine, update.update_mask)
    assert changed.display_name == "y"
    assert changed.create_time == made.create_time
    assert changed.update_time.ToMicroseconds() > made.update_time.ToMicroseconds()
    assert engines.get(made.name) == changed


def test_a_check_that_fails_changes_nothing(store: Store, engines: Collection) -> None:
    made = add(store, engines, "a", display_name="x")

    def check(_: object) -> None:
        raise ApiError(Code.INVALID_ARGUMENT, "no")

    update = de.UpdateEngineRequest(engine={"name": made.name, "display_name": "y"})
    with pytest.raises(ApiError, match="no"):
        engines.change(update.engine, update.update_mask, check)
    assert engines.get(made.name) == made


def test_what_is_below_a_resource_goes_with_it(store: Store, engines: Collection) -> None:
    made = add(store, engines, "a")
    configs = Collection(store, Clock(), resource_kinds.SERVING_CONFIG)
    for parent, kept in ((made.name, False), (f"{made.name}b", True), (f"{made.name}-", True)):
        with store.write() as connection:
            configs.add(connection, parent, "mine", de.ServingConfig())
            assert configs.exists(connection, f"{parent}/servingConfigs/mine")
        if not kept:
            with store.write() as connection:
                engines.remove(connection, made.name)
        assert [one.name for one in configs.all(parent)] == (
            [f"{parent}/servingConfigs/mine"] if kept else []
        )
    with pytest.raises(ApiError, match=f'Engine with name "{made.name}" does not exist.'):
        engines.get(made.name)


@given(st.integers(0, 12), st.integers(1, 5), st.sets(st.integers(0, 11)))
def test_pages_show_each_resource_once(store: Store, number: int, size: int, gone: set[int]):
    """Also if some that were shown, and some that were not, are deleted in between."""
    engines = Collection(store, Clock(), resource_kinds.ENGINE)
    made = [add(store, engines, f"e{one}").name for one in range(number)]
    doomed = [made[one] for one in gone if one < number]
    request, seen, pages = de.ListEnginesRequest(parent=PARENT, page_size=size), [], 0
    while True:
        found, request.page_token = engines.page(request)
        seen += [one.name for one in found]
        pages += 1
        if pages == 1:
            with store.write() as connection:
                for name in doomed:
                    engines.remove(connection, name)
        if not request.page_token:
            break
        assert len(found) == size
    kept = [name for name in made if name not in doomed]
    assert [name for name in seen if name in kept] == kept
    assert len(seen) == len(set(seen))
    with store.write() as connection:
        for name in kept:
            engines.remove(connection, name)


@pytest.mark.parametrize(
    "engine_id", ["", "a/b", "a.b", "A", "-", "a" * 64, "a\n", "\u0661", "a b"]
)
def test_an_id_that_does_not_fit_is_refused(
    store: Store, engines: Collection, engine_id: str
) -> None:
    with pytest.raises(ApiError) as error:
        add(store, engines, engine_id)
    assert error.value.violations[0].field == "engine_id"
    assert engines.all(PARENT) == []


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_pages_of_many_made_at_one_time(store: Store, size: int) -> None:
    class Stopped(Clock):
        def now(self) -> int:
            return 7

    engines = Collection(store, Stopped(), resource_kinds.ENGINE)
    parent = f"{PARENT}-{size}"
    for number in range(6):
        add(store, engines, f"e{number}", parent)
    found: list[str] = []
    request = de.ListEnginesRequest(parent=parent, page_size=size)
    while True:
        page, request.page_token = engines.page(request)
        found += [one.name.rpartition("/")[2] for one in page]
        if not request.page_token:
            break
    assert found == [f"e{number}" for number in range(6)]
