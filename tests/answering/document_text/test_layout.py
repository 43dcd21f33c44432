import pytest

from emulator.answering.document_text.layout import SentenceKind, layout_sentences
from emulator.answering.document_text.tables import cells
from tests.pace import within


def kinds(text):
    return [(placed.text, placed.kind) for placed in layout_sentences(text)]


def test_a_short_line_above_a_paragraph_is_a_heading():
    assert kinds("Annual leave\n\nEveryone has 28 days.") == [
        ("Annual leave", SentenceKind.HEADING),
        ("Everyone has 28 days.", SentenceKind.PROSE),
    ]


@pytest.mark.parametrize("below", ["User manual", "Date: 22 January\nNotes: Ben Osei"])
def test_a_title_has_its_subtitle_or_fields_below_it(below):
    (title, kind), *_ = kinds(f"Brewline kettle\n{below}\n\nIt holds 1.7 litres.")
    assert (title, kind) == ("Brewline kettle", SentenceKind.HEADING)
    *_, (later, kind), _ = kinds("It is new.\n\nTea pots\nKettles\n\nIt holds 1.7 litres.")
    assert (later, kind) == ("Kettles", SentenceKind.ITEM)


def test_a_line_in_lower_case_that_is_announced_is_typed():
    *_, typed, after = kinds("Setup\n\nInstall it with pip:\n\npip install rover\n\nThen start it.")
    assert typed == ("pip install rover", SentenceKind.CODE)
    assert after == ("Then start it.", SentenceKind.PROSE)
    *_, heading, _ = kinds("Depending on your system, you need:\n\nOn Linux\n\nA compiler.")
    assert heading == ("On Linux", SentenceKind.HEADING)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("pip install rover", SentenceKind.CODE),
        ("sudo apt-get install rover", SentenceKind.CODE),
        ("go get rover.example/go", SentenceKind.CODE),
        ("go far with rover", SentenceKind.HEADING),
    ],
)
def test_what_tells_a_package_manager_what_to_install_is_typed(line, kind):
    assert kinds(f"It needs Python.\n\n{line}\n\nThen start it.")[1] == (line, kind)


def test_lines_that_are_announced_are_items_however_long():
    item = (
        "Cars are let by the day. They must be fuelled. Bring them back by nine." + " Thanks." * 50
    )
    (lead, _), *items = kinds(f"There are two kinds:\n\n{item}\n{item}")
    assert lead == "There are two kinds:"
    starts = [kind for text, kind in items if text == "Cars are let by the day."]
    assert starts == [SentenceKind.ITEM, SentenceKind.ITEM]
    first = kinds("You need:\n\nA compiler\nPython must be there.\nA disk is good.")[1]
    assert first == ("A compiler", SentenceKind.ITEM)


def test_the_last_line_is_no_heading():
    assert kinds("Paris is the capital of France") == [
        ("Paris is the capital of France", SentenceKind.PROSE)
    ]


def test_links_behind_a_copyright_are_boilerplate_too():
    *_, owner, imprint, privacy = kinds(
        "Opening\n\nIt opens at nine.\n\n\u00a9 Cymbal Bank. Imprint. Privacy policy."
    )
    assert {kind for _, kind in (owner, imprint, privacy)} == {SentenceKind.BOILERPLATE}
    told = kinds("\u00a9 Cymbal Bank. Copies of this text may be made by anyone who likes.")
    assert told[1][1] is SentenceKind.PROSE


def test_a_field_is_no_heading():
    assert kinds("Price: 429\nWeight: 310")[0][1] is SentenceKind.PROSE


@pytest.mark.parametrize(
    "question",
    [
        "How can I pay?",
        "怎么付款\uff1f",
        "كيف أدفع؟",
        f"2.1. {'I have this and that. ' * 9}How can I pay?",
    ],
)
def test_a_question_announces_what_follows(question):
    assert kinds(f"{question}\n\nBy card.")[0] == (question, SentenceKind.QUESTION)


def test_a_question_may_tell_first_what_happened():
    assert kinds("Q: I lost my badge. Whom do I tell?\nA: Ask at the gate. It is open.") == [
        ("I lost my badge. Whom do I tell?", SentenceKind.QUESTION),
        ("Ask at the gate.", SentenceKind.PROSE),
        ("It is open.", SentenceKind.PROSE),
    ]


