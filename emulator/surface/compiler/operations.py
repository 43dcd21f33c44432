"""Types of long-running operations, which the clients name only in the bodies of functions."""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterator
from typing import Any

from .descriptors import class_descriptor


def operation_types(client: Any) -> dict[str, tuple[str, str]]:
    """By client method, the full names of an operation's response and metadata type.

    Read from the calls `operation.from_gapic(response, client, Response, metadata_type=Metadata)`.
    """
    module = sys.modules[client.__module__]
    found = {}
    for function in _parse(client).body:
        if isinstance(function, ast.FunctionDef):
            for call in _calls(function, "operation.from_gapic"):
                types = (call.args[2], call.keywords[0].value)
                response, metadata = (class_descriptor(_resolve(node, module)) for node in types)
                found[function.name] = (response.full_name, metadata.full_name)
    return found


def _parse(cls: Any) -> ast.ClassDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(cls))).body[0]
    assert isinstance(tree, ast.ClassDef)
    return tree


def _calls(function: ast.FunctionDef, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == name:
            yield node


def _resolve(node: ast.expr, module: Any) -> Any:
    """The object that a dotted name stands for in a module."""
    value = module
    for name in ast.unparse(node).split("."):
        value = getattr(value, name)
    return value
