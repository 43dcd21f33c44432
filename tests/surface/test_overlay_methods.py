"""Methods that the reference documents show in a version whose client lacks them."""

from __future__ import annotations

import pytest

from emulator.surface.compiler.methods import Binding, Method
from emulator.surface.compiler.overlay_methods import (
    OVERLAY_BINDINGS,
    OVERLAY_METHODS,
    overlay_methods,
    with_overlay_bindings,
    with_unary_methods,
)
from emulator.surface.compiler.packages import PACKAGES, Package
from emulator.surface.registry import surface

V1, V1BETA, V1ALPHA = (Package("discoveryengine", one) for one in ("v1", "v1beta", "v1alpha"))


def method(package: Package, service: str, rpc: str) -> Method:
    return Method(
        service=f"{package.proto}.{service}",
        rpc=rpc,
        request=f"{package.proto}.{rpc}Request",
        response="google.protobuf.Empty",
        client_streaming=False,
        server_streaming=False,
        bindings=[Binding("post", f"/{package.version}/{{name=a/*}}/v1beta/x", "*")],
    )


def published() -> dict[Package, list[Method]]:
    named = {(added.service, rpc) for added in OVERLAY_METHODS for rpc in added.rpcs}
    found = [method(V1BETA, service, rpc) for service, rpc in named]
    return {**{package: [] for package in PACKAGES}, V1BETA: found}


def test_a_method_gets_the_names_and_addresses_of_the_version() -> None:
    [added] = [one for one in overlay_methods(V1ALPHA, published()) if one.rpc == "SearchLite"]
    assert added.service == "google.cloud.discoveryengine.v1alpha.SearchService"
    assert added.request == "google.cloud.discoveryengine.v1alpha.SearchLiteRequest"
    assert added.bindings == [Binding("post", "/v1alpha/{name=a/*}/v1beta/x", "*")]


def test_only_some_versions_get_methods() -> None:
    assert not list(overlay_methods(V1BETA, published()))
    assert not list(overlay_methods(Package("ces", "v1"), published()))


def test_a_method_that_a_client_has_by_now_is_refused() -> None:
    known = published()
    known[V1].append(method(V1, "ServingConfigService", "GetServingConfig"))
    with pytest.raises(ValueError, match=r"GetServingConfig in google\.cloud.*v1; drop it"):
        list(overlay_methods(V1, known))


def test_an_address_that_a_client_has_by_now_is_refused() -> None:
    lacking = method(V1ALPHA, "UserEventService", "ImportUserEvents")
    [completed] = with_overlay_bindings([lacking])
    [added] = OVERLAY_BINDINGS.values()
    assert completed.bindings == [*lacking.bindings, added]
    with pytest.raises(ValueError, match=r"userEvents:import of .*ImportUserEvents; drop it"):
        list(with_overlay_bindings([completed]))


def test_a_method_that_does_not_stream_stands_beside_the_one_that_does() -> None:
    streaming = method(V1, "AssistantService", "StreamAssist")
    streaming.bindings = [Binding("post", "/v1/{name=a/*}:streamAssist", "*")]
    streaming.server_streaming = True
    kept, added = with_unary_methods([streaming])
    assert kept == streaming
    assert (added.rpc, added.request, added.server_streaming) == (
        "Assist",
        streaming.request,
        False,
    )
    assert added.bindings == [Binding("post", "/v1/{name=a/*}:assist", "*")]
    with pytest.raises(ValueError, match=r"Assist in google\.cloud.*AssistantService; drop it"):
        list(with_unary_methods([streaming, added]))


@pytest.mark.parametrize(
    ("version", "rpc"),
    [
        *(("v1", f"{one}ServingConfig") for one in ("Create", "Delete", "Get")),
        *(("v1", one) for one in ("ListServingConfigs", "AdvancedCompleteQuery")),
        *(("v1", f"{one}Assistant") for one in ("Create", "Delete", "Get", "Update")),
        *(("v1alpha", f"{one}Assistant") for one in ("Create", "Delete", "Get", "Update")),
        *(("v1alpha", one) for one in ("ListAssistants", "StreamAssist")),
        *((one, "Assist") for one in ("v1", "v1beta", "v1alpha")),
        *(("v1alpha", one) for one in ("CreateServingConfig", "DeleteServingConfig")),
        *(("v1alpha", one) for one in ("AdvancedCompleteQuery", "RemoveSuggestion")),
        *(("v1alpha", one) for one in ("StreamAnswerQuery", "SearchLite")),
    ],
)
def test_the_surface_has_them_with_descriptions(version: str, rpc: str) -> None:
    package = f"google.cloud.discoveryengine.{version}"
    [found] = [one for one in surface.methods if (one.package, one.rpc) == (package, rpc)]
    assert found.bindings
    assert all(one.template.startswith(f"/{version}/") for one in found.bindings)
    assert surface.descriptions[found.full_name]