@pytest.mark.parametrize("answer", ["Yes.", "No, sorry.", "Not by itself, no."])
def test_yes_or_no_goes_with_what_comes_after_it(answer):
    said = f"{answer} See the folder for boats."
    assert kinds(f"Can it swim?\n\n{said} It is long.")[1][0] == said
    assert kinds(f"Can it swim?\n\n{answer}")[1][0] == answer


def test_lines_of_a_block_are_items():
    placed = kinds("Asking for leave\n\nEnter the dates. Be early.\nWait for an answer.")
    assert placed[1:] == [
        ("Enter the dates.", SentenceKind.ITEM),
        ("Be early.", SentenceKind.PROSE),
        ("Wait for an answer.", SentenceKind.ITEM),
    ]


@pytest.mark.parametrize("mark", ["1. ", "2) ", "- ", "* ", "• ", "a) ", "Step 3: "])
def test_marks_open_items(mark):
    assert kinds(f"{mark}Open the lid.") == [(f"{mark}Open the lid.", SentenceKind.ITEM)]


def test_rows_of_a_table_stand_under_its_header():
    assert kinds("Plan | Price\nFree | 0 euros. No card needed.") == [
        ("Plan | Price", SentenceKind.HEADER_ROW),
        ("Free | 0 euros. No card needed.", SentenceKind.ROW),
    ]


def test_a_first_row_of_figures_is_no_header():
    assert kinds("Free | 0\nPro | 5")[0][1] is SentenceKind.ROW


def test_the_rule_below_a_markdown_header_is_no_sentence():
    placed = kinds("| Plan | Price |\n|---|---|\n| Free | 0 |")
    assert [kind for _, kind in placed] == [SentenceKind.HEADER_ROW, SentenceKind.ROW]


def test_boilerplate_is_told_from_prose():
    assert kinds("Last updated 1 May 2025.")[0][1] is SentenceKind.BOILERPLATE
    assert kinds("Owner: Ann Lee, Head of Support.")[0][1] is SentenceKind.BOILERPLATE
    assert kinds("\u00a9 2025 Holm Ltd. Registered in Orla.")[0][1] is SentenceKind.BOILERPLATE
    assert kinds("Owners pay nothing.")[0][1] is SentenceKind.PROSE


def test_cells_lose_their_bars():
    assert cells("| Free | 0 euros |") == ["Free", "0 euros"]


def test_prose_with_bars_is_no_table():
    norm = (
        "The norm |x| gives how far a number on the line of all real numbers is from zero itself."
    )
    assert kinds(norm) == [(norm, SentenceKind.PROSE)]


@pytest.mark.parametrize(
    "header",
    ["Property | Brewer 400 | Brewer 400 Plus", "Region | 2022 | 2023"],
)
def test_a_header_may_hold_names_with_numbers_and_years(header):
    assert kinds(f"{header}\nPower | 14 W | 16 W")[0][1] is SentenceKind.HEADER_ROW


@pytest.mark.parametrize(
    ("row", "kind"),
    [("Model | RX500", SentenceKind.ROW), ("Model | RX500 | RX600", SentenceKind.HEADER_ROW)],
)
def test_names_with_numbers_above_words_head_columns_where_there_are_several(row, kind):
    below = "Colour" + " | red" * row.count("|")
    assert kinds(f"{row}\n{below}")[0][1] is kind


@pytest.mark.parametrize(
    "code",
    [
        "curl -X POST https://api.example/v2 \\",
        '-H "X-Key: test"',
        "client.send(1)",
        "$ ls",
        "docker run -d -e KEY=... -v data:/srv rover:7.2",
    ],
)
def test_code_is_told_from_prose(code):
    assert kinds(f"Sending\n\n{code}\n\nThe answer has status 201.")[1] == (code, SentenceKind.CODE)


@pytest.mark.parametrize(
    "program",
    [
        ">>> f.readline()\n'The first line.'",
        "for line in f:\n    print(line)",
        "CREATE DATABASE name;",
        "$ sort names | uniq",
        "$ sort names | uniq\nAda\nBo",
        "int i = 0;\ncount += 1;\nwhile (i < 3) {\n}",
    ],
)
def test_a_program_is_code_in_all_its_lines(program):
    placed = kinds(f"Reading\n\n{program}\n\nThat is all.")[1:-1]
    assert [kind for _, kind in placed] == [SentenceKind.CODE] * (len(placed))


