import pytest

from emulator.ingestion.document import Block
from emulator.ingestion.parsers.office.docx import parse
from tests.ingestion.office_files import docx, paragraph, relationships, zipped

STYLES = """
<w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style>
<w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>
<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="My heading"/>
 <w:basedOn w:val="H2"/></w:style>
<w:style w:type="paragraph" w:styleId="Outlined"><w:name w:val="x"/>
 <w:pPr><w:outlineLvl w:val="2"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Code"><w:name w:val="Source Code"/></w:style>
<w:style w:type="paragraph" w:styleId="Toc"><w:name w:val="toc 1"/></w:style>
<w:style w:type="paragraph" w:styleId="Items"><w:name w:val="List Bullet"/>
 <w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="a"/><w:basedOn w:val="Loop"/></w:style>
"""


def level(number, form, pattern, start=1):
    return (
        f'<w:lvl w:ilvl="{number}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{pattern}"/></w:lvl>'
    )


NUMBERING = f"""
<w:abstractNum w:abstractNumId="0">{level(0, "bullet", "*")}</w:abstractNum>
<w:abstractNum w:abstractNumId="1">{level(0, "decimal", "%1.")}{level(1, "decimal", "%1.%2.")}
</w:abstractNum>
<w:abstractNum w:abstractNumId="2">{level(0, "upperRoman", "Article %1", 4)}</w:abstractNum>
<w:abstractNum w:abstractNumId="3">{level(0, "upperLetter", "Annex %1", 26)}</w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="2"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="3"/></w:num>
<w:num w:numId="5"><w:abstractNumId w:val="3"/>
 <w:lvlOverride w:ilvl="0"><w:startOverride w:val="3"/></w:lvlOverride></w:num>
"""


def item(text, list_id, depth=0, style=""):
    numbered = f'<w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="{list_id}"/></w:numPr>'
    return paragraph(text, style, numbered)


def run(text, properties=""):
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def table(*rows, properties=""):
    cells = ["".join(f"<w:tc>{cell}</w:tc>" for cell in row) for row in rows]
    return f"<w:tbl>{properties}{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


def parsed(body, **options):
    return parse(docx(body, STYLES, NUMBERING, **options))


def kinds(body, **options):
    return [(block.kind, block.text) for block in parsed(body, **options).blocks]


def test_headings_and_paragraphs():
    body = [
        paragraph("One", "H1"),
        paragraph("text"),
        paragraph(""),
        paragraph("Two", "Own"),
        paragraph("Three", "Outlined"),
        paragraph("loop", "Loop"),
        paragraph("unknown", "Nowhere"),
    ]
    assert parsed("".join(body)).blocks == [
        Block("heading", "One", 1),
        Block("paragraph", "text"),
        Block("heading", "Two", 2),
        Block("heading", "Three", 3),
        Block("paragraph", "loop"),
        Block("paragraph", "unknown"),
    ]


def test_headings_stand_below_a_title():
    document = parsed(paragraph("Handbook", "Title") + paragraph("One", "H1"))
    assert document.title == "Handbook"
    assert [block.level for block in document.blocks] == [1, 2]


def test_the_title_may_be_a_property_or_the_first_heading():
    assert parsed(paragraph("One", "H1") + paragraph("text")).title == "One"
    assert parsed(paragraph("text") + paragraph("One", "H1")).title is None


def test_lists_are_one_block_with_an_item_a_line():
    body = item("a", 1) + paragraph("") + item("b", 1) + paragraph("text") + paragraph("c", "Items")
    assert kinds(body) == [("list", "a\nb"), ("paragraph", "text"), ("list", "c")]


def test_numbers_that_say_where_an_item_is_are_kept():
    body = (
        item("Scope", 2, style="H1")
        + item("first", 2, 1)
        + item("second", 2, 1)
        + item("Terms", 2, style="H1")
        + item("third", 2, 1)
        + item("End", 3, style="H1")
        + item("More", 3)
    )
    assert kinds(body) == [
        ("heading", "1. Scope"),
        ("list", "1.1. first\n1.2. second"),
        ("heading", "2. Terms"),
        ("list", "2.1. third"),
        ("heading", "Article IV End"),
        ("list", "Article V More"),
    ]


def test_letters_go_on_after_z_and_a_list_may_begin_anew():
    body = item("a", 4) + item("b", 4) + item("c", 5) + item("d", 5)
    assert kinds(body) == [("list", "Annex Z a\nAnnex AA b\nAnnex C c\nAnnex D d")]


def test_plain_numbers_are_marks_like_bullets():
    assert kinds(item("a", 2) + item("b", 2)) == [("list", "a\nb")]


def test_tables_keep_their_rows():
    body = table(
        [paragraph("Name"), paragraph("Age")],
        [paragraph("Ada") + paragraph("Lovelace"), paragraph("36")],
    )
    assert parsed(body).blocks == [
        Block("table", "Name | Age\nAda Lovelace | 36", header=1),
    ]


