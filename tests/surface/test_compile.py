"""The compiled artifact against the client packages and other descriptions of the API."""

import csv
import importlib
import json
import re
from pathlib import Path

import pytest
from google.cloud import ces_v1beta, discoveryengine_v1, discoveryengine_v1beta
from google.protobuf import descriptor_pool, json_format, message_factory
from google.protobuf.descriptor_pb2 import FileDescriptorSet

from emulator.surface.compiler.__main__ import main
from emulator.surface.compiler.artifact import COMPILED, refresh
from emulator.surface.compiler.docstrings import package_docs
from emulator.surface.compiler.methods import package_methods
from emulator.surface.compiler.overlay_methods import (
    OVERLAY_BINDINGS,
    OVERLAY_METHODS,
    UNARY_METHODS,
)
from emulator.surface.compiler.packages import PACKAGES, Package

SHARED = Path(__file__).parents[3] / "shared"
UNION = "google.cloud.discoveryengine.union"


@pytest.fixture(scope="module")
def folder():
    refresh()
    return COMPILED


@pytest.fixture(scope="module")
def surface(folder):
    return json.loads((folder / "surface.json").read_bytes())


@pytest.fixture(scope="module")
def descriptions(folder):
    return json.loads((folder / "descriptions.json").read_bytes())


@pytest.fixture(scope="module")
def union(folder):
    return load(folder / "union.binpb")


@pytest.fixture(scope="module")
def versions(folder):
    return load(folder / "versions.binpb")


def load(path):
    """A fresh pool, filled in the order of the file: imports have to come first."""
    pool = descriptor_pool.DescriptorPool()
    for file in FileDescriptorSet.FromString(path.read_bytes()).file:
        pool.AddSerializedFile(file.SerializeToString())
    return pool


def message_class(pool, name):
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))


def entry(surface, path):
    service, rpc = path.split("/")
    return next(m for m in surface["methods"] if (m["service"], m["rpc"]) == (service, rpc))


def added_to(package, surface):
    """The methods of a version that its client lacks."""
    services = {m["service"] for m in surface["methods"]}
    moved = {
        (f"{package.proto}.{one.service}", rpc)
        for one in OVERLAY_METHODS
        if one.version == package
        for rpc in one.rpcs
    }
    unary = {(f"{package.proto}.{one.service}", one.rpc) for one in UNARY_METHODS}
    return moved | {one for one in unary if one[0] in services}


@pytest.fixture(scope="module")
def published():
    """The methods of the clients, which take seconds to find."""
    return {package: list(package_methods(package)) for package in PACKAGES}


# What is compared with was compiled by another process, to which a set has another order.
def test_the_same_packages_give_the_same_bytes(folder, published, tmp_path, monkeypatch):
    monkeypatch.setattr("emulator.surface.compiler.build.package_methods", published.get)
    monkeypatch.setattr("sys.argv", ["compiler", "--output", str(tmp_path)])
    main()
    names = sorted(path.name for path in folder.iterdir())
    assert names == sorted(path.name for path in tmp_path.iterdir())
    assert all((folder / n).read_bytes() == (tmp_path / n).read_bytes() for n in names)


# Counted in the generated transports; the mixins stand in every service client of a package.
@pytest.mark.parametrize(
    ("package", "rpcs", "bindings"),
    [
        (Package("discoveryengine", "v1"), 99, 952),
        (Package("discoveryengine", "v1beta"), 141, 1193),
        (Package("discoveryengine", "v1alpha"), 111, 990),
        (Package("ces", "v1"), 61, 78),
        (Package("ces", "v1beta"), 99, 122),
    ],
    ids=lambda value: value.proto if isinstance(value, Package) else "",
)
def test_every_rpc_and_http_rule_of_the_clients_is_found(
    surface, published, package, rpcs, bindings
):
    found = published[package]
    assert sum(len(method.bindings) for method in found) == bindings
    compiled = {
        (m["service"], m["rpc"])
        for m in surface["methods"]
        if m.get("package", m["service"].rpartition(".")[0]) == package.proto
    }
    named = {(method.service, method.rpc) for method in found}
    assert len(named) == rpcs
    assert compiled == named | added_to(package, surface)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.proto)
