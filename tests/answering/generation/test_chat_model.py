import socket
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.answering import pipeline
from emulator.answering.generation.chat_model import ChatModel
from emulator.answering.generation.writer import Task, WriterError
from emulator.answering.values import AnswerDraft, Passage, Question, SkipReason
from emulator.chat_api import ChatApi
from tests.chat_server import ChatServer, chat_server

PASSAGES = (
    Passage(
        "The Skylark 3 has a warranty of 36 months. It starts on the day of purchase.", "Terms"
    ),
    Passage("The Skylark 3 was released in 2021.", "Releases", reference=1),
)
QUESTION = "How long is the warranty of the Skylark 3?"
EXTRACTIVE = "The Skylark 3 has a warranty of 36 months."


@pytest.fixture
def chat() -> Iterator[ChatServer]:
    with chat_server() as server:
        yield server


def model(chat: ChatServer, **fields: object) -> ChatModel:
    known = {"url": chat.url, "name": "small", "key": "", "timeout": 60.0}
    return ChatModel(ChatApi(**{**known, **fields}))


def answer(chat: ChatServer, **question: object) -> AnswerDraft:
    return pipeline.answer(Question(QUESTION, **question), PASSAGES, writer=model(chat))


def test_the_model_is_asked_with_the_passages(chat):
    question = Question(QUESTION, language="de", instructions="Be polite.")
    model(chat, key="secret")(Task(question, PASSAGES))
    (request,) = chat.requests
    assert request["path"] == "/v1/chat/completions"
    assert request["headers"]["authorization"] == "Bearer secret"
    assert (request["model"], request["temperature"]) == ("small", 0)
    system, user = request["messages"]
    assert (system["role"], user["role"]) == ("system", "user")
    assert "Be polite." in system["content"]
    assert " de." in system["content"]
    assert all(passage.text in user["content"] for passage in PASSAGES)
    assert user["content"].endswith(QUESTION)


def test_its_words_are_cited_and_grounded(chat):
    chat.reply = "Release of the Skylark 3: 2021 [2]. Its warranty lasts three years [1]."
    draft = answer(chat)
    assert draft.answer.text == "Release of the Skylark 3: 2021. Its warranty lasts three years."
    first, second = draft.answer.segments
    assert (first.start_byte, first.end_byte, first.sources) == (0, 31, (1,))
    assert (second.start_byte, second.end_byte, second.sources) == (32, 63, (0,))
    assert draft.grounding is not None
    assert draft.grounding.score > 0.6
    assert not draft.note


def test_what_it_thought_aloud_is_left_out(chat):
    chat.reply = f"<think>36 months,\nor 24?</think>\n\n{EXTRACTIVE}"
    assert answer(chat).answer.text == EXTRACTIVE


def test_what_it_made_up_is_not_supported(chat):
    chat.reply = "The Skylark 3 has a warranty of 60 months."
    draft = answer(chat)
    assert draft.answer.text == chat.reply
    assert draft.answer.segments[0].sources == ()
    assert draft.grounding is not None
    assert draft.grounding.score < 0.5


@pytest.mark.parametrize("level", [0.5, 0.8])
def test_and_is_filtered(chat, level):
    chat.reply = "The Skylark 3 has a warranty of 60 months."
    assert answer(chat, minimum_grounding=level).skipped is SkipReason.LOW_GROUNDED_ANSWER


def test_it_is_not_asked_where_there_is_no_evidence(chat):
    draft = pipeline.answer(Question("Who is Ada?"), PASSAGES, writer=model(chat))
    assert draft.skipped is not None
    assert not chat.requests


@pytest.mark.parametrize(
    ("reply", "status", "reason"),
    [
        ("Yes.", 500, "it answered with status 500"),
        ("Yes.", 404, "it answered with status 404"),
        (b"<html>", 200, "its reply is not a chat completion"),
        (b"[" * 100_000, 200, "its reply is not a chat completion"),
        (b"\xff\xfe", 200, "its reply is not a chat completion"),
        (b"", 200, "its reply is not a chat completion"),
        (b'{"choices": []}', 200, "its reply is not a chat completion"),
        (b'{"choices": [{"message": 1}]}', 200, "its reply is not a chat completion"),
        (b'{"choices": [{"message": {"content": null}}]}', 200, "its reply has no text"),
        (" \n", 200, "its reply has no text"),
        ("<think>Hm.</think> [1]", 200, "its reply has no text"),
        (b" " * 1_000_001, 200, "it answered with more than 1000000 bytes"),
    ],
)
def test_what_is_no_answer_leaves_the_extractive_one(chat, reply, status, reason):
    chat.reply, chat.status = reply, status
    draft = answer(chat)
    assert draft.answer.text.startswith(EXTRACTIVE)
    assert draft.answer.segments[0].sources
    assert f"The model did not write the answer: {reason}." in draft.note


@pytest.mark.parametrize("begins", [True, False])
def test_time_runs_out_however_slowly_it_answers(chat, begins):
    """A byte comes well within the time, or none; the whole reply takes many times as long."""
    chat.drip = 0.02
    if not begins:
        chat.writing.clear()
    with pytest.raises(WriterError, match=r"did not answer within 0.2 s"):
        model(chat, timeout=0.2)(Task(Question(QUESTION), PASSAGES))


@given(st.text(max_size=200))
def test_segments_of_any_text_lie_on_utf_8_boundaries(text):
    text = text.encode(errors="ignore").decode()
    draft = pipeline.answer(Question(QUESTION), PASSAGES, writer=lambda task: text)
    encoded = draft.answer.text.encode()
    for segment in draft.answer.segments:
        assert encoded[segment.start_byte : segment.end_byte].decode() == segment.text


def test_nobody_answers():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(WriterError, match="cannot be reached"):
            ChatModel(ChatApi(url, "small", "", 1.0))(Task(Question(QUESTION), PASSAGES))
