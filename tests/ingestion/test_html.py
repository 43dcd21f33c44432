import pytest

from emulator.ingestion.document import Block, ParseError
from emulator.ingestion.exclusion import Exclusion
from emulator.ingestion.parsers.html.document import parse


def kinds(content):
    return [(block.kind, block.text) for block in parse(content).blocks]


def test_the_title():
    assert parse("<title> A &amp;\n B </title><h1>C</h1>").title == "A & B"
    assert parse("<h2>B</h2><h1>C</h1>").title == "C"
    assert parse("<p>text").title is None


def test_headings_and_paragraphs():
    assert parse(
        "<h1>One</h1>loose<p>a <b>bold</b>\n move</p><h3><div>Three</div></h3>"
    ).blocks == [
        Block("heading", "One", 1),
        Block("paragraph", "loose"),
        Block("paragraph", "a bold move"),
        Block("heading", "Three", 3),
    ]


@pytest.mark.parametrize(
    "unseen",
    [
        "<script>x</script>",
        "<style>x</style>",
        "<nav><ul><li>x</ul></nav>",
        "<!-- x -->",
        "<noscript>x</noscript>",
        "<template>x</template>",
        "<select><option>x</select>",
        "<svg><text>x</text></svg>",
        "<button>x</button>",
        "<p hidden>x</p>",
        "<div style='color: red; display: none'><p>x</p></div>",
        "<ul style=display:none><li>x</ul>",
    ],
)
def test_what_is_not_read_is_left_out(unseen):
    assert kinds(f"<p>a</p>{unseen}<p>b</p>") == [("paragraph", "a"), ("paragraph", "b")]


def test_a_button_that_is_a_whole_heading_names_what_it_opens():
    assert kinds(
        "<h3>\n<button aria-controls=a><b>Is it</b> free?</button>\n</h3><p id=a>Yes."
    ) == [
        ("heading", "Is it free?"),
        ("paragraph", "Yes."),
    ]
    assert kinds("<dl><dt><button>Weight</button><dd>310 g</dl>") == [("list", "Weight: 310 g")]


@pytest.mark.parametrize(
    "heading", ["Install <button>Copy</button>", "<a>Install</a><button>Copy</button>"]
)
def test_a_button_beside_a_heading_is_no_part_of_it(heading):
    assert kinds(f"<h2>{heading}</h2>") == [("heading", "Install")]


def test_a_named_button_is_left_out_where_it_is_excluded():
    content = "<h3><button class=ad>Buy</button></h3><p>a"
    blocks = parse(content, Exclusion(classes=("ad",))).blocks
    assert blocks == [Block("paragraph", "a")]


@pytest.mark.parametrize(
    "unfolded",
    [
        "<a href='#b'></a><p id=b hidden>b",
        "<button aria-controls='a b'>x</button><i></i><p id=b style='display: none'>b",
        "<button data-bs-target='#b'>x</button><i></i><p id=b style='display: none'>b",
        "<i onclick='toggle(&quot;b&quot;)'></i><p id=b style='display:none'>b",
        "<p role=tabpanel hidden>b",
        "<button>x</button> <!-- --> <p hidden>b",
        "<p hidden=until-found>b",
        "<p aria-hidden=true>b",
        "<main hidden><p>b</main>",
    ],
)
def test_what_is_hidden_until_it_is_asked_for_is_read(unfolded):
    assert kinds(f"<p>a</p>{unfolded}") == [("paragraph", "a"), ("paragraph", "b")]
    assert kinds(f"<h2>Why?</h2>{unfolded}") == [("heading", "Why?"), ("paragraph", "b")]


def test_the_answer_below_a_question_is_read_and_what_holds_the_page():
    page = "<h1>FAQ</h1><h3>Is it free?</h3><div style='display:none'>Yes.</div><p hidden>Cookies!"
    expected = [("heading", "FAQ"), ("heading", "Is it free?"), ("paragraph", "Yes.")]
    assert kinds(page) == kinds(f"<p>Loading</p><div hidden>{page}</div>")[1:] == expected
    assert kinds(f"<body style='display: none'>{page}") == expected


def test_a_hidden_cell_stays_a_cell():
    page = "<table><tr><th>A<th>B<th>C<tr><td>1<td hidden>2<td>3<tr hidden><td>4<td>5<td>6</table>"
    assert kinds(page) == [("table", "A | B | C\n1 |  | 3")]


def test_menus_before_the_first_heading_are_left_out():
    menu = "<ul><li><a href=x>Home</a><li><a href=y>News</a></ul>"
    content = f"{menu}<p>Motto</p><h1>Head</h1>{menu}"
    assert kinds(content) == [
        ("paragraph", "Motto"),
        ("heading", "Head"),
        ("list", "Home\nNews"),
    ]
    assert kinds(menu) == [("list", "Home\nNews")]


def test_lists_are_one_block_with_an_item_a_line():
    content = "<ul><li>one<ul><li>inner</ul><li><p>two</p></ul><ol><li>other</ol>"
    assert kinds(content) == [("list", "one\ninner\ntwo"), ("list", "other")]


