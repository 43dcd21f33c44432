"""The page as a running emulator serves it: whole, without the network, and its calls work."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from selectolax.lexbor import LexborHTMLParser

from emulator.transports.docs.curl import ORIGIN
from tests.conftest import DEMO
from tests.shell import answered


@pytest.fixture(scope="module", params=["v1", "v1beta", "v1alpha"])
def page(http, request):
    return LexborHTMLParser(http.get(f"/docs/{request.param}").text)


def test_nothing_is_loaded_from_elsewhere(page):
    assert [node.html for node in page.css("[src], object, iframe, form")] == []
    assert [node.attributes["href"] for node in page.css("link")] == ["data:,"]
    styles = "".join(node.text() for node in page.css("style"))
    assert "url(" not in styles
    assert "@import" not in styles


def test_ids_are_unique(page):
    ids = Counter(node.attributes["id"] for node in page.css("[id]"))
    assert [name for name, count in ids.items() if count > 1] == []


def test_headings_go_down_one_level_at_a_time(page):
    """A reader who hears the page moves by them."""
    levels = [int(node.tag[1]) for node in page.css("h1, h2, h3, h4, h5, h6")]
    assert levels[0] == 1
    assert max(below - above for above, below in pairwise(levels)) == 1


def test_links_inside_the_page_lead_somewhere(page):
    ids = {node.attributes["id"] for node in page.css("[id]")}
    links = {node.attributes["href"] for node in page.css('a[href^="#"]')}
    assert len(links) > 100
    assert {link for link in links if link[1:] not in ids} == set()


def test_every_method_can_be_found_by_its_name_and_all_paths_that_it_shows(page):
    for method in page.css("details.method"):
        paths = [path.text() for path in method.css(".path")]
        find = " ".join([method.attributes["id"], *paths])
        assert method.attributes["data-find"] == find.lower()


def test_every_method_has_a_call_to_copy(page):
    for method in page.css("details.method"):
        command = method.css_first(".command code").text()
        assert command.startswith(("curl http", "curl 'http"))
        assert ORIGIN in command
        assert "{" not in command.partition("--data")[0]


def test_every_field_has_a_type(page):
    types = {node.text().removeprefix("map to ") for node in page.css("th small")}
    assert types.isdisjoint({"", "None"})


def test_fields_are_marked_that_a_call_must_have(page):
    """By the reference, the id of a new document is required, and the size of a page is not."""
    cards = {card.attributes["id"]: card for card in page.css("details.method")}
    for method, name, is_required in (
        ("DocumentService.CreateDocument", "documentId", True),
        ("DocumentService.ListDocuments", "pageSize", False),
    ):
        rows = {row.css_first("code").text(): row for row in cards[method].css("tr th")}
        assert (rows[name].css_first(".required") is not None) is is_required


def test_enums_are_marked_among_the_types(page):
    types = {one.attributes["data-find"]: one.css_first("summary") for one in page.css(".type")}
    assert types["solutiontype"].css_first("small").text() == "enum"
    assert types["datastore"].css_first("small") is None


def test_bytes_are_said_to_be_base64(page):
    fields = [node.text() for node in page.css("tr th") if node.css_first("code") is not None]
    assert {text for text in fields if text.startswith("rawBytes")} == {"rawBytesstring (base64)"}


@pytest.mark.parametrize(
    "method",
    [
        "SearchService.Search",
        "ConversationalSearchService.AnswerQuery",
        "ConversationalSearchService.StreamAnswerQuery",
        "DocumentService.GetDocument",
        "DocumentService.ListDocuments",
        "EngineService.GetEngine",
        "EngineService.ListEngines",
        "DataStoreService.GetDataStore",
        "SchemaService.GetSchema",
    ],
)
def test_a_copied_call_works(http, method):
    assert call(http, method)


def test_the_copied_call_of_a_conversation_begins_one(http):
    begun = call(http, "ConversationalSearchService.ConverseConversation")["conversation"]["name"]
    http.delete(f"/v1/{begun}").raise_for_status()


def test_copied_calls_that_write_leave_the_demo_corpus_alone(http):
    for method in (
        "DataStoreService.CreateDataStore",
        "DataStoreService.UpdateDataStore",
        "DocumentService.CreateDocument",
        "DocumentService.UpdateDocument",
        "DocumentService.ImportDocuments",
        "EngineService.CreateEngine",
        "EngineService.UpdateEngine",
        "EngineService.DeleteEngine",
        "SchemaService.CreateSchema",
        "SchemaService.UpdateSchema",
        "SchemaService.DeleteSchema",
        "DocumentService.DeleteDocument",
        "DocumentService.PurgeDocuments",
        "DataStoreService.DeleteDataStore",
    ):
        assert "error" not in call(http, method), method
    assert http.get(f"/v1/{DEMO}/dataStores/notes").status_code == 404


def call(http, method):
    """What the call of a method's card answers."""
    page = LexborHTMLParser(http.get("/docs/v1").text)
    card = next(node for node in page.css("details.method") if node.attributes["id"] == method)
    command = card.css_first(".command code").text()
    return answered(command.replace(ORIGIN, str(http.base_url).rstrip("/")))
