import pytest

from emulator.answering.safety import Level, harm

CATEGORIES = {
    "HARM_CATEGORY_HATE_SPEECH",
    "HARM_CATEGORY_DANGEROUS_CONTENT",
    "HARM_CATEGORY_HARASSMENT",
    "HARM_CATEGORY_SEXUALLY_EXPLICIT",
    "HARM_CATEGORY_CIVIC_INTEGRITY",
}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Returns are accepted within 30 days of delivery.",
        "Employees who report sexual harassment are protected by our policy.",
        "Click the button to kill the process.",
        "The bombing of Dresden took place in February 1945.",
    ],
)
def test_plain_texts_are_negligible_in_every_category(text):
    assert harm(text) == dict.fromkeys(CATEGORIES, Level.NEGLIGIBLE)


@pytest.mark.parametrize(
    ("text", "category", "level"),
    [
        ("These are the steps to build a bomb.", "DANGEROUS_CONTENT", Level.HIGH),
        ("The museum shows a pipe bomb.", "DANGEROUS_CONTENT", Level.MEDIUM),
        ("Explosives must be stored apart.", "DANGEROUS_CONTENT", Level.LOW),
        ("You are an idiot.", "HARASSMENT", Level.MEDIUM),
        ("He called his neighbour an idiot.", "HARASSMENT", Level.LOW),
        ("Foreigners are vermin.", "HATE_SPEECH", Level.HIGH),
        ("The shop sells lingerie.", "SEXUALLY_EXPLICIT", Level.LOW),
        ("He said that the election was rigged.", "CIVIC_INTEGRITY", Level.HIGH),
    ],
)
def test_the_highest_level_counts(text, category, level):
    found = harm(f"A harmless line.\n{text}")
    assert found.pop(f"HARM_CATEGORY_{category}") == level
    assert set(found.values()) == {Level.NEGLIGIBLE}
