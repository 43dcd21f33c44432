import io
import struct
import zipfile

import pytest

from emulator.ingestion.document import ParseError
from emulator.ingestion.parsers.office import docx as word
from emulator.ingestion.parsers.office import pptx as powerpoint
from emulator.ingestion.parsers.office import xlsx as excel
from tests.ingestion.office_files import (
    docx,
    paragraph,
    pptx,
    relationships,
    row,
    shape,
    xlsx,
    zipped,
)

PARSERS = [word.parse, powerpoint.parse, excel.parse]
OLE = bytes.fromhex("d0cf11e0a1b11ae1")


@pytest.mark.parametrize("parse", PARSERS)
def test_other_files_are_refused(parse):
    with pytest.raises(ParseError, match=r"is not an? \w+ \w+: it does not begin as a zip"):
        parse(b"%PDF-1.7")


@pytest.mark.parametrize("parse", PARSERS)
def test_encrypted_files_are_refused(parse):
    data = OLE + bytes(1000) + "EncryptedPackage".encode("utf-16-le") + bytes(1000)
    with pytest.raises(ParseError, match="encrypted with a password"):
        parse(data)


@pytest.mark.parametrize("parse", PARSERS)
def test_files_of_old_formats_are_refused(parse):
    with pytest.raises(ParseError, match="format before 2007"):
        parse(OLE + bytes(1000))


@pytest.mark.parametrize("parse", PARSERS)
def test_other_zips_are_refused(parse):
    with pytest.raises(ParseError, match="is a zip, but not a"):
        parse(zipped({"a.txt": "text"}))


@pytest.mark.parametrize(
    ("parse", "data", "found"),
    [
        (word.parse, xlsx(row(1, 1)), "not a Word document but an Excel workbook"),
        (excel.parse, docx(paragraph("a")), "not an Excel workbook but a Word document"),
        (powerpoint.parse, docx(paragraph("a")), "presentation but a Word document"),
    ],
)
def test_files_of_another_office_type_are_named(parse, data, found):
    with pytest.raises(ParseError, match=found):
        parse(data)


FILES = [
    (word.parse, docx(paragraph("some text") * 100)),
    (excel.parse, xlsx("".join(row(number, number) for number in range(1, 100)))),
    (powerpoint.parse, pptx(shape("some text"))),
]


@pytest.mark.parametrize(("parse", "data"), FILES)
def test_files_that_are_cut_off_are_refused(parse, data):
    for part in (0.2, 0.5, 0.9, 0.99):
        with pytest.raises(ParseError, match="cut off or damaged"):
            parse(data[: int(len(data) * part)])


@pytest.mark.parametrize(("parse", "data"), FILES)
def test_damaged_files_are_read_or_refused(parse, data):
    for place in range(40, len(data), max(len(data) // 60, 1)):
        damaged = bytearray(data)
        damaged[place] ^= 0xFF
        try:
            parse(bytes(damaged))
        except ParseError:
            continue


@pytest.mark.parametrize(("parse", "data"), FILES)
def test_files_that_lack_their_beginning_are_refused(parse, data):
    with pytest.raises(ParseError, match="damaged at its part"):
        parse(data[:10] + data[20:])


def test_a_part_of_another_compression_that_is_damaged_is_refused():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as file:
        file.writestr("_rels/.rels", relationships(officeDocument="word/document.xml"))
    data = bytearray(packed.getvalue())
    data[60:80] = bytes(20)
    with pytest.raises(ParseError, match="damaged at its part"):
        word.parse(bytes(data))


@pytest.mark.parametrize(
    ("parse", "bomb"),
    [
        (word.parse, docx(paragraph("a" * 1000) * 60_000)),
        (excel.parse, xlsx('<row r="1"/>' * 6_000_000)),
    ],
)
def test_zip_bombs_are_refused_unopened(parse, bomb):
    with pytest.raises(ParseError, match="unpacked, more than the limit"):
        parse(bomb)


def test_a_zip_that_lies_about_its_sizes_is_refused():
    data = bytearray(docx(paragraph("a" * 1000) * 60_000))
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        packed = file.getinfo("word/document.xml")
    size = struct.pack("<I", packed.file_size)
    while (place := data.find(size)) >= 0:
        data[place : place + 4] = struct.pack("<I", 5000)
    with pytest.raises(ParseError, match="damaged at its part"):
        word.parse(bytes(data))


def test_a_zip_of_many_parts_is_refused():
    with pytest.raises(ParseError, match="more than 20000 parts"):
        word.parse(zipped({f"{number}": "" for number in range(20_001)}))


def test_parts_may_not_be_read_over_and_over():
    slides = "".join('<p:sldId r:id="slide_0"/>' for _ in range(1000))
    data = pptx(shape("x" * 100_000) + shape("word " * 100_000))
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        parts = {name: file.read(name).decode() for name in file.namelist()}
    parts["ppt/presentation.xml"] = parts["ppt/presentation.xml"].replace(
        '<p:sldId r:id="slide_0"/>', slides
    )
    with pytest.raises(ParseError, match="the same parts too many times"):
        powerpoint.parse(zipped(parts))


@pytest.mark.parametrize(
    ("xml", "problem"),
    [
        ('<!DOCTYPE w [<!ENTITY a "b">]><w>&a;</w>', "declares an entity, 'a'"),
        ("<w:document>", "not well-formed"),
        ("", "not well-formed: no element found"),
        ("<a>" * 200 + "</a>" * 200, "nested more than 128 levels"),
    ],
)
def test_parts_that_are_no_sound_xml_are_refused(xml, problem):
    parts = {"_rels/.rels": relationships(officeDocument="word/document.xml")}
    with pytest.raises(ParseError, match=f"word/document.xml: The XML .*{problem}"):
        word.parse(zipped({**parts, "word/document.xml": xml}))


def test_a_missing_part_is_as_if_nobody_referred_to_it():
    parts = {"_rels/.rels": relationships(officeDocument="word/document.xml")}
    with pytest.raises(ParseError, match="not a Word document"):
        word.parse(zipped(parts))


def test_parts_that_zip_has_no_means_to_unpack_are_refused():
    data = bytearray(docx(paragraph("text")))
    # The method of compression in the entry of the directory, and its flags.
    for offset, value, problem in ((10, 99, "cannot be unpacked"), (8, 1, "cannot be unpacked")):
        changed = bytearray(data)
        entry = -1
        while (entry := changed.find(b"PK\x01\x02", entry + 1)) >= 0:
            changed[entry + offset : entry + offset + 2] = struct.pack("<H", value)
        with pytest.raises(ParseError, match=problem):
            word.parse(bytes(changed))