def test_the_generators_own_list_of_rpcs_is_covered(surface, package):
    root = Path(importlib.import_module(package.module).__file__).parent
    metadata = json.loads((root / "gapic_metadata.json").read_text())
    listed = {
        (f"{metadata['protoPackage']}.{service}", rpc)
        for service, description in metadata["services"].items()
        for rpc in description["clients"]["grpc"]["rpcs"]
    }
    assert listed
    assert listed <= {(m["service"], m["rpc"]) for m in surface["methods"]}


def test_only_bidirectional_streams_have_no_http_rule(surface):
    without = [m for m in surface["methods"] if not m["bindings"]]
    assert {m["rpc"] for m in without} == {"BidiRunSession", "StreamGenerateGroundedContent"}
    assert all(m["client_streaming"] and m["server_streaming"] for m in without)


def test_server_streams_are_known(surface):
    streams = {m["rpc"] for m in surface["methods"] if m["server_streaming"]}
    unary_requests = {m["rpc"] for m in surface["methods"] if not m["client_streaming"]}
    assert streams & unary_requests == {"StreamAnswerQuery", "StreamAssist", "StreamRunSession"}


def test_a_method_is_described_by_its_union_types_and_rules(surface):
    method = entry(surface, "google.cloud.discoveryengine.v1.EngineService/UpdateEngine")
    assert method["request"] == f"{UNION}.UpdateEngineRequest"
    assert method["response"] == f"{UNION}.Engine"
    template = "/v1/{engine.name=projects/*/locations/*/collections/*/engines/*}"
    assert method["bindings"] == [["PATCH", template, "engine"]]


def test_a_mixin_names_the_package_its_rules_come_from(surface):
    mixins = [m for m in surface["methods"] if m["rpc"] == "ListOperations"]
    assert {m["package"] for m in mixins} == {package.proto for package in PACKAGES}
    for mixin in mixins:
        version = mixin["package"].rpartition(".")[2]
        assert all(template.startswith(f"/{version}/") for _, template, _ in mixin["bindings"])


def test_types_of_methods_are_in_the_union(surface, union):
    for method in surface["methods"]:
        for name in (method["request"], method["response"], *method.get("lro", ())):
            union.FindMessageTypeByName(name)


def test_operations_tell_their_types_exactly_where_one_is_answered(surface):
    mixins = {"GetOperation"}
    for method in surface["methods"]:
        answers = method["response"] == "google.longrunning.Operation"
        assert ("lro" in method) == (answers and method["rpc"] not in mixins), method["rpc"]


def test_operation_types_agree_with_what_clients_unpack(surface):
    path = SHARED / "spec/lro_types.tsv"
    if not path.exists():
        pytest.skip("the list of operation types is not at hand")
    compiled = {}
    for m in surface["methods"]:
        if "lro" in m:
            package = m["service"].rpartition(".")[0]
            union_package = package.rpartition(".")[0] + ".union"
            types = tuple(name.replace(union_package, package) for name in m["lro"])
            bindings = [one for one in m["bindings"] if (*one,) not in OVERLAY_BINDINGS.values()]
            rules = {f"{verb} {template}" for verb, template, _ in bindings}
            compiled[package, m["rpc"]] = (*types, rules)
    with path.open() as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    expected = {
        ("google.cloud." + row["api"].replace("_", "."), row["rpc"]): (
            row["response @type"],
            row["metadata @type"],
            set(row["http"].split("; ")),
        )
        for row in rows
    }
    assert compiled == expected


def test_names_that_python_reserves_are_the_apis_own(union, versions):
    for pool, package in ((union, "union"), (versions, "v1beta")):
        tool = pool.FindMessageTypeByName(f"google.cloud.ces.{package}.OpenApiTool")
        assert tool.fields_by_name["ignore_unknown_fields"].json_name == "ignoreUnknownFields"
        for file in ("Schema", "WidgetTool.TextResponseConfig"):
            message = pool.FindMessageTypeByName(f"google.cloud.ces.{package}.{file}")
            assert message.fields_by_name["type"].json_name == "type"


