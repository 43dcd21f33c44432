"""What a piece of Python says without being run: its functions, their texts, the tools it calls."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

_TOOLS = ("tools", "async_tools")

NOT_PARSED = (SyntaxError, ValueError, RecursionError, MemoryError)
"""What Python's parser raises for text that it does not take, or that is nested too deep for it."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class BadCode(ValueError):
    """Text that is no Python."""


@dataclass(frozen=True, slots=True)
class Code:
    """The functions of a module, in their order, and the names that it calls tools by."""

    functions: Mapping[str, Function]
    tools: tuple[str, ...]

    def entry(self, name: str) -> Function:
        """The function of that name, or the first; BadCode if there is none."""
        found = self.functions.get(name or next(iter(self.functions), ""))
        if found is None:
            raise BadCode(f"The code defines no function{f' {name}' if name else ''}.")
        return found


@lru_cache(maxsize=256)
def read(text: str) -> Code:
    """Read a piece of code; BadCode if it is none."""
    try:
        module = ast.parse(text)
    except SyntaxError as error:
        raise BadCode(f"SyntaxError: {error.msg} (line {error.lineno})") from None
    except NOT_PARSED as error:
        raise BadCode(f"{type(error).__name__}: {error}") from None
    functions = {one.name: one for one in module.body if isinstance(one, Function)}
    return Code(functions, _called(module))


def _called(module: ast.Module) -> tuple[str, ...]:
    """`x` of every `tools.x`, unless the code has a `tools` of its own."""
    own, found = set(), []
    for node in ast.walk(module):
        if isinstance(node, ast.arg):
            own.add(node.arg)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.append((node.value.id, node.attr))
    names = (attribute for owner, attribute in found if owner in _TOOLS and owner not in own)
    return tuple(dict.fromkeys(names))
