"""The names that the usual vocabularies of documents have for the parts of a text."""

from __future__ import annotations


def _named(names: str) -> frozenset[str]:
    return frozenset(names.split())


PARAGRAPHS = _named("p para simpara formalpara ab")
HEADINGS = _named("title head heading subtitle caption bridgehead h1 h2 h3 h4 h5 h6")
LISTS = _named("list itemizedlist orderedlist variablelist simplelist ul ol dl def-list")
TABLES = _named("table informaltable tgroup")
ROWS = _named("row tr")
CODE = _named("programlisting screen literallayout pre code-block codeblock preformat")

# Elements with blocks in them, which end the text around them.
BLOCKS = PARAGRAPHS | HEADINGS | LISTS | TABLES | CODE

_OWN_NAMESPACES = (
    "http://www.w3.org/XML/1998/namespace",
    "http://www.w3.org/2001/XMLSchema-instance",
)


def rename(name: str) -> str:
    """Return a name without its namespace; what is about the XML itself begins with "xml:"."""
    namespace, _, local = name.rpartition(" ")
    return f"xml:{local}" if namespace in _OWN_NAMESPACES else local
