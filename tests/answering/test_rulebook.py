import os
import re

import pytest

from emulator.answering.rulebook import UnreadableRules, alternatives, read_file


def test_any_part_of_the_rules_may_be_given(tmp_path):
    file = tmp_path / "rules.toml"
    file.write_text(
        """
        [classification]
        user_defined = ["\\\\bsalar(y|ies)\\\\b"]
        [texts.sv]
        no_answer = "Inget svar."
        [safety.HARM_CATEGORY_HARASSMENT]
        low = []
        [grounding]
        units = [{ dimension = "mass", factor = 6350.29, words = "stone" }]
        [grounding.numbers]
        score = 20
        [synonyms]
        words = ["wifi (free, wireless"]
        """
    )
    own = read_file(file)
    assert own["classification"]["user_defined"] == ["\\bsalar(y|ies)\\b"]
    assert set(own) == {"classification", "texts", "safety", "grounding", "synonyms"}


def test_an_empty_file_changes_nothing(tmp_path):
    file = tmp_path / "rules.toml"
    file.touch()
    assert read_file(file) == {}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[classification", "it is no TOML: "),
        ("other = 1", "there is no rule other; there are classification, words, "),
        ("[classification]\nsmalltalk = []", "there is no rule classification.smalltalk"),
        ("classification = 1", "classification should be a table"),
        ("[classification]\nadversarial = 'x'", "classification.adversarial should be a list"),
        ("[classification]\nadversarial = [1]", "adversarial[0] should be a text"),
        ("[classification]\nadversarial = ['(']", "adversarial[0] is no regular expression: "),
        ("[words]\ngeneric = ['a']", "words.generic should be a text"),
        ("[[kinds]]\nkind = 'steps'", "kinds[0] lacks question"),
        ("[[kinds]]\nkind = 'x'\nquestion = []", "kinds[0].kind should be one of "),
        ("[grounding]\nopposites = [['a']]", "grounding.opposites[0] should have 2 patterns"),
        ("[grounding.numbers]\nten = 'X'", "numbers.ten should be a number"),
        ("[grounding.numbers]\nten = true", "numbers.ten should be a number"),
        ("[safety.HARM]\nlow = []", "there is no rule safety.HARM; there are HARM_CATEGORY_"),
        ("[texts.en]\nhello = 'Hi'", "there is no rule texts.en.hello"),
        ("[languages.de]\npronouns = '('", "languages.de.pronouns is no regular expression: "),
        ("[languages.de]\nback = '('", "languages.de.back is no regular expression: "),
        ("[languages.de]\nand = '('", "languages.de.and is no regular expression: "),
        ("[languages.cy]\nasks = 'pryd'", "languages.cy lacks words"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, text, reason):
    file = tmp_path / "rules.toml"
    file.write_text(text)
    with pytest.raises(UnreadableRules) as error:
        read_file(file)
    assert reason in str(error.value)


@pytest.mark.parametrize("pattern", ["(?i)yo", "(?i)yo|oy", "yo"])
def test_a_pattern_keeps_its_flags_among_others(pattern):
    joined = re.compile(alternatives(["a", pattern, "b"]))
    assert joined.fullmatch("yo")
    assert bool(joined.fullmatch("YO")) == pattern.startswith("(?i)")
    assert not joined.fullmatch("A")


def test_patterns_keep_their_names_among_others():
    joined = re.compile(alternatives([r"(?P<x>\d)(?P=x)", "(?P<x>a)(?P<y>!)?(?(y)z)"]))
    assert all(map(joined.fullmatch, ["11", "a", "a!z"]))
    assert not any(map(joined.fullmatch, ["12", "az", "a!"]))


def test_nothing_fits_no_patterns():
    assert re.search(alternatives([]), "any text") is None


def test_what_is_no_text(tmp_path):
    file = tmp_path / "rules.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(UnreadableRules, match="it is no TOML"):
        read_file(file)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read(tmp_path):
    file = tmp_path / "rules.toml"
    file.touch(mode=0)
    with pytest.raises(UnreadableRules, match="it cannot be read: Permission denied"):
        read_file(file)
