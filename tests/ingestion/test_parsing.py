from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.ingestion.document import Block, ParseError, UnsupportedMimeType
from emulator.ingestion.parsing import cleaned, parse, supported
from tests.ingestion.office_files import docx, paragraph, row, xlsx
from tests.pace import within


@pytest.mark.parametrize("mime_type", ["text/html", "Text/Plain", "text/plain; charset=UTF-8"])
def test_supported_types(mime_type):
    assert parse(b"Hello.", mime_type).blocks[0].text == "Hello."


@pytest.mark.parametrize("mime_type", ["text/markdown", "application/msword", "image/png", "", "x"])
def test_other_types_are_refused_by_name(mime_type):
    with pytest.raises(UnsupportedMimeType, match=f"'{mime_type}'.*text/html, text/plain"):
        parse(b"Hello.", mime_type)


def test_the_library_has_a_parser_for_each_type_the_service_lists():
    office = "application/vnd.openxmlformats-officedocument"
    listed = {
        *("application/pdf", "text/html", "text/plain", "application/xml", "text/xml"),
        *("application/json", "application/vnd.ms-excel.sheet.macroenabled.12"),
        f"{office}.wordprocessingml.document",
        f"{office}.presentationml.presentation",
        f"{office}.spreadsheetml.sheet",
    }
    assert listed == set(supported()) - {"text/csv"}
    assert set(supported(allow_markdown=True)) - set(supported()) == {"text/markdown"}


@pytest.mark.parametrize("mime_type", supported(allow_markdown=True))
def test_no_data_has_no_blocks(mime_type):
    assert parse(b"", mime_type, allow_markdown=True).blocks == []


def test_office_files_are_read_by_their_type():
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    assert parse(docx(paragraph("text\u200b")), word).blocks == [Block("paragraph", "text")]
    macros = "application/vnd.ms-excel.sheet.macroEnabled.12"
    assert parse(xlsx(row(1, 5)), macros).blocks[1] == Block("paragraph", "5")


def test_markdown_is_read_where_it_is_allowed():
    document = parse(b"# Title\n\ntext", "text/markdown", allow_markdown=True)
    assert (document.title, len(document.blocks)) == ("Title", 2)


@pytest.mark.parametrize("mime_type", ["text/plain", "text/html", "application/json", "text/csv"])
@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"%PDF-1.7", "a PDF"),
        (b"PK\x03\x04", "a zip"),
        (b"\x89PNG\r\n\x1a\n", "a PNG image"),
        (b"\xff\xd8\xff\xe0", "a JPEG image"),
        (b"\x1f\x8b\x08", "compressed by gzip"),
        (bytes.fromhex("d0cf11e0a1b11ae1"), "an Office file of the format before 2007"),
    ],
)
def test_what_is_no_text_is_named(mime_type, data, found):
    with pytest.raises(ParseError, match=f"is not {mime_type} but {found}"):
        parse(data, mime_type)


@given(st.binary(), st.sampled_from(supported()))
def test_any_bytes_are_parsed_or_refused_by_all(data, mime_type):
    with suppress(ParseError):
        assert all(block.text.strip() for block in parse(data, mime_type).blocks)


@pytest.mark.parametrize("mime_type", ["text/html", "text/plain"])
@pytest.mark.parametrize("data", [b"", b" \n\t", b"\x00\x00", b"\xef\xbb\xbf"])
def test_nothing_has_no_blocks(mime_type, data):
    document = parse(data, mime_type)
    assert (document.title, document.blocks) == (None, [])


@pytest.mark.parametrize("mime_type", ["text/html", "text/plain"])
def test_text_that_is_not_utf_8_is_refused(mime_type):
    with pytest.raises(ParseError, match="not UTF-8 text: invalid byte 0xe9 at position 3"):
        parse("café".encode("latin-1"), mime_type)


@pytest.mark.parametrize("mime_type", ["text/plain", "text/csv", "text/html"])
@pytest.mark.parametrize("charset", ["utf-16", "utf-8-sig"])
def test_a_mark_of_the_byte_order_declares_the_charset(mime_type, charset):
    assert parse("Größe, Maß".encode(charset), mime_type).blocks[0].text.startswith("Größe")


