"""The console in a browser, as somebody uses it; skipped where there is none."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import DEMO
from tests.console.page import Page, browser
from tests.processes import Server, running

Keys = pytest.importorskip("selenium.webdriver.common.keys", reason="needs Selenium").Keys


@pytest.fixture(scope="module")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    driver = browser(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An emulator of its own: these tests make data stores."""
    with running(tmp_path_factory.mktemp("emulator"), "--ephemeral", "--allow-code") as emulator:
        yield emulator


@pytest.fixture
def page(driver: Any, server: Server) -> Iterator[Page]:
    page = Page(driver, server)
    yield page
    assert page.complaints() == []


@pytest.fixture(scope="module")
def store(server: Server) -> Callable[[str, list[dict[str, Any]]], str]:
    """Makes a data store with documents; answers its place in the console."""

    def make(name: str, documents: list[dict[str, Any]]) -> str:
        parent = f"/v1/{DEMO}/dataStores"
        fields = {"displayName": name, "contentConfig": "CONTENT_REQUIRED"}
        server.post(f"{parent}?dataStoreId={name}", {**fields, "industryVertical": "GENERIC"})
        if documents:
            body = {"inlineSource": {"documents": documents}}
            server.post(f"{parent}/{name}/branches/0/documents:import", body)
        return f"project=demo&location=global&target=dataStores/{name}"

    return make


def document(name: str, text: str, **fields: str) -> dict[str, Any]:
    """A document of plain text."""
    content = {"mimeType": "text/plain", "rawBytes": base64.b64encode(text.encode()).decode()}
    return {"id": name, "structData": fields, "content": content}


QUESTION = "How long is the warranty on the Skylark 3?"


def test_a_question_is_answered_with_citations_that_open(page: Page) -> None:
    page.open().click(".chip", QUESTION)
    assert "36 months" in page.text(".answer")
    page.all(".marker")[0].send_keys("")
    assert "36 months" in page.text(".preview mark")
    page.all(".marker")[0].send_keys(Keys.ESCAPE)
    assert page.now(".preview") == []
    page.click(".marker")
    assert "36 months" in page.text(".reference[open] mark")
    assert page.now("details:not([open])", "As curl")
    page.click("summary", "As curl")
    assert f'"text": "{QUESTION}"' in page.text(".command code")


def test_a_question_goes_on_with_the_session_also_when_its_link_is_opened_again(page: Page) -> None:
    page.open().write(".composer input", QUESTION)
    page.all(".answer")
    page.write(".composer input", "How heavy is it?")
    assert "Skylark 3" in page.text(".badge", "Searched for")
    link = page.driver.current_url.partition("/console")[2]
    assert len(page.open(link).all(".turn .answer")) == 2
    page.click(".session a", "New session")
    page.all(".empty")
    assert page.now(".turn") == []


def test_what_an_assistant_replied_is_shown_in_its_session(page: Page, server: Server) -> None:
    stream = f"{server.url}/v1/{DEMO}/engines/demo/assistants/default_assistant:streamAssist"
    *_, last = httpx.post(stream, json={"query": {"text": QUESTION}}, timeout=60).json()
    session = last["sessionInfo"]["session"].rpartition("/")[2]
    page.open(f"#/ask?project=demo&target=engines/demo&session={session}")
    assert "36 months" in page.text(".turn .answer")
    assert page.all(".turn .marker")
    assert "Warranty and repairs" in page.text(".turn .references")


def test_a_related_question_is_asked(page: Page) -> None:
    page.open().write(".composer input", QUESTION)
    related = page.text(".related .chip")
    page.click(".related .chip")
    assert page.text(".turn + .turn .question") == related


def test_questions_in_quick_succession_are_of_one_session(page: Page) -> None:
    page.open().all(".chip")
    ask = "for (const one of [...document.querySelectorAll('.chip')].slice(0, 3)) one.click()"
    page.driver.execute_script(ask)
    page.all(".turn:nth-child(3) .answer")
    link = page.driver.current_url.partition("/console")[2]
    assert len(page.open(link).all(".turn .answer")) == 3


def test_who_chooses_another_data_store_by_keys_stays_in_the_field(page: Page) -> None:
    field = page.open("#/search?query=warranty").all("#target")[0]
    page.driver.execute_script("arguments[0].dataset.old = 'yes'", field)
    field.send_keys(Keys.ARROW_DOWN)
    page.all("#target:not([data-old])")
    assert "dataStores" in page.driver.current_url
    assert page.driver.switch_to.active_element.get_attribute("id") == "target"


def test_an_answer_that_is_withheld_says_why(page: Page) -> None:
    page.open().write(".composer input", "Who won the football match yesterday?")
    assert "Skipped: " in page.text(".badge.warn")


