"""Whether a few sentences of a text say what a claim says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, pairwise

from emulator.answering.document_text.parsed_text import family
from emulator.answering.grounding.edits import changed
from emulator.answering.grounding.statements import Count, Named, Statement, are_opposed

# A changed name or number changes the claim; other words may be put differently.
_PARTICULAR = 3.0
_WORD = 1.0
_RELATIVE = 0.7  # "founder" for "founded"
_WRONG_PARTICULAR = 0.5
_CONTRADICTED = 0.3
_NOTHING_SAID = 0.7

# The same words in another order say something else now and then.
_ORDER_SHARE = 0.12

_MOSTLY = 0.5

_SHORTEST_STEM = 3
_NEGATING_PREFIXES = ("un", "in", "im", "ir", "dis", "non")


def entailment_score(
    claim: Statement, texts: Sequence[Statement], context: frozenset[str], least: float
) -> float:
    """Return in [0, 1] how far neighbouring sentences say the claim.

    `context` holds terms that are understood: those of the title, and the names of the text
    around where the sentences name nothing else. 1 is the claim word for word; a name, number or
    unit that is not there halves the score, a contradiction leaves less than a third of it, and
    names and numbers alone are not enough. What cannot exceed `least` is 0.
    """
    said = frozenset().union(*(text.words for text in texts))
    own = [text for text in texts if not _is_of_others(claim, text)]
    understood = said | context if len(own) == len(texts) else said
    held = [_is_held(one, said, own) for one in claim.counts]
    missing = (
        not all(held)
        or not _names(claim, said, texts) <= understood
        or not _denial_is_held(claim, texts)
    )
    factor = _WRONG_PARTICULAR if missing else 1.0
    factor *= 1.0 if _is_said(claim, understood, texts) else _NOTHING_SAID
    covered = (1 - _ORDER_SHARE) * _covered(claim, understood, held, texts)
    if factor * (covered + _ORDER_SHARE) <= least:
        return 0.0
    score = factor * (covered + _ORDER_SHARE * _in_order(claim, texts))
    if score <= least or not _is_contradicted(claim, texts):
        return score
    return score * _CONTRADICTED


def _names(claim: Statement, said: frozenset[str], texts: Sequence[Statement]) -> frozenset[str]:
    """The names of the claim, its first word among them if that has taken a name's place."""
    if claim.opening <= said or not any(_takes_place(claim, text) for text in texts):
        return claim.names
    return claim.names | claim.opening


def _agree(claim: Statement, texts: Sequence[Statement]) -> bool:
    """Whether one says by a negation what the other says without: "not allowed", "forbidden"."""
    return any(claim.turned & text.opposites or text.turned & claim.opposites for text in texts)


def _denial_is_held(claim: Statement, texts: Sequence[Statement]) -> bool:
    """Whether a claim that denies something is about texts that do, or say the opposite."""
    return not claim.denied or any(text.denied for text in texts) or _agree(claim, texts)


def _is_said(claim: Statement, understood: frozenset[str], texts: Sequence[Statement]) -> bool:
    """Whether enough of what the claim says of its names and numbers is said.

    That is anything at all where the sentences have the names, and else more than half: of whom
    they speak is only understood then.
    """
    words = [term for term in claim.terms if term not in claim.names]
    related = frozenset().union(*(text.families for text in texts))
    told = [term for term in words if term in understood or family(term) in related]
    said = frozenset().union(*(text.words for text in texts))
    least = 0.0 if claim.names <= said else _MOSTLY * len(words)
    return not words or len(told) > least


def _takes_place(claim: Statement, text: Statement) -> bool:
    """Whether the text has a name where the claim has its first word: before the same word.

    The first word of a sentence cannot be told from a name by its capital alone.
    """
    after = claim.terms[1:2]
    named = text.names | text.opening
    return any(one in named and (other,) == after for one, other in pairwise(text.terms))


