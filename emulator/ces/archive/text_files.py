"""Code, schemas and instructions: in a message by themselves, in an archive in their own files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from emulator.surface.registry import Message

_FILES: Mapping[str, str] = {
    "python_code": "python_code.py",
    "open_api_schema": "open_api_schema.yaml",
    "instruction": "instruction.txt",
    "global_instruction": "global_instruction.txt",
}
_ENDS = tuple(path.rpartition(".")[2] for path in _FILES.values())


class MissingText(ValueError):
    """A path that names no file of the archive."""


def taken_out(resource: Message, folder: str) -> dict[str, bytes]:
    """The texts of a resource by their paths, which take their places in it."""
    files: dict[str, bytes] = {}
    for owner, field, path in list(_texts(resource, folder)):
        text = getattr(owner, field)
        if text:
            files[path] = text.encode()
            setattr(owner, field, path)
    return files


def put_in(resource: Message, files: Mapping[str, bytes]) -> None:
    """Put the files' texts in place of their paths; MissingText for a path without a file."""
    for owner, field, _ in list(_texts(resource, "")):
        path = getattr(owner, field)
        if path in files:
            setattr(owner, field, files[path].decode())
        elif _is_path(path):
            raise MissingText(f"there is no file {path}")


def _texts(message: Message, folder: str) -> Iterator[tuple[Message, str, str]]:
    """The fields that hold texts, with the messages that have them and the paths of their files.

    The n-th callback of `before_agent_callbacks` is in `before_agent_callbacks_0n` in the folder of
    that name.
    """
    for field in message.DESCRIPTOR.fields:
        name = field.name
        if name in _FILES and not field.is_repeated:
            yield message, name, "/".join(filter(None, (folder, _FILES[name])))
    for field, value in message.ListFields():
        kind = field.message_type
        if kind is None or kind.GetOptions().map_entry or kind.full_name.startswith("google.pro"):
            continue
        inner = "/".join(filter(None, (folder, field.name)))
        if field.is_repeated:
            for number, one in enumerate(value, start=1):
                yield from _texts(one, f"{inner}/{field.name}_{number:02}")
        else:
            yield from _texts(value, inner)


def _is_path(text: str) -> bool:
    """Whether a text is nothing but the path of a file that an archive may have."""
    return "/" in text and text.endswith(_ENDS) and len(text) < 500 and not set(text) & set(" \n(")
