"""Patterns of addresses; the first are those of Google's page on filters of websites."""

import pytest

from emulator.retrieval.filters.sites import covers


@pytest.mark.parametrize(
    ("pattern", "address"),
    [
        ("https://example.com/example_domain", "https://example.com/example_domain/index.html"),
        ("https://example.com/subdomains/*", "https://example.com/subdomains/example_page"),
        ("http://cymbalgroup.com/pages/*", "https://cymbalgroup.com/pages/INFO"),
        ("example.com", "https://www.example.com/"),
        ("example.com", "https://Example.COM?page=2"),
        ("example.com/a", "https://example.com/a"),
        ("example.com/study/2016/04/", "https://www.example.com/study/2016/04/place?lang=eng"),
        ("*lang=eng*", "https://example.com/study?lang=eng&page=2"),
        ("example.com/*/help/*.pdf", "https://example.com/en/us/help/start.pdf"),
        ("example.com/(a).b", "https://example.com/(a).b/c"),
    ],
)
def test_a_pattern_covers_a_page_and_what_is_below(pattern: str, address: str) -> None:
    assert covers(pattern)(address)


@pytest.mark.parametrize(
    ("pattern", "address"),
    [
        ("example.com", "https://notexample.com/"),
        ("example.com", "https://example.com.evil.example/"),
        ("example.com", "https://other.example/?next=example.com"),
        ("example.com/a", "https://example.com/ab"),
        ("example.com/A", "https://example.com/a"),
        ("example.com/study/*", "https://example.com/study"),
        ("*lang=eng*", "https://example.com/study"),
        ("example.com/*.pdf", "https://example.com/a.html"),
        ("example.com/a.b", "https://example.com/a-b"),
        ("", ""),
        ("*", ""),
        ("*a" * 60 + "b", "https://example.com/" + "a" * 200),
    ],
)
def test_a_pattern_leaves_the_others(pattern: str, address: str) -> None:
    assert not covers(pattern)(address)
