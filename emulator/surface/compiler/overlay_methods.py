"""Methods and addresses that Google serves in a version whose published client lacks them.

Each method is as another version has it, or as one that streams what it answers at once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from .methods import Binding, Method
from .packages import Package


class OverlayMethods(NamedTuple):
    """Methods of a service that a version has as another one does."""

    version: Package
    origin: Package
    service: str
    rpcs: tuple[str, ...]


class UnaryMethod(NamedTuple):
    """A method that answers at once what a streaming one of its service answers in parts.

    Its messages have other names, which callers that write JSON do not see.
    """

    service: str
    rpc: str
    streaming: str
    description: str


_V1, _V1BETA, _V1ALPHA = (Package("discoveryengine", one) for one in ("v1", "v1beta", "v1alpha"))

_ASSISTANTS = (
    *("CreateAssistant", "DeleteAssistant", "GetAssistant", "ListAssistants"),
    "UpdateAssistant",
)

# As the REST reference and the discovery documents of 2026 list them.
OVERLAY_METHODS = (
    OverlayMethods(
        _V1,
        _V1BETA,
        "ServingConfigService",
        ("CreateServingConfig", "DeleteServingConfig", "GetServingConfig", "ListServingConfigs"),
    ),
    OverlayMethods(
        _V1ALPHA, _V1BETA, "ServingConfigService", ("CreateServingConfig", "DeleteServingConfig")
    ),
    OverlayMethods(_V1, _V1BETA, "AclConfigService", ("GetAclConfig", "UpdateAclConfig")),
    OverlayMethods(_V1, _V1BETA, "AssistantService", _ASSISTANTS),
    OverlayMethods(_V1ALPHA, _V1BETA, "AssistantService", (*_ASSISTANTS, "StreamAssist")),
    OverlayMethods(_V1, _V1BETA, "CompletionService", ("AdvancedCompleteQuery",)),
    OverlayMethods(
        _V1ALPHA, _V1BETA, "CompletionService", ("AdvancedCompleteQuery", "RemoveSuggestion")
    ),
    OverlayMethods(_V1ALPHA, _V1BETA, "ConversationalSearchService", ("StreamAnswerQuery",)),
    OverlayMethods(_V1ALPHA, _V1BETA, "SearchService", ("SearchLite",)),
)

UNARY_METHODS = (
    UnaryMethod(
        "AssistantService", "Assist", "StreamAssist", "Assists the user with a query, at once."
    ),
)

OVERLAY_BINDINGS: Mapping[str, Binding] = {
    "google.cloud.discoveryengine.v1alpha.UserEventService.ImportUserEvents": Binding(
        "POST", "/v1alpha/{parent=projects/*/locations/*}/userEvents:import", "*"
    ),
}
"""Addresses of methods that the client has at others."""


def with_overlay_bindings(methods: Sequence[Method]) -> Iterator[Method]:
    """Yield a version's methods with the addresses that its client lacks; ValueError if it has
    one by now."""
    for method in methods:
        added = OVERLAY_BINDINGS.get(name := f"{method.service}.{method.rpc}")
        if added in method.bindings:
            raise ValueError(f"the clients now have {added.template} of {name}; drop it")
        yield replace(method, bindings=[*method.bindings, added]) if added else method


def overlay_methods(
    package: Package, published: Mapping[Package, Sequence[Method]]
) -> Iterator[Method]:
    """Yield the methods that are added to a version; ValueError if its client has one by now."""
    for added in OVERLAY_METHODS:
        if added.version != package:
            continue
        known = {(method.service, method.rpc) for method in published[package]}
        for rpc in added.rpcs:
            if (f"{package.proto}.{added.service}", rpc) in known:
                raise ValueError(f"the clients now have {rpc} in {package.proto}; drop it")
            yield _moved(_method(published[added.origin], added, rpc), added)


def with_unary_methods(methods: Iterable[Method]) -> Iterator[Method]:
    """Yield a version's methods, and beside those that stream the ones that do not; ValueError if
    its client has one by now."""
    every = list(methods)
    known = {(method.service, method.rpc) for method in every}
    for method in every:
        yield method
        for added in UNARY_METHODS:
            if method.rpc != added.streaming or not method.service.endswith(f".{added.service}"):
                continue
            if (method.service, added.rpc) in known:
                raise ValueError(f"the clients now have {added.rpc} in {method.service}; drop it")
            yield _unary(method, added)


def _unary(method: Method, added: UnaryMethod) -> Method:
    old, new = (f":{one[0].lower()}{one[1:]}" for one in (added.streaming, added.rpc))
    return replace(
        method,
        rpc=added.rpc,
        server_streaming=False,
        description=added.description,
        bindings=[
            Binding(one.verb, one.template.replace(old, new), one.body) for one in method.bindings
        ],
    )


def _method(methods: Sequence[Method], added: OverlayMethods, rpc: str) -> Method:
    service = f"{added.origin.proto}.{added.service}"
    return next(method for method in methods if (method.service, method.rpc) == (service, rpc))


def _moved(method: Method, added: OverlayMethods) -> Method:
    """The method with the names and addresses that it has in the other version."""
    old, new = added.origin.proto, added.version.proto
    before, after = f"/{added.origin.version}/", f"/{added.version.version}/"
    return replace(
        method,
        service=method.service.replace(old, new),
        request=method.request.replace(old, new),
        response=method.response.replace(old, new),
        bindings=[
            Binding(one.verb, one.template.replace(before, after, 1), one.body)
            for one in method.bindings
        ],
    )