@pytest.mark.parametrize(
    "sample",
    [
        discoveryengine_v1.SearchRequest(
            query="q",
            page_size=3,
            params={"user_country_code": "FR"},
            facet_specs=[{"facet_key": {"key": "color"}, "limit": 5}],
            user_labels={"a": "b"},
        ),
        discoveryengine_v1beta.Answer(
            state=discoveryengine_v1beta.Answer.State.SUCCEEDED,
            citations=[{"start_index": 2**40, "sources": [{"reference_id": "0"}]}],
            grounding_score=0.5,
            create_time="2026-01-02T03:04:05Z",
        ),
        ces_v1beta.Schema(type_=ces_v1beta.Schema.Type.OBJECT, required=["a"]),
    ],
    ids=lambda sample: type(sample).__name__,
)
def test_messages_of_a_version_cross_to_the_union_unchanged(union, versions, sample):
    binary = type(sample).serialize(sample)
    name = type(sample).pb(sample).DESCRIPTOR.full_name
    package = re.sub(r"\.v1\w*\.", ".union.", name)
    in_union = message_class(union, package).FromString(binary)
    in_version = message_class(versions, name).FromString(binary)
    expected = json.loads(
        json_format.MessageToJson(type(sample).pb(sample)).replace("type_", "type")
    )
    assert json_format.MessageToDict(in_union) == expected
    assert json_format.MessageToDict(in_version) == expected
    assert in_union.SerializeToString(deterministic=True) == in_version.SerializeToString(
        deterministic=True
    )


def test_reflection_finds_the_services_of_every_version(surface, versions):
    added = {one for package in PACKAGES for one in added_to(package, surface)}
    for method in surface["methods"]:
        if (method["service"], method["rpc"]) in added:
            continue  # Their messages are those of another version, or method.
        found = versions.FindServiceByName(method["service"]).methods_by_name[method["rpc"]]
        assert found.client_streaming == method["client_streaming"]
        assert found.server_streaming == method["server_streaming"]
        package = method.get("package", method["service"].rpartition(".")[0])
        own = method["request"].replace(package.rpartition(".")[0] + ".union", package)
        assert found.input_type.full_name == own


@pytest.mark.parametrize("name", ["union.binpb", "versions.binpb"])
def test_files_obey_the_rules_that_other_protobuf_runtimes_check(folder, name):
    for file in FileDescriptorSet.FromString((folder / name).read_bytes()).file:
        todo = list(file.message_type)
        while todo:
            message = todo.pop()
            todo += message.nested_type
            indexes = [f.oneof_index if f.HasField("oneof_index") else None for f in message.field]
            runs = [i for n, i in enumerate(indexes) if i is not None and indexes[n - 1 : n] != [i]]
            assert len(runs) == len(set(runs)), f"{message.name}: a oneof is torn apart"
            synthetic = [f.oneof_index for f in message.field if f.proto3_optional]
            first = len(message.oneof_decl) - len(synthetic)
            assert sorted(synthetic) == list(range(first, len(message.oneof_decl))), message.name


# The differences that the reference documents of the versions show.
@pytest.mark.parametrize(
    ("package", "message", "field"),
    [
        ("discoveryengine.v1", "Answer", "blob_attachments"),
        ("discoveryengine.v1", "ConverseConversationResponse", "related_questions"),
        ("discoveryengine.v1", "CreateSessionRequest", "session_id"),
        ("discoveryengine.v1beta", "SearchResponse.SearchResult", "retrieval_signals"),
        ("discoveryengine.v1beta", "SearchRequest", "custom_fine_tuning_spec"),
        ("discoveryengine.v1alpha", "Session", "labels"),
        ("ces.v1", "App", "evaluation_settings"),
    ],
)
def test_fields_that_a_version_lacks_are_listed(surface, package, message, field):
    api = package.partition(".")[0]
    missing = surface["missing"][f"google.cloud.{package}"]
    assert field in missing[f"google.cloud.{api}.union.{message}"]


