"""One method of the page: its URLs, a call to copy, what it takes and what it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Any

from emulator.transports.docs import fields
from emulator.transports.docs.curl import curl
from emulator.transports.docs.text import html
from emulator.transports.openapi.document import GRPC_METHODS


@dataclass(slots=True)
class ShownMethod:
    """An RPC of one version and the operations (verb, path, operation) that serve it."""

    package: str
    service: str
    name: str
    operations: list[tuple[str, str, Mapping[str, Any]]] = field(default_factory=list)

    @property
    def id(self) -> str:
        """Its place in the page."""
        return f"{self.service_id}.{self.name}"

    @property
    def service_id(self) -> str:
        """The place of its service: both APIs have a SessionService."""
        return f"ces.{self.service}" if ".ces." in self.package else self.service


def shown_methods(document: Mapping[str, Any], version: str) -> list[ShownMethod]:
    """The methods of one version, each with all its operations, in the document's order."""
    found: dict[str, ShownMethod] = {}
    for path, operations in document["paths"].items():
        if not path.startswith(f"/{version}/"):
            continue
        for verb, operation in operations.items():
            full_service, rpc = operation[GRPC_METHODS][0][1:].split("/")
            package, _, service = full_service.rpartition(".")
            method = ShownMethod(package, service, rpc)
            shown = found.setdefault(method.id, method)
            shown.operations.append((verb.upper(), path, operation))
    return list(found.values())


def card(document: Mapping[str, Any], method: ShownMethod) -> str:
    """The method as a `<details>` element."""
    verb, path, operation = method.operations[0]
    find = " ".join([method.id, *(one[1] for one in method.operations)]).lower()
    return (
        f'<details class="method" id="{method.id}" data-find="{escape(find)}"><summary>'
        f'<b>{escape(method.name)}</b><span class="call">{_verb(verb)} {_path(path)}</span>'
        f'</summary><div class="inside">{html(operation["description"])}'
        f"{_command(verb, path, operation)}{_request(document, operation)}"
        f"{_answer(operation)}{_addresses(method)}</div></details>"
    )


def _verb(verb: str) -> str:
    return f'<span class="verb {verb.lower()}">{verb}</span>'


def _path(path: str) -> str:
    """The path with room to break before each segment, and its variables set apart."""
    text = escape(path).replace("{", "<i>{").replace("}", "}</i>").replace("/", "<wbr>/")
    return f'<code class="path">{text.replace("<<wbr>/i>", "</i>")}</code>'


def _command(verb: str, path: str, operation: Mapping[str, Any]) -> str:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    command = curl(verb, path, _query(operation), body.get("example"))
    copy = '<button class="copy" type="button">Copy</button>'
    return f'<div class="command">{copy}<pre><code>{escape(command)}</code></pre></div>'


def _query(operation: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return [one for one in operation["parameters"] if one.get("in") == "query"]


def _request(document: Mapping[str, Any], operation: Mapping[str, Any]) -> str:
    parameters = fields.parameters_table(_query(operation))
    parts = [f"<h3>Query parameters</h3>{parameters}" if parameters else ""]
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        resource = not schema["$ref"].endswith("Body")
        name = f": {fields.type_words(schema)}" if resource else ""
        parts.append(f"<h3>Body{name}</h3>")
        parts.append(fields.properties_table(fields.resolve(document, schema)))
    return "".join(parts)


def _answer(operation: Mapping[str, Any]) -> str:
    content = next(iter(operation["responses"]["200"]["content"].values()))
    schema = content["schema"]
    if "allOf" in schema:
        operation_type, own = schema["allOf"]
        words = (
            f"{fields.type_words(operation_type)} that ends in "
            f"{fields.type_words(own['properties']['response'])}"
        )
    elif schema == {"type": "object"}:
        words = "an empty object"
    else:
        words = fields.type_words(schema)
    return f"<h3>Answer: {words}</h3>"


def _addresses(method: ShownMethod) -> str:
    """The gRPC path, and the URLs beside the one in the heading."""
    names = method.operations[0][2][GRPC_METHODS]
    grpc = "<br>".join(f"<code>{escape(name)}</code>" for name in names)
    others = "".join(f"<li>{_verb(one[0])} {_path(one[1])}</li>" for one in method.operations[1:])
    more = f'<h3>Served as well at</h3><ul class="urls">{others}</ul>' if others else ""
    return f"<h3>gRPC: {grpc}</h3>{more}"
