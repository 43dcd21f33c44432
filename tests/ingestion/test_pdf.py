import pytest

from emulator.ingestion.document import Block, ParseError, UnsupportedMimeType
from emulator.ingestion.parsers.pdf.document import parse
from emulator.ingestion.parsers.pdf.worker import client
from tests.ingestion.pdf_files import assembled, column, page, pdf

pytest.importorskip("pypdfium2")

PROSE = [
    "The quick brown fox jumps over the lazy dog because it was Mon-",
    "day and nobody else was there to be jumped over, as you may well",
    "have heard.",
]
JOINED = (
    "The quick brown fox jumps over the lazy dog because it was Monday and nobody else was there"
    " to be jumped over, as you may well have heard."
)


def kinds(*pages, **options):
    return [(block.kind, block.text) for block in parse(pdf(*pages, **options)).blocks]


def test_wrapped_and_hyphenated_lines_are_joined():
    assert kinds(column(PROSE)) == [("paragraph", JOINED)]


def test_text_that_is_turned_over_is_as_large():
    shown = [
        f"BT /F -12 Tf -1 0 0 -1 72 {720 - number * 14} Tm ({text}) Tj ET"
        for number, text in enumerate(PROSE)
    ]
    document = parse(assembled(["\n".join(shown).encode("cp1252")]))
    assert [(block.kind, block.text) for block in document.blocks] == [("paragraph", JOINED)]


def test_text_too_small_to_be_seen_is_read():
    (_, large), (_, small) = kinds(column(PROSE) + column(PROSE, size=0.01, top=300))
    assert large.split() == small.split() == JOINED.split()


def test_text_that_is_infinitely_far_away_is_read():
    far = "2000000000 0 0 2000000000 0 0 cm " * 2
    shown = f"q {far} BT /F 1 Tf 72 700 Td (Far away) Tj ET Q BT /F 12 Tf 72 400 Td (near) Tj ET"
    text = " ".join(block.text for block in parse(assembled([shown.encode()])).blocks)
    assert sorted(text.split()) == ["Far", "away", "near"]


def test_a_hyphen_before_a_capital_stays():
    lines = ["Nobody had seen it coming before the winter in which Anglo-", "Saxons came."]
    ((_, text),) = kinds(column(lines))
    assert text.endswith("Anglo-Saxons came.")


def test_paragraphs_are_apart():
    lines = column(PROSE) + column(PROSE, top=640)
    assert kinds(lines) == [("paragraph", JOINED), ("paragraph", JOINED)]


def test_a_paragraph_may_begin_after_a_line_with_room():
    assert kinds(column(PROSE * 2)) == [("paragraph", JOINED), ("paragraph", JOINED)]


def test_lines_that_were_not_wrapped_stay():
    address = ["Ada Lovelace", "London", "United Kingdom of Great Britain"]
    ((_, text),) = kinds(column(address))
    assert text.split("\n") == address


def test_larger_lines_are_headings():
    lines = [
        (72, 740, 24, "Handbook"),
        (72, 700, 16, "Swimming in the lake and"),
        (72, 682, 16, "in the sea"),
        *column(PROSE, top=650),
    ]
    assert parse(pdf(lines)).blocks == [
        Block("heading", "Handbook", 1),
        Block("heading", "Swimming in the lake and in the sea", 2),
        Block("paragraph", JOINED),
    ]


def test_short_bold_lines_are_headings():
    lines = [(72, 740, 12, "Rationale", "bold"), *column(PROSE, top=710)]
    assert parse(pdf(lines)).blocks == [
        Block("heading", "Rationale", 1),
        Block("paragraph", JOINED),
    ]


def test_a_bold_sentence_is_no_heading():
    lines = [(72, 740, 12, "Do not press the button.", "bold"), *column(PROSE, top=710)]
    assert [kind for kind, _ in kinds(lines)] == ["paragraph", "paragraph"]


def test_lists_lose_their_bullets():
    lines = [
        "Buy these for the dinner with all the people that we know:",
        "\u2022 milk and a lot of honey from the hills that we saw on our way",
        "to the sea",
        "\u2022 bread",
    ]
    assert kinds(column(lines)) == [
        ("paragraph", lines[0]),
        ("list", "milk and a lot of honey from the hills that we saw on our way to the sea\nbread"),
    ]


def test_pages_are_counted():
    blocks = parse(pdf(column(["One."]), [], column(["Three."]))).blocks
    assert [(block.text, block.page) for block in blocks] == [("One.", 1), ("Three.", 3)]


