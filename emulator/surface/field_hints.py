"""What was probably meant by JSON that does not fit, for the details of its refusal.

The refusal itself is in the service's words, which do not tell.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from emulator.surface.message_shapes import FieldShape, MessageShape, shape

_API = "google.cloud."
_DEEPEST = 4
_MOST_LISTED = 20
_FEW = 12
_FORMS = {
    "TYPE_STRING": "a text",
    "TYPE_BYTES": "a text of base64",
    "TYPE_BOOL": "true or false",
    "type.googleapis.com/google.protobuf.Timestamp": "a time such as 2026-01-31T12:00:00Z",
    "type.googleapis.com/google.protobuf.Duration": "a duration such as 3.5s",
    "type.googleapis.com/google.protobuf.Struct": "an object, not a text that holds one",
}


def unknown_field(package: str, kind: str, name: str, value: object, request: str) -> str:
    """What may be meant by a name that is no field of a message of the kind; empty if unknown.

    `value` is what the name holds. `request` is the kind whose fields are parameters of the URL
    where the body is one field of it.
    """
    fields = shape(package, kind).fields
    if isinstance(value, dict) and value and value.keys() <= fields.keys():
        return f'What "{name}" holds belongs there without "{name}" around it.'
    if parameter := _parameters(package, request).get(_plain(name)):
        return f"It is a parameter of the URL: ?{parameter}=..."
    if alike := get_close_matches(_plain(name), by_plain := _by_plain(fields), n=1, cutoff=0.8):
        return f"Did you mean {by_plain[alike[0]]}?"
    if version := _other_version(package, kind, name):
        return f"{version} has it, {package.rpartition('.')[2]} has not."
    if found := _below(package, kind, _plain(name)):
        return f"Did you mean {found}?"
    return f"There are {_listed(by_plain.values())}" if len(by_plain) <= _FEW else ""


def unfit_scalar(field: FieldShape) -> str:
    """What fits a scalar or an enum; empty if the refusal tells."""
    if field.values:
        return f"It is one of {_listed(field.values)}"
    form = _FORMS.get(field.type_name)
    return f"It is {form}." if form else ""


def unfit_message(kind: MessageShape) -> str:
    """What a message is in JSON."""
    if kind.read is None:
        return f"It is an object with {_listed(_by_plain(kind.fields).values())}"
    form = _FORMS.get(kind.type_name)
    return f"It is {form}." if form else ""


def _plain(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()


def _by_plain(fields: Mapping[str, FieldShape]) -> dict[str, str]:
    """The JSON names of fields, by what is left of them whatever the spelling."""
    return {_plain(name): name for name in fields if "_" not in name}


def _parameters(package: str, request: str) -> dict[str, str]:
    """The fields of a request beside its body and its parent, which stands in the path."""
    fields = shape(package, request).fields.items()
    return _by_plain(
        {name: one for name, one in fields if name != "parent" and not one.message.startswith(_API)}
    )


def _listed(names: Iterable[str]) -> str:
    """The first names, and the end of the sentence."""
    shown = list(names)
    return ", ".join(shown[:_MOST_LISTED]) + (", ..." if len(shown) > _MOST_LISTED else ".")


def _other_version(package: str, kind: str, name: str) -> str:
    """The newest other version of the API that has the field."""
    api, _, own = package.rpartition(".")
    others = (one for one in ("v1", "v1beta", "v1alpha") if one != own)
    return next((one for one in others if name in shape(f"{api}.{one}", kind).fields), "")


def _below(package: str, kind: str, plain: str) -> str:
    """The path of the field of that name that is nearest below a message of the kind."""
    waiting, seen = deque([(kind, "")]), {kind}
    while waiting:
        kind, path = waiting.popleft()
        for name, field in shape(package, kind).fields.items():
            if "_" in name:
                continue
            if _plain(name) == plain:
                return f"{path}{name}"
            if field.message and field.message not in seen and path.count(".") < _DEEPEST:
                seen.add(field.message)
                waiting.append((field.message, f"{path}{name}."))
    return ""
