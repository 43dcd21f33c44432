"""Write the tables of README.md and docs/methods.json: `python -m scripts.readme`.

A table stands between `<!-- table NAME -->` and `<!-- end NAME -->`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

from emulator.settings import Settings, variable
from emulator.surface.registry import Method
from scripts import methods

FILE = Path(__file__).parent.parent / "README.md"
_VERSIONS = ("v1", "v1beta", "v1alpha")
_DEFAULT = re.compile(r" \(default: (.*)\)$")


def filled(text: str) -> str:
    """README's text with its tables as they should be."""
    for name, make in _TABLES.items():
        begin, end = f"<!-- table {name} -->", f"<!-- end {name} -->"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n{make()}\n{end}{after}"
    return text


def settings_table() -> str:
    """Each setting: its flag, its variable, its default and what it means."""
    rows = []
    for name, field in Settings.model_fields.items():
        flag = f"--{name.replace('_', '-')}"
        if field.annotation is bool and field.default:
            flag = f"--no-{name.replace('_', '-')}"
        described = field.description or ""
        stated = _DEFAULT.search(described)
        default = f"`{stated[1]}`" if stated else _default(field.default)
        meaning = _DEFAULT.sub("", described)
        rows.append((f"`{flag}`", f"`{variable(name)}`", default, meaning))
    return _table(("Flag", "Variable", "Default", "Meaning"), rows)


def methods_table() -> str:
    """Each method of Discovery Engine, and the services of CES in one line each."""
    states = methods.states(methods.kept())
    own = _grouped(False, lambda one: (one.service_class, one.rpc))
    ces = _grouped(True, lambda one: (one.service_class, ""))
    rows = [
        (f"{service}.{rpc}", _versions(found), _state(found, states))
        for (service, rpc), found in sorted(own.items(), key=lambda one: _place(one[1][0]))
    ] + [
        (f"CES {service}: {_count(found)}", _versions(found), _states(found, states))
        for (service, _), found in sorted(ces.items())
    ]
    return (
        f"{_summary(own, states)}\n\n<details>\n<summary>All methods</summary>\n\n"
        f"{_table(('Method', 'Versions', 'State'), rows)}\n\n</details>"
    )


_TABLES: Mapping[str, Callable[[], str]] = {"settings": settings_table, "methods": methods_table}


def _default(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value in (None, ()) else f"`{value}`"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _grouped(
    ces: bool, key: Callable[[Method], tuple[str, str]]
) -> dict[tuple[str, str], list[Method]]:
    """The methods of CES or else all others, by service and perhaps RPC."""
    groups: dict[tuple[str, str], list[Method]] = {}
    for method in methods.methods():
        if method.service.startswith("google.cloud.ces.") == ces:
            groups.setdefault(key(method), []).append(method)
    return groups


def _place(method: Method) -> tuple[bool, str, str]:
    """The services of the API by name, then those that all APIs share."""
    return (
        not method.service.startswith("google.cloud.discoveryengine"),
        method.service_class,
        method.rpc,
    )


def _count(found: list[Method]) -> str:
    count = len({method.rpc for method in found})
    return f"{count} method{'s' if count > 1 else ''}"


def _versions(found: list[Method]) -> str:
    """The versions that have a method; the shared services stand once for all of them."""
    versions = {one.template.split("/")[1] for method in found for one in method.bindings}
    return ", ".join(version for version in _VERSIONS if version in versions) or "gRPC only"


def _state(found: list[Method], states: Mapping[str, str]) -> str:
    """One word if it holds in every version, else the versions of each."""
    by_state: dict[str, set[str]] = {}
    for method in found:
        by_state.setdefault(states[method.path], set()).add(method.version)
    if len(by_state) == 1:
        return next(iter(by_state))
    parts = []
    for state in (one for one in methods.STATES if one in by_state):
        shown = ", ".join(version for version in _VERSIONS if version in by_state[state])
        parts.append(f"{state} in {shown}")
    return "; ".join(parts)


def _states(found: list[Method], states: Mapping[str, str]) -> str:
    """One word if it holds of all methods, else how many methods each holds of."""
    counts = _counts(_by_rpc(found), states)
    shown = {state: count for state, count in counts.items() if count}
    return ", ".join(shown if len(shown) == 1 else (f"{shown[one]} {one}" for one in shown))


def _by_rpc(found: list[Method]) -> list[list[Method]]:
    """The versions of each method."""
    groups: dict[str, list[Method]] = {}
    for method in found:
        groups.setdefault(method.rpc, []).append(method)
    return list(groups.values())


def _counts(groups: Iterable[list[Method]], states: Mapping[str, str]) -> dict[str, int]:
    """How many methods have a state, the best of their versions."""
    counts = dict.fromkeys(methods.STATES, 0)
    for found in groups:
        best = min((states[method.path] for method in found), key=methods.STATES.index)
        counts[best] += 1
    return counts


def _summary(own: Mapping[tuple[str, str], list[Method]], states: Mapping[str, str]) -> str:
    counts = _counts(own.values(), states)
    return (
        f"Of the {len(own)} methods of Discovery Engine, {counts['proven']} are proven, "
        f"{counts['accepted']} accepted and {counts['refused']} refused. Where the versions of a "
        "method differ, the best state counts."
    )


def update(proven: Collection[str]) -> None:
    """Bring both files up to date, with these methods as the proven ones."""
    methods.write(proven)
    FILE.write_text(filled(FILE.read_text()))


if __name__ == "__main__":
    update(methods.kept())