@pytest.mark.parametrize(
    ("charset", "text"),
    [
        ("windows-1251", "Деньги"),
        ("gb18030", "退款"),
        ("shift_jis", "返金"),
        ("iso-2022-jp", "営業時間"),
        ("euc-kr", "반품"),
        ("windows-1256", "الإرجاع"),
    ],
)
def test_pages_declare_charsets_of_all_scripts(charset, text):
    page = f'<meta charset="{charset}"><p>{text}'.encode(charset)
    assert parse(page, "text/html").blocks[0].text == text


def test_a_page_may_declare_another_charset():
    page = '<meta charset="iso-8859-1"><p>café'.encode("latin-1")
    assert parse(page, "text/html").blocks[0].text == "café"


def test_a_page_may_not_declare_nonsense():
    with pytest.raises(ParseError, match="its declared charset 'klingon'"):
        parse('<meta charset="klingon"><p>café'.encode("latin-1"), "text/html")


@pytest.mark.parametrize("mime_type", ["text/html", "text/plain"])
def test_characters_that_are_never_shown_are_left_out(mime_type):
    data = "ze\x00ro wi\u200bdth so\u00adft no\u00a0break".encode()
    assert parse(data, mime_type).blocks[0].text == "zero width soft no break"


def test_line_ends_of_all_systems():
    assert parse(b"one\r\n\r\ntwo\r\rthree", "text/plain") == parse(
        b"one\n\ntwo\n\nthree", "text/plain"
    )


@given(st.binary(), st.sampled_from(["text/plain", "text/html"]))
def test_any_bytes_are_parsed_or_refused(data, mime_type):
    try:
        parse(data, mime_type)
    except ParseError as error:
        if f"is not {mime_type}" not in str(error):
            with pytest.raises(UnicodeDecodeError):
                data.decode()


MARKS = "# - * | ` > < / [ ] ( ) = \\ 1. <p> <li> <td> </ul> <pre> a é"
SYNTAX = st.sampled_from([*MARKS.split(), "\n", "\f"])


@given(st.text("ab1 #*`[]()<>\\|-_.!\n\t\f\r\x00\x1f", max_size=40))
def test_what_is_read_of_ascii_is_as_clean_as_it_is(text):
    found = parse(text.encode(), "text/plain")
    assert cleaned(found) == found


@given(st.lists(SYNTAX | st.text(max_size=3)).map(" ".join), st.booleans())
def test_any_text_is_parsed_into_blocks_with_text(text, is_html):
    document = parse(text.encode(), "text/html" if is_html else "text/plain")
    assert all(block.text.strip() for block in document.blocks)
    assert all((block.kind == "heading") == (block.level > 0) for block in document.blocks)


LARGE_TEXTS = [
    "x" * 500_000,
    "a b " * 125_000,
    "as wide as the lines of a paragraph are\n" * 12_500,
    " " * 250_000 + "x",
    "# a\n" * 25_000,
    "- a\n" * 25_000,
    "- x\n" + "a\n" * 50_000,
    "|a|b|\n|--|--|\n" + "|c|d|\n" * 25_000,
    "|a|b|\n|--|--|\n|c" + "|" * 100_000 + "d",
    "[a](" * 100_000,
    "**a " * 100_000,
    "`a " * 100_000,
    "- " * 125_000,
    "# " + " " * 125_000 + "#" * 125_000 + "x",
    "-" * 250_000 + "x",
    "| " * 250_000,
    "\f" * 125_000,
    "<" * 250_000,
    "![" * 125_000,
]


@pytest.mark.parametrize("text", LARGE_TEXTS, ids=lambda text: repr(text[:8]))
def test_large_texts(text):
    with within(5):  # The square of the length takes minutes.
        parse(text.encode(), "text/plain")


LARGE_PAGES = [
    "x" * 500_000,
    "<" * 250_000,
    "<p>a" * 25_000,
    "<table><tr><td>" * 5_000 + "x",
    "<table>" + "<tr><td>a" * 12_500,
    "<ul>" + "<li>a" * 25_000,
    "<!--" * 25_000,
]


@pytest.mark.parametrize("page", LARGE_PAGES, ids=lambda page: page[:12])
def test_large_pages(page):
    with within(5):
        parse(page.encode(), "text/html")
