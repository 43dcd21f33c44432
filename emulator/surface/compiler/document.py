"""`surface.json` and `descriptions.json`: what descriptors do not say of the API."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from google.protobuf.descriptor_pb2 import FileDescriptorProto

from .descriptors import Files
from .docstrings import behaviors, method_doc
from .methods import Method
from .overlay import overlay_docs
from .packages import PACKAGES, Package
from .walk import messages_of

Docs = Mapping[Package, Mapping[str, str]]


def method_entries(package: Package, methods: Iterable[Method]) -> list[dict[str, Any]]:
    """The RPCs of a package as `surface.json` lists them, a mixin once with all its bindings."""
    merged: dict[tuple[str, str], dict[str, Any]] = {}
    for method in methods:
        entry = merged.setdefault((method.service, method.rpc), _entry(package, method))
        bindings = [list(binding) for binding in method.bindings]
        entry["bindings"] += [binding for binding in bindings if binding not in entry["bindings"]]
    return [merged[key] for key in sorted(merged)]


def missing(package: Package, files: Files, union: FileDescriptorProto) -> dict[str, list[str]]:
    """The fields that a version lacks of the union, by the messages that it has."""
    own = _fields(package, files)
    return {
        name: sorted(absent)
        for message, name in messages_of(union.message_type, union.package)
        if name in own and not message.options.map_entry
        if (absent := {field.name for field in message.field} - own[name])
    }


def unknown(package: Package, files: Files, union: FileDescriptorProto) -> list[str]:
    """The messages of the union that a version lacks altogether."""
    own = _fields(package, files)
    return [name for _, name in messages_of(union.message_type, union.package) if name not in own]


def union_docs(docs: Docs) -> dict[str, str]:
    """Descriptions by union name; the newest version that has a text wins."""
    merged = dict(overlay_docs())
    for package in PACKAGES:
        for name, text in docs[package].items():
            if text:
                merged.setdefault(name.replace(package.proto, package.union, 1), text)
    return dict(sorted(merged.items()))


def method_docs(methods: Iterable[Method]) -> dict[str, str]:
    """Descriptions of RPCs by full name."""
    texts = {f"{m.service}.{m.rpc}": method_doc(m.description) for m in methods}
    return dict(sorted(texts.items()))


def field_behaviors(
    unions: Sequence[FileDescriptorProto], docs: Mapping[str, str]
) -> dict[str, dict[str, list[str]]]:
    """By union message, the behaviours of the fields whose text starts with one or more."""
    found: dict[str, dict[str, list[str]]] = {}
    for union in unions:
        for message, name in messages_of(union.message_type, union.package):
            for field in message.field:
                if told := behaviors(docs.get(f"{name}.{field.name}", "")):
                    found.setdefault(name, {})[field.name] = told
    return found


def _fields(package: Package, files: Files) -> dict[str, set[str]]:
    """The fields of each message that a version has, by its name in the union."""
    return {
        name.replace(package.proto, package.union, 1): {field.name for field in message.field}
        for file in files.values()
        for message, name in messages_of(file.message_type, package.proto)
    }


def _entry(package: Package, method: Method) -> dict[str, Any]:
    entry: dict[str, Any] = {"service": method.service, "rpc": method.rpc}
    if method.is_mixin_of(package):
        entry["package"] = package.proto
    entry["request"] = _in_union(package, method.request)
    entry["response"] = _in_union(package, method.response)
    entry["client_streaming"] = method.client_streaming
    entry["server_streaming"] = method.server_streaming
    entry["bindings"] = []
    if method.lro:
        entry["lro"] = [_in_union(package, name) for name in method.lro]
    return entry


def _in_union(package: Package, name: str) -> str:
    return name.replace(f"{package.proto}.", f"{package.union}.", 1)
