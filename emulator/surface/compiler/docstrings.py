"""What the clients' docstrings say of messages, fields, enum values and RPCs."""

import inspect
import re
from collections.abc import Iterable, Iterator
from typing import Any

from .descriptors import class_descriptor
from .packages import Package, type_classes
from .plaintext import plain_text

_SECTION = re.compile(r"^(?:Attributes|Values):\n", re.MULTILINE)
_MEMBER = re.compile(r"^    (\w+) \((?:[^()\n]|\([^()\n]*\))*\):\n", re.MULTILINE)
_BEHAVIOR = re.compile(
    r"(required|output only|immutable|input only|optional|identifier)\.(?:\s+|\Z)", re.IGNORECASE
)


def package_docs(package: Package) -> dict[str, str]:
    """Plain text by full name of message, enum, field and enum value, in the package's names."""
    docs: dict[str, str] = {}
    for cls in type_classes(package):
        for part in _with_nested(cls):
            name = class_descriptor(part).full_name
            docs.update(_class_docs(name, inspect.cleandoc(part.__doc__ or "")))
    return docs


def method_doc(docstring: str) -> str:
    """The plain text of an RPC from the docstring of its client method, without the examples."""
    text = inspect.cleandoc(docstring)
    return plain_text(
        re.split(r"^(?:\.\. code-block::|Args:|Returns:)", text, flags=re.MULTILINE)[0]
    )


def behaviors(text: str) -> list[str]:
    """The field behaviours that a field's text starts with, e.g. "Required. Immutable. The..."."""
    found = []
    while match := _BEHAVIOR.match(text):
        found.append(match[1].lower().replace(" ", "_"))
        text = text[match.end() :]
    return found


def _with_nested(cls: type[Any]) -> Iterator[type[Any]]:
    yield cls
    for _, value in sorted(vars(cls).items()):
        if inspect.isclass(value) and value.__qualname__.startswith(f"{cls.__qualname__}."):
            yield from _with_nested(value)


def _class_docs(name: str, text: str) -> Iterable[tuple[str, str]]:
    head, *rest = _SECTION.split(text, maxsplit=1)
    yield name, plain_text(head)
    parts = _MEMBER.split(rest[0])[1:] if rest else []
    for member, description in zip(parts[::2], parts[1::2], strict=True):
        yield f"{name}.{member.removesuffix('_')}", plain_text(inspect.cleandoc(description))
