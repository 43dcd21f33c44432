"""What a question asks something of: "light" of "What is the speed of light?"."""

from __future__ import annotations

import re

from emulator.answering.question_analysis.question import AnalyzedQuestion
from emulator.retrieval.text.analysis import terms

_OF = re.compile(
    r"what(?:['\u2019]s| is| are| was| were) the [\w-]+ of (?:an? |the )?(?P<owner>[\w-]+)[?.! ]*",
    re.IGNORECASE,
)


def owner_terms(asked: AnalyzedQuestion) -> frozenset[str]:
    """Return the terms of that, if it is a single word; else none."""
    found = _OF.fullmatch(asked.text)
    return asked.terms.intersection(terms(found["owner"])) if found else frozenset()