def test_definitions_are_lists_of_what_stands_for_what():
    page = "<dl><dt>Weight<dd>310 g<dt>-q<dt>--quiet:<dd><p>Say less.</p></dl>"
    assert kinds(page) == [("list", "Weight: 310 g\n-q\n--quiet: Say less.")]
    assert kinds("<dl><dt>Alone</dl><p>Text.") == [("list", "Alone"), ("paragraph", "Text.")]


def test_terms_of_which_more_than_a_line_is_said_are_headings():
    options = (
        "<dt>-q<dt>--quiet:<dd><p>Say less.</p><p>Or nothing.</p><dt>-v<dt>--verbose<dd>Say more."
    )
    page = f"<dl><dt>-h<dd>Help.{options}</dl><p>Text."
    assert kinds(page) == [
        ("list", "-h: Help."),
        ("heading", "-q, --quiet"),
        ("paragraph", "Say less."),
        ("paragraph", "Or nothing."),
        ("heading", "-v, --verbose"),
        ("paragraph", "Say more."),
        ("paragraph", "Text."),
    ]
    long = "It takes the name of a file. " * 8
    assert kinds(f"<dl><dt>file<dd>{long}</dl>") == [
        ("heading", "file"),
        ("paragraph", long.strip()),
    ]


def test_a_heading_in_what_a_term_means_is_not_joined_to_it():
    page = "<dl><dt>-q<dd><p>Say less.<p>Or nothing.<dt>-v<dd><h4>Levels</h4>Say more.</dl>"
    assert kinds(page)[-3:] == [
        ("heading", "-v"),
        ("heading", "Levels"),
        ("paragraph", "Say more."),
    ]


def test_lists_within_what_terms_mean():
    inner = "<dl><dt>fast<dd>Skip checks.</dl><ul><li>a<li>b</ul>"
    assert kinds(f"<dl><dt>mode<dd><p>How.</p><p>One of:</p>{inner}<dt>size<dd>1</dl>") == [
        ("heading", "mode"),
        ("paragraph", "How."),
        ("paragraph", "One of:"),
        ("list", "fast: Skip checks.\na\nb"),
        ("heading", "size"),
        ("paragraph", "1"),
    ]


def test_contents_of_the_page_itself_are_left_out():
    links = "<ul><li><a href=#a>One</a><li><a href=#b>Two</a></ul>"
    assert kinds(f"<h1>Head</h1>{links}<h2>One</h2><p>Text.") == [
        ("heading", "Head"),
        ("heading", "One"),
        ("paragraph", "Text."),
    ]


@pytest.mark.parametrize(
    "navigation",
    [
        "<div role=navigation>x</div>",
        "<div class=navheader><table><tr><th>x<td><a href=y>Next</a></table></div>",
        "<div class=toc><p>Table of Contents</p><a href=y>x</a></div>",
        "<p><a href=x>Home</a> | <a href=y>News</a></p>",
        "<p><a href=x>Manual</a> &raquo; <a href=y>Part 1</a></p>",
    ],
)
def test_navigation_is_left_out(navigation):
    assert kinds(f"<h1>a</h1>{navigation}<p>b") == [("heading", "a"), ("paragraph", "b")]


@pytest.mark.parametrize(
    "page",
    [
        "<body class=toc><h1>a</h1><p>b",
        "<h1>a</h1><div role=contentinfo><p>b</div>",
        "<h1>a</h1><p><a href=x>b</a>",
    ],
)
def test_a_page_that_is_all_navigation_is_read(page):
    assert kinds(page) == [("heading", "a"), ("paragraph", "b")]


def test_a_page_of_contents_is_read():
    links = "<ul><li><a href=#a>One</a><li><a href=#b>Two</a></ul>"
    assert kinds(f"<h1>a</h1>{links}") == [("heading", "a"), ("list", "One\nTwo")]


def test_links_in_what_is_explained_are_no_menu():
    types = "<a href=x>int</a> | <a href=y>str</a>"
    assert kinds(f"<dl><dt>size<dd>{types}</dl>") == [("list", "size: int | str")]
    assert kinds(f"<h1>a</h1><pre>{types}</pre>") == [("heading", "a"), ("code", "int | str")]


def test_places_that_links_lead_to_are_no_links():
    items = "<ul><li><a name=a>One</a><li><a name=b>Two</a></ul>"
    assert kinds(f"<h1>a</h1>{items}<p>b") == [
        ("heading", "a"),
        ("list", "One\nTwo"),
        ("paragraph", "b"),
    ]


def test_links_of_headings_to_themselves_are_left_out():
    assert kinds('<h2>Set up<a href="#set-up">\u00b6</a></h2>') == [("heading", "Set up")]


def test_tables_keep_their_rows():
    content = (
        "<table><caption>Ages</caption><thead><tr><th>Name<th>Age</thead>"
        "<tr><td><div>Ada</div><td>36<br>years<tr><td><td>7</table>"
    )
    assert kinds(content) == [("table", "Ages\nName | Age\nAda | 36 years\n7")]