def test_a_refusal_is_shown_with_its_status(page: Page) -> None:
    page.open().click("summary", "Options")
    page.driver.execute_script(
        "document.querySelector('[name=filter]').value = 'nothing: ANY(\"x\")'"
    )
    page.write(".composer input", QUESTION)
    assert "INVALID_ARGUMENT" in page.text(".failure strong")
    assert page.now("details", "As curl")
    assert "400 (Bad Request)" in page.complaints()[0]  # The browser's own note of the answer.


def test_a_refusal_tells_what_seems_to_be_meant(page: Page) -> None:
    page.open("#/browse?project=demo&location=global&target=dataStores%2Fdemo-doc")
    assert "NOT_FOUND" in page.text(".failure strong")
    assert "demo-doc not found. Did you mean demo-docs?" in page.text(".failure p")
    page.complaints()


def test_a_search_tells_what_it_took_the_query_for_and_why_results_are_there(page: Page) -> None:
    page.open("#/search").write("input[type=search]", "waranty")
    assert "warranty" in page.text(".notice strong")
    assert "BM25" in page.text(".results details", "Why is it here?")
    count = page.text("p[role=status]", "results")
    page.click(".facets a", "policy")
    page.all(".facets a[aria-current]")
    assert page.text("p[role=status]", "results") != count
    page.click(".notice a", "waranty")
    page.all(".notice", "Did you mean")


def test_a_search_is_paged(page: Page) -> None:
    page.open("#/search?query=").click(".pages a", "Next")
    assert "Page 2" in page.text(".pages", "Previous")
    assert page.all(".results")[0].get_attribute("start") == "11"


DROP = """
const files = new DataTransfer();
files.items.add(new File([arguments[1]], arguments[0]));
const event = new DragEvent("drop", {dataTransfer: files, bubbles: true, cancelable: true});
document.querySelector(".drop").dispatchEvent(event);
"""


def test_a_file_that_is_dropped_is_asked_about(page: Page, store: Any) -> None:
    page.open(f"#/browse?{store('dropped', [])}").all(".drop")
    text = "<h1>Shop</h1><p>The shop in Holm is open from nine to five.</p>"
    page.driver.execute_script(DROP, "opening-hours.html", text)
    assert page.all(".rows summary", "opening-hours-html")
    page.click(".uploads a", "Ask about it")
    page.write(".composer input", "When is the shop in Holm open?")
    assert "from nine to five" in page.text(".answer")
    assert "opening-hours" in page.text(".reference")


def test_a_file_that_is_chosen_and_cannot_be_read_says_why(
    page: Page, store: Any, tmp_path: Path
) -> None:
    file = tmp_path / "broken.pdf"
    file.write_text("no PDF")
    page.open(f"#/browse?{store('broken', [])}").all("input[type=file]")[0].send_keys(str(file))
    assert page.text(".uploads .bad").startswith("The file is not a PDF")


def test_a_file_that_is_dropped_may_be_larger_than_what_documents_bring_along(
    page: Page, store: Any
) -> None:
    page.open(f"#/browse?{store('large', [])}").all(".drop")
    page.driver.execute_script(DROP, "long.txt", "quokka " * 200_000)
    assert page.all(".rows summary", "long-txt")


def test_a_document_is_deleted_when_that_is_meant(page: Page, store: Any) -> None:
    place = store("deleted", [document("note", "The shop is closed.")])
    page.open(f"#/browse?{place}&list=documents&item=note")
    page.all(".rows button", "Delete")[0].click()
    page.driver.switch_to.alert.dismiss()
    page.all(".rows button", "Delete")[0].click()
    page.driver.switch_to.alert.accept()
    page.open(f"#/browse?{place}").all(".rows p", "None.")


def test_a_long_list_comes_page_after_page(page: Page) -> None:
    page.open("#/browse?target=dataStores/demo-docs&list=documents").all(".rows details")
    before = len(page.now(".rows > details"))
    page.click(".rows > button", "More")
    page.all(f".rows > details:nth-child({before + 1})")
    assert page.now(".rows > button") == []


def test_a_data_store_is_made_and_shows_its_parts(page: Page) -> None:
    page.open("#/browse").write("[name=dataStoreId]", "made-here")
    page.all("h1", "made-here")
    for part in ("Schema", "Controls", "Sessions", "Serving configs", "Operations", "Documents"):
        page.click(".tabs a", part)
        assert page.text(".tabs a[aria-current]", part) == part


def test_an_engine_leads_to_the_documents_of_its_data_stores(page: Page) -> None:
    page.open("#/search?target=engines/demo").click("nav a", "Browse")
    assert page.text(".tabs a[aria-current]") == "Data stores"
    assert len(page.all(".cards h2 a")) == 2
    page.all(".cards .dim", "documents with content: 51")
    page.click(".cards h2 a", "Tindlemoor documents")
    page.all(".rows summary", "Authentication and API keys")


