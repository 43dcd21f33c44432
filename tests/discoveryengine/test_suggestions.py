"""What is kept of the completions of data stores."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from emulator.app import Emulator
from emulator.discoveryengine.completion.suggestions import Suggestions
from emulator.settings import Settings

COLLECTION = "projects/1/locations/global/collections/default_collection"


@pytest.fixture
def suggestions(monkeypatch: pytest.MonkeyPatch) -> Iterator[Suggestions]:
    monkeypatch.setattr("emulator.discoveryengine.completion.suggestions._MOST_KEPT", 2)
    emulator = Emulator(Settings(ephemeral=True, seed=False))
    [service, *_] = emulator._services["discoveryengine", "CompletionService"]
    yield service._suggestions
    emulator.close()


def test_only_those_that_were_asked_for_last_are_kept(suggestions: Suggestions) -> None:
    asked = [f"{COLLECTION}/dataStores/{name}" for name in ("a", "b", "a", "c")]
    made = {name: weakref.ref(suggestions.of(name, "document")) for name in asked}
    gc.collect()
    assert [made[name]() is not None for name in dict.fromkeys(asked)] == [True, False, True]
    assert suggestions.of(asked[0], "document") is made[asked[0]]()
