import pytest

from emulator.ingestion.document import Block, ParseError
from emulator.ingestion.parsers.office.xlsx import parse
from tests.ingestion.office_files import row, xlsx

STYLES = """
<numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>
<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs>
"""


def tables(rows, **options):
    return [block.text for block in parse(xlsx(rows, **options)).blocks if block.kind != "heading"]


def test_sheets_are_headed_by_their_names_and_counted_as_pages():
    data = xlsx(row(1, 1, 2) + row(2, 3, 4), "", row(1, 5), names={2: "Rest"})
    assert parse(data).blocks == [
        Block("heading", "Sheet1", 1, 1),
        Block("table", "1 | 2\n3 | 4", page=1, header=1),
        Block("heading", "Rest", 1, 3),
        Block("paragraph", "5", page=3),
    ]


def test_hidden_sheets_are_left_out():
    data = xlsx(row(1, 1), row(1, 2), states={0: "hidden"})
    assert [block.text for block in parse(data).blocks] == ["Sheet2", "2"]


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ('<c r="A1" t="s"><v>1</v></c>', "two"),
        ('<c r="A1" t="s"><v>9</v></c>', None),
        ('<c r="A1" t="inlineStr"><is><t>in</t></is></c>', "in"),
        ('<c r="A1" t="inlineStr"><is><r><t>ri</t></r><r><t>ch</t></r></is></c>', "rich"),
        ('<c r="A1" t="str"><f>A2</f><v>sum</v></c>', "sum"),
        ('<c r="A1" t="b"><v>1</v></c>', "TRUE"),
        ('<c r="A1" t="e"><v>#N/A</v></c>', "#N/A"),
        ('<c r="A1"><v>0.30000000000000004</v></c>', "0.3"),
        ('<c r="A1"><v>5.0</v></c>', "5"),
        ('<c r="A1" s="1"><v>45292</v></c>', "2024-01-01"),
        ('<c r="A1" s="2"><v>0.255</v></c>', "26%"),
        ('<c r="A1" s="7"><v>1</v></c>', "1"),
        ('<c r="A1"/>', None),
    ],
)
def test_values_are_as_shown(cell, shown):
    found = tables(f"<row>{cell}</row>", strings=("one", "two"), styles=STYLES)
    assert found == ([shown] if shown else [])


# Excel and LibreOffice write the element into every workbook, and the attribute into few.
@pytest.mark.parametrize(
    ("properties", "day"),
    [
        ('<workbookPr defaultThemeVersion="166925"/>', "2024-01-01"),
        ('<workbookPr date1904="false"/>', "2024-01-01"),
        ('<workbookPr date1904="1"/>', "2028-01-02"),
    ],
)
def test_days_are_counted_from_1904_only_where_the_workbook_says_so(properties, day):
    rows = '<row><c r="A1" s="1"><v>45292</v></c></row>'
    assert tables(rows, styles=STYLES, properties=properties) == [day]


def test_empty_rows_keep_tables_apart():
    rows = row(1, "7") + row(3, 1, 2) + row(4, 3, 4) + row(6, None, 5, 6)
    assert tables(rows) == ["7", "1 | 2\n3 | 4", "5 | 6"]


def test_a_title_that_is_alone_in_its_row_is_no_header():
    rows = row(1, "7") + row(2, 1, 2) + row(3, 3, 4)
    assert tables(rows) == ["7", "1 | 2\n3 | 4"]


def test_unused_columns_are_left_out():
    assert tables(row(1, 1, None, 2) + row(2, 3, None, None)) == ["1 | 2\n3 | "]


def test_cells_and_rows_without_addresses_are_counted():
    assert tables("<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>") == [
        "1 | 2\n3 | "
    ]


def test_cells_far_apart_do_not_make_a_grid():
    rows = (
        f'<row r="{number}"><c r="{column}{number}"><v>{number}</v></c></row>'
        for number, column in enumerate(["A", "XFD", "BB", "CC"] * 200, start=1)
    )
    (table,) = tables("".join(rows))
    assert len(table) < 20_000
    assert tables(row(1, 1) + '<row r="1048576"><c r="XFD1048576"><v>2</v></c></row>') == ["1", "2"]


def test_empty_rows_are_nothing():
    rows = "".join(f'<row r="{number}"/>' for number in range(1, 100_001))
    assert tables(rows) == []


def test_a_long_text_may_not_be_repeated_without_end():
    cells = '<c t="s"><v>0</v></c>' * 20_000
    with pytest.raises(ParseError, match="more than 100000000 characters"):
        tables(f"<row>{cells}</row>", strings=["x" * 10_000])


def merged(*areas):
    """What follows the rows of a sheet whose cells are merged."""
    cells = "".join(f'<mergeCell ref="{area}"/>' for area in areas)
    return f"</sheetData><mergeCells>{cells}</mergeCells><sheetData>"


def test_merged_cells_say_the_same_in_each_row_and_column():
    rows = row(1, 1, 2, None) + row(2, None, 3, 4) + row(3, None, 5, 6) + row(4, 7, 8, 9)
    assert tables(rows + merged("B1:C1", "A1:A3")) == [
        "1 | 2 | 2\n1 | 3 | 4\n1 | 5 | 6\n7 | 8 | 9",
    ]


def test_a_title_that_is_merged_over_columns_is_told_once():
    rows = row(1, 1) + row(2, 2, 3, None, 4) + row(3, 5, 6, 7, 8)
    assert tables(rows + merged("A1:C1")) == ["1", "2 | 3 |  | 4\n5 | 6 | 7 | 8"]


def test_columns_that_merged_cells_divide_are_named_by_two_rows():
    rows = row(1, 1, 2, None) + row(2, None, 3, 4) + row(3, 5, 6, 7)
    table = parse(xlsx(rows + merged("A1:A2", "B1:C1"))).blocks[1]
    assert table.header == 2


@pytest.mark.parametrize("area", ["C1:D2", "A9:B9", "A1", "A1:XFD1048576", "B1:A1", "x"])
def test_merged_cells_out_of_place_add_nothing(area):
    assert tables(row(1, 1, 2) + row(2, 3, 4) + merged(area)) == ["1 | 2\n3 | 4"]