def test_agents_call_tools_and_the_functions_of_the_client(page: Page) -> None:
    page.open("#/agents").write(".composer input", "I want to return it. Its number is TM-2049.")
    assert "Returns desk" in page.text(".trace .transfer")
    assert "TM-2049" in page.text(".trace .call")
    field = page.all("textarea[name=response]")[0]
    field.clear()
    field.send_keys('{"message": "Return RT-77 is registered."}')
    page.click(".result button", "Send")
    assert page.text(".answer") == "Return RT-77 is registered."
    link = page.driver.current_url.partition("/console")[2]
    assert page.open(link).text(".answer", "RT-77") == "Return RT-77 is registered."


MARKUP = '<img src=x onerror="window.hostile=1"><script>window.hostile=1</script><b>pumpkin</b>'


def test_nothing_in_a_document_becomes_markup(page: Page, store: Any) -> None:
    fields = {"title": MARKUP, "uri": "javascript:window.hostile=1", MARKUP: MARKUP}
    text = f"The price of the pumpkin is 7 euros {MARKUP}."
    place = store("hostile", [document("hostile", text, **fields)])
    page.open(f"#/ask?{place}").write(".composer input", "What is the price of the pumpkin?")
    assert "<script>" in page.text(".answer")
    page.click(".marker")
    assert MARKUP in page.text(".reference[open]")
    for summary in page.now(".turn summary"):
        page.driver.execute_script("arguments[0].click()", summary)
    page.all(".command")
    clean(page)
    page.open(f"#/search?{place}&query=pumpkin")
    assert page.text(".results h2") == MARKUP
    assert "<script>" in page.text(".results .snippet")
    clean(page)
    page.open(f"#/browse?{place}&list=documents").click(".rows summary")
    page.click("summary", "Text, in chunks")
    assert "<script>" in page.text(".rows .chunk")
    clean(page)
    page.open(f"#/{MARKUP}?project={MARKUP}&target={MARKUP}&session={MARKUP}")
    page.all(".failure")
    clean(page)
    page.complaints()  # The browser notes that there is no such session.


def clean(page: Page) -> None:
    assert page.now("main img, main script") == []
    assert [one for one in page.now("a") if "javascript:" in one.get_property("href")] == []
    assert page.driver.execute_script("return window.hostile") is None


@pytest.fixture
def narrow(page: Page) -> Iterator[Page]:
    """A window as narrow as pages are to fit without scrolling sideways: WCAG 2.2, 1.4.10."""
    size = {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": False}
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    yield page
    page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def fits(page: Page) -> bool:
    """Whether nothing is to be scrolled sideways."""
    root = "document.documentElement"
    return page.driver.execute_script(f"return {root}.scrollWidth <= {root}.clientWidth")


STORE = "#/browse?target=dataStores/demo-docs"


@pytest.mark.parametrize(
    "fragment", ["#/ask", "#/search?query=waranty", "#/browse", STORE, "#/agents"]
)
def test_every_view_fits_a_narrow_window(narrow: Page, fragment: str) -> None:
    narrow.open(fragment).all("main > div")
    for details in narrow.now("details"):
        narrow.driver.execute_script("arguments[0].open = true", details)
    assert fits(narrow)


def test_the_pages_of_methods_fit_a_narrow_window(narrow: Page, server: Server) -> None:
    narrow.driver.get(f"{server.url}/docs/v1#ConversationalSearchService.AnswerQuery")
    narrow.all("details[open] .command")
    assert fits(narrow)


def test_a_question_is_not_covered_in_a_narrow_window(narrow: Page) -> None:
    narrow.open().write(".composer input", QUESTION)
    narrow.all(".answer")
    edges = "return [arguments[0].getBoundingClientRect(), arguments[1].getBoundingClientRect()]"
    elements = narrow.all(".question")[0], narrow.all("header")[0]
    question, header = narrow.driver.execute_script(edges, *elements)
    assert question["top"] >= max(0, header["bottom"])


def test_where_nothing_is_the_console_says_so(page: Page) -> None:
    assert "no data store" in page.open("#/ask?project=nobody").text(".notice")
    assert len(page.open("#/browse?project=nobody").all("p", "None.")) == 2
    assert page.open("#/agents?project=nobody").text(".notice") == "There is no app here."
    assert "app gone" in page.open("#/agents?app=gone").text(".notice")


@pytest.mark.parametrize("fragment", ["#/ask", "#/search?query=waranty", "#/browse", "#/agents"])
def test_every_field_has_a_name_for_those_who_do_not_see(page: Page, fragment: str) -> None:
    page.open(fragment).all("main > div")
    for details in page.now("details"):
        page.driver.execute_script("arguments[0].open = true", details)
    fields = page.now("input, select, textarea, button, nav, aside")
    assert fields
    assert [one.tag_name for one in fields if not one.accessible_name] == []
