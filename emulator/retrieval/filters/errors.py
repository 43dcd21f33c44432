"""What is wrong with a filter."""

from __future__ import annotations


class FilterError(ValueError):
    """A filter that is refused: why, and the character offset in its text where that shows."""

    def __init__(self, reason: str, position: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.position = position


NEGATED_GROUP = (
    "NOT can only be applied to one expression type: (1) expression without logical joiner"
)
OPERATORS = "Unsupported operators. Expression only supports: >, <, >=, <=, =, :"
ONE_ADDRESS = 'it takes one address in quotes, as in siteSearch: "example.com/docs/*"'
NO_SITE = "only websites have addresses to search by, and no data store searched is one"
OF_THE_WEB = frozenset({"cr", "fileType", "highRange", "lowRange", "lr", "rights"})
"""What basic website search filters by besides, of what Google knows of pages."""
NO_WEB = "{} is a filter of what Google's index knows of a page, and here are only its documents"
_COLON, _COMPARISON = '":" operator', "comparison operators"


def unsupported(name: str, why: str, position: int, *, compared: bool) -> FilterError:
    """The refusal of a field in the service's words, with the reason: a type may be detected, and
    then one document decides."""
    operators = _COMPARISON if compared else _COLON
    return FilterError(f'Unsupported field "{name}" on {operators}: {why}', position)


def syntax_error(token: str, position: int) -> FilterError:
    """The refusal of a token that may not stand where it does."""
    return FilterError(f"syntax error at token '{token}'", position)