def test_fields_add_up_for_every_version(surface, union, versions):
    """What a version has and what it is said to miss make the union, and nothing twice."""
    for package in PACKAGES:
        fields = surface["missing"][package.proto]
        file = union.FindFileByName(f"{package.api}.proto")
        todo = list(file.message_types_by_name.values())
        while todo:
            message = todo.pop()
            todo += message.nested_types
            if message.GetOptions().map_entry:
                continue
            try:
                own = versions.FindMessageTypeByName(
                    message.full_name.replace(package.union, package.proto)
                )
            except KeyError:  # The version lacks it as a whole.
                assert message.full_name not in fields
                continue
            names = [f.name for f in own.fields] + fields.get(message.full_name, [])
            assert sorted(names) == sorted(f.name for f in message.fields), message.full_name


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("SearchRequest.serving_config", ["required"]),
        ("AnswerQueryRequest.query", ["required"]),
        ("Answer.name", ["immutable"]),
        ("Answer.create_time", ["output_only"]),
        ("Conversation.end_time", ["output_only"]),
        ("DataStore.content_config", ["immutable"]),
    ],
)
def test_field_behaviours_are_those_of_the_reference_documents(surface, field, expected):
    message, _, name = field.rpartition(".")
    assert surface["behaviors"][f"{UNION}.{message}"][name] == expected


def test_nearly_everything_is_described(union, descriptions):
    """The clients themselves leave out a handful of texts."""
    described = total = 0
    for api in ("discoveryengine", "ces"):
        todo = list(union.FindFileByName(f"{api}.proto").message_types_by_name.values())
        while todo:
            message = todo.pop()
            if message.GetOptions().map_entry:
                continue
            todo += message.nested_types
            names = [message.full_name, *(f.full_name for f in message.fields)]
            described += sum(bool(descriptions.get(name)) for name in names)
            total += len(names)
    assert total - described < 5


def test_every_rpc_of_the_apis_is_described(surface, descriptions):
    names = [f"{m['service']}.{m['rpc']}" for m in surface["methods"]]
    assert all(descriptions[name] for name in names)


def test_descriptions_hold_no_rst(descriptions):
    noise = re.compile(r"``\w|>`_|oneof`_|\]\[google|:class:|\.\. _")
    assert [name for name, text in descriptions.items() if noise.search(text)] == []


def test_docstrings_of_fields_are_found_under_their_wire_names():
    docs = package_docs(Package("ces", "v1beta"))
    assert docs["google.cloud.ces.v1beta.Schema.type"].startswith("Required.")


def seeds():
    return sorted((SHARED / "seeds").glob("*.txt"))


def json_names(text):
    """Field names that a reference page shows with their type or as the first cell of a row."""
    types = r"string|integer|number|boolean|enum|object|value|map"
    yield from re.findall(rf'"(\w+)"\s*:\s*(?:{types}|\{{|\[|$)', text, re.MULTILINE)
    yield from re.findall(r"^([a-z]+[A-Z]\w*)(?:\[\])?(?: \|.*)?$", text, re.MULTILINE)


@pytest.mark.skipif(not seeds(), reason="the reference pages are not at hand")
def test_every_field_of_the_reference_pages_is_in_the_union(folder):
    known = set()
    for file in FileDescriptorSet.FromString((folder / "union.binpb").read_bytes()).file:
        todo = list(file.message_type)
        while todo:
            message = todo.pop()
            todo += message.nested_type
            known |= {camel(f.name) for f in message.field}
    shown = {name for path in seeds() for name in json_names(path.read_text())}
    assert len(shown) > 200
    # A part of the sample call, and quoted words that end a sentence with a colon.
    assert shown - known == {"arguments", "Blue", "Pet"}


def camel(name):
    return re.sub(r"_(\w)", lambda match: match[1].upper(), name)
