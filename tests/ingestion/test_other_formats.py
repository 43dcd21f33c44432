"""JSON, CSV and Markdown."""

import pytest

from emulator.ingestion.document import Block, ParseError
from emulator.ingestion.parsers import csv, json, markdown
from emulator.ingestion.parsing import parse


def texts(content):
    return [block.text for block in json.parse(content).blocks]


def test_a_json_object_is_text():
    document = json.parse('{"title": "Lamp", "price": 5}')
    assert document.title == "Lamp"
    assert document.blocks == [Block("paragraph", "Lamp\nPrice: 5.")]


def test_a_json_list_has_a_block_for_each_item():
    assert texts('[{"name": "a"}, "text", 5, null, [1, 2]]') == [
        "a",
        "text",
        "Value: 5.",
        "Value: 1, 2.",
    ]


@pytest.mark.parametrize("content", ["", "  ", "{}", "[]", "null"])
def test_empty_json(content):
    assert texts(content) == []


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('{"a": 1', "not valid: .* line 1 column"),
        ("{'a': 1}", "not valid"),
        ("[NaN]", "not valid"),
        ("[" * 1_000_000, "not valid"),
        ("[" * 101 + "]" * 101, "nested more than 100 levels"),
        ('{"a":' * 500 + "1" + "}" * 500, "nested more than 100 levels"),
    ],
)
def test_json_that_is_refused(content, problem):
    with pytest.raises(ParseError, match=problem):
        json.parse(content)


def test_json_of_a_hundred_levels_is_taken():
    assert texts("[" * 100 + "5" + "]" * 100) == ["Value: 5."]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_csv_is_a_table(delimiter):
    content = f'a{delimiter}b\n1{delimiter}"x{delimiter}y"\n\n'
    quoted = f"x{delimiter}y".replace("\t", " ")
    assert csv.parse(content).blocks == [Block("table", f"a | b\n1 | {quoted}", header=1)]


def test_the_delimiter_is_not_looked_for_in_quotes():
    assert csv.parse('"a,b,c";d\n1;2').blocks[0].text == "a,b,c | d\n1 | 2"


def test_csv_cells_may_have_lines_and_rows_any_number_of_cells():
    assert csv.parse('a,b\n"x\ny"\n1,2,3').blocks[0].text == "a | b\nx y\n1 | 2 | 3"


@pytest.mark.parametrize("content", ["", "\n\n", ",,\n"])
def test_empty_csv(content):
    assert csv.parse(content).blocks == []


def test_csv_with_a_huge_cell_is_refused():
    with pytest.raises(ParseError, match="field larger than field limit"):
        csv.parse('a,b\n"' + "x" * 2_000_000)


def test_the_metadata_of_markdown_may_have_its_title():
    document = markdown.parse('---\ntitle: "My page"\ntags: [a]\n---\n\n# Head\n\ntext')
    assert document.title == "My page"
    assert [block.text for block in document.blocks] == ["Head", "text"]


@pytest.mark.parametrize(
    "value", ["Log out", "'Log out.'", ">-\n  Log\n  out", '"Log\n  out"\ntags:\n- a # b\n']
)
def test_the_description_of_markdown_opens_its_text(value):
    document = markdown.parse(f"---\ntitle: Logout\ndescription: {value}\n---\n\ntext")
    assert document.title == "Logout"
    assert [block.text for block in document.blocks] == ["Log out.", "text"]


def test_plain_text_may_be_markdown():
    document = parse(b"---\ntitle: Logout\n---\n<!-- made -->one [two][a]\n\n[a]: b", "text/plain")
    assert document.title == "Logout"
    assert [block.text for block in document.blocks] == ["one two"]


def test_text_between_rules_is_no_metadata():
    document = markdown.parse("---\nTitle: one\nand text.\n\n---\n\nb")
    assert [block.text for block in document.blocks] == ["Title: one and text.", "b"]


def test_a_rule_is_no_metadata():
    assert [block.text for block in markdown.parse("a\n\n---\n\nb").blocks] == ["a", "b"]


def test_comments_and_references_of_markdown_are_not_shown():
    content = "one <!-- x\n\ny --> two [link][1] [other][]\n\n[1]: http://a.b 'Title'\n"
    assert [block.text for block in markdown.parse(content).blocks] == ["one two link other"]


def test_brackets_in_plain_text_are_no_links():
    content = "Read grid[row][column].\n\n[Note]: Keep the grid dry."
    assert [block.text for block in parse(content.encode(), "text/plain").blocks] == (
        content.split("\n\n")
    )


def test_code_in_markdown_has_no_links():
    code = "m[i][j] = 1\n[a]: b\n[![Build](x.svg)](x)"
    found = markdown.parse(f"Set `m[i][j]` and see [this][a].\n\n```\n{code}\n```\n\n[a]: b\n")
    assert [block.text for block in found.blocks] == ["Set m[i][j] and see this.", code]


def test_the_marks_of_a_comment_in_a_code_span_are_text():
    content = "A comment begins with `<!--`.\n\nText.\n\nIt ends with `-->`.\n"
    found = [block.text for block in markdown.parse(content).blocks]
    assert found == ["A comment begins with <!--.", "Text.", "It ends with -->."]


def test_a_comment_that_does_not_end_is_text():
    assert markdown.parse("a <!-- b").blocks[0].text == "a <!-- b"
