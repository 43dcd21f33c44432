import pytest

from emulator.ingestion.document import Block
from emulator.ingestion.parsers.text import parse


def blocks(content):
    return parse(content).blocks


def kinds(content):
    return [(block.kind, block.text) for block in blocks(content)]


def test_paragraphs_are_separated_by_blank_lines():
    assert kinds("One.\n\n \nTwo.\n") == [("paragraph", "One."), ("paragraph", "Two.")]


def test_wrapped_lines_are_joined():
    content = (
        "The quick brown fox jumps over the lazy dog because it was\n"
        "Monday and nobody else was there to be jumped over, as you\n"
        "may have heard."
    )
    assert kinds(content) == [("paragraph", content.replace("\n", " "))]


def test_lines_that_were_not_wrapped_stay():
    address = "Ada Lovelace\n12 St James Square\nLondon"
    assert kinds(address) == [("paragraph", address)]


def test_a_line_that_ends_with_a_comma_goes_on():
    wrapped = (
        "It sells tickets for trains, boats, cars,\nBuses and all that climbs the hill behind it."
    )
    assert "cars, Buses" in kinds(wrapped)[0][1]


@pytest.mark.parametrize(
    "lines",
    [
        "Present: Ada Quill, Ben Osei, Cleo Marsh, Dina Holt\nApologies: Emil Fork",
        "tom 14:04: it looks as if there is no room left\ntom 14:09: found it",
        "[09:02] Nadia: Good morning, I am here to help\n[09:03] Customer: It is late",
        "NAME\nshuf - write a random permutation of the lines",
        "1.1 The hirer pays the rent on the first day of a month.\n1.2 The owner insures the boat.",
        "(a) The hirer may use the boat on the lake and the river.\n(b) Dogs are welcome.",
        "Ada counted the boats and found that nine of ten float.\nOne sank.\nIt is to be raised.",
    ],
)
def test_long_lines_of_their_own_are_not_joined(lines):
    assert kinds(lines) == [("paragraph", lines)]


def test_a_numbered_title_above_a_paragraph_is_a_heading():
    text = "1. Carry-over\nUp to four days may be taken later.\n\n2. Illness\nCall us early."
    assert kinds(text) == [
        ("heading", "Carry-over"),
        ("paragraph", "Up to four days may be taken later."),
        ("heading", "Illness"),
        ("paragraph", "Call us early."),
    ]


@pytest.mark.parametrize(
    "item", ["1. Open the lid.\nClose it", "1. Open the\nlid", "1. Open\n  It"]
)
def test_an_item_that_goes_on_is_no_heading(item):
    assert [kind for kind, _ in kinds(item)] == ["list"]


def test_headings_of_markdown():
    assert blocks("# One\ntext\n## Two ##\n### C#\n#### Four { #anchor }") == [
        Block("heading", "One", 1),
        Block("paragraph", "text"),
        Block("heading", "Two", 2),
        Block("heading", "C#", 3),
        Block("heading", "Four", 4),
    ]


def test_underlined_headings():
    assert blocks("One\n===\n\nTwo\n---\ntext") == [
        Block("heading", "One", 1),
        Block("heading", "Two", 2),
        Block("paragraph", "text"),
    ]


def test_numbered_headings():
    assert blocks("3.2. Requirements\n\nSee 3.2.\n\n1.5 litres are enough.")[0] == Block(
        "heading", "3.2. Requirements", 2
    )


@pytest.mark.parametrize("line", ["1.5 litres are enough.", "2024", "3.2", "#hashtag"])
def test_what_is_no_heading(line):
    assert kinds(line) == [("paragraph", line)]


def test_lists_lose_their_markers():
    content = "Buy:\n- milk\n  and honey\n* bread\n\n1. Open\n2) Close"
    assert kinds(content) == [
        ("paragraph", "Buy:"),
        ("list", "milk and honey\nbread"),
        ("list", "Open\nClose"),
    ]


def test_a_number_that_begins_a_wrapped_line_is_no_list():
    content = "Nobody remembers how many of them there were, perhaps\n12. Or were there more?"
    assert [kind for kind, _ in kinds(content)] == ["paragraph"]


def test_tables_keep_their_rows():
    content = "| Name | Age |\n|:-----|----:|\n| **Ada** | 36 |\n| Bob | |"
    assert kinds(content) == [("table", "Name | Age\nAda | 36\nBob | ")]


@pytest.mark.parametrize("rule", ["|:-:|-|", "| - | :-: |", "-|:-"])
def test_a_single_hyphen_makes_a_column(rule):
    assert kinds(f"| A | B |\n{rule}\n| 1 | 2 |") == [("table", "A | B\n1 | 2")]
    assert kinds("one | two\n-\nthree")[0][0] == "paragraph"


def test_an_escaped_pipe_is_no_border_of_a_cell():
    content = "| Mark | Means |\n|---|---|\n| `a\\|b` | a \\| b |\n| c | d\\||"
    assert kinds(content) == [("table", "Mark | Means\na|b | a | b\nc | d|")]


def test_a_line_above_a_table_is_none_of_its_rows():
    assert kinds("Wiring\n| Clamp | Wire |\n|---|---|\n| K | red |") == [
        ("paragraph", "Wiring"),
        ("table", "Clamp | Wire\nK | red"),
    ]


def test_code_is_left_as_it_is():
    content = "Text\n```python\n# no heading\n\n  x = `1`\n```\nmore"
    assert kinds(content) == [
        ("paragraph", "Text"),
        ("code", "# no heading\n\n  x = `1`"),
        ("paragraph", "more"),
    ]


