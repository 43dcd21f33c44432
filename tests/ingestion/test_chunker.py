import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.ingestion.chunker import chunk
from emulator.ingestion.document import Block, ParsedDocument
from tests.pace import within


def document(*blocks):
    return ParsedDocument(None, list(blocks))


def contents(*blocks, **options):
    return [part.content for part in chunk(document(*blocks), **options)]


def heading(text, level=1, page=1):
    return Block("heading", text, level, page)


def paragraph(text, page=1):
    return Block("paragraph", text, 0, page)


def test_an_empty_document_has_no_chunks():
    assert chunk(document()) == []


def test_a_small_document_is_one_chunk():
    (only,) = chunk(document(heading("Title"), paragraph("Text."), Block("list", "a\nb")))
    assert only.id == "c1"
    assert only.content == "Title\n\nText.\n\na\nb"
    assert (only.page_start, only.page_end) == (1, 1)


def test_chunks_are_numbered_and_know_their_pages():
    blocks = [paragraph("word " * 70, page) for page in (1, 2, 2, 3)]
    parts = chunk(document(*blocks), size=200)
    assert [(part.id, part.page_start, part.page_end) for part in parts] == [
        ("c1", 1, 2),
        ("c2", 2, 3),
    ]


def test_top_sections_are_kept_apart():
    blocks = [heading("A", 2), paragraph("one"), heading("B", 2), paragraph("two")]
    assert contents(*blocks) == ["A\n\none", "B\n\ntwo"]


def test_subsections_share_a_chunk_while_it_is_small():
    blocks = [heading("A"), heading("B"), paragraph("x"), heading("B.1", 2), paragraph("y")]
    assert contents(*blocks) == ["A\n\nB\n\nx\n\nB.1\n\ny"]


def test_a_lone_first_heading_is_the_title_and_no_section():
    blocks = [heading("Title"), heading("A", 2), paragraph("x"), heading("B", 2), paragraph("y")]
    assert contents(*blocks) == ["Title\n\nA\n\nx", "B\n\ny"]


def test_a_few_words_before_the_first_heading_go_with_it():
    assert contents(paragraph("Motto"), heading("A"), paragraph("x")) == ["Motto\n\nA\n\nx"]


def test_a_heading_stays_with_what_follows():
    filler = paragraph("word " * 30)
    assert contents(filler, heading("Next", 3), filler, size=60)[1].startswith("Next\n\nword")


def test_a_block_that_fits_is_not_cut():
    blocks = [paragraph(f"{name} " * 100) for name in "abc"]
    assert contents(*blocks, size=80) == [block.text for block in blocks]


def test_large_lists_and_tables_are_cut_between_lines():
    rows = [f"row {number} | value" for number in range(50)]
    parts = contents(Block("table", "\n".join(rows)), size=30)
    assert "\n".join(parts).split("\n") == rows


def rows_of(count):
    return [f"row {number} | value" for number in range(count)]


def test_each_part_of_a_table_begins_with_its_header():
    header, rows = ["Ages", "Name | Age"], rows_of(50)
    table = Block("table", "\n".join(header + rows), header=2)
    parts = [part.split("\n") for part in contents(table, size=40)]
    assert len(parts) > 3
    assert all(part[:2] == header for part in parts)
    assert [row for part in parts for row in part[2:]] == rows


def test_a_table_that_fits_has_its_header_once():
    table = Block("table", "\n".join(["Name | Age", *rows_of(5)]), header=1)
    assert contents(paragraph("word " * 40), table, size=60)[1] == table.text


def test_a_long_header_is_not_repeated():
    table = Block("table", "\n".join(["long " * 20, *rows_of(50)]), header=1)
    assert sum("long" in part for part in contents(table, size=40)) == 1


def test_a_header_is_repeated_below_the_ancestors():
    table = Block("table", "\n".join(["Name | Age", *rows_of(30)]), header=1)
    parts = contents(heading("Top"), table, size=50, include_ancestor_headings=True)
    assert all(part.startswith("Top\n\nName | Age\nrow") for part in parts)


def test_a_table_goes_on_beside_what_follows():
    table = Block("table", "\n".join(["Name | Age", *rows_of(30)]), header=1)
    last = contents(table, paragraph("after"), size=50)[-1]
    assert last.startswith("Name | Age\nrow")
    assert last.endswith("value\n\nafter")