def test_a_paragraph_may_go_on_on_the_next_page():
    (block,) = parse(pdf(column(PROSE[:2]), column(PROSE[2:]))).blocks
    assert (block.text, block.page, block.last_page) == (JOINED, 1, 2)


def test_running_heads_and_page_numbers_are_left_out():
    def numbered(number):
        head = (72, 760, 9, "The Handbook of Everything")
        foot = (300, 30, 9, f"Page {number} of 4")
        return [head, *column([f"Text of page {'abcd'[number - 1]}."]), foot]

    found = kinds(*map(numbered, range(1, 5)))
    assert [text for _, text in found] == [f"Text of page {letter}." for letter in "abcd"]


def test_a_large_title_on_every_page_is_told_once_and_large_page_numbers_are_left_out():
    def numbered(number):
        ends = [(72, 760, 16, "The Handbook"), (300, 30, 16, f"Page {number}")]
        return [*ends, *column(PROSE, top=600)]

    found = kinds(*map(numbered, (1, 2, 3)))
    assert [text for _, text in found] == ["The Handbook", JOINED, JOINED, JOINED]


def test_large_heads_of_some_pages_and_numbers_of_chapters_stay():
    heads = ["Exercises", "2", "Chapter 3", "Exercises", "Page Layout", "Exercises", "iv"]
    pages = [[(72, 760, 16, head), *column(PROSE, top=600)] for head in heads]
    assert [text for _, text in kinds(*pages) if text != JOINED] == heads


def test_what_is_at_the_top_of_two_pages_stays():
    found = kinds(*[[(72, 760, 12, "A remark."), *column(PROSE, top=600)]] * 2)
    assert [text for _, text in found] == ["A remark.", JOINED] * 2


def test_tables_of_contents_are_left_out():
    lines = ["Introduction ................ 7", "Conclusion . . . . . . . . . . 12", "Text."]
    assert kinds(column(lines)) == [("paragraph", "Text.")]


def test_lines_to_fill_in_keep_their_labels_and_what_stands_between_them():
    lines = ["Name ................", "The fee is 50 euros.", "Place . . . . . . . .", "........."]
    text = " ".join(text for _, text in kinds(column([*lines, "Signature ............"])))
    assert " ".join(text.split()) == "Name The fee is 50 euros. Place Signature"


def test_the_title():
    heading = [(72, 740, 24, "Handbook"), *column(PROSE)]
    assert parse(pdf(heading, title="The Book")).title == "The Book"
    assert parse(pdf(heading, title="Microsoft Word - book.doc")).title == "Handbook"
    assert parse(pdf(heading)).title == "Handbook"
    assert parse(pdf(column(PROSE))).title is None
    half_a_character = pdf(heading, title="The Book").replace(b"(The Book)", b"<FEFFD800>")
    assert parse(half_a_character).title == "Handbook"


def test_a_page_without_text_has_no_blocks():
    assert parse(pdf([])).blocks == []


@pytest.mark.parametrize("data", [b"hello", b"", b"PK\x03\x04", b" " * 2000 + b"%PDF-1.7"])
def test_what_is_no_pdf_is_refused(data):
    with pytest.raises(ParseError, match="is not a PDF"):
        parse(data)


def test_an_encrypted_pdf_is_refused():
    with pytest.raises(ParseError, match="encrypted with a password"):
        parse(pdf(column(PROSE), encrypted=True))


@pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"%PDF-1.7\n" + bytes(range(256)) * 50])
def test_a_damaged_pdf_is_refused(data):
    with pytest.raises(ParseError, match="damaged or cut off"):
        parse(data)