def test_code_that_does_not_end():
    assert kinds("```\ncode\n\nmore") == [("code", "code\n\nmore")]


def test_code_may_begin_further_left_than_its_fence():
    assert kinds(" ```sh\npip install x\n```\nmore") == [
        ("code", "pip install x"),
        ("paragraph", "more"),
    ]


def test_code_in_an_item_that_nothing_closes_ends_before_other_code():
    content = "* Install it.\n  ```sh\n  pip install x\n* Use it.\n  ```sh\n  x\n  ```\n"
    assert kinds(content) == [
        ("list", "Install it."),
        ("code", "pip install x"),
        ("list", "Use it."),
        ("code", "x"),
    ]


def test_code_in_a_quotation_ends_with_its_fence():
    assert kinds("> Type:\n>\n> ```sh\n> cd x\n>   ls\n> ```\n\nThat is all.") == [
        ("paragraph", "Type:"),
        ("code", "cd x\n  ls"),
        ("paragraph", "That is all."),
    ]


def test_a_line_that_begins_with_a_code_span_is_no_fence():
    assert kinds("```pip install x``` fetches it.\n\nmore") == [
        ("paragraph", "pip install x fetches it."),
        ("paragraph", "more"),
    ]


def test_quotes_and_rules():
    assert kinds("> quoted\n> text\n\n* * *\n***\n\nend") == [
        ("paragraph", "quoted text"),
        ("paragraph", "end"),
    ]


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("**bold** and *italic*", "bold and italic"),
        ("run `pip install`", "run pip install"),
        ("[text](https://a.b/c) here", "text here"),
        ('![alt](a.png "title")', "alt"),
        ("<https://a.b>", "https://a.b"),
        ('<span style="x">word</span><br/>', "word"),
        ("_italic_, __Bold text__ (___both___) and _**all**_", "italic, Bold text (both) and all"),
        ("at ~~50~~ 40 euros, ~5 or ~~ 6", "at 50 40 euros, ~5 or ~~ 6"),
        (r"a\_b", "a_b"),
        (r"\*args and \_kept\_, \[x](y) and \`a*b*\`", "*args and _kept_, [x](y) and `a*b*`"),
        ("sign here: ____ or _ _ or a_b_", "sign here: ____ or _ _ or a_b_"),
        ("2 * 3 * 4 and 2*3*4", "2 * 3 * 4 and 2*3*4"),
        ("snake_case __init__", "snake_case __init__"),
        ("call handlers[name](event)", "call handlers[name](event)"),
        ("a < b > c", "a < b > c"),
    ],
)
def test_marks_inside_a_line(marked, plain):
    assert kinds(marked) == [("paragraph", plain)]


def test_where_links_lead_is_not_shown():
    text = (
        "Read [the log][1].\n\n[1]: https://a.b/c\n[2.0]: <../d>\n\n[^1]: A note.\n[x]: an unknown"
    )
    assert [shown for _, shown in kinds(text)] == [
        "Read [the log][1].",
        "[^1]: A note.\n[x]: an unknown",
    ]


def test_form_feeds_end_pages():
    assert [(block.text, block.page) for block in blocks("one\n\ftwo\n\fthree")] == [
        ("one", 1),
        ("two", 2),
        ("three", 3),
    ]


def test_the_title_is_a_first_heading_at_the_start():
    assert parse("# Title\n\ntext").title == "Title"
    assert parse("text\n\n# Not a title").title is None
    assert parse("## Not a title").title is None


def test_code_in_an_item_is_code():
    content = "1. Install it:\n\n    ```sh\n    pip install x\n      y\n    ```\n\n2. Use it.\n"
    assert [(block.kind, block.text) for block in parse(content).blocks] == [
        ("list", "Install it:"),
        ("code", "pip install x\n  y"),
        ("list", "Use it."),
    ]


def test_code_that_nothing_closes_ends_with_its_item():
    content = "* Install it.\n  ```\n  pip install x\n\n* Use it.\n"
    assert [block.kind for block in parse(content).blocks] == ["list", "code", "list"]


def test_empty_lines_between_items_part_no_list():
    content = "The fruits:\n\n- apples\n\n- pears,\n  ripe\n\nThe vegetables.\n"
    assert [(block.kind, block.text) for block in parse(content).blocks] == [
        ("paragraph", "The fruits:"),
        ("list", "apples\npears, ripe"),
        ("paragraph", "The vegetables."),
    ]


def test_a_list_with_numbers_is_another_list():
    found = parse("- apples\n\n1. Wash them.\n").blocks
    assert [block.text for block in found] == ["apples", "Wash them."]


def test_badges_are_left_out():
    badge = "[![Build](https://ci.example/b.svg)](https://ci.example/)"
    referred = "[![Docs][docs-image]][docs]"
    (block,) = parse(f"{badge} {referred}\n\nA ![large](l.png) library.\n").blocks
    assert block.text == "A large library."


def test_references_to_characters_are_read():
    (block,) = parse("An &lt;extLst&gt; &#38; caf&eacute;: https://x.example/?a=1&copy=2").blocks
    assert block.text == "An <extLst> & café: https://x.example/?a=1&copy=2"


def test_a_code_span_is_read_as_it_is():
    (block,) = parse("Write `<em>`, `a[0](b)`, `\\*` and `&lt;`, or [`*x*`](docs.md) *now*.").blocks
    assert block.text == "Write <em>, a[0](b), \\* and &lt;, or *x* now."
    (block,) = parse("Write `_x_` or `~~x~~`, \\*not `*` so\\*.").blocks
    assert block.text == "Write _x_ or ~~x~~, *not * so*."