def test_a_chunk_ends_on_the_last_page_of_its_last_block():
    (part,) = chunk(document(paragraph("a"), Block("paragraph", "b", page=2, last_page=4)))
    assert (part.page_start, part.page_end) == (1, 4)


def test_large_paragraphs_are_cut_between_sentences():
    sentences = [f"This is sentence number {number}." for number in range(40)]
    parts = contents(paragraph(" ".join(sentences)), size=50)
    assert len(parts) > 5
    assert all(part.endswith(".") for part in parts)
    assert " ".join(parts).split(". ") == " ".join(sentences).split(". ")


def test_large_sentences_are_cut_between_words():
    parts = contents(paragraph("word " * 100), size=10)
    assert set(" ".join(parts).split()) == {"word"}


def test_ancestor_headings():
    blocks = [heading("Top"), heading("Sub", 2), paragraph("x " * 100), paragraph("y " * 100)]
    first, second = contents(*blocks, size=100, include_ancestor_headings=True)
    assert first.startswith("Top\n\nSub\n\nx")
    assert second.startswith("Top\n\nSub\n\ny")


def test_ancestor_headings_are_those_above():
    blocks = [
        *(heading("Top"), heading("A", 2), paragraph("x"), heading("A.1", 3), paragraph("x1")),
        *(heading("B", 2), paragraph("y")),
    ]
    assert contents(*blocks, include_ancestor_headings=True) == [
        "Top\n\nA\n\nx\n\nA.1\n\nx1",
        "Top\n\nB\n\ny",
    ]


def test_the_size_must_be_positive():
    with pytest.raises(ValueError, match="at least 1 token, not 0"):
        chunk(document(), size=0)


# Headers only come to more text where they are repeated.
TABLE = st.builds(
    Block,
    st.just("table"),
    st.lists(st.text("ab |", min_size=1), min_size=1).map("\n".join),
    last_page=st.none(),
    header=st.integers(0, 4),
)
TEXT = st.text(st.characters(codec="utf-8") | st.sampled_from(" .\n中😀"), min_size=1)
BLOCK = st.one_of(
    st.builds(
        Block,
        st.just("heading"),
        TEXT,
        st.integers(1, 6),
        st.integers(1, 3),
        last_page=st.none(),
        header=st.just(0),
    ),
    st.builds(
        Block,
        st.sampled_from(["paragraph", "list", "table", "code"]),
        TEXT | TEXT.map(lambda text: text * 20),
        st.just(0),
        st.integers(1, 3),
        last_page=st.none(),
        header=st.just(0),
    ),
)


def without_space(*texts):
    return "".join("".join(text.split()) for text in texts)


@given(st.lists(BLOCK, max_size=8), st.integers(1, 60))
def test_no_text_is_lost(blocks, size):
    assert without_space(*contents(*blocks, size=size)) == without_space(
        *(block.text for block in blocks)
    )


@given(st.lists(BLOCK | TABLE, max_size=8), st.integers(1, 60), st.booleans())
def test_sizes_are_respected(blocks, size, ancestors):
    parts = contents(*blocks, size=size, include_ancestor_headings=ancestors)
    assert all(len(part.encode()) <= size * 4 for part in parts)


@given(st.lists(BLOCK | TABLE, max_size=8))
def test_ancestors_only_add_text(blocks):
    parts = contents(*blocks, size=20, include_ancestor_headings=True)
    found = without_space(*parts)
    for block in blocks:
        for character in without_space(block.text):
            assert character in found


@pytest.mark.parametrize(
    "blocks",
    [
        [paragraph("x" * 500_000)],
        [paragraph("a b " * 100_000)],
        [paragraph("中" * 200_000)],
        [paragraph("a. " * 75_000)],
        [Block("list", "a\n" * 75_000)],
        [Block("table", "a\n" * 75_000, header=1)],
        [Block("table", "a\n" * 75_000, header=50_000)],
        [heading("a")] * 25_000,
        [heading("a"), paragraph("b")] * 15_000,
    ],
)
def test_large_documents(blocks):
    with within(5):  # The square of the length takes minutes.
        assert chunk(document(*blocks), include_ancestor_headings=True)
