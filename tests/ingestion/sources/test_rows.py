import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.ingestion.sources import jsonl, rows

MOST = 1000


def read(text, **types):
    return list(rows.objects(io.BytesIO(text.encode()), MOST, types))


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\0\r\ufeff")), min_size=1))
def test_text_survives(cells):
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["id", *(f"c{number}" for number in range(len(cells)))])
    writer.writerow(["x", *cells])
    types = {f"c{number}": "string" for number in range(len(cells))}
    expected = {f"c{number}": cell for number, cell in enumerate(cells) if cell}
    ((_, row),) = list(rows.objects(io.BytesIO(file.getvalue().encode()), 10**6, types))
    assert row == {"id": "x", **expected}


def test_types_are_those_of_whole_columns():
    assert read("n,m,t\n1,1,true\n2.5,x,FALSE\n") == [
        (2, {"n": 1, "m": "1", "t": True}),
        (3, {"n": 2.5, "m": "x", "t": False}),
    ]


def test_empty_cells_tell_nothing_of_a_column():
    assert read("n,m\n1,a\n,b\n") == [(2, {"n": 1, "m": "a"}), (3, {"m": "b"})]


def test_a_word_beside_truth_values_is_text():
    assert read("t\ntrue\nx\n") == [(2, {"t": "true"}), (3, {"t": "x"})]


def test_whole_numbers_are_whole():
    assert str(read("n\n1\n2.5\n")) == "[(2, {'n': 1}), (3, {'n': 2.5})]"


def test_a_column_is_told_by_its_first_rows():
    found = read("n\n" + "1\n" * 500 + "x\n")
    assert found[0] == (2, {"n": 1})
    assert found[-1] == (502, {"n": "x"})


def test_a_declared_type_wins_but_for_what_is_not_of_it():
    assert read("n\n1\n", n="string") == [(2, {"n": "1"})]
    assert read("n\n1\nx\n", n="number") == [(2, {"n": 1}), (3, {"n": "x"})]


def test_rows_may_have_line_breaks_and_keep_their_numbers():
    assert read('a,b\n"x\ny",1\nz,2\n') == [(2, {"a": "x\ny", "b": 1}), (4, {"a": "z", "b": 2})]


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 0, "empty"),
        ("a,a\n1,2\n", 1, "2 times"),
        ("a,\n1,2\n", 1, "one name is empty"),
        ("a;b\n1;2\n", 1, "'a;b': cells must be separated by commas"),
        ("a\tb\n1\t2\n", 1, "separated by commas"),
        ("a;b" + "x" * 500, 1, f"'a;b{'x' * 197}': cells must"),
        ("a,b\n1\n", 2, "1 cells"),
        ('a,b\n1,"2\n3,4\n', 2, "want of a quote"),
        ('a,b\n1,"2"3\n', 2, "want of a quote"),
        ("a\n" + "x" * 2000 + "\n", 2, "more than 1000 bytes"),
        ("PK\x03\x04", 0, "a zip"),
    ],
)
def test_what_cannot_be_read(text, line, reason):
    ((number, said),) = read(text)
    assert number == line
    assert reason in said


def test_lines_of_json_go_on_after_a_broken_one():
    file = io.BytesIO(b'\xef\xbb\xbf{"a": 1}\n\n[1]\n{"a"\n\xff\n' + b"x" * 2000 + b'\n{"a": 2}')
    found = list(jsonl.objects(file, MOST))
    assert [number for number, _ in found] == [1, 3, 4, 5, 6, 7]
    assert [value for _, value in found if isinstance(value, dict)] == [{"a": 1}, {"a": 2}]
