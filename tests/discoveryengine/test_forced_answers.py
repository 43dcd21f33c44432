"""What is taken for a prescribed answer, and what is not, whatever it looks like."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.discoveryengine.forced_answers import ForcedAnswers, UnreadableAnswer, read_file
from emulator.surface import caller
from emulator.surface.errors import ApiError

FIELDS = (
    "question",
    "answerText",
    "answerSkippedReasons",
    "state",
    "citations",
    "references",
    "groundingSupports",
    "relatedQuestions",
    "summarySkippedReasons",
    "name",
    "steps",
    "createTime",
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text()
)
VALUES = st.recursive(
    LEAVES | st.sampled_from(["SUCCEEDED", "TIME_OUT", "("]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["endIndex", "sources", "referenceId", "x"]), inner)
    ),
    max_leaves=6,
)
ENTRIES = st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=4)


@given(ENTRIES | st.lists(ENTRIES, max_size=3) | VALUES)
def test_anything_is_an_answer_or_a_bad_argument(value: Any) -> None:
    caller.client.set(caller.Client("rest", [(b"x-emulator-answer", orjson.dumps(value))]))
    with suppress(ApiError):
        found = ForcedAnswers().to("question")
        if found is not None:
            assert isinstance(found.draft(10).answer.text, str)


@given(st.binary())
def test_any_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "answers.json"
    file.write_bytes(data)
    with suppress(UnreadableAnswer):
        assert read_file(file).of_file is not None


def test_folder_is_no_file_of_answers(tmp_path: Path) -> None:
    with pytest.raises(UnreadableAnswer, match="directory"):
        read_file(tmp_path)


def test_header_goes_before_the_file_and_leaves_the_rest_to_it(tmp_path: Path) -> None:
    file = tmp_path / "answers.json"
    file.write_text('[{"question": "a", "answerText": "A"}, {"question": "b", "answerText": "B"}]')
    answers = read_file(file)
    entry = b'{"question": "a", "answerText": "C"}'
    caller.client.set(caller.Client("rest", [(b"x-emulator-answer", entry)]))
    assert [answers.to(text).answer.answer_text for text in "ab"] == ["C", "B"]
    assert answers.to("c") is None
    caller.client.set(caller.Client("rest", []))
    assert answers.to("a").answer.answer_text == "A"
