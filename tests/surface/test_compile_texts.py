"""Reading the docstrings of the client packages."""

import pytest

from emulator.surface.compiler.docstrings import behaviors, method_doc
from emulator.surface.compiler.plaintext import plain_text


@pytest.mark.parametrize(
    ("rst", "text"),
    [
        ("Lines that are\nwrapped.", "Lines that are wrapped."),
        ("One.\n\n\nTwo.", "One.\n\nTwo."),
        (
            "[Document][google.cloud.discoveryengine.v1.Document]s and\n"
            "[Search][google.cloud.\ndiscoveryengine.v1.Search].",
            "Documents and Search.",
        ),
        ("See `Filter <https://x.test/f>`__ and\n`AIP <https://y.test>`_.",
         "See Filter (https://x.test/f) and AIP (https://y.test)."),
        ("See ```a`` <https://x.test>`__.", "See `a` (https://x.test)."),
        ("Either ``a`` or ``b``.", "Either `a` or `b`."),
        (r"A \* star, a \_ and a pattern \\d.", r"A * star, a _ and a pattern \d."),
        ("Values:\n\n- one\n  more\n- two", "Values:\n\n- one more\n- two"),
        ("1. first\n2. second", "1. first\n2. second"),
        ("A score.\n\nThis field is a member of `oneof`_ ``_score``.", "A score."),
        (
            "A thing.\n\nThis message has `oneof`_ fields (mutually exclusive fields).\n"
            "For each oneof, at most one member field can be set at the same time.\n"
            "Setting any member of the oneof automatically clears all other\nmembers.\n\n"
            ".. _oneof: https://proto-plus-python.readthedocs.io/en/stable/fields.html",
            "A thing.",
        ),
    ],
)  # fmt: skip
def test_rst_becomes_plain_text(rst, text):
    assert plain_text(rst) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Required. The name.", ["required"]),
        ("Output only. Immutable.\n\nThe time.", ["output_only", "immutable"]),
        ("Immutable. Identifier. The name.", ["immutable", "identifier"]),
        ("Input only. A flag.", ["input_only"]),
        ("Optional.", ["optional"]),
        ("The name. Required.", []),
        ("Required for websites.", []),
        ("Optionally. A flag.", []),
    ],
)
def test_a_field_text_starts_with_its_behaviours(text, expected):
    assert behaviors(text) == expected


def test_the_text_of_an_rpc_ends_before_its_example():
    docstring = """Gets a thing
        by name.

        .. code-block:: python

            client.get_thing()

        Args:
            request: The request.
        """
    assert method_doc(docstring) == "Gets a thing by name."
