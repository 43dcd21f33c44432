"""Methods of the services that no published client has."""

from __future__ import annotations

from emulator.surface import unpublished_methods
from emulator.surface.registry import surface
from emulator.surface.router import Router


def test_none_has_a_binding_by_now() -> None:
    """A method that the clients get goes from the list."""
    router = Router(surface.methods)
    lines = [line.split() for line in unpublished_methods._LIST.read_text().splitlines()]
    assert lines
    for verb, path, name in lines:
        called = "/" + path.replace("*", "x")
        custom = path[path.rindex(":") :] if ":" in path else ""
        found = router.matches(verb, called)
        assert not any(route.binding.template.endswith(custom) for route in found), name
        assert unpublished_methods.unpublished_method(verb, called) == name
