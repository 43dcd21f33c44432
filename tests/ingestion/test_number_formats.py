import pytest

from emulator.ingestion.parsers.office.number_formats import Format, kind_of, shown


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("General", "number"),
        ("0.00", "number"),
        ('#,##0.00 "days"', "number"),
        ("[Red]0", "number"),
        ("0.0%", "percent"),
        ("yyyy-mm-dd", "date"),
        ("mmm", "date"),
        ("h:mm AM/PM", "time"),
        ("mm:ss.0", "time"),
        ("dd.mm.yyyy hh:mm", "datetime"),
        ("[h]:mm:ss", "duration"),
        ("[$-409]d-mmm-yy;@", "date"),
    ],
)
def test_codes(code, kind):
    assert kind_of(164, code) == kind


@pytest.mark.parametrize(
    ("number", "kind"),
    [(0, "number"), (9, "percent"), (14, "date"), (20, "time"), (22, "datetime"), (46, "duration")],
)
def test_formats_that_have_a_number(number, kind):
    assert kind_of(number, None) == kind


# Excel's own: day 60 is the 29th of February 1900, which never was; after it the days agree.
@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("61", "date", "1900-03-01"),
        ("43831", "date", "2020-01-01"),
        ("43831.75", "datetime", "2020-01-01 18:00"),
        ("0.5", "time", "12:00"),
        ("0.50001157407", "time", "12:00:01"),
        ("1.25", "duration", "1 day, 6:00:00"),
        ("-1", "date", "-1"),
        ("9999999", "date", "9999999"),
        ("0.07", "percent", "7%"),
        ("1e3", "number", "1000"),
        ("12345678901234567890", "number", "1.23456789012346e+19"),
        ("text", "date", "text"),
        ("inf", "date", "inf"),
        ("nan", "percent", "nan%"),
    ],
)
def test_values(text, kind, expected):
    assert shown(text, kind) == expected


def test_days_may_be_counted_from_1904():
    assert shown("0", "date", since_1904=True) == "1904-01-01"


# Codes as Excel and LibreOffice write them.
@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        (r"#,##0.00\ [$€-407]", "12345.6", "12345.60 €"),
        ("[$¥-411]#,##0", "98000", "¥98000"),
        ('_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-', "-5.5", "-5.50 €"),
        ('"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', "-3", "-$3.00"),
        ('0 "kg"', "7", "7 kg"),
        ("[Red]0.00", "7", "7.00"),
        ("General", "7", "7"),
        ("0.00E+00", "7", "7"),
        ("0%", "0.5", "50%"),
        ('0.0,,"M"', "12500000", "12500000"),
        ('[<1000]0" g";0" of many"', "5000", "5000"),
    ],
)
def test_units_stand_beside_numbers(code, text, expected):
    assert Format.of(164, code).shown(text) == expected


# As Excel shows them, but for the separators of thousands.
@pytest.mark.parametrize(
    ("code", "text", "expected"),
    [
        ("0", "5887.5", "5888"),
        ("0.0", "0.25", "0.3"),
        ("0.0", "-0.04", "0.0"),
        ("#,##0.00", "1234.5", "1234.50"),
        ("0.0##", "0.25", "0.25"),
        ("0.#", "3", "3"),
        ("0.0%", "0.93827160", "93.8%"),
        ("0%", "1", "100%"),
        (".00", "1.256", "1.26"),
        ("00000", "1234", "01234"),
        ("000.0", "-7.25", "-007.3"),
        ("General", "0.93827160", "0.9382716"),
        ("# ?/?", "0.5", "0.5"),
        ("0", "1e300", "1e+300"),
        ("0.0%", "inf", "inf%"),
        ("0.0%", "1e99999999999999999999", "inf%"),
        (f"0.{'0' * 200}", "123456789012345", "123456789012345.000000000000"),
    ],
)
def test_numbers_have_the_places_that_are_shown(code, text, expected):
    assert Format.of(164, code).shown(text) == expected


@pytest.mark.parametrize(
    ("number", "expected"), [(0, "0.125"), (1, "0"), (2, "0.13"), (9, "13%"), (10, "12.50%")]
)
def test_formats_that_have_a_number_have_places(number, expected):
    assert Format.of(number, None).shown("0.125") == expected


def test_day_0_is_no_date():
    """Excel shows an empty cell that another one refers to as a day of the year 1900."""
    assert shown("0", "date") == "0"
    assert shown("0", "time") == "00:00"
