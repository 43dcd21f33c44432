import io

import pytest

from emulator.ingestion.document import Block, ParseError
from emulator.ingestion.parsers.xml import element_stream
from emulator.ingestion.parsers.xml.document import parse


def kinds(content):
    return [(block.kind, block.text) for block in parse(content.encode()).blocks]


def test_a_document_has_blocks():
    content = """<article><title>Guide</title><section><title>Start</title>
      <para>Some <b>bold</b>ness.</para>
      <itemizedlist><listitem><para>one</para><para>more</para></listitem>
      <listitem>two</listitem></itemizedlist>
      <programlisting>a
  b</programlisting></section></article>"""
    document = parse(content.encode())
    assert document.title == "Guide"
    assert document.blocks == [
        Block("heading", "Guide", 1),
        Block("heading", "Start", 2),
        Block("paragraph", "Some boldness."),
        Block("list", "one more\ntwo"),
        Block("code", "a\n  b"),
    ]


def test_tables_of_documents():
    content = (
        "<d><p>x</p><table><title>Ages</title><tgroup><row><entry>Name</entry><entry>Age</entry>"
        "</row><row><entry>Ada</entry><entry>36</entry></row></tgroup></table></d>"
    )
    assert parse(content.encode()).blocks[1] == Block(
        "table", "Ages\nName | Age\nAda | 36", header=2
    )


def test_blocks_in_running_text_end_it():
    assert kinds("<p>before <list><item>x</item></list> after</p>") == [
        ("paragraph", "before"),
        ("list", "x"),
        ("paragraph", "after"),
    ]


def test_data_is_named_by_its_elements():
    content = """<shop xmlns="urn:x" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
      xsi:schemaLocation="urn:x x.xsd"><vendor>Acme</vendor>
      <product sku="A1"><name>Lamp</name><price currency="EUR">5</price><tag>a</tag><tag>b</tag>
      </product><product sku="A2"/></shop>"""
    assert kinds(content) == [
        ("paragraph", "Vendor: Acme."),
        ("paragraph", "Lamp\nSku: A1.\nPrice currency: EUR.\nPrice value: 5.\nTag: a, b."),
        ("paragraph", "Sku: A2."),
    ]


def test_records_are_found_below_their_wrappers():
    content = (
        "<rss><channel><title>News</title><item><title>One</title>"
        "<description>Text.</description></item></channel></rss>"
    )
    document = parse(content.encode())
    assert document.title == "News"
    assert [block.text for block in document.blocks] == ["News", "One\nText."]


@pytest.mark.parametrize(
    ("content", "blocks"),
    [
        ("<a>text</a>", [("paragraph", "text")]),
        ("<a/>", []),
        ("", []),
        ("<a><![CDATA[1 < 2]]></a>", [("paragraph", "1 < 2")]),
        ("<a>one<!-- x --><?x y?>two</a>", [("paragraph", "onetwo")]),
    ],
)
def test_small_files(content, blocks):
    assert kinds(content) == blocks


def test_pages_are_read_as_html():
    page = (
        '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title>'
        "<script>x</script></head><body><h1>Head</h1><p>a<br/>b</p></body></html>"
    )
    document = parse(page.encode())
    assert document.title == "T"
    assert [block.text for block in document.blocks] == ["Head", "a\nb"]


@pytest.mark.parametrize("charset", ["iso-8859-1", "utf-16", "windows-1252"])
def test_the_declared_encoding_is_used(charset):
    content = f'<?xml version="1.0" encoding="{charset}"?><a>café</a>'.encode(charset)
    assert parse(content).blocks == [Block("paragraph", "café")]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("<a>", "not well-formed: no element found: line 1"),
        ("text", "not well-formed: syntax error"),
        ("<a>&nbsp;</a>", "not well-formed: undefined entity"),
        ('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "declares an entity, 'x'"),
        ('<!DOCTYPE a [<!ENTITY % x "y">%x;]><a/>', "declares an entity, 'x'"),
        ("<a>" * 1_000_000, "nested more than 128 levels"),
        ('<?xml version="1.0" encoding="klingon"?><a/>', "encoding"),
        ("<a>\x00</a>", "not well-formed"),
    ],
)
def test_what_is_refused(content, problem):
    with pytest.raises(ParseError, match=problem):
        parse(content.encode())


def test_a_billion_laughs_are_refused():
    laughs = "".join(f'<!ENTITY l{number} "{f"&l{number - 1};" * 10}">' for number in range(1, 10))
    with pytest.raises(ParseError, match="declares an entity"):
        parse(f'<!DOCTYPE a [<!ENTITY l0 "ha">{laughs}]><a>&l9;</a>'.encode())


@pytest.mark.parametrize("kind", ["SYSTEM", 'PUBLIC "-//x//y"'])
def test_files_are_never_fetched(kind, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("secret")
    with pytest.raises(ParseError, match="declares an entity, 'x'"):
        parse(f'<!DOCTYPE a [<!ENTITY x {kind} "{secret.as_uri()}">]><a>&x;</a>'.encode())


def test_a_document_type_may_be_named():
    content = '<!DOCTYPE a PUBLIC "-//x//y" "http://localhost:1/x.dtd"><a>one&nbsp;two&x;</a>'
    assert parse(content.encode()).blocks == [Block("paragraph", "one two")]


def test_elements_come_one_at_a_time():
    stream = io.BytesIO(b"<r><a>1</a><b><a>2</a></b><a><a>3</a></a></r>")
    found = element_stream.elements(stream, lambda name: name == "a")
    assert ["".join(element.itertext()) for element in found] == ["1", "2", "3"]


def test_what_is_skipped_is_left_out():
    stream = io.BytesIO(b"<r><a>1<x>no<a>no</a></x>2</a><x><a>no</a></x></r>")
    (found,) = element_stream.elements(stream, lambda name: name == "a", skipped=frozenset({"x"}))
    assert "".join(found.itertext()) == "12"


def test_one_element_may_not_be_huge(monkeypatch):
    monkeypatch.setattr(element_stream, "_MOST_NODES", 2_000)
    stream = io.BytesIO(b"<r>" + b"<a/>" * 2_001 + b"</r>")
    with pytest.raises(ParseError, match="more than 2000 elements in one"):
        element_stream.root(stream)
