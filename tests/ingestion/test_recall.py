"""Floors of what `tests.benchmarks.parsers` measures."""

from pathlib import Path

import pytest

from tests.benchmarks.parsers import FLOOR, FORMATS, mean, recalls, text

DATA = Path(__file__).parents[2] / "../shared/data"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"no test data in {DATA}")


@pytest.mark.parametrize("name", FORMATS)
def test_nearly_all_text_is_found(name):
    found = list(recalls(DATA / "parsers", name))
    assert len(found) > 5
    assert mean(found) >= FLOOR


def test_a_pdf_has_the_words_of_its_text_version():
    pytest.importorskip("pypdfium2")
    paged = set(text(DATA / "documents" / "pdf" / "fhs-3.0.pdf").split())
    plain = text(DATA / "documents" / "txt" / "fhs-3.0.txt").split()
    words = [word for word in plain if word.isalpha()]
    assert sum(word in paged for word in words) > 0.99 * len(words)
