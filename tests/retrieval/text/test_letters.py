"""Letters in any case, against the patterns that find them."""

from __future__ import annotations

import re
import string
import sys

from emulator.retrieval.text.letters import fold_case


def test_what_a_pattern_finds_in_any_case_can_be_looked_up():
    found = re.compile("[a-z]", re.IGNORECASE).findall("".join(map(chr, range(sys.maxunicode))))
    assert len(found) > 2 * len(string.ascii_lowercase)  # Turkish letters are among them.
    assert {fold_case(one) for one in found} == {*string.ascii_lowercase}
