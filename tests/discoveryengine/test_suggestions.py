"""What is kept of the completions of data stores."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator

import pytest

from emulator.app import Emulator
from emulator.discoveryengine.completion.suggestions import IMPORTED, Suggestions
from emulator.settings import Settings
from emulator.storage import branches, resources
from emulator.surface.messages import discoveryengine as de


def data_store(name: str) -> str:
    return f"projects/1/locations/global/collections/default_collection/dataStores/{name}"


@pytest.fixture
def suggestions(monkeypatch: pytest.MonkeyPatch) -> Iterator[Suggestions]:
    monkeypatch.setattr("emulator.discoveryengine.completion.suggestions._MOST_KEPT", 2)
    emulator = Emulator(Settings(ephemeral=True, seed=False))
    [service, *_] = emulator._services["discoveryengine", "CompletionService"]
    with service.environment.store.write() as connection:
        for store in map(data_store, ("a", "b", "c", "of-5", "of-500")):
            branches.add(connection, f"{store}/branches/0")
    yield service._suggestions
    emulator.close()


def test_only_those_that_were_asked_for_last_are_kept(suggestions: Suggestions) -> None:
    asked = [data_store(name) for name in ("a", "b", "a", "c")]
    made = {name: weakref.ref(suggestions.of(name, "document")) for name in asked}
    gc.collect()
    assert [made[name]() is not None for name in dict.fromkeys(asked)] == [True, False, True]
    assert suggestions.of(asked[0], "document") is made[asked[0]]()


def test_imported_ones_are_read_again_only_after_a_write(suggestions: Suggestions) -> None:
    steps = []
    for count in (5, 500):
        store = data_store(f"of-{count}")
        add(suggestions, store, [f"word {number}" for number in range(count)])
        first = suggestions.of(store, "document")
        steps.append(steps_of(suggestions, lambda store=store: suggestions.of(store, "document")))
        assert suggestions.of(store, "document") is first
        add(suggestions, store, ["another"])
        assert list(suggestions.of(store, "document").complete("ano")) == ["another"]
    assert steps[0] == steps[1]


def add(suggestions: Suggestions, store: str, texts: list[str]) -> None:
    with suggestions._environment.store.write() as connection:
        for text in texts:
            body = de.CompletionSuggestion(suggestion=text).SerializeToString()
            resources.add(connection, f"{store}/{IMPORTED}/{text}", store, IMPORTED, 0, body)


def steps_of(suggestions: Suggestions, call: Callable[[], object]) -> int:
    """How many steps SQLite takes for a call."""
    steps: list[None] = []
    with suggestions._environment.store.read() as connection:
        connection.set_progress_handler(lambda: steps.append(None), 1)
        call()
        connection.set_progress_handler(None, 1)
    return len(steps)
