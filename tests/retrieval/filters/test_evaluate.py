import pytest

from emulator.retrieval.attributes import Attributes, leaves
from emulator.retrieval.filters.binding import read_filter
from emulator.retrieval.filters.detection import detect_types
from emulator.retrieval.filters.evaluate import matches
from emulator.retrieval.filters.fields import Fields

DATA = {
    "category": ["persona_A", "persona_B"],
    "size": 5,
    "sizes": [1, 9],
    "open": True,
    "day": "2023-05-06",
    "at": {"latitude": 40.0, "longitude": -73.0},
    "office": {"name": "HQ", "rooms": [{"floor": 1}, {"floor": 3}]},
    "pet-friendly": "yes",
    "empty": "",
}
FIELDS = Fields(
    {**detect_types(leaves(DATA)), "missing": "string", "gone": "number", "empty": "string"}
)


@pytest.mark.parametrize(
    "text",
    [
        "",
        'category: ANY("persona_A")',
        'category: ANY("persona_B", "other")',
        'NOT category: ANY("other")',
        'NOT missing: ANY("x")',
        'structData.category: ANY("persona_A")',
        "size = 5",
        "size: IN(5, 6)",
        "sizes < 2",
        "sizes > 8",
        'open = "true"',
        'day = "2023"',
        'day >= "2023-05-06"',
        'day <= "2023-05"',
        'day < "2023-05-06T00:00:01Z"',
        "at: GEO_DISTANCE(40, -73.001, 100)",
        "at.latitude = 40",
        'office.name: ANY("HQ")',
        "office.rooms.floor = 3",
        'pet-friendly: ANY("yes")',
        'document_id: ANY("d1")',
        'size = 1 OR category: ANY("persona_A")',
    ],
)
def test_it_matches(text):
    assert matches(read_filter(text, FIELDS), Attributes.read(DATA), "d1")


@pytest.mark.parametrize(
    "text",
    [
        'category: ANY("PERSONA_A")',
        'category: ANY("persona")',
        'category: ANY("")',
        'empty: ANY("")',
        'missing: ANY("x")',
        "gone < 5",
        "size: IN(4, 5)",
        "size: IN(5e, 6)",
        "sizes: IN(2, 8)",
        'open = "false"',
        'day > "2023"',
        'day > "2023-05-06"',
        'day < "2023"',
        "at: GEO_DISTANCE(40, -73.1, 100)",
        'document_id: ANY("d2")',
        'size = 5 AND category: ANY("persona_C")',
    ],
)
def test_it_does_not_match(text):
    assert not matches(read_filter(text, FIELDS), Attributes.read(DATA), "d1")
