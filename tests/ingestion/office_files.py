"""Small Office files, made part by part."""

import io
import zipfile

_RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    f'xmlns:r="{_RELATIONSHIPS}"'
)
_SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def zipped(parts, compression=zipfile.ZIP_DEFLATED):
    """A zip of texts or bytes by their names."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", compression) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return data.getvalue()


def relationships(**targets):
    """The part with relationships: `kind=target`, or `kind_2=target` for a second one."""
    entries = "".join(
        f'<Relationship Id="{name}" Type="{_RELATIONSHIPS}/{name.partition("_")[0]}"'
        f' Target="{target}"/>'
        for name, target in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{entries}</Relationships>'


def docx(body, styles="", numbering="", parts=None, **targets):
    """A Word document with the paragraphs and tables of `body`."""
    kinds = {"styles": "styles.xml", "numbering": "numbering.xml", **targets}
    return zipped(
        {
            "_rels/.rels": relationships(officeDocument="word/document.xml"),
            "word/document.xml": f"<w:document {_NAMESPACES}><w:body>{body}</w:body></w:document>",
            "word/styles.xml": f"<w:styles {_NAMESPACES}>{styles}</w:styles>",
            "word/numbering.xml": f"<w:numbering {_NAMESPACES}>{numbering}</w:numbering>",
            "word/_rels/document.xml.rels": relationships(**kinds),
            **{
                name: text.replace("NAMESPACES", _NAMESPACES)
                for name, text in (parts or {}).items()
            },
        }
    )


def paragraph(text, style="", properties=""):
    """A Word paragraph."""
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def pptx(*slides, parts=None, rels=None):
    """A presentation; a slide is the shapes in it, or `<p:sld ...>` as a whole."""
    shown = [
        slide
        if slide.startswith("<p:sld")
        else f"<p:sld><p:cSld><p:spTree>{slide}</p:spTree></p:cSld></p:sld>"
        for slide in slides
    ]
    targets = {f"slide_{number}": f"slides/slide{number}.xml" for number in range(len(shown))}
    ids = "".join(f'<p:sldId r:id="{name}"/>' for name in targets)
    return zipped(
        {
            "_rels/.rels": relationships(officeDocument="ppt/presentation.xml"),
            "ppt/presentation.xml": (
                f"<p:presentation {_NAMESPACES}><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>"
            ),
            "ppt/_rels/presentation.xml.rels": relationships(**targets),
            **{
                f"ppt/slides/slide{number}.xml": slide.replace("<p:sld", f"<p:sld {_NAMESPACES}", 1)
                for number, slide in enumerate(shown)
            },
            **{
                name: text.replace("NAMESPACES", _NAMESPACES)
                for name, text in (parts or {}).items()
            },
        }
    )


def shape(*texts, kind=None):
    """A shape with paragraphs; `kind` is its placeholder's, such as "title"."""
    placeholder = f'<p:ph type="{kind}"/>' if kind else ""
    paragraphs = "".join(f"<a:p><a:r><a:t>{text}</a:t></a:r></a:p>" for text in texts)
    return (
        f"<p:sp><p:nvSpPr><p:nvPr>{placeholder}</p:nvPr></p:nvSpPr>"
        f"<p:txBody>{paragraphs}</p:txBody></p:sp>"
    )


def xlsx(*sheets, strings=(), styles="", names=None, states=None, properties=""):
    """A workbook; a sheet is its rows."""
    targets = {
        f"worksheet_{number}": f"worksheets/sheet{number}.xml" for number in range(len(sheets))
    }
    listed = "".join(
        f'<sheet name="{(names or {}).get(number, f"Sheet{number + 1}")}" r:id="{target}"'
        f' state="{(states or {}).get(number, "visible")}"/>'
        for number, target in enumerate(targets)
    )
    items = "".join(f"<si><t>{text}</t></si>" for text in strings)
    return zipped(
        {
            "_rels/.rels": relationships(officeDocument="xl/workbook.xml"),
            "xl/workbook.xml": (
                f'<workbook {_SHEET} xmlns:r="{_RELATIONSHIPS}">'
                f"{properties}<sheets>{listed}</sheets></workbook>"
            ),
            "xl/_rels/workbook.xml.rels": relationships(
                styles="styles.xml", sharedStrings="sharedStrings.xml", **targets
            ),
            "xl/styles.xml": f"<styleSheet {_SHEET}>{styles}</styleSheet>",
            "xl/sharedStrings.xml": f"<sst {_SHEET}>{items}</sst>",
            **{
                f"xl/worksheets/sheet{number}.xml": (
                    f"<worksheet {_SHEET}><sheetData>{rows}</sheetData></worksheet>"
                )
                for number, rows in enumerate(sheets)
            },
        }
    )


def row(number, *cells):
    """A row with numbers in its first columns, None for an empty cell."""
    shown = "".join(
        f'<c r="{chr(ord("A") + column)}{number}"><v>{value}</v></c>'
        for column, value in enumerate(cells)
        if value is not None
    )
    return f'<row r="{number}">{shown}</row>'
