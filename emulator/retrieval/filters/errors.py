"""What is wrong with a filter."""

from __future__ import annotations


class FilterError(ValueError):
    """A filter that is refused: why, the character offset in its text where that shows, and what
    would be right there, if that is known."""

    def __init__(self, reason: str, position: int, expected: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.position = position
        self.expected = expected

    def told(self, kind: str) -> str:
        """The reason, then the place in what is of the kind, and what is expected there."""
        expected = f": expected {self.expected}" if self.expected else ""
        return f"{self.reason} (at position {self.position} of the {kind}){expected}."


NEGATED_GROUP = (
    "NOT can only be applied to one expression type: (1) expression without logical joiner"
)
OPERATORS = "Unsupported operators. Expression only supports: >, <, >=, <=, =, :"
ONE_ADDRESS = 'it takes one address in quotes, as in siteSearch: "example.com/docs/*"'
NO_SITE = "only websites have addresses to search by, and no data store searched is one"
OF_THE_WEB = frozenset({"cr", "fileType", "highRange", "lowRange", "lr", "rights"})
"""What basic website search filters by besides, of what Google knows of pages."""
NO_WEB = "{} is a filter of what Google's index knows of a page, and here are only its documents"
FIELD = "the name of a field"
FUNCTION = 'ANY("..."), IN(..., ...) or GEO_DISTANCE(...)'
LITERAL = 'a text in double quotes (")'
NUMBER = "a number"
VALUE = f"{NUMBER} or {LITERAL}"
"""What may stand at a place of a filter."""
_COLON, _COMPARISON = '":" operator', "comparison operators"


def unsupported(
    name: str, why: str, position: int, expected: str, *, compared: bool
) -> FilterError:
    """The refusal of a field in the service's words, with the reason: a type may be detected, and
    then one document decides."""
    operators = _COMPARISON if compared else _COLON
    return FilterError(f'Unsupported field "{name}" on {operators}: {why}', position, expected)


def syntax_error(token: str, position: int, expected: str) -> FilterError:
    """The refusal of a token that may not stand where it does, where something else may."""
    return FilterError(f"syntax error at token '{token}'", position, expected)
