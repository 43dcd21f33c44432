"""The elements of HTML by what they mean to a reader of the text."""

from __future__ import annotations


def _named(names: str) -> frozenset[str]:
    return frozenset(names.split())


# Not shown as text, or navigation, which says nothing of the page it stands on.
UNSEEN = _named(
    "canvas datalist dialog embed head iframe input map math nav noscript object script select"
    " style svg template textarea -comment"
)
# The marks that sites and generators of manuals (Sphinx, DocBook, AsciiDoc, MkDocs, Doxygen,
# gtk-doc, Publican) give to the same where they use other elements for it. The foot of other pages
# often is the only place that tells an address, or hours.
NAVIGATION = (
    "[role=navigation], [role=search], [role=contentinfo],"
    " .document ~ .footer, li.footer, address.footer, #footer-text,"
    " .navheader, .navfooter, .navigation, .nav, .docnav, #nav-path, #titlearea, .toc, #toc,"
    " .toctree-wrapper, .breadcrumb, .breadcrumbs"
)
# What has such a mark of a page's own ("has a table of contents") is none of it.
MAIN = _named("article body main")
HEADINGS = {f"h{level}": level for level in range(1, 7)}
LISTS = _named("dl menu ol ul")
ITEMS = _named("dd dt li")
CELLS = _named("td th")
ROWS = _named("caption tr")
BLOCKS = (
    _named(
        "address article aside blockquote body center details div fieldset figcaption figure footer"
        " form header hgroup hr legend main p pre section summary table tbody tfoot thead"
    )
    | LISTS
    | ITEMS
    | CELLS
    | ROWS
    | HEADINGS.keys()
)

# Elements that a parser opens again in each paragraph until they are closed.
FORMATTING = _named("a b big code em font i nobr s small strike strong tt u")

# Elements that never have an end tag, or may lack it in a sound page.
UNPAIRED = _named(
    "area base br col embed hr img input link meta source track wbr"
    " body colgroup dd dt head html li option p rp rt tbody td tfoot th thead tr"
)
