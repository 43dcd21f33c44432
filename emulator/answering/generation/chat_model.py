"""A language model that writes answers from the passages that were found."""

from __future__ import annotations

import re
from dataclasses import dataclass

from emulator.answering.generation.writer import Task, WriterError
from emulator.chat_api import ChatApi, ChatError

# Citations are computed afterwards; models that were not asked for markers write them all the same.
_MARKERS = re.compile(r"\s?\[\d+(?:\s?,\s?\d+)*\]")

_INSTRUCTION = (
    "Answer the question in at most {sentences} sentences. Use only what the numbered sources "
    "say, with their names, numbers and units. Write plain text without citation markers{form}."
)


@dataclass(frozen=True, slots=True)
class ChatModel:
    """Writes answers with the model of a chat API."""

    api: ChatApi

    def __call__(self, task: Task) -> str:
        """The text that the model writes; WriterError if it does not."""
        try:
            written = self.api.write(_instruction(task), _asked(task))
        except ChatError as error:
            raise WriterError(str(error)) from None
        text = _MARKERS.sub("", written).strip()
        if not text:
            raise WriterError("its reply has no text")
        return text


def _instruction(task: Task) -> str:
    form = task.question.form
    points = ", one point a line" if form.bullets else ""
    system = _INSTRUCTION.format(sentences=form.sentences, form=points)
    if task.question.language:
        system += f" Write in the language {task.question.language}."
    if task.question.instructions:
        system += f"\n\n{task.question.instructions}"
    return system


def _asked(task: Task) -> str:
    sources = "\n\n".join(
        f"Source {number}: {passage.title}\n{passage.text}"
        for number, passage in enumerate(task.passages, start=1)
    )
    return f"{sources}\n\nQuestion: {task.question.text}"
