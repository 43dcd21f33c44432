import pytest

from emulator.answering.generation.preamble import Form, answer_form


@pytest.mark.parametrize(
    ("preamble", "form"),
    [
        ("", Form()),
        ("Answer like a pirate.", Form()),
        ("Answer in one sentence.", Form(1)),
        ("Respond with a single sentence", Form(1)),
        ("Give a 2-sentence answer", Form(2)),
        ("Use at most two short sentences.", Form(2)),
        ("Write 2-4 sentences", Form(4)),
        ("Write three to five sentences", Form(5)),
        ("Please use 100 sentences", Form(10)),
        ("Be concise.", Form(2)),
        ("Give a very detailed answer.", Form(5)),
        ("Use bullet points", Form(bullets=True)),
        ("Answer as a list, briefly.", Form(2, bullets=True)),
        ("Be brief and do not use any bullet points.", Form(2)),
        ("Answer in three bullets", Form(3, bullets=True)),
        ("Use a numbered list", Form(bullets=True, numbered=True)),
        ("Give 4 numbered points", Form(4, bullets=True, numbered=True)),
        ("Do not write a numbered list.", Form()),
        ("Keep it under 20 words.", Form(words=20)),
        ("Answer in at most 50 words", Form(words=50)),
        ("Write a 30-word summary", Form(words=30)),
        ("Use 25 words or less, in one sentence.", Form(1, words=25)),
        ("Explain words of more than 9 letters.", Form()),
    ],
)
def test_a_preamble_says_how_long_and_in_which_form(preamble, form):
    assert answer_form(preamble) == form