def test_what_spans_rows_or_columns_is_repeated():
    body = table(
        ['<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>' + paragraph("wide"), paragraph("c")],
        ['<w:tcPr><w:vMerge w:val="restart"/></w:tcPr>' + paragraph("high"), *map(paragraph, "de")],
        ["<w:tcPr><w:vMerge/></w:tcPr>" + paragraph(""), *map(paragraph, "fg")],
        ['<w:tcPr><w:gridSpan w:val="3"/></w:tcPr>' + paragraph("all")],
        properties='<w:tblPr><w:tblLook w:firstRow="0"/></w:tblPr>',
    )
    assert parsed(body).blocks == [
        Block("table", "wide | wide | c\nhigh | d | e\nhigh | f | g\nall"),
    ]


def test_cells_that_say_the_same_are_no_single_cell():
    body = table([*map(paragraph, "ab")], [*map(paragraph, "xx")])
    assert parsed(body).blocks == [Block("table", "a | b\nx | x", header=1)]


def test_columns_that_merged_cells_divide_are_named_by_two_rows():
    body = table(
        [
            '<w:tcPr><w:vMerge w:val="restart"/></w:tcPr>' + paragraph("a"),
            '<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>' + paragraph("wide"),
        ],
        ["<w:tcPr><w:vMerge/></w:tcPr>" + paragraph(""), *map(paragraph, "bc")],
        [*map(paragraph, "def")],
    )
    assert parsed(body).blocks == [
        Block("table", "a | wide | wide\na | b | c\nd | e | f", header=2),
    ]


@pytest.mark.parametrize(("look", "header"), [('w:val="04A0"', 1), ('w:val="0480"', 0)])
def test_whether_the_first_row_names_the_columns(look, header):
    rows = [*map(paragraph, "ab")], [*map(paragraph, "cd")]
    (found,) = parsed(table(*rows, properties=f"<w:tblPr><w:tblLook {look}/></w:tblPr>")).blocks
    assert found.header == header


def test_rows_that_each_page_repeats_name_the_columns():
    rows = "".join(
        f"<w:tr>{'<w:trPr><w:tblHeader/></w:trPr>' if number < 2 else ''}"
        f"<w:tc>{paragraph('a')}</w:tc><w:tc>{paragraph(str(number))}</w:tc></w:tr>"
        for number in range(4)
    )
    (found,) = parsed(f"<w:tbl>{rows}</w:tbl>").blocks
    assert found == Block("table", "a | 0\na | 1\na | 2\na | 3", header=2)


def test_a_table_of_one_cell_is_a_frame():
    inner = paragraph("Note", "H2") + paragraph("text")
    assert kinds(table([inner])) == [("heading", "Note"), ("paragraph", "text")]


def test_tables_in_tables_are_text_of_their_cells():
    inner = table(*[[paragraph("x"), paragraph("y")]])
    assert kinds(table([paragraph("a"), inner])) == [("table", "a | x | y")]


def test_code_keeps_its_lines():
    body = paragraph("def f():", "Code") + paragraph("    pass", "Code")
    body = body.replace("<w:t>", '<w:t xml:space="preserve">')
    assert kinds(body) == [("code", "def f():\n    pass")]


@pytest.mark.parametrize(
    "unseen",
    [
        f"<w:del>{run('x')}</w:del>",
        f"<w:moveFrom>{run('x')}</w:moveFrom>",
        run("x", "<w:vanish/>"),
        "<w:r><w:instrText>PAGE</w:instrText></w:r>",
        f"<mc:AlternateContent><mc:Fallback>{run('x')}</mc:Fallback></mc:AlternateContent>",
    ],
)
def test_what_is_not_shown_is_left_out(unseen):
    assert kinds(f"<w:p>{run('a')}{unseen}{run('b')}</w:p>") == [("paragraph", "ab")]


def test_tables_of_contents_are_left_out():
    assert kinds(paragraph("Scope 3", "Toc") + paragraph("text")) == [("paragraph", "text")]


@pytest.mark.parametrize(
    "shown",
    [
        f"<w:ins>{run('x')}</w:ins>",
        f"<w:hyperlink>{run('x')}</w:hyperlink>",
        f"<w:sdt><w:sdtContent>{run('x')}</w:sdtContent></w:sdt>",
        run("x", '<w:vanish w:val="0"/>'),
    ],
)
def test_what_is_shown_is_read(shown):
    assert kinds(f"<w:p>{run('a')}{shown}{run('b')}</w:p>") == [("paragraph", "axb")]


def test_text_boxes_follow_the_paragraph_they_are_anchored_in():
    box = f"<w:r><w:drawing><w:txbxContent>{paragraph('box')}</w:txbxContent></w:drawing></w:r>"
    assert kinds(f"<w:p>{run('a')}{box}{run('b')}</w:p>") == [
        ("paragraph", "ab"),
        ("paragraph", "box"),
    ]


def test_line_breaks_and_tabs():
    assert kinds("<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t></w:r></w:p>") == [
        ("paragraph", "a b\nc")
    ]


def math(content):
    return f"<w:p><m:oMath>{content}</m:oMath></w:p>"