@pytest.mark.parametrize("ending", [";", " (if any);", " [1]", ":"])
def test_items_may_end_as_code_does(ending):
    placed = kinds(f"What we keep\n\nThe name{ending}\nThe date{ending}\nThe place{ending}")
    assert SentenceKind.CODE not in [kind for _, kind in placed]


@pytest.mark.parametrize("item", ["- your passport;", "(a) proof of purchase;", "ID of the buyer;"])
def test_items_may_be_paragraphs(item):
    placed = kinds(f"What to send\n\n{item}\n\nA photograph.")
    assert placed[1][1] in (SentenceKind.ITEM, SentenceKind.PROSE)


@pytest.mark.parametrize("signature", ["copy.copy(x)", "class io.Reader(raw, size=1)"])
def test_what_stands_below_a_signature_is_about_it(signature):
    placed = kinds(f"Return it.\n\n{signature}\n\nA shallow one.")
    assert placed[1] == (signature, SentenceKind.HEADING)


def test_a_row_with_a_name_is_no_header():
    placed = kinds("Description: | How long to wait\nDefault: | Timeout 5")
    assert [kind for _, kind in placed] == [SentenceKind.ROW] * 2


@pytest.mark.parametrize("heading", ["4.9. Main script: debian/rules", "4.9. /usr/local : Local"])
def test_a_heading_may_have_a_number(heading):
    assert kinds(f"{heading}\n\nThis file must be there.")[0][1] is SentenceKind.HEADING
    assert kinds("4.9 kg: heavy\n\nThis one is light.")[0][1] is not SentenceKind.HEADING


def test_what_only_refers_elsewhere_is_boilerplate():
    assert kinds("GIL\n\nSee global interpreter lock.")[1][1] is SentenceKind.BOILERPLATE
    assert kinds("Rash\n\nSee a doctor if it persists.")[1][1] is SentenceKind.PROSE


def test_a_path_is_no_heading():
    placed = kinds("Create a shipment\n\nPOST /shipments\n\nThe answer has status 201.")
    assert [kind for _, kind in placed][:2] == [SentenceKind.HEADING, SentenceKind.PROSE]


def test_a_heading_may_end_a_passage():
    assert kinds("The park is open all year.\n\nRules")[1] == ("Rules", SentenceKind.HEADING)


@pytest.mark.parametrize("head", ["Your rights", "What are your rights?"])
def test_a_line_above_a_line_of_prose_heads_it(head):
    placed = kinds(f"Privacy\n\n{head}\nYou may ask for a copy. We answer within a month.")
    assert [kind for _, kind in placed[1:]] == [
        SentenceKind.QUESTION if head.endswith("?") else SentenceKind.HEADING,
        SentenceKind.PROSE,
        SentenceKind.PROSE,
    ]


def test_lines_of_many_sentences_are_no_items():
    lines = "We keep it. We guard it. We share it.\nYou may ask. We answer. You may object."
    placed = kinds(f"Privacy\n\n{lines}")
    assert {kind for _, kind in placed[1:]} == {SentenceKind.PROSE}


def test_an_empty_text_says_nothing():
    assert kinds("") == kinds("\n\n") == []


@pytest.mark.parametrize(
    "text", ["=" * 30_000 + ":\nx", "a(" * 15_000 + ":\nx", "a | b\n" * 6_000, "1. " * 10_000]
)
def test_long_texts_take_no_time(text):
    with within(1):
        kinds(text)


def header_rows(text):
    return [found.text for found in layout_sentences(text) if found.kind is SentenceKind.HEADER_ROW]


@pytest.mark.parametrize("below", ["Group | Saturday | Sunday | Note", " | Saturday | Sunday | "])
def test_names_over_several_columns_are_told_with_those_below_them(below):
    text = f"Group | Weekend | Weekend | Note\n{below}\nDeck | 1.5x | 2x | new"
    assert header_rows(text) == ["Group | Weekend Saturday | Weekend Sunday | Note"]


@pytest.mark.parametrize(
    "text",
    [
        "Name | Phone | Phone\nAnn | home | office\nBo | home | car",
        "Name | Phone | Phone\nName | office | office\nBo | home | car",
        "Plan | Fee | Tax\nPlan | gross | net\nBo | home | car",
    ],
)
def test_rows_that_divide_no_name_above_them_tell_what_is_so(text):
    assert header_rows(text) == [text.partition("\n")[0]]
