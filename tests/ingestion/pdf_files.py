"""Small PDFs, written by hand."""

import zlib

_WIDTH, _HEIGHT = 612, 792

_CMAP = b"""/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def
1 begincodespacerange <00> <FF> endcodespacerange %b endcmap end end"""


def pdf(*pages, **options):
    """A PDF; a page is lines `(x, y, size, text)`, in bold with a fifth value."""
    return assembled([page(lines) for lines in pages], **options)


def page(lines):
    """The operators that show lines."""
    shown = [
        f"BT /{'B' if bold else 'F'} {size} Tf {x} {y} Td ({_escaped(text)}) Tj ET"
        for x, y, size, text, *bold in lines
    ]
    return "\n".join(shown).encode("cp1252")


def column(texts, top=720, left=72, size=12, step=14):
    """Lines below each other."""
    return [(left, top - number * step, size, text) for number, text in enumerate(texts)]


def assembled(contents, title=None, encrypted=False, forms=(), fields=(), flags=0, to_unicode=b""):
    """A PDF of pages with the given operators; each of `forms` is the XObject X0, X1, ...

    `fields` are those of a form on each page, `(x, y, value)`, with the same `flags`; `to_unicode`
    are operators of a CMap for the font that is not bold.
    """
    fonts = "<</F 3 0 R /B 4 0 R>>"
    first_form = 6 + 2 * len(contents)
    names = "".join(f"/X{number} {first_form + number} 0 R " for number in range(len(forms)))
    resources = f"<</Font {fonts} /XObject <<{names}>>>>"
    numbers = range(6, first_form, 2)
    first_field = first_form + len(forms)
    field_ids = [f"{first_field + 2 * number} 0 R" for number in range(len(fields))]
    shared = " ".join(field_ids)
    last = first_field + 2 * len(fields)
    objects = [
        f"<</Type/Catalog/Pages 2 0 R{f'/AcroForm<</Fields[{shared}]>>' if fields else ''}>>",
        f"<</Type/Pages/Count {len(contents)}/Kids[{' '.join(f'{n} 0 R' for n in numbers)}]>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding"
        f"{f'/ToUnicode {last} 0 R' if to_unicode else ''}>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
        f"<</Title({_escaped(title or '')})>>",
    ]
    for number, content in zip(numbers, contents, strict=True):
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {_WIDTH} {_HEIGHT}]"
            f"/Resources {resources}/Contents {number + 1} 0 R/Annots[{shared}]>>"
        )
        objects.append(stream(content))
    for content in forms:
        kind = f"/Type/XObject/Subtype/Form/BBox[0 0 {_WIDTH} {_HEIGHT}]/Resources {resources}"
        objects.append(stream(content, kind))
    for number, (x, y, value) in enumerate(fields):
        # What the field shows is an XObject, placed by its rectangle.
        objects.append(
            f"<</Type/Annot/Subtype/Widget/FT/Tx/Ff {flags}/F 4"
            f"/T(field {number})/V({_escaped(value)})"
            f"/Rect[{x} {y - 4} {x + 150} {y + 12}]/AP<</N {first_field + 2 * number + 1} 0 R>>>>"
        )
        kind = f"/Type/XObject/Subtype/Form/BBox[0 0 150 16]/Resources {resources}"
        objects.append(stream(page([(0, 4, 12, value)]), kind))
    if to_unicode:
        objects.append(stream(_CMAP % to_unicode))
    return _file([one.encode() if isinstance(one, str) else one for one in objects], encrypted)


def stream(content, entries=""):
    """A compressed stream."""
    packed = zlib.compress(content, 9)
    head = f"<<{entries}/Filter/FlateDecode/Length {len(packed)}>>\nstream\n"
    return head.encode() + packed + b"\nendstream"


def _file(objects, encrypted):
    data = bytearray(b"%PDF-1.7\n")
    offsets = []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = len(data)
    entries = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    data += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{entries}".encode()
    # Nobody knows the password that has such a check value.
    lock = f"/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<{'ab' * 32}>/U<{'cd' * 32}>>>"
    lock += f"/ID[<{'01' * 16}><{'01' * 16}>]"
    data += (
        f"trailer<</Size {len(objects) + 1}/Root 1 0 R/Info 5 0 R{lock if encrypted else ''}>>\n"
        f"startxref\n{table}\n%%EOF\n"
    ).encode()
    return bytes(data)


def _escaped(text):
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
