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
COMPARISON_FIELD = "Unsupported field on comparison operators"
SITE_SEARCH = "siteSearch is a filter of websites that were crawled, which there are none of"
COLON_FIELD = "Unsupported field on ':' operator"


def unsupported(operators: str, name: str, field_type: str, position: int) -> FilterError:
    """The refusal of operators (of the texts above) that do not fit a field's type, with it: that
    may be detected, and then one document decides."""
    return FilterError(f"{operators}: '{name}' is of type {field_type}", position)


def syntax_error(token: str, position: int) -> FilterError:
    """The refusal of a token that may not stand where it does."""
    return FilterError(f"syntax error at token '{token}'", position)