def text(content):
    return f"<m:r><m:t>{content}</m:t></m:r>"


@pytest.mark.parametrize(
    ("equation", "linear"),
    [
        (f"<m:sSup><m:e>{text('x')}</m:e><m:sup>{text('2')}</m:sup></m:sSup>", "x^2"),
        (f"<m:sSub><m:e>{text('a')}</m:e><m:sub>{text('n+1')}</m:sub></m:sSub>", "a_(n+1)"),
        (f"<m:f><m:num>{text('a+b')}</m:num><m:den>{text('c')}</m:den></m:f>", "(a+b)/c"),
        (f"<m:rad><m:e>{text('2')}</m:e></m:rad>", "√(2)"),
        (f"<m:d><m:e>{text('x')}</m:e></m:d>", "(x)"),
        (
            '<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>'
            f"<m:sub>{text('i')}</m:sub><m:sup>{text('n')}</m:sup><m:e>{text('i')}</m:e></m:nary>",
            "∑_i^n i",
        ),
    ],
)
def test_equations_are_written_in_a_line(equation, linear):
    assert kinds(math(equation)) == [("paragraph", linear)]


def test_numbers_of_charts_are_as_they_are_shown():
    days = "<c:formatCode>yyyy-mm-dd</c:formatCode><c:pt idx='0'><c:v>45292</c:v></c:pt>"
    shares = "<c:formatCode>0%</c:formatCode><c:pt idx='0'><c:v>0.255</c:v></c:pt>"
    chart = (
        "<c:chartSpace NAMESPACES><c:chart><c:plotArea><c:ser>"
        f"<c:cat><c:numRef><c:numCache>{days}</c:numCache></c:numRef></c:cat>"
        f"<c:val><c:numRef><c:numCache>{shares}</c:numCache></c:numRef></c:val>"
        "</c:ser></c:plotArea></c:chart></c:chartSpace>"
    )
    drawn = '<w:p><w:r><w:drawing><c:chart r:id="chart"/></w:drawing></w:r></w:p>'
    found = kinds(drawn, parts={"word/charts/a.xml": chart}, chart="charts/a.xml")
    assert "2024-01-01 | 26%" in found[0][1]


def test_a_form_tells_each_field_once():
    def field(text, columns):
        return f'<w:tcPr><w:gridSpan w:val="{columns}"/></w:tcPr>' + paragraph(text)

    form = table(
        [field("Name", 3), field("Sex", 1)],
        [field("Date of birth", 1), field("Place of birth", 3)],
        [field("Passport", 2), field("", 1), field("Expires", 1)],
    )
    (found,) = kinds(form)
    assert found == ("table", "Name | Sex\nDate of birth | Place of birth\nPassport | Expires")


def test_a_table_with_a_row_of_all_columns_is_no_form():
    def spanning(text, columns):
        return f'<w:tcPr><w:gridSpan w:val="{columns}"/></w:tcPr>' + paragraph(text)

    hours = table(
        [spanning("", 1), spanning("Pool", 2)],
        [paragraph("Day"), paragraph("Opens"), paragraph("Closes")],
        [spanning("Monday to Friday", 1), spanning("8:00", 1), spanning("20:00", 1)],
        [spanning("Saturday and Sunday", 2), spanning("18:00", 1)],
    )
    (found,) = kinds(hours)
    assert found[1].splitlines()[0] == " | Pool | Pool"


def test_charts_are_tables():
    chart = (
        "<c:chartSpace NAMESPACES><c:chart>"
        "<c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title><c:plotArea><c:ser>"
        '<c:tx><c:pt idx="0"><c:v>Lamps</c:v></c:pt></c:tx>'
        '<c:cat><c:pt idx="0"><c:v>2024</c:v></c:pt><c:pt idx="1"><c:v>2025</c:v></c:pt></c:cat>'
        '<c:val><c:pt idx="0"><c:v>1.5</c:v></c:pt><c:pt idx="1"><c:v>2</c:v></c:pt></c:val>'
        "</c:ser></c:plotArea></c:chart></c:chartSpace>"
    )
    drawn = '<w:p><w:r><w:drawing><c:chart r:id="chart"/></w:drawing></w:r></w:p>'
    found = kinds(drawn, parts={"word/charts/a.xml": chart}, chart="charts/a.xml")
    assert found == [("paragraph", "Sales"), ("table", " | Lamps\n2024 | 1.5\n2025 | 2")]


def test_footnotes_come_last():
    notes = f"<w:footnotes NAMESPACES><w:footnote>{paragraph('note')}</w:footnote></w:footnotes>"
    found = kinds(paragraph("text"), parts={"word/notes.xml": notes}, footnotes="notes.xml")
    assert found == [("paragraph", "text"), ("paragraph", "note")]


def test_the_strict_variant_is_read():
    parts = {
        "_rels/.rels": relationships(officeDocument="/word/document.xml"),
        "word/document.xml": (
            '<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main">'
            f"<w:body>{paragraph('text')}</w:body></w:document>"
        ),
    }
    assert parse(zipped(parts)).blocks == [Block("paragraph", "text")]
