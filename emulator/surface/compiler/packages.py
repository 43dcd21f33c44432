"""The five client packages the surface is compiled from."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from types import ModuleType
from typing import Any

DISTRIBUTIONS = ("google-cloud-ces", "google-cloud-discoveryengine")


@dataclass(frozen=True)
class Package:
    """One API version: `api` is "discoveryengine" or "ces", `version` is "v1", "v1beta"..."""

    api: str
    version: str

    @property
    def proto(self) -> str:
        """The proto package, e.g. google.cloud.discoveryengine.v1."""
        return f"google.cloud.{self.api}.{self.version}"

    @property
    def union(self) -> str:
        """The package all versions of this API are merged into."""
        return f"google.cloud.{self.api}.union"

    @property
    def module(self) -> str:
        """The Python package of the client."""
        return f"google.cloud.{self.api}_{self.version}"


# Within an API the first version wins where texts differ: the order is newest first. The v1beta
# documents are regenerated with v1 and know more; the v1alpha package is the oldest of the three.
PACKAGES = (
    Package("ces", "v1beta"),
    Package("ces", "v1"),
    Package("discoveryengine", "v1beta"),
    Package("discoveryengine", "v1"),
    Package("discoveryengine", "v1alpha"),
)
APIS = ("ces", "discoveryengine")


def installed_versions() -> dict[str, str]:
    """The client distributions' versions, which are recorded beside the artifact."""
    return {name: version(name) for name in DISTRIBUTIONS}


def versions_of(api: str) -> list[Package]:
    """The packages of one API, newest first."""
    return [package for package in PACKAGES if package.api == api]


def submodules(name: str) -> Iterator[ModuleType]:
    """Import and yield the direct submodules of a package, by name."""
    parent = importlib.import_module(name)
    for info in sorted(pkgutil.iter_modules(parent.__path__), key=lambda info: info.name):
        yield importlib.import_module(f"{name}.{info.name}")


def type_classes(package: Package) -> Iterator[type[Any]]:
    """Yield the top-level message and enum classes (proto-plus) of one API version."""
    for module in submodules(f"{package.module}.types"):
        for _, value in inspect.getmembers(module, inspect.isclass):
            if value.__module__ == module.__name__:
                yield value