def test_what_names_the_columns_is_the_header():
    def header(rows):
        (block,) = parse(f"<table>{rows}</table>").blocks
        return block.header

    assert header("<tr><th>A<th>B<tr><td>1<td>2") == 1
    assert header("<thead><tr><td>A<tr><td>B</thead><tr><td>1") == 2
    assert header("<caption>C</caption><tr><th>A<tr><td>1<tr><th>B") == 2
    assert header("<tr><th>A<td>1<tr><th>B<td>2") == 0


def test_cells_that_span_rows_or_columns_are_repeated():
    content = (
        "<table><tr><th colspan=2>2025<th>2026<tr><th rowspan=2>Q1<td>a<td>b<tr><td>c<td>d"
        "<tr><td colspan=3>Sum</table>"
    )
    assert kinds(content) == [("table", "2025 | 2025 | 2026\nQ1 | a | b\nQ1 | c | d\nSum")]
    content = "<table><tr><th>A<th>B<th>C<tr><td>a<td rowspan=2>b<td rowspan=2>c<tr><td>d</table>"
    assert kinds(content) == [("table", "A | B | C\na | b | c\nd | b | c")]


@pytest.mark.parametrize(
    "row",
    [
        '<tr><td colspan="1000">x<td>y' * 1000,
        f'<tr><td rowspan="65534">{"x" * 1000}<td>' + "<tr><td>y" * 50_000,
        '<tr><td colspan="99999999999999999999" rowspan="-5">x',
    ],
)
def test_spans_do_not_blow_up_a_table(row):
    content = f"<table>{row}</table>"
    assert len(parse(content).blocks[0].text) < 20_000 + 6 * len(content)


def test_tables_that_arrange_a_page_are_not_data():
    content = "<table><tr><td><h2>Head</h2>text<td>aside</table>"
    assert kinds(content) == [
        ("heading", "Head"),
        ("paragraph", "text"),
        ("paragraph", "aside"),
    ]


def test_a_table_of_data_inside_a_table_that_arranges():
    content = "<table><tr><td>side<td><table><tr><td>a<td>b</table></table>"
    assert kinds(content) == [("paragraph", "side"), ("table", "a | b")]


def test_code_keeps_its_lines():
    assert kinds("<pre>\n def f():\n   return 1\n</pre>") == [("code", " def f():\n   return 1")]


def test_line_breaks():
    assert kinds("<p>one<br>two<br><br>three") == [("paragraph", "one\ntwo\nthree")]


@pytest.mark.parametrize("opening", ["<div>", "<ul><li>", "<section><p>", "<blockquote>"])
def test_deep_nesting_is_read(opening):
    assert [text for _, text in kinds(opening * 10_000 + "deep")] == ["deep"]


@pytest.mark.parametrize("opening", ["<div>", "<b>", "<b><p>", "<table><tr><td>"])
def test_absurd_nesting_is_refused(opening):
    with pytest.raises(ParseError, match="nested too deeply"):
        parse(opening * 100_000)


def test_closed_elements_are_not_nested():
    assert len(parse("<div><b>a</b></div>" * 30_000).blocks) == 30_000


@pytest.mark.parametrize(
    "exclusion",
    [
        Exclusion(elements=("FOOTER",)),
        Exclusion(classes=("note",)),
        Exclusion(ids=('a "quoted\\id',)),
        Exclusion(("aside", "footer"), ("note",), ("none",)),
    ],
)
def test_what_is_excluded_is_left_out_with_all_that_is_in_it(exclusion):
    content = (
        "<p>one<p>two</p>"
        """<footer class="wide note" id='a "quoted\\id'><h1>x</h1><footer class=note>y</footer>"""
        "<table><tr><td>z</table></footer>"
        "<p>three"
    )
    found = parse(content, exclusion)
    assert [block.text for block in found.blocks] == ["one", "two", "three"]
    assert found.title is None
    assert len(parse(content).blocks) == 6


@pytest.mark.parametrize(
    "footer",
    [
        '<div class="document">Text.</div><div class="footer">Imprint</div>',
        '<ul><li class="footer">Imprint</li></ul>',
        '<div id="footer"><div id="footer-text">Imprint</div></div>',
        '<table class="navigation"><tr><td>Imprint</td></tr></table>',
        '<div id="titlearea"><table><tr><td>Imprint</td></tr></table></div>',
        '<ul class="docnav"><li><strong>Imprint</strong></li></ul>',
    ],
)
def test_the_frame_of_a_page_is_left_out(footer):
    found = parse(f"<h1>Sailing</h1><p>Mind the wind.</p>{footer}").blocks
    assert [block.text for block in found if block.text != "Text."] == ["Sailing", "Mind the wind."]


@pytest.mark.parametrize("mark", ['class="footer"', 'id="footer"'])
def test_the_foot_of_other_pages_stays(mark):
    found = parse(f"<h1>Sailing</h1><div {mark}>Call us: 555 0100</div>").blocks
    assert [block.text for block in found] == ["Sailing", "Call us: 555 0100"]