def _is_held(count: Count, said: frozenset[str], texts: Sequence[Statement]) -> bool:
    """Whether a sentence has the number, of the same things if any sentence speaks of those."""
    return any(
        count.quantity.fits(other.quantity)
        for text in texts
        if count.noun not in said or count.noun in text.words
        for other in text.counts
    )


def _is_of_others(claim: Statement, text: Statement) -> bool:
    """Whether the sentence speaks of others than the claim: its numbers are theirs, then."""
    return not claim.names <= text.words and not text.names <= claim.words


def _covered(
    claim: Statement,
    understood: frozenset[str],
    counts_held: Sequence[bool],
    texts: Sequence[Statement],
) -> float:
    related = frozenset().union(*(text.families for text in texts))
    held = total = 0.0
    for term in dict.fromkeys(claim.terms):
        weight = _PARTICULAR if term in claim.names else _WORD
        total += weight
        if term in understood:
            held += weight
        elif term not in claim.names and family(term) in related:
            held += _RELATIVE * weight
    total += _PARTICULAR * len(counts_held)
    held += _PARTICULAR * sum(counts_held)
    return held / total if total else 0.0


def _in_order(claim: Statement, texts: Sequence[Statement]) -> float:
    pairs = set(pairwise(claim.terms))
    said = {pair for text in texts for pair in pairwise(text.terms)}
    return len(pairs & said) / len(pairs) if pairs else 1.0


def _is_contradicted(claim: Statement, texts: Sequence[Statement]) -> bool:
    return (
        _is_denied(claim, texts)
        or are_opposed(claim.opposites, frozenset().union(*(one.opposites for one in texts)))
        or _is_turned_around(claim.order, _in_a_row(texts))
        or any(changed(claim.text, text.text) for text in texts)
    )


def _is_denied(claim: Statement, texts: Sequence[Statement]) -> bool:
    """Whether one side denies what the other affirms."""
    affirmed = frozenset().union(*(text.affirmed for text in texts))
    denied = frozenset().union(*(text.denied for text in texts))
    if (
        not _agree(claim, texts)
        and claim.denied.isdisjoint(denied)
        and ((claim.denied & affirmed) - claim.affirmed or (claim.affirmed & denied) - affirmed)
    ):
        return True
    said = affirmed | denied
    return any(term not in said and not said.isdisjoint(_negated(term)) for term in claim.terms)


@lru_cache(maxsize=4096)
def _negated(term: str) -> frozenset[str]:
    """ "unsupported" is the opposite of "supported", either way."""
    found = {f"{prefix}{term}" for prefix in _NEGATING_PREFIXES}
    found |= {
        term.removeprefix(prefix)
        for prefix in _NEGATING_PREFIXES
        if term.startswith(prefix) and len(term) > len(prefix) + _SHORTEST_STEM
    }
    return frozenset(found)


def _in_a_row(texts: Sequence[Statement]) -> list[Named]:
    found: list[Named] = []
    for text in texts:
        last = found[-1].group if found else 0
        found += [replace(named, group=last + named.group) for named in text.order]
    return found


def _is_turned_around(claim: Sequence[Named], text: Sequence[Named]) -> bool:
    """Whether two names, or two numbers, have changed places: "Ann manages Bob".

    Those that keep the preposition before them have only moved ("In Paris, Ann met ..."), and
    items of a list may stand in any order.
    """
    times = Counter(named.key for named in (*claim, *text))
    places = {named.key: place for place, named in enumerate(text)}
    shared = [named for named in claim if named.key in places and times[named.key] == 2]
    return any(
        _have_changed_places(one, other, text[places[one.key]], text[places[other.key]])
        for one, other in combinations(shared, 2)
        if places[one.key] > places[other.key]
    )


def _have_changed_places(one: Named, other: Named, there: Named, other_there: Named) -> bool:
    if one.group == other.group or there.group == other_there.group:
        return False
    if one.key[:1].isdigit() != other.key[:1].isdigit():
        return False
    return (one.role, other.role) == (other_there.role, there.role)