def test_pdfs_that_are_cut_or_changed_are_read_or_refused():
    data = pdf(column(PROSE), column(PROSE))
    for place in range(10, len(data), len(data) // 25):
        for changed in (data[:place], data[:place] + b"\xff" + data[place + 1 :]):
            try:
                parse(changed)
            except ParseError:
                continue


def test_two_thousand_pages_are_read():
    pages = [column([f"{word} {number}."]) for number in range(1000) for word in ("One", "Two")]
    blocks = parse(pdf(*pages)).blocks
    assert blocks[-1] == Block("paragraph", "Two 999.", page=2000)


# Each form shows the next one twice.
ENDLESS = assembled(
    [b"/X0 Do"],
    forms=[f"/X{number} Do /X{number} Do".encode() for number in range(1, 40)]
    + [page(column("x"))],
)


def test_a_pdf_that_takes_too_long_is_refused():
    with pytest.raises(ParseError, match="within 1 seconds and 2 GB"):
        client.read(ENDLESS, most_seconds=1)


def test_after_a_pdf_that_took_too_long_others_are_read():
    with pytest.raises(ParseError):
        client.read(ENDLESS, most_seconds=0.5)
    assert kinds(column(PROSE)) == [("paragraph", JOINED)]


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setattr(client, "find_spec", lambda name: None)
    with pytest.raises(UnsupportedMimeType, match=r"discoveryengine-emulator\[documents\]"):
        parse(pdf(column(PROSE)))


def test_raised_text_stays_in_its_row():
    first = [(72, 720, 12, "An area of 20 m"), (158, 724, 8, "2"), (166, 720, 12, "is not large")]
    rest = column(["and one of 10 is small."], top=706)
    ((_, text),) = kinds(first + rest)
    assert text.startswith("An area of 20 m2 is not large")


def test_cells_of_a_row_are_apart():
    cells = [(72, 720, 12, "Weight"), (300, 721, 12, "310 g")]
    assert kinds(cells) == [("paragraph", "Weight 310 g")]


@pytest.mark.parametrize("font", ["ABCDEF+CMBX10", "SFBX1000", "NimbusRomNo9L-Medi"])
def test_bold_fonts_of_latex_are_bold(font):
    lines = [(72, 740, 12, "Swimming", True), *column(PROSE)]
    data = pdf(lines).replace(b"/Helvetica-Bold", f"/{font}".encode())
    assert [block.kind for block in parse(data).blocks] == ["heading", "paragraph"]


def test_a_medium_font_is_not_bold():
    lines = [(72, 740, 12, "Swimming", True), *column(PROSE)]
    data = pdf(lines).replace(b"/Helvetica-Bold", b"/Prompt-Medium")
    assert [block.kind for block in parse(data).blocks] == ["paragraph", "paragraph"]


def test_lines_after_a_character_of_two_units_are_where_they_are():
    """A letter of formulas shifted the places of all that followed: headings were none."""
    cmap = b"1 beginbfchar <6B> <D835DC58> endbfchar"
    lines = [
        *column(["k" * 20], top=760),
        (72, 740, 12, "Swimming", True),
        *column(PROSE),
    ]
    document = parse(pdf(lines, to_unicode=cmap))
    assert document.blocks[0].text == "\U0001d458" * 20
    assert [block.kind for block in document.blocks] == ["paragraph", "heading", "paragraph"]


def test_lines_from_right_to_left_are_read_from_where_they_begin():
    cmap = b"4 beginbfchar <77> <05E9> <78> <05DC> <79> <05D5> <7A> <05DD> endbfchar"
    lines = [(72, 720, 12, "zyxw Acme zyxw"), (72, 660, 12, "Acme")]
    assert kinds(lines, to_unicode=cmap) == [("paragraph", "שלום Acme שלום"), ("paragraph", "Acme")]


def test_passwords_are_not_read():
    lines, fields = [(72, 720, 12, "Password:")], [(140, 720, "secret")]
    assert kinds(lines, fields=fields, flags=1 << 13) == [("paragraph", "Password:")]


def test_the_fields_of_a_form_have_their_values():
    labels = [(72, 720, 12, "Name:"), (72, 700, 12, "City:"), (72, 680, 12, "Signed by all.")]
    fields = [(120, 720, "Ada Lovelace"), (120, 701, "London")]
    text = " ".join(block.text for block in parse(pdf(labels, fields=fields)).blocks)
    assert " ".join(text.split()) == "Name: Ada Lovelace City: London Signed by all."


def test_a_field_below_its_label_is_read_after_it():
    labels = [(72, 720, 12, "Name"), (300, 720, 12, "City"), (72, 660, 12, "Signed by all.")]
    fields = [(72, 700, "Ada Lovelace"), (300, 700, "London")]
    text = " ".join(block.text for block in parse(pdf(labels, fields=fields)).blocks)
    assert text.index("Name") < text.index("Ada Lovelace") < text.index("Signed")
    assert text.index("City") < text.index("London") < text.index("Signed")


def test_the_largest_size_of_prose_is_that_of_the_text():
    """A manual of listings in small letters has as headings what is larger than its prose."""
    listing = column([f"call number {letter} of the program" for letter in "abcdefghijkl"], 600)
    small = [(left, top, 8, text) for left, top, _, text in listing]
    lines = [(72, 740, 16, "Usage"), *column(PROSE), *small]
    assert [block.kind for block in parse(pdf(lines)).blocks] == [
        "heading",
        "paragraph",
        "paragraph",
    ]


def test_page_numbers_may_be_roman_and_stand_in_a_running_head():
    def numbered(number):
        head = (72, 760, 9, f"The Handbook of Everything {number}")
        return [head, *column([f"Text on page {number}.", "It ends here."])]

    found = kinds(*map(numbered, ["viii", "ix", "x"]))
    assert [text for _, text in found] == [
        f"Text on page {number}. It ends here." for number in ("viii", "ix", "x")
    ]


def test_last_lines_that_differ_in_their_numbers_stay():
    def month(name, hours):
        return [*column([f"Hours in {name}", "Ada swam."], 400), (72, 60, 12, f"Total: {hours}")]

    found = kinds(month("May", 12), month("June", 40), month("July", 7))
    text = " ".join(text for _, text in found)
    assert [f"Total: {hours}" in text for hours in (12, 40, 7)] == [True] * 3


def test_chapters_and_wrapped_entries_of_a_table_of_contents_are_left_out():
    lines = [
        "Contents",
        "Preface ix",
        "1 Getting started 1",
        "1.1 Who may use the lake . . . . . . 2",
        "1.2 What to bring along when the lake",
        "is frozen . . . . . . . . . . . . . . 3",
        "2 Swimming 7",
        "2.1 In winter . . . . . . . . . . . . 8",
        "Index 9",
        "This is the text.",
    ]
    text = "\n".join(text for _, text in kinds(column(lines)))
    assert text.split("\n") == ["Contents", "This is the text."]


COLUMNS = (72, 200, 300)


def table(*rows, top=600, step=16):
    """Lines of a page with cells in three columns."""
    return [
        (left, top - number * step, 10, cell)
        for number, cells in enumerate(rows)
        for left, cell in zip(COLUMNS, cells, strict=True)
        if cell
    ]


ROWS = (("Name", "Built", "Sleeps"), ("Rose Hut", "1960", "4"), ("Old Mill", "1890", "12"))


def test_rows_below_each_other_are_a_table():
    after = column(["That is all that can be rented."], top=500, size=10)
    assert parse(pdf(column(PROSE, size=10) + table(*ROWS) + after)).blocks[1:] == [
        Block(
            "table", "Name | Built | Sleeps\nRose Hut | 1960 | 4\nOld Mill | 1890 | 12", header=1
        ),
        Block("paragraph", "That is all that can be rented."),
    ]


def test_a_row_with_an_empty_cell_keeps_its_columns():
    left, middle, right = (72, 584, 10, "a b"), (200, 584, 10, "1"), (400, 584, 10, "none")
    rows = [(x, 600 - 32 * n, 10, f"x{n}") for n in (0, 1, 2) for x in (72, 200, 300, 400)]
    ((kind, text),) = kinds([*rows[:4], left, middle, right, *rows[4:]])
    assert (kind, text.split("\n")[1]) == ("table", "a b | 1 |  | none")


def test_a_bold_header_is_the_tables():
    bold = [(*cell, True) for cell in table(ROWS[0])]
    ((kind, text),) = kinds(bold + table(*ROWS[1:], top=584))
    assert (kind, text.partition("\n")[0]) == ("table", "Name | Built | Sleeps")


def test_a_table_goes_on_on_the_next_page_without_its_header():
    more = (ROWS[0], ("New Barn", "2001", "8"), ("Inn", "1999", "20"))
    (found,) = parse(pdf(table(*ROWS, top=100), table(*more, top=700))).blocks
    assert (found.page, found.last_page, len(found.text.split("\n"))) == (1, 2, 5)


@pytest.mark.parametrize(
    "rows",
    [
        ROWS[:2],
        (("Name:", "Ada", "London"), *ROWS[1:]),
        [(*cells[:2], "") for cells in ROWS],
        (ROWS[0], ("Rose Hut", "", ""), ROWS[2]),
    ],
)
def test_what_may_be_no_table_is_text(rows):
    assert {kind for kind, _ in kinds(table(*rows))} == {"paragraph"}


def test_small_print_at_the_foot_is_no_line_of_a_column():
    foot = [(72, 20, 8, "Spring"), (500, 20, 8, "1")]
    assert kinds(foot + column(["A title"], size=20, top=760) + column(PROSE))[-1] == (
        "paragraph",
        JOINED,
    )
