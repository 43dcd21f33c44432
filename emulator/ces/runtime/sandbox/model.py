"""Objects with fields, as pydantic has them, whose import takes longer than most code runs.

What differs is that values of fields are not checked.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping
from typing import Any, ClassVar

KINDS: dict[str, type[Model]] = {}
"""Every class by its name."""


class Model:
    """Fields as they are annotated, given and dumped under their own names or in camelCase.

    A field without a default is None if its type says so, else empty. Unknown ones are dropped.
    """

    _annotations: ClassVar[dict[str, str]] = {}
    _aliases: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls) -> None:
        cls._annotations = {**cls._annotations, **cls.__annotations__}
        KINDS[cls.__name__] = cls

    def __init__(self, **values: Any) -> None:
        for name, annotation in self._annotations.items():
            given = values.get(name, values.get(self._alias(name)))
            setattr(self, name, self._default(name) if given is None else _read(annotation, given))

    @classmethod
    def model_validate(cls, value: Mapping[str, Any]) -> Any:
        """An object of a mapping."""
        return cls(**value)

    def model_dump(
        self, *, by_alias: bool = False, exclude_none: bool = False, **_: Any
    ) -> dict[str, Any]:
        """The fields as plain values."""
        options = {"by_alias": by_alias, "exclude_none": exclude_none}
        return {
            (self._alias(name) if by_alias else name): _plain(getattr(self, name), options)
            for name in self._annotations
            if not (exclude_none and getattr(self, name) is None)
        }

    def model_dump_json(self, **options: Any) -> str:
        """The fields as JSON."""
        return json.dumps(self.model_dump(**options))

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Any:
        """The same again, with some fields changed."""
        copied = copy.deepcopy(self) if deep else copy.copy(self)
        vars(copied).update(update or {})
        return copied

    def _default(self, name: str) -> Any:
        annotation = self._annotations[name]
        if hasattr(type(self), name) or annotation.endswith(" | None"):
            return getattr(type(self), name, None)
        empty: Mapping[str, type] = {"dict": dict, "list": list, "str": str, "int": int}
        return {**empty, **KINDS}[annotation.partition("[")[0]]()

    @classmethod
    def _alias(cls, name: str) -> str:
        head, *rest = name.split("_")
        return cls._aliases.get(name, head + "".join(map(str.title, rest)))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    __hash__ = None  # type: ignore[assignment] # It can change.

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({shown})"


def _read(annotation: str, given: Any) -> Any:
    """A value of a field: mappings are read as the models that the annotation names."""
    kind = annotation.removesuffix(" | None")
    if kind.startswith("list["):
        return [_read(kind[len("list[") : -1], one) for one in given]
    if kind in KINDS and isinstance(given, Mapping):
        return KINDS[kind](**given)
    return given


def _plain(value: Any, options: Mapping[str, bool]) -> Any:
    if isinstance(value, Model):
        return value.model_dump(**options)
    if isinstance(value, list):
        return [_plain(one, options) for one in value]
    return value.decode("ascii") if isinstance(value, bytes) else value
