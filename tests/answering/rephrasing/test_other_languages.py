"""Follow-up questions in other languages than English."""

# ruff: noqa: RUF001  # Letters that look like Latin ones are meant.

from __future__ import annotations

import pytest

from emulator.answering.rephrasing.rephrase import follow_up, rephrase
from emulator.answering.values import Passage, Turn


@pytest.mark.parametrize(
    ("question", "following", "expected"),
    [
        (
            "Wer hat das Debian-Projekt gegründet?",
            "Wann war das?",
            "Wann war das (Debian-Projekt gegründet)?",
        ),
        (
            "Qui a créé le projet Debian ?",
            "Quand a-t-il été publié ?",
            "Quand a-t-il été publié (créé projet Debian)?",
        ),
        ("¿Qué es Ubuntu?", "¿Quién usa eso?", "¿Quién usa eso (Ubuntu)?"),
        (
            "Что такое MAC-адрес?",
            "Из скольких групп он состоит?",
            "Из скольких групп он состоит (MAC-адрес)?",
        ),
        (
            "MACアドレスとは何ですか?",
            "それは誰が割り当てますか?",
            "それは誰が割り当てますか (MACアドレス)?",
        ),
        ("什么是 MAC 地址?", "它由谁分配?", "它由谁分配 (MAC 地址)?"),
        ("ใครสร้างสะพาน", "มันอยู่ที่ไหน", "มันอยู่ที่ไหน (สร้างสะพาน)"),
        ("ใครสร้างสะพาน", "เขาเกิดเมื่อไร", "เขาเกิดเมื่อไร (สร้างสะพาน)"),
        ("MAC 주소란 무엇입니까?", "그것은 누가 할당합니까?", "그것은 누가 할당합니까 (MAC 주소)?"),
        ("Was ist Diabetes?", "Was darf man dabei essen?", "Was darf man dabei essen (Diabetes)?"),
        ("Où est mon badge ?", "Puis-je le prêter ?", "Puis-je le prêter (badge)?"),
        ("Où est mon badge ?", "Que faire si je le perds ?", "Que faire si je le perds (badge)?"),
        ("¿Qué es Ubuntu?", "¿Cómo puedo instalarlo?", "¿Cómo puedo instalarlo (Ubuntu)?"),
        ("什么是 K2 营地?", "怎么去那里?", "怎么去那里 (K2 营地)?"),
        (
            "Qui a écrit Candide ?",
            "Et quand l'a-t-il écrit ?",
            "Et quand l'a-t-il écrit (Candide)?",
        ),
        ("Quel est ce code ?", "Qui l'a choisi ?", "Qui l'a choisi (code)?"),
        ("Qual è il formato?", "Chi l'ha deciso?", "Chi l'ha deciso (formato)?"),
        ("Qual è il formato?", "Come posso cambiarlo?", "Come posso cambiarlo (formato)?"),
        ("¿Cuál es el formato?", "¿Quién lo decidió?", "¿Quién lo decidió (formato)?"),
        ("Qual é o formato?", "Quem pode mudá-lo?", "Quem pode mudá-lo (formato)?"),
        ("Какой формат?", "Кто это решил?", "Кто это решил (формат)?"),
        ("Chi ha fondato il progetto?", "Quando?", "Quando (fondato progetto)?"),
        ("Wo ist das Buch?", "Und wie lange?", "Und wie lange (Buch)?"),
        ("机场在哪里?", "是什么时候?", "是什么时候 (机场在)?"),
        ("मधुमेह क्या है?", "क्या यह ठीक हो सकता है?", "क्या यह ठीक हो सकता है (मधुमेह)?"),
    ],
)
def test_what_a_pronoun_stands_for_is_named_at_the_end(question, following, expected):
    assert rephrase(following, [Turn(question)]) == expected


@pytest.mark.parametrize(
    "following",
    [
        "Wie viele Pakete gibt es?",
        "Y a-t-il un pilote ?",
        "Existe-t-il des réductions ?",
        "Est-il possible de payer par carte ?",
        "Comment fabrique-t-on le fromage ?",
        "Peut-on payer le musée par carte ?",
        "¿Dónde es la charla?",
        "其他文件在哪里?",
        "吉他在哪里?",
        "น้ำมันราคาเท่าไร",
        "มันฝรั่งราคาเท่าไร",
        "มีหนังสือภาษาเยอรมันไหม",
        "ภูเขาไฟอยู่ที่ไหน",
    ],
)
def test_other_questions_are_left_alone(following):
    assert rephrase(following, [Turn("Qu'est-ce qu'une adresse MAC ?")]) == following


@pytest.mark.parametrize(
    ("question", "following", "expected"),
    [
        ("Qu'est-ce qu'une adresse MAC ?", "Et une adresse IP ?", "Qu'est-ce qu'une adresse IP ?"),
        ("Wie lange hält Brot mit Hefe?", "Und mit Nüssen?", "Wie lange hält Brot mit Nüssen?"),
        (
            "Qual era il nome della versione 3.1?",
            "E della versione 4.0?",
            "Qual era il nome della versione 4.0?",
        ),
        (
            "¿Qué orden cambia el propietario de un archivo?",
            "¿Y el grupo?",
            "¿Qué orden cambia el grupo de un archivo?",
        ),
        (
            "Wie hoch ist die Gebühr für die Karte?",
            "Und die der Bank?",
            "Und die der Bank?",
        ),
        (
            "Quand ouvre le musée ?",
            "Et quand ferme la bibliothèque ?",
            "Et quand ferme la bibliothèque ?",
        ),
        ("Chi devo contattare?", "A chi devo scrivere?", "A chi devo scrivere?"),
        ("Как починить окно с помощью клея?", "А дверь?", "А дверь?"),
    ],
)
def test_what_goes_on_with_and_takes_the_place_of_what_has_the_same_words_before_it(
    question, following, expected
):
    assert rephrase(following, [Turn(question)]) == expected


@pytest.mark.parametrize("name", ["IPv6 では?", "PAPERSIZE?"])
def test_a_name_alone_is_in_the_language_of_the_conversation(name):
    asked = "mDNS の IPv4 マルチキャストアドレスは何ですか?"
    assert rephrase(name, [Turn(asked)]) == name


def test_what_a_question_leaned_on_goes_on_being_spoken_of():
    said = [Turn("Wie funktioniert eine Wärmepumpe?"), Turn("Was kostet sie?")]
    assert rephrase("Wie laut ist sie?", said) == "Wie laut ist sie (funktioniert Wärmepumpe)?"


def test_of_several_questions_it_leans_on_the_one_of_which_documents_say_what_is_asked():
    said = [Turn("Qu'est-ce que la Hanse ?"), Turn("Quelles villes en faisaient partie ?")]
    asked = follow_up("Pourquoi a-t-elle disparu ?", said)
    document = Passage(text="La Hanse a disparu au XVIIe siècle.")
    assert asked.resolve(lambda *_: [document]).text == "Pourquoi a-t-elle disparu (Hanse)?"


def test_a_word_alone_comes_after_what_says_more():
    said = [Turn("¿Cómo solicito un préstamo?"), Turn("¿Cuánto tarda?")]
    asked = follow_up("¿Puedo cancelarlo antes?", said)
    document = Passage(text="Puede cancelar un préstamo antes; tarda un día.")
    found = asked.resolve(lambda *_: [document]).text
    assert found == "¿Puedo cancelarlo antes (solicito préstamo)?"
