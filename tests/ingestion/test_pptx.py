import pytest

from emulator.ingestion.document import Block
from emulator.ingestion.parsers.office.pptx import parse
from tests.ingestion.office_files import pptx, relationships, shape


def kinds(*slides, **options):
    return [(block.kind, block.text) for block in parse(pptx(*slides, **options)).blocks]


def test_slides_are_pages_with_their_title_first():
    first = shape("Name of the deck", kind="ctrTitle") + shape("by me", kind="subTitle")
    second = shape("text") + shape("Topic", kind="title")
    assert parse(pptx(first, second)).blocks == [
        Block("heading", "Name of the deck", 1, 1),
        Block("paragraph", "by me", page=1),
        Block("heading", "Topic", 2, 2),
        Block("paragraph", "text", page=2),
    ]


@pytest.mark.parametrize(
    ("named", "title"),
    [("Lake Report", "Lake Report"), ("PowerPoint-Präsentation", "Deck"), ("Slide 1", "Deck")],
)
def test_what_programs_call_a_presentation_without_a_title_is_none(named, title):
    properties = f"<p:coreProperties NAMESPACES><title>{named}</title></p:coreProperties>"
    main = {"officeDocument": "ppt/presentation.xml", "core-properties": "core.xml"}
    parts = {"_rels/.rels": relationships(**main), "core.xml": properties}
    assert parse(pptx(shape("Deck", kind="title"), parts=parts)).title == title


def test_the_title_is_that_of_the_first_slide():
    assert parse(pptx(shape("Deck", kind="title"))).title == "Deck"
    assert parse(pptx(shape("text"))).title is None


def test_points_are_a_list():
    assert kinds(shape("one", "two", kind="body")) == [("list", "one\ntwo")]


def test_text_without_bullets_is_no_list():
    plain = shape("one", "two", kind="body").replace("<a:p>", "<a:p><a:pPr><a:buNone/></a:pPr>")
    assert kinds(plain) == [("paragraph", "one"), ("paragraph", "two")]


def test_what_is_on_every_slide_is_left_out():
    slide = "".join(shape("x", kind=kind) for kind in ("dt", "ftr", "sldNum")) + shape("text")
    assert kinds(slide) == [("paragraph", "text")]


def test_shapes_in_groups_are_read():
    assert kinds(f"<p:grpSp><p:grpSp>{shape('deep')}</p:grpSp></p:grpSp>") == [
        ("paragraph", "deep")
    ]


def test_hidden_slides_are_left_out_and_counted():
    hidden = f'<p:sld show="0"><p:cSld><p:spTree>{shape("x")}</p:spTree></p:cSld></p:sld>'
    assert parse(pptx(hidden, shape("text"))).blocks == [Block("paragraph", "text", page=2)]


def tables(*rows, properties=""):
    """The tables of a slide whose rows are of pairs: the attributes of a cell and its text."""
    written = "".join(f"<a:tr>{''.join(cell(*one) for one in row)}</a:tr>" for row in rows)
    table = f"<a:tbl><a:tblPr {properties}/>{written}</a:tbl>"
    return parse(pptx(f"<p:graphicFrame><a:graphic>{table}</a:graphic></p:graphicFrame>")).blocks


def cell(attributes, text):
    paragraph = f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>"
    return f"<a:tc {attributes}><a:txBody>{paragraph}</a:txBody></a:tc>"


@pytest.mark.parametrize(
    ("properties", "header"), [('firstRow="1"', 1), ('firstRow="0"', 0), ("", 0)]
)
def test_tables_keep_their_rows(properties, header):
    found = tables([("", "A"), ("", "B")], [("", "1"), ("", "2")], properties=properties)
    assert found == [Block("table", "A | B\n1 | 2", header=header)]


def test_merged_cells_say_the_same_in_each_row_and_column():
    assert tables(
        [('gridSpan="2" rowSpan="2"', "a"), ('hMerge="1"', ""), ("", "b")],
        [('gridSpan="2" vMerge="1"', ""), ('hMerge="true" vMerge="true"', ""), ("", "c")],
        [("", "d"), ("", "d"), ("", "d")],
        [('gridSpan="3"', "all"), ('hMerge="1"', ""), ('hMerge="1"', "")],
    ) == [Block("table", "a | a | b\na | a | c\nd | d | d\nall")]


def test_columns_that_merged_cells_divide_are_named_by_two_rows():
    (table,) = tables(
        [('rowSpan="2"', "Plan"), ('gridSpan="2"', "Price"), ('hMerge="1"', "")],
        [('vMerge="1"', ""), ("", "Month"), ("", "Year")],
        [("", "Basic"), ("", "5"), ("", "50")],
        properties='firstRow="1"',
    )
    assert table == Block(
        "table", "Plan | Price | Price\nPlan | Month | Year\nBasic | 5 | 50", header=2
    )


def test_what_merged_cells_repeat_does_not_blow_up_a_slide():
    covered = [('hMerge="1"', "")] * 127
    (table,) = tables(*([('gridSpan="128"', "x" * 10_000), *covered, ("", "y")] for _ in range(20)))
    assert len(table.text) < 1_000_000
    (table,) = tables([("", "x" * 1_000)] * 2, *[[('vMerge="1"', ""), ("", "y")]] * 5_000)
    assert len(table.text) < 100_000


def test_cells_that_nothing_covers_are_read():
    assert tables([('hMerge="1" vMerge="1"', "a"), ("", "b")]) == [Block("table", "a | b")]


def test_a_broken_line_of_a_title_is_one_line():
    broken = shape("One", kind="title").replace("</a:r>", "</a:r><a:br/><a:r><a:t>two</a:t></a:r>")
    assert kinds(broken) == [("heading", "One two")]


def test_charts_are_tables():
    points = '<c:pt idx="0"><c:v>{}</c:v></c:pt>'
    chart = (
        "<c:chartSpace NAMESPACES><c:chart><c:plotArea><c:ser>"
        f"<c:tx>{points.format('Lamps')}</c:tx><c:cat>{points.format('2024')}</c:cat>"
        f"<c:val>{points.format('1.5')}</c:val></c:ser></c:plotArea></c:chart></c:chartSpace>"
    )
    parts = {
        "ppt/slides/_rels/slide0.xml.rels": relationships(chart="../charts/a.xml"),
        "ppt/charts/a.xml": chart,
    }
    frame = '<p:graphicFrame><c:chart r:id="chart"/></p:graphicFrame>'
    assert kinds(frame, parts=parts) == [("table", " | Lamps\n2024 | 1.5")]


def test_notes_follow_their_slide():
    notes = f"<p:notes NAMESPACES>{shape('said', kind='body')}{shape('7', kind='sldNum')}</p:notes>"
    parts = {
        "ppt/slides/_rels/slide0.xml.rels": relationships(notesSlide="../notes/n.xml"),
        "ppt/notes/n.xml": notes,
    }
    assert kinds(shape("shown"), parts=parts) == [("paragraph", "shown"), ("paragraph", "said")]


def test_diagrams_are_lists():
    frame = (
        '<p:graphicFrame xmlns:d="http://schemas.openxmlformats.org/drawingml/2006/diagram">'
        '<d:relIds r:dm="diagramData"/></p:graphicFrame>'
    )
    parts = {
        "ppt/slides/_rels/slide0.xml.rels": relationships(diagramData="../d.xml"),
        "ppt/d.xml": f"<d NAMESPACES>{shape('one', 'two')}</d>",
    }
    assert kinds(frame, parts=parts) == [("list", "one\ntwo")]
