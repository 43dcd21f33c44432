import pytest

from emulator.transports.docs.text import html


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("One.\n\nTwo.", "<p>One.</p><p>Two.</p>"),
        ("Broken\nline.", "<p>Broken line.</p>"),
        ("A `code` & <tag>.", "<p>A <code>code</code> &amp; &lt;tag&gt;.</p>"),
        ("`<b>`", "<p><code>&lt;b&gt;</code></p>"),
        ("Very **bold**.", "<p>Very <strong>bold</strong>.</p>"),
        ("- a\n- b\n  goes on", "<ul><li>a</li><li>b goes on</li></ul>"),
        ("Either:\n- a\n- b", "<p>Either:</p><ul><li>a</li><li>b</li></ul>"),
        (
            "See (https://a.example/x).",
            '<p>See (<a href="https://a.example/x">https://a.example/x</a>).</p>',
        ),
        ('https://a.example/"onclick=x', '<p><a href="https://a.example/">https://a.example/</a>'
         "&quot;onclick=x</p>"),
    ],
)  # fmt: skip
def test_a_description_becomes_html(text, shown):
    assert html(text) == shown
