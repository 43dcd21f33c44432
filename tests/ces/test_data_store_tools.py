"""Data store tools: what they may say, and what the service tells of their data stores."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from google.api_core import exceptions

from tests.ces.conftest import LOCATION, make_tool
from tests.conftest import DEMO, DEMO_ENGINE

STORE = f"{DEMO}/dataStores/demo-docs"
SOURCE = {"data_store_source": {"data_store": {"name": STORE}}}
PRODUCTS = {"data_store": {"name": f"{DEMO}/dataStores/demo-products"}}
FRESH = {
    "field_name": "updated",
    "attribute_type": "FRESHNESS",
    "interpolation_type": "LINEAR",
    "control_points": [{"attribute_value": "36500D", "boost_amount": 1}],
}
BOOST = {"condition": 'lang_code: ANY("en")', "boost": 0.5}


def boosts(**changed: Any) -> list[dict[str, Any]]:
    spec = {"condition_boost_specs": [{**BOOST, **changed}]}
    return [{"data_stores": [STORE], "spec": [spec]}]


def search(**fields: Any) -> dict[str, Any]:
    return {"data_store_tool": {"name": "docs", **SOURCE, **fields}}


def test_the_data_store_is_described(agents: Any, app: str) -> None:
    made = make_tool(agents, app, "docs-tool", search(boost_specs=boosts()))
    store = made.data_store_tool.data_store_source.data_store
    assert (store.display_name, store.type_.name) == ("Tindlemoor documents", "UNSTRUCTURED")
    assert store.document_processing_mode.name == "DOCUMENTS"
    assert store.create_time
    assert agents.get_tool(name=made.name) == made


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"data_store_source": {"data_store": {}}}, "data_store_source.data_store.name"),
        ({"data_store_source": {"data_store": {"name": "demo"}}}, "dataStores"),
        ({"data_store_source": {"data_store": {"name": f"{STORE}x"}}}, "Reference not found"),
        ({"engine_source": {}}, "engine_source.engine"),
        ({"engine_source": {"engine": f"{DEMO_ENGINE}x"}}, "Reference not found"),
        ({"boost_specs": [{"spec": [{"condition_boost_specs": [BOOST]}]}]}, "data_stores"),
        ({"boost_specs": [{"data_stores": [STORE]}]}, r"boost_specs\[0\].spec"),
        ({"boost_specs": [{**boosts()[0], "data_stores": ["demo"]}]}, r"boost_specs\[0\].data_st"),
        ({"boost_specs": boosts(condition="")}, r"condition_boost_specs\[0\].condition"),
        ({"boost_specs": boosts(boost=5)}, r"5 is not within \[-1, 1\]"),
        (
            {"boost_specs": boosts(boost_control_spec={"control_points": [{"boost_amount": -2}]})},
            r"control_points\[0\].boost_amount",
        ),
        ({"modality_configs": [{}]}, r"modality_configs\[0\].modality_type"),
        ({"modality_configs": [{"modality_type": "TEXT"}] * 2}, "once"),
        (
            {
                "modality_configs": [
                    {"modality_type": "TEXT", "grounding_config": {"grounding_level": 9}}
                ]
            },
            r"9 is not within \[1, 5\]",
        ),
        (
            {"modality_configs": [{"modality_type": "TEXT", "rewriter_config": {}}]},
            "rewriter_config.model_settings",
        ),
    ],
)
def test_a_data_store_tool_that_is_wrong(
    agents_v1: Any, app: str, fields: dict[str, Any], reason: str
) -> None:
    with pytest.raises(exceptions.InvalidArgument, match=reason):
        make_tool(agents_v1, app, "docs-tool", search(**fields))


def test_an_app_is_imported_as_it_is(agents_v1: Any) -> None:
    """Apps of the cloud name data stores that a local emulator need not have, and lack fields that
    the reference requires."""
    elsewhere = "projects/cloud/locations/us/collections/default_collection/dataStores/cloud"
    tool = {"name": "docs", "dataStoreSource": {"dataStore": {"name": elsewhere}}}
    variables = [{"name": "plan"}]
    files = {"app.json": {"displayName": "From the cloud", "variableDeclarations": variables}}
    files["guardrails/safe/safe.json"] = {"displayName": "safe", "contentFilter": {}}
    files["tools/docs/docs.json"] = {"displayName": "docs", "dataStoreTool": tool}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for path, content in files.items():
            archive.writestr(f"cloud/{path}", json.dumps(content))
    request = {"parent": LOCATION, "app_content": packed.getvalue()}
    found = agents_v1.import_app(request=request).result()
    assert [one.partition(": ")[::2] for one in sorted(found.warnings)] == [
        ("app", "Missing required field: app.variable_declarations[0].schema."),
        ("guardrails/safe", "Missing required field: guardrail.content_filter.match_type."),
        (
            "tools/docs",
            "Invalid value at 'tool.data_store_tool.data_store_source.data_store.name': "
            f"Reference not found: {elsewhere}.",
        ),
    ]
    (tool,) = agents_v1.list_tools(parent=found.name)
    assert tool.data_store_tool.data_store_source.data_store.name == elsewhere
    changed = {"name": tool.name, "data_store_tool": {"description": "Knows it."}}
    mask = {"paths": ["data_store_tool.description"]}
    changed = agents_v1.update_tool(tool=changed, update_mask=mask)
    assert changed.data_store_tool.data_store_source == tool.data_store_tool.data_store_source
    agents_v1.delete_app(name=found.name).result()


@pytest.mark.parametrize(
    "source",
    [
        SOURCE,
        {
            "data_store_source": None,
            "engine_source": {"engine": DEMO_ENGINE, "data_store_sources": [*SOURCE.values()]},
        },
    ],
    ids=["a data store", "an engine"],
)
def test_boosts_by_language_do_no_harm(
    agents_v1: Any, tools_v1: Any, app: str, source: dict[str, Any]
) -> None:
    """The example of the reference, with documents that do not tell their language."""
    boosted = boosts(condition='(lang_code: ANY("en", "fr"))')
    name = make_tool(agents_v1, app, "docs-tool", search(**source, boost_specs=boosted)).name
    request = {"parent": app, "tool": name, "args": {"query": "warranty of the Skylark 3"}}
    assert "36 months" in tools_v1.execute_tool(request=request).response["output"]["answer"]


@pytest.mark.parametrize(
    ("boost", "sources", "site"),
    [
        ({"boost": 1}, [], "docs"),
        ({"boost": 1}, [PRODUCTS], "shop"),
        ({"boost": 0}, [], "shop"),
        ({"boost_control_spec": FRESH}, [], "docs"),
    ],
)
def test_boosts_are_for_the_data_stores_that_they_name(
    agents_v1: Any, tools_v1: Any, app: str, boost: dict[str, Any], sources: list[Any], site: str
) -> None:
    """What is asked stands in `demo-products`, and much of the Skylark 3 in `demo-docs` too."""
    source = {"engine": DEMO_ENGINE, "data_store_sources": [*sources]}
    boosted = boosts(**{"condition": 'NOT category: ANY("none")', "boost": 0, **boost})
    tool = search(data_store_source=None, engine_source=source, boost_specs=boosted)
    name = make_tool(agents_v1, app, "docs-tool", tool).name
    request = {"parent": app, "tool": name, "args": {"query": "How much does the Skylark 3 cost?"}}
    output = tools_v1.execute_tool(request=request).response["output"]
    found = {one["uri"].partition(".")[0] for one in output["snippets"]}
    assert found == {f"https://{site}"}


@pytest.mark.parametrize(
    ("args", "field"),
    [
        ({"query": 5}, "args.query.*must be a string"),
        ({"query": " "}, "Missing required field: args.query"),
        ({"query": "x", "filter": "bad ("}, "args.filter.*syntax error"),
        ({"query": "x", "filter": ["x"]}, "args.filter.*must be a string"),
    ],
)
def test_arguments_that_cannot_be_are_refused(
    agents_v1: Any, tools_v1: Any, app: str, args: dict[str, Any], field: str
) -> None:
    tool = search(filter_parameter_behavior="ALWAYS_INCLUDE")
    name = make_tool(agents_v1, app, "docs-tool", tool).name
    with pytest.raises(exceptions.InvalidArgument, match=field):
        tools_v1.execute_tool(request={"parent": app, "tool": name, "args": args})
