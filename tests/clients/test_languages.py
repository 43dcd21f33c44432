"""Questions in other languages than English, over every transport."""

# ruff: noqa: RUF001  # Letters that look like Latin ones are meant.

from __future__ import annotations

import httpx
import pytest

from tests.clients import made
from tests.clients.answering import answer
from tests.conftest import Api

TEXTS = {
    "de": "Die Brücke führt über den Fluss. Die Häuser am Ufer sind rot.",
    "hall": "In der Fischauktionshalle von 1896 spielen Musikgruppen. Der Eintritt ist frei.",
    "sv": "Regalskeppet hade 64 kanoner. Vraket återfanns av en dykare.",
    "law": "Das Betreuungsgesetz sagt, ab welchem Zustand jemand als unzurechnungsfähig gilt.",
    "hi": "संग्रहालय १९९० में खुला। पुल पत्थर का है।",
    "zh": "该校为K-12学生开办，名为实验学校。合并后得到500万美元现金。",
    "tr": "İstanbul'daki köprü taştan yapıldı. Gölde balıklar yaşar.",
    "ro": "Podurile au fost ridicate în 1880. Muzeul este mic.",
    "el": "Το μουσείο άνοιξε το 1920. Τα σπίτια είναι λευκά. Το τέλος της ταινίας άλλαξε.",
    "vi": "Bảo tàng mở cửa năm 1920. Cây cầu làm bằng đá.",
    "ru": "Виадук Лесной стоит на реке. Опоры сложены из камня. Первый поезд прошёл в 1904 году.",
    "ko": "소망등대는 섬에 있다. 흰 돌로 지었다. 탑의 높이는 31미터이다.",
    "ar": "تنتج القرية العسل والفخار. يزورها الناس في الربيع.",
    "th": "พิพิธภัณฑ์เปิดในปี พ.ศ. 2463 สะพานสร้างด้วยหิน",
}


@pytest.fixture(scope="module")
def config(http: httpx.Client) -> str:
    return made.serving_config(http, (made.document(each, text) for each, text in TEXTS.items()))


@pytest.mark.parametrize(
    ("question", "document", "told"),
    [
        ("Welche Farbe hat ein Haus am Ufer?", "de", "Die Häuser am Ufer sind rot."),
        (
            "Welches Gesetz sagt, wann jemand als unzurechnungsfähig gilt?",
            "law",
            "Das Betreuungsgesetz sagt",
        ),
        ("Aus welchem Jahr stammt die Auktionshalle?", "hall", "In der Fischauktionshalle"),
        ("Hur många kanoner hade skeppet?", "sv", "Regalskeppet hade 64 kanoner."),
        ("该校为K-12学生开办的学校叫什么？", "zh", "该校为K-12学生开办，名为实验学校。"),
        ("合并后得到多少钱？", "zh", "合并后得到500万美元现金。"),
        ("संग्रहालय कब खुला?", "hi", "संग्रहालय १९९० में खुला।"),
        ("istanbul köprüsü neden yapıldı?", "tr", "İstanbul'daki köprü taştan yapıldı."),
        ("Când s-a ridicat podul?", "ro", "Podurile au fost ridicate în 1880."),
        ("ΠΟΤΕ ΑΝΟΙΞΕ ΤΟ ΜΟΥΣΕΙΟ;", "el", "Το μουσείο άνοιξε το 1920."),
        ("Πού άλλαξε η ταινία;", "el", "Το τέλος της ταινίας άλλαξε."),
        ("Cây cầu làm bằng gì?", "vi", "Cây cầu làm bằng đá."),
        ("Когда открыли виадук Лесной?", "ru", "Первый поезд прошёл в 1904 году."),
        ("소망등대는 얼마나 높아요?", "ko", "탑의 높이는 31미터이다."),
        ("من أين الفخار؟", "ar", "تنتج القرية العسل والفخار."),
        ("สะพานสร้างด้วยอะไร", "th", "สะพานสร้างด้วยหิน"),
    ],
)
def test_the_text_that_answers_is_quoted_and_cited(
    api: Api, config: str, question: str, document: str, told: str
) -> None:
    cited = api.types.AnswerQueryRequest.AnswerGenerationSpec(include_citations=True)
    query = api.types.Query(text=question)
    said = answer(api, serving_config=config, query=query, answer_generation_spec=cited).answer
    assert told in said.answer_text
    source = said.references[int(said.citations[0].sources[0].reference_id)]
    assert source.chunk_info.document_metadata.document.endswith(f"/{document}")


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Moğolistan'ın başkenti neresidir?", "Arama sorgunuz için özet oluşturulamadı."),
        ("Thủ đô của Mông Cổ là gì?", "Không thể tạo bản tóm tắt"),
    ],
)
def test_no_answer_is_told_in_the_language_of_the_question(
    api: Api, config: str, question: str, text: str
) -> None:
    said = answer(api, serving_config=config, query=api.types.Query(text=question)).answer
    assert said.answer_text.startswith(text)
    assert said.answer_skipped_reasons


def test_what_is_named_is_found_before_words_that_fit_any_topic(http: httpx.Client) -> None:
    texts = {"named": "Ymir hat 40 Bauern und Felder.", "other": "Menschen sind gern hier."}
    documents = (made.document(each, text) for each, text in texts.items())
    config = made.serving_config(http, documents)
    query = "Wie viele Menschen gibt es in Ymir?"
    found = made.post(http, f"{config}:search", {"query": query})["results"]
    assert [each["id"] for each in found] == ["named", "other"]
    said = made.post(http, f"{config}:answer", {"query": {"text": query}})["answer"]
    assert said["answerText"].startswith("Ymir hat 40 Bauern und Felder.")


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("1990", "<b>१९९०</b>"),
        ("२४६३", "<b>2463</b>"),
        ("Wo steht das rote Haus?", "<b>Häuser</b>"),
        ("Ποιο σπίτι;", "<b>σπίτια</b>"),
    ],
)
def test_other_forms_of_words_and_digits_are_in_bold_in_snippets(
    http: httpx.Client, config: str, query: str, shown: str
) -> None:
    spec = {"snippetSpec": {"returnSnippet": True}}
    found = made.post(http, f"{config}:search", {"query": query, "contentSearchSpec": spec})
    assert shown in found["results"][0]["document"]["derivedStructData"]["snippets"][0]["snippet"]
