"""Follow-up questions in other languages than English."""

from __future__ import annotations

import pytest

from emulator.answering.rephrasing.rephrase import rephrase
from emulator.answering.values import Turn


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
        "Et une adresse IP ?",
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
