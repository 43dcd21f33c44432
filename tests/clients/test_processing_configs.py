"""How documents are read: DocumentProcessingConfig, in data stores and as the singleton it is."""

from __future__ import annotations

from typing import Any

import pytest
from google.api_core import exceptions

from tests.clients.stores import Stores, create_document, found, text_content
from tests.conftest import Api

PAGE = """<title>Skylark</title><body>
<div class="promo wide">Buy two kestrels.</div>
<h1>Skylark 3</h1><p>It has a warranty.</p>
<aside><p>Read about wombats.</p></aside>
<table id="spec's"><tr><td>Quokka<td>1</table>"""
LEAVES_OUT = {
    "exclude_html_elements": ["aside"],
    "exclude_html_classes": ["promo"],
    "exclude_html_ids": ["spec's"],
}
CHUNKED = {"chunking_config": {"layout_based_chunking_config": {"chunk_size": 200}}}


@pytest.mark.parametrize("place", ["default_parsing_config", "parsing_config_overrides"])
def test_the_layout_parser_leaves_out_what_it_is_told_to(
    api_v1: Api, stores: Stores, place: str
) -> None:
    parsing: Any = {"layout_parsing_config": LEAVES_OUT}
    config = {place: {"html": parsing} if place == "parsing_config_overrides" else parsing}
    data_store = stores.content_store(api_v1, document_processing_config=config)
    create_document(api_v1, data_store, "page", content=text_content(PAGE, "text/html"))
    create_document(api_v1, data_store, "text", content=text_content("<aside>wombats</aside>"))
    assert found(api_v1, data_store, "warranty") == ["page"]
    assert found(api_v1, data_store, "wombats") == ["text"]
    assert found(api_v1, data_store, "kestrels") == []
    assert found(api_v1, data_store, "quokka") == []


def test_other_parsers_read_everything(api_v1: Api, stores: Stores) -> None:
    config = {
        "default_parsing_config": {"layout_parsing_config": LEAVES_OUT},
        "parsing_config_overrides": {"html": {"digital_parsing_config": {}}},
    }
    data_store = stores.content_store(api_v1, document_processing_config=config)
    create_document(api_v1, data_store, "page", content=text_content(PAGE, "text/html"))
    for word in ("warranty", "wombats", "kestrels", "quokka"):
        assert found(api_v1, data_store, word) == ["page"]


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        ({"parsing_config_overrides": {"odt": {"digital_parsing_config": {}}}}, "'odt' is none of"),
        ({"parsing_config_overrides": {"docx": {"ocr_parsing_config": {}}}}, "docx.*OCR"),
        (
            {
                "default_parsing_config": {
                    "layout_parsing_config": {"exclude_html_elements": ["p, div"]}
                }
            },
            "exclude_html_elements.*'p, div'",
        ),
    ],
)
def test_what_no_parser_does_is_refused(
    api_v1: Api, stores: Stores, config: Any, reason: str
) -> None:
    with pytest.raises(exceptions.BadRequest, match=reason):
        stores.content_store(api_v1, document_processing_config=config)


def test_the_singleton_is_that_of_the_data_store(alpha: Api, rpc: Api, stores: Stores) -> None:
    service = alpha.client("DataStoreService")
    data_store = stores.content_store(rpc, document_processing_config=CHUNKED)
    name = f"{data_store}/documentProcessingConfig"
    config = service.get_document_processing_config(name=name)
    assert config.name == name
    assert config.chunking_config.layout_based_chunking_config.chunk_size == 200
    assert "digital_parsing_config" in config.default_parsing_config

    changed = service.update_document_processing_config(
        document_processing_config={
            "name": name,
            "default_parsing_config": {"ocr_parsing_config": {"use_native_text": True}},
        },
        update_mask={"paths": ["default_parsing_config"]},
    )
    assert changed.default_parsing_config.ocr_parsing_config.use_native_text
    assert changed == service.get_document_processing_config(name=name)
    stored = rpc.client("DataStoreService").get_data_store(name=data_store)
    parsing = stored.document_processing_config.default_parsing_config
    assert parsing.ocr_parsing_config.use_native_text


def test_a_structured_store_has_an_empty_one(alpha: Api, rpc: Api, stores: Stores) -> None:
    name = f"{stores.data_store(rpc)}/documentProcessingConfig"
    config = alpha.client("DataStoreService").get_document_processing_config(name=name)
    assert config == alpha.types.DocumentProcessingConfig(name=name)


def test_updates_of_the_singleton_are_checked(alpha: Api, rpc: Api, stores: Stores) -> None:
    service = alpha.client("DataStoreService")
    data_store = stores.content_store(rpc)
    name = f"{data_store}/documentProcessingConfig"
    for fields, path in (
        (CHUNKED, "chunking_config"),
        ({"parsing_config_overrides": {"odt": {}}}, "parsing_config_overrides"),
        ({}, "nothing"),
    ):
        with pytest.raises(exceptions.BadRequest, match=path):
            service.update_document_processing_config(
                document_processing_config={"name": name, **fields},
                update_mask={"paths": [path]},
            )
    missing = f"{data_store}x/documentProcessingConfig"
    with pytest.raises(exceptions.NotFound, match="DataStore"):
        service.get_document_processing_config(name=missing)
