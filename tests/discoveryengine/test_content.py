"""Content that no parser was made for."""

from __future__ import annotations

from typing import Any

import pytest

from emulator.discoveryengine.files import Files
from emulator.discoveryengine.indexing import content
from emulator.surface.errors import ApiError, Code
from emulator.surface.messages import discoveryengine


def test_what_a_parser_did_not_foresee_is_the_failure_of_one_document(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def parse(*_: Any, **__: Any) -> None:
        raise ValueError("max() arg is an empty sequence")

    monkeypatch.setattr(content, "parse", parse)
    files = Files(None, "", allow_markdown=False, most_bytes=100)
    nothing: Any = None
    destination = content.Destination(nothing, discoveryengine.DataStore(), {}, nothing, files)
    given = discoveryengine.Document.Content(raw_bytes=b"text", mime_type="text/plain")
    with pytest.raises(ApiError) as failed:
        content.parsed_content(given, destination)
    assert failed.value.code is Code.INTERNAL
    assert "max() arg" not in failed.value.message
    assert "text/plain" in caplog.text
