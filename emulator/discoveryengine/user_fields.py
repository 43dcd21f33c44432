"""What many requests say of their user: `user_pseudo_id`, and `user_labels`."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.surface.errors import invalid_argument
from emulator.surface.validation import check_size

_LONGEST_ID = 128
# The rules for labels of cloud resources.
_MOST = 64
_LONGEST = 63
_RULE = f"at most {_LONGEST} lowercase letters, digits, underscores and dashes are allowed"


def check_pseudo_id(value: str, field: str) -> None:
    """INVALID_ARGUMENT for a visitor's id that is too long."""
    check_size(value, _LONGEST_ID, field)


def check_user_labels(labels: Mapping[str, str]) -> None:
    """INVALID_ARGUMENT for too many labels, or one that breaks the rules.

    Keys start with a letter and have 1 to 63 characters, values at most 63; both are made of
    letters (international ones too, none in upper case), digits, `_` and `-`.
    """
    check_size(labels, _MOST, "user_labels")
    for key, value in sorted(labels.items()):  # As they come, the order is another each time.
        if not (key[:1].isalpha() and _is_allowed(key)):
            raise invalid_argument(
                "user_labels", f"'{key[:100]}' is not a valid key: {_RULE}, a letter first."
            )
        if not _is_allowed(value):
            raise invalid_argument(
                f"user_labels.{key}", f"'{value[:100]}' is not a valid value: {_RULE}."
            )


def _is_allowed(text: str) -> bool:
    return len(text) <= _LONGEST and all(
        (character.isalnum() and not character.isupper()) or character in "_-" for character in text
    )
