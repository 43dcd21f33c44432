"""Questions in other languages than English: what they are about, and what they ask for."""

# ruff: noqa: RUF001  # Letters that look like Latin ones are meant.

from __future__ import annotations

import pytest

from emulator.answering import pipeline
from emulator.answering.document_text.parsed_text import numbered, parse
from emulator.answering.evidence.answer_patterns.patterns import matches_answer_type
from emulator.answering.evidence.passage_match import match_passage
from emulator.answering.evidence.selection import find_evidence
from emulator.answering.evidence.term_coverage import coverage
from emulator.answering.question_analysis.analysis import analyze
from emulator.answering.question_analysis.answer_types import AnswerType
from emulator.answering.question_analysis.term_weights import as_common_as_forms, idf_over
from emulator.answering.values import AnswerDraft, Passage, Question, SkipReason
from emulator.retrieval.text.languages import (
    function_terms,
    language_of,
    without_phrases,
)
from emulator.retrieval.text.spaceless import character_pairs

PASSAGES = [
    Passage("Der Strudel schmeckt am besten warm. Bei 190 Grad 40 Minuten backen.", "Rezepte"),
    Passage("उद्यान के निदेशक राकेश नेगी हैं। कैमरे के लिए 50 रुपये देने होते हैं।", "उद्यान"),
    Passage("पालतू जानवरों को लाने की अनुमति नहीं है। प्लास्टिक लाना मना है।", "नियम"),
    Passage("同城快递一般在24小时内送达。请在签收期满后30天内提出申请。", "快递"),
]


@pytest.mark.parametrize(
    ("question", "serving"),
    [
        ("Wie lange muss der Strudel backen?", {"wie", "lang", "muss", "der"}),
        ("How did he die in the war?", set()),
        ("What is the man page of des?", set()),
        ("Combien de temps faut il cuire ?", {"combien", "de", "faut", "il"}),
        ("AI policy", set()),
        ("Trebuie să plătesc biletul?", {"trebui", "sa"}),
        ("Fırtınanın adı neydi?", {"neydi"}),
        ("किन देशों का समर्थन किया जाता है?", {"किन", "का", "किया", "जाता", "है"}),
        ("ما اسم العاصفة؟", {"ما", "اسم"}),
        ("Υπάρχουν εισιτήρια για το μουσείο;", {"γ", "το", "υπαρχ"}),
        ("Khi nào thuốc đau đầu có bán?", {"khi", "nao", "co"}),
        ("care costs", set()),
        ("Wer malte Guernica?", {"wer"}),
        ("Woran starb Ymir?", {"woran"}),
        ("Vem ritade den första bron?", {"vem", "den"}),
        ("Welk jaar was dat?", {"welk", "dat"}),
        ("In welchem Jahr war das?", {"welchem", "war", "das"}),
    ],
)
def test_words_that_serve_the_asking(question: str, serving: set[str]) -> None:
    assert function_terms(question) == serving


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("什么是 Kubernetes Deployment?", "zh"),
        ("WordPress Multisite の設定方法は?", "ja"),
        ("non-free 和 contrib 的软件包有多少?", "zh"),
        ("What does 你好世界 mean?", ""),
        ("A que grupo tenho de pertencer?", "pt"),
        ("Was ist die Hauptstadt der Mongolei?", "de"),
        ("Quelle est la capitale de la Mongolie ?", "fr"),
        ("¿Cuál es la capital de Mongolia?", "es"),
        ("Qual è la capitale della Mongolia?", "it"),
        ("Qual é a capital da Mongólia?", "pt"),
        ("Wat is de hoofdstad van Mongolië?", "nl"),
        ("मंगोलिया की राजधानी क्या है?", "hi"),
        ("蒙古的首都是什么?", "zh"),
        ("モンゴルの首都はどこですか?", "ja"),
        ("Mayıs 2012'de Jacksonville'i vuran fırtınanın adı neydi?", "tr"),
        ("What is the capital of Mongolia?", ""),
        ("Is it a de facto standard?", ""),
        ("de facto", ""),
        ("Where is the office in 札幌?", ""),
        ("Rook 2 LTE", ""),
        ("", ""),
        ("Какова высота Эвереста?", "ru"),
        ("Яка висота Говерли?", "uk"),
        ("Jaka jest wysokość Rysów?", "pl"),
        ("한라산의 높이는 얼마입니까?", "ko"),
        ("ما هو ارتفاع برج القاهرة؟", "ar"),
        ("ताजमहल किसने बनवाया?", "hi"),
        ("Wofür steht MAC?", "de"),
        ("Jak ustawić drukarkę?", "pl"),
        ("clichés in a café", ""),
        ("São Paulo population", ""),
        ("Who directed La La Land?", ""),
        ("Göl nasıl oluştu?", "tr"),
        ("Türkiye'nin başkenti neresidir?", "tr"),
        ("Unde se află muzeul?", "ro"),
        ("Ποια είναι η πρωτεύουσα;", "el"),
        ("Thủ đô của Lào là gì?", "vi"),
        ("Ai phát hiện hang này?", "vi"),
        ("เมืองหลวงของลาวคืออะไร", "th"),
        ("Unde mescaline", ""),
        ("Ben Kim phone", ""),
        ("AI care plan", ""),
        ("Wer malte Guernica?", "de"),
        ("Quem pintou Guernica?", "pt"),
        ("Vem ritade bron?", "sv"),
        ("När byggdes slottet?", "sv"),
        ("Kim Philby", ""),
        ("chi square test", ""),
        ("Who is Vem?", ""),
        ("Kahveyi ilk bulan kimdi?", "tr"),
        ("Ödül Ali'ye hangi şehirde verildi?", "tr"),
        ("hangi dolmus", ""),
        ("Quanto custou a fábrica?", "pt"),
    ],
)
def test_the_language_of_a_question(question: str, language: str) -> None:
    assert language_of(question) == language


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Wie viele Eier braucht man?", AnswerType.NUMBER),
        ("Wann wurde die Firma gegründet?", AnswerType.TIME),
        ("¿Quién fundó la empresa?", AnswerType.PERSON),
        ("Pourquoi faut-il attendre ?", AnswerType.REASON),
        ("公司总部在哪里?", AnswerType.PLACE),
        ("निदेशक कौन हैं?", AnswerType.PERSON),
        ("Что означает MAC?", AnswerType.DEFINITION),
        ("Co to jest adres MAC?", AnswerType.DEFINITION),
        ("VPN이란 무엇입니까?", AnswerType.DEFINITION),
        ("파일 이름을 바꾸는 키는 무엇입니까?", AnswerType.OTHER),
        ("Сколько стоит билет?", AnswerType.MONEY),
        ("Ile grup ma adres?", AnswerType.NUMBER),
        ("Коли відкрито музей?", AnswerType.TIME),
        ("أين يقع المتحف؟", AnswerType.PLACE),
        ("왜 꺼졌습니까?", AnswerType.REASON),
        ("Köprüyü kim yaptı?", AnswerType.PERSON),
        ("Müze ne zaman açıldı?", AnswerType.TIME),
        ("Cât costă biletul?", AnswerType.MONEY),
        ("De ce s-a închis muzeul?", AnswerType.REASON),
        ("L'auteur de ce livre est connu ?", AnswerType.OTHER),
        ("Πόσα δωμάτια έχει;", AnswerType.NUMBER),
        ("Γιατί έκλεισε;", AnswerType.REASON),
        ("Bảo tàng ở đâu?", AnswerType.PLACE),
        ("พิพิธภัณฑ์เปิดเมื่อไร", AnswerType.TIME),
        ("ใครสร้างสะพาน", AnswerType.PERSON),
        ("Wie heeft de brug gebouwd?", AnswerType.PERSON),
        ("Vem ritade bron?", AnswerType.PERSON),
        ("När invigdes museet?", AnswerType.TIME),
        ("Vilket år fick hon priset?", AnswerType.TIME),
        ("Hur många kanoner hade skeppet?", AnswerType.NUMBER),
        ("Hur mycket kostade bron?", AnswerType.MONEY),
        ("Var ligger slottet?", AnswerType.PLACE),
        ("I vilken stad bodde hon?", AnswerType.PLACE),
        ("Varför stängdes museet?", AnswerType.REASON),
    ],
)
def test_what_is_asked_for(question: str, kind: AnswerType) -> None:
    assert analyze(question, lambda _: 1.0).answer_type is kind


def test_chinese_questions_are_about_what_is_left_without_their_phrases() -> None:
    assert without_phrases("运费怎么计算?").split() == ["运费", "计算?"]
    assert character_pairs("运费 计算?") == ["运费", "计算"]
    assert character_pairs("键 F2") == ["键"]
    assert character_pairs("How much is it?") == []


def test_words_in_katakana_are_looked_for_by_three_of_their_sounds() -> None:
    assert character_pairs("データベースの容量") == [
        "データ",
        "ータベ",
        "タベー",
        "ベース",
        "の容",
        "容量",
    ]
    assert character_pairs("パンを焼く") == ["パン", "を焼", "焼く"]


def test_hiragana_tells_what_is_asked_if_nothing_else_does() -> None:
    assert analyze("鍵はなくしたらどうなりますか?", lambda _: 1.0).specific == {"鍵"}
    assert analyze("おふろはどこですか?", lambda _: 1.0).specific == {"おふ", "ふろ"}


def answer(question: str) -> AnswerDraft:
    """The answer from all passages."""
    return pipeline.answer(Question(question), PASSAGES, idf_over(PASSAGES))


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Wie lange muss der Strudel backen?", "Bei 190 Grad 40 Minuten backen."),
        ("निदेशक कौन हैं?", "उद्यान के निदेशक राकेश नेगी हैं।"),
        ("同城快递多久能到?", "同城快递一般在24小时内送达。"),
        ("क्या पालतू जानवर ला सकते हैं?", "पालतू जानवरों को लाने की अनुमति नहीं है।"),
    ],
)
def test_the_best_sentence_comes_first(question: str, best: str) -> None:
    assert answer(question).answer.text.startswith(best)


@pytest.mark.parametrize(
    "question",
    ["Wer ist der König von Norwegen?", "今天天气怎么样?", "भारत के प्रधानमंत्री कौन हैं?"],
)
def test_stray_questions_are_told_in_any_language(question: str) -> None:
    assert answer(question).skipped is SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED


MANUAL = [
    Passage(
        "MAC-адрес состоит из шести групп символов. MAC означает Media Access Control.", "Адрес"
    ),
    Passage("Debian kommt mit 59100 Paketen. Mit 4.3 beginnt der Abschnitt über Debian.", "Debian"),
    Passage(
        "VPN 연결을 끄려면 단추를 누릅니다. VPN(가상 네트워크)은 연결하는 방법입니다.",
        "연결",
    ),
    Passage("删除的文件放在回收站里。文件名不能太长。电话号码是唯一的。", "文件"),
    Passage("ファイルを選択して F2 キーを押します。メールは毎朝届きます。", "操作"),
]


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Что означает MAC?", "MAC означает Media Access Control."),
        ("Wie viele Pakete enthält Debian?", "Debian kommt mit 59100 Paketen."),
        ("VPN이란 무엇입니까?", "VPN(가상 네트워크)은"),
        ("删除的文件放在哪里?", "删除的文件放在回收站里。"),
    ],
)
def test_signs_of_an_answer_in_any_language(question: str, best: str) -> None:
    drafted = pipeline.answer(Question(question), MANUAL, idf_over(MANUAL))
    assert drafted.answer.text.startswith(best)


def test_sounds_in_common_make_no_question_one_about_the_corpus() -> None:
    texts = [Passage("ホストのリストを表示します。コントラストとトラックを選べます。", "画面")]
    drafted = pipeline.answer(Question("オーストラリアの首都はどこですか?"), texts, idf_over(texts))
    assert drafted.skipped is SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED


LIBRARY = [
    Passage("Das Handbuch wurde 1998 von Ada Holm geschrieben.", "Handbuch"),
    Passage("El manual lo escribió Ada Holm en 1998.", "Manual"),
    Passage("Manuel : Ada Holm a écrit ce manuel en 1998.", "Manuel"),
    *(Passage(f"Page {number}", "") for number in range(500)),
]


@pytest.mark.parametrize(
    ("about", "stray"),
    [
        ("Wer hat das Handbuch geschrieben?", "Wer hat Hamlet geschrieben?"),
        ("¿Quién escribió el manual?", "¿Quién escribió Hamlet?"),
        ("Qui a écrit le manuel ?", "Qui a écrit Hamlet ?"),
    ],
)
def test_one_word_of_a_stray_question_is_found_in_a_large_corpus(about: str, stray: str) -> None:
    idf = idf_over(LIBRARY)
    assert "Ada Holm" in pipeline.answer(Question(about), LIBRARY, idf).answer.text
    skipped = pipeline.answer(Question(stray), LIBRARY, idf).skipped
    assert skipped is SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED


@pytest.mark.parametrize(
    "question", ["富士山の高さは何メートルですか?", "한라산의 높이는 얼마입니까?", "谁发明了汽车?"]
)
def test_characters_in_common_make_no_question_one_about_the_corpus(question: str) -> None:
    drafted = pipeline.answer(Question(question), MANUAL, idf_over(MANUAL))
    assert drafted.skipped is SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED


def only(question: str, text: str) -> AnswerDraft:
    """The answer from one text."""
    passages = [Passage(text, "T")]
    return pipeline.answer(Question(question), passages, idf_over(passages))


@pytest.mark.parametrize(
    ("question", "told", "besides"),
    [
        ("Wann öffnet der Laden?", "Der Laden öffnet um acht Uhr.", "Er verkauft Tee."),
        ("Wann schließt der Laden?", "Der Laden schließt mittags.", "Er verkauft Tee."),
        ("Wann kommt mein Geld?", "Ihr Geld kommt nach 14 Tagen.", "Es gibt kein Porto."),
        ("Quand ouvre le magasin ?", "Le magasin ouvre le lundi.", "Il vend du thé."),
        ("¿Cuándo abre la tienda?", "La tienda abre a las 8.", "Vende té."),
        ("Quando apre il negozio?", "Il negozio apre alle otto.", "Vende tè."),
        ("Wanneer opent de winkel?", "De winkel opent in maart.", "Hij verkoopt thee."),
        ("Kiedy otwiera się sklep?", "Sklep otwiera się o godzinie 8.", "Jest mały."),
        ("Когда открывается магазин?", "Магазин открывается в понедельник.", "Он мал."),
        ("店はいつ休みですか?", "店は月曜日に休みです。", "お茶を売っています。"),
        ("가게는 언제 엽니까?", "가게는 8시에 엽니다.", "차를 팝니다."),
        ("दुकान कब खुलती है?", "दुकान सुबह खुलती है।", "वहाँ चाय मिलती है।"),
        ("متى يفتح المتجر؟", "يفتح المتجر في الساعة الثامنة.", "يبيع الشاي."),
        ("Wann öffnet das Bad?", "Das Bad öffnet im Sommer.", "Es hat zwei Becken."),
        ("Quand ouvre la piscine ?", "La piscine ouvre en été.", "Elle est bleue."),
        ("¿Cuándo abre la piscina?", "La piscina abre en otoño.", "Es azul."),
        ("Kiedy otwiera się basen?", "Basen otwiera się latem.", "Jest mały."),
        ("Когда открывается бассейн?", "Бассейн открывается летом.", "Он мал."),
        ("Коли відкривається басейн?", "Басейн відкривається влітку.", "Він малий."),
        ("Când se deschide piscina?", "Piscina se deschide vara.", "E mică."),
        ("Havuz ne zaman açılır?", "Havuz yazın açılır.", "Küçüktür."),
        ("Πότε ανοίγει η πισίνα;", "Η πισίνα ανοίγει το καλοκαίρι.", "Είναι μικρή."),
        ("Bể bơi mở cửa khi nào?", "Bể bơi mở cửa vào mùa hè.", "Nó nhỏ."),
        ("สระว่ายน้ำเปิดเมื่อไร", "สระว่ายน้ำเปิดในฤดูร้อน", ""),
        ("プールはいつ開きますか？", "プールは夏に開きます。", "青い。"),
        ("수영장은 언제 엽니까?", "수영장은 여름에 엽니다.", "작습니다."),
        ("游泳池什么时候开门？", "游泳池夏天开门。", "很小。"),
        ("पूल कब खुलता है?", "पूल गर्मियों में खुलता है।", "वह छोटा है।"),
        ("पूल कब खुलता है?", "पूल 1 मई को खुलता है।", "वह छोटा है।"),
        ("متى يفتح المسبح؟", "يفتح المسبح في الصيف.", "هو صغير."),
        ("Was kostet der Versand?", "Der Versand kostet fünf Euro.", "Er ist schnell."),
        ("Combien coûte l'entrée ?", "L'entrée ne coûte rien, elle est gratuite.", "Oui."),
        ("Πόσο κοστίζει η κάρτα;", "Η κάρτα κοστίζει 5 ευρώ.", "Είναι μπλε."),
        ("Πόσο κοστίζει η κάρτα;", "Η κάρτα κοστίζει πέντε ευρώ.", "Είναι μπλε."),
        ("Biletin fiyatı nedir?", "Biletin fiyatı elli liradır.", "Mavidir."),
        ("Thẻ giá bao nhiêu?", "Thẻ có giá 50 000 đồng.", "Nó màu xanh."),
        ("Thẻ giá bao nhiêu?", "Thẻ có giá năm mươi nghìn đồng.", "Nó màu xanh."),
        ("บัตรราคาเท่าไร", "บัตรราคา 100 บาท", ""),
        ("บัตรราคาเท่าไร", "บัตรราคาหนึ่งร้อยบาท", ""),
        ("Cât costă biletul?", "Biletul costă 20 de lei.", "E albastru."),
        ("Cât costă biletul?", "Biletul costă o sută de lei.", "E albastru."),
        ("टिकट की कीमत क्या है?", "टिकट की कीमत दो सौ रुपये है।", "वह नीला है।"),
        ("كم سعر البطاقة؟", "سعر البطاقة عشرون دينارا.", "هي زرقاء."),
        ("票价多少钱？", "票价是二十元。", "它是蓝色的。"),
        ("표의 가격은 얼마입니까?", "표의 가격은 오천 원입니다.", "파란색입니다."),
        ("切符の料金はいくらですか？", "切符の料金は五百円です。", "青い。"),
        ("Was hat der Turm gekostet?", "Der Turm war für 40 Euro zu haben.", "Er ist blau."),
        ("¿Cuánto costó la torre?", "Por la torre se pagaron 40 euros.", "Es azul."),
        ("Во сколько обошлась башня?", "На башню ушло 40 тысяч рублей.", "Она мала."),
        ("كم كلف البرج؟", "دفع للبرج أربعون دينارا.", "هو صغير."),
        ("등대를 지을 때 얼마가 들었나요?", "등대를 지을 때 120억 원을 썼다.", "파랗다."),
        ("등대는 언제 쓰러졌나요?", "1950년 등대가 쓰러졌다.", "파랗다."),
        ("Kule ne zaman yıkıldı?", "493 yılında kule çöktü.", "Mavidir."),
    ],
)
def test_times_and_sums_are_known_in_any_language(question: str, told: str, besides: str) -> None:
    assert only(question, f"{besides} {told}").answer.text == told


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Wann wurde die Brücke gebaut?", "Die Brücke wurde aus Stein gebaut."),
        ("Quand le pont fut-il bâti ?", "Le pont a été bâti en pierre."),
        ("¿Cuándo se construyó el puente?", "El puente se construyó con piedra."),
        ("Когда построили мост?", "Мост построили из камня."),
        ("When did the probe land?", "The probe did land on mars."),
        ("Was kostet der Versand?", "Der Versand kostet zu viel."),
        ("Quanto custa o projeto?", "O custo do projeto de lei é alto."),
        ("Quanto costa il viaggio?", "Il viaggio con lei costa molto."),
        ("Hợp đồng giá bao nhiêu?", "Giá hợp đồng rất cao."),
        ("Πόσο κοστίζει η κάρτα;", "Η κάρτα κοστίζει λίγο σε ευρώ."),
    ],
)
def test_what_tells_no_time_and_no_sum_is_no_answer(question: str, text: str) -> None:
    assert only(question, text).skipped is SkipReason.NO_RELEVANT_CONTENT


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Que faire quand l'appareil ne répond plus ?", AnswerType.OTHER),
        ("Qui était là quand il fut construit ?", AnswerType.PERSON),
        ("Comment l'ouvrir quand il est bloqué ?", AnswerType.STEPS),
        ("Что делать, когда прибор не отвечает?", AnswerType.OTHER),
        ("Почему он пищит, когда открыта дверь?", AnswerType.REASON),
        ("Куда звонить, когда нет света?", AnswerType.PLACE),
        ("Co zrobić, kiedy nie odpowiada?", AnswerType.OTHER),
        ("Depuis quand est-il ouvert ?", AnswerType.TIME),
        ("Ab wann gilt der Tarif?", AnswerType.TIME),
    ],
)
def test_a_word_for_a_time_behind_another_for_asking_joins_a_clause(
    question: str, kind: AnswerType
) -> None:
    assert analyze(question, lambda _: 1.0).answer_type is kind


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("В каком веке построен собор?", AnswerType.TIME),
        ("In quale anno fu costruito?", AnswerType.TIME),
        ("¿En qué siglo se construyó?", AnswerType.TIME),
        ("في أي عام بُني الجسر؟", AnswerType.TIME),
        ("ما تاريخ افتتاح المتحف؟", AnswerType.TIME),
        ("पुल किस साल बना?", AnswerType.TIME),
        ("博物馆几点开门？", AnswerType.TIME),
        ("橋は何年に建てられましたか。", AnswerType.TIME),
        ("何年かかりますか。", AnswerType.NUMBER),
        ("몇 년에 지어졌습니까?", AnswerType.TIME),
        ("ร้านเปิดกี่โมง", AnswerType.TIME),
        ("风速有多快？", AnswerType.NUMBER),
        ("有许多大学生吗？", AnswerType.OTHER),
        ("Wie schnell fährt der Zug?", AnswerType.NUMBER),
        ("Quel âge faut-il avoir ?", AnswerType.NUMBER),
        ("¿Cuál es la altura de la torre?", AnswerType.NUMBER),
        ("Qual è l'altezza della torre?", AnswerType.NUMBER),
        ("Какова глубина озера?", AnswerType.NUMBER),
        ("ما هي سرعة القطار؟", AnswerType.NUMBER),
        ("2010 yılında nüfus ne kadardı?", AnswerType.NUMBER),
        ("Combien a coûté la tour ?", AnswerType.MONEY),
        ("¿Cuánto mide la costa?", AnswerType.NUMBER),
        ("Πόσο στοίχισε ο πύργος;", AnswerType.MONEY),
        ("In welcher Stadt starb er?", AnswerType.PLACE),
        ("Hangi kentte doğdu?", AnswerType.PLACE),
        ("В каком городе он родился?", AnswerType.PLACE),
        ("他在哪座城市去世？", AnswerType.PLACE),
    ],
)
def test_a_time_or_a_number_is_asked_for_by_its_noun(question: str, kind: AnswerType) -> None:
    assert analyze(question, lambda _: 1.0).answer_type is kind


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Как назывался шторм?", AnswerType.OTHER),
        ("Как ещё называют остров?", AnswerType.OTHER),
        ("¿Cómo se llama la escala?", AnswerType.OTHER),
        ("Comment s'appelle le lac ?", AnswerType.OTHER),
        ("Πώς λέγεται το πλοίο;", AnswerType.OTHER),
        ("¿Cómo se reinicia el aparato?", AnswerType.STEPS),
        ("Как сбросить прибор?", AnswerType.STEPS),
        ("Cihazı nasıl sıfırlarım?", AnswerType.STEPS),
    ],
)
def test_who_asks_for_a_name_asks_for_no_steps(question: str, kind: AnswerType) -> None:
    assert analyze(question, lambda _: 1.0).answer_type is kind


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Ali ile Ayşe nerede tanıştı?", AnswerType.PLACE),
        ("Na ile lat jest gwarancja?", AnswerType.NUMBER),
        ("Cosa succede ai bambini?", AnswerType.OTHER),
        ("Công ty được thành lập bởi ai?", AnswerType.PERSON),
        ("Какой закон есть для тех, кто голосует?", AnswerType.OTHER),
        ("หนังสือเล่มนี้เกี่ยวกับอะไร", AnswerType.OTHER),
        ("บริษัทมีพนักงานกี่คน", AnswerType.NUMBER),
        ("这种现象被称为什么？", AnswerType.OTHER),
        ("他为什么离开？", AnswerType.REASON),
        ("在哪次战争之后衰落？", AnswerType.OTHER),
        ("कौन सी किताब सबसे पुरानी है?", AnswerType.OTHER),
        ("यह काम कौन करता है?", AnswerType.PERSON),
    ],
)
def test_what_looks_like_a_word_for_asking_and_is_none(question: str, kind: AnswerType) -> None:
    assert analyze(question, lambda _: 1.0).answer_type is kind


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("متى تأسست الشركة؟", "تأسست الشركة عام ١٩٩٠."),
        ("متى أُنشئ النظام؟", "أُنشئ النظام في الخمسينيات."),
        ("कंपनी कब बनी?", "कंपनी की स्थापना १९९० में हुई।"),
        ("บริษัทก่อตั้งเมื่อใด", "บริษัทก่อตั้งในปี ๒๕๔๐"),
        ("Когда построен мост?", "Мост построен в пятидесятых годах."),
        ("Quand fut-il bâti ?", "Il fut bâti dans les années cinquante."),
        ("När byggdes bron?", "Bron byggdes på 1870-talet."),
    ],
)
def test_a_decade_or_a_year_in_any_digits_tells_a_time(question: str, sentence: str) -> None:
    assert matches_answer_type(analyze(question, lambda _: 1.0), sentence)
    assert not matches_answer_type(analyze(f"{question} {sentence}", lambda _: 1.0), sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Wann brauche ich ein Attest?", "Ab dem dritten Krankheitstag."),
        ("वेतन कब मिलता है?", "हर महीने की 28 तारीख को मिलता है।"),
        ("प्रमाणपत्र कब देना होता है?", "तीन दिन से अधिक की बीमारी पर देना होता है।"),
        ("什么时候需要医院证明？", "病假超过两天须提供。"),
        ("年假什么时候申请？", "须提前申请，最晚三天前。"),
    ],
)
def test_days_of_a_month_and_spans_of_days_tell_a_time(question: str, sentence: str) -> None:
    asked = analyze(question, lambda _: 1.0)
    assert asked.answer_type is AnswerType.TIME
    assert matches_answer_type(asked, sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("合同多少钱？", "公司获得500万美元现金。"),
        ("工事の料金は？", "2万ドルかかった。"),
        ("가격은?", "500만 달러이다."),
        ("Сколько стоит мост?", "Мост обошёлся в 5 миллионов долларов."),
        ("Ile kosztuje?", "Kosztował 5 milionów dolarów."),
        ("पुल की कीमत क्या है?", "पुल पर 50 लाख डॉलर लगे।"),
        ("ราคาเท่าไร", "5 ล้านดอลลาร์"),
    ],
)
def test_a_sum_in_dollars_tells_a_price(question: str, sentence: str) -> None:
    assert matches_answer_type(analyze(question, lambda _: 1.0), sentence)


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("合同多少钱？", "公司有500万用户。"),
        ("가격은?", "500만 명이 산다."),
        ("Сколько стоит мост?", "Мост длиной 5 километров."),
        ("Ile kosztuje?", "Ma 5 kilometrów."),
    ],
)
def test_what_counts_no_money_tells_no_price(question: str, sentence: str) -> None:
    assert not matches_answer_type(analyze(question, lambda _: 1.0), sentence)


def test_a_number_ends_where_chinese_begins() -> None:
    assert numbered("该大学为K-12学生开办") == {("该大学为k", "12")}
    assert numbered("错误 42 出现") == {("错误", "42")}


TOWN = [
    Passage("Die Häuser am Markt sind rot. Das Rathaus hat einen Turm.", "Markt"),
    Passage("Köprü taştan yapıldı. Gölde balıklar yaşar.", "Köprü"),
    Passage("Podurile au fost ridicate în 1880. Muzeul e mic.", "Podurile"),
    Passage("Το μουσείο άνοιξε το 1920. Τα σπίτια είναι λευκά.", "Μουσείο"),
    Passage("สะพานนี้สร้างด้วยหิน", "สะพาน"),
]


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Welche Farbe hat das Haus?", "Die Häuser am Markt sind rot."),
        ("Hangi balık gölde yaşıyor?", "Gölde balıklar yaşar."),
        ("Când s-a ridicat podul?", "Podurile au fost ridicate în 1880."),
        ("Τι χρώμα έχει το σπίτι;", "Τα σπίτια είναι λευκά."),
        ("สะพานสร้างด้วยอะไร", "สะพานนี้สร้างด้วยหิน"),
    ],
)
def test_words_are_known_in_other_forms(question: str, best: str) -> None:
    drafted = pipeline.answer(Question(question), TOWN, idf_over(TOWN))
    assert drafted.answer.text.startswith(best)


FOREST = [
    Passage("Huset vid sjön är rött. Taket är svart.", "Hus"),
    Passage("Das Stadttheater spielt im Winter. Es hat 612 Sitzplätze.", "Mering"),
    Passage("Most stoi w Tarnowie. Żubry żyją w puszczy.", "Tarnów"),
]


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Vilken färg har husen?", "Huset vid sjön är rött."),
        ("Wann spielt das Theater?", "Das Stadttheater spielt im Winter."),
        ("Wie viele Plätze gibt es?", "Es hat 612 Sitzplätze."),
        ("Gdzie żyje żubr?", "Żubry żyją w puszczy."),
    ],
)
def test_compounds_and_other_forms_say_a_word(question: str, best: str) -> None:
    drafted = pipeline.answer(Question(question), FOREST, idf_over(FOREST))
    assert drafted.answer.text.startswith(best)


@pytest.mark.parametrize(
    ("question", "sentence", "other"),
    [
        ("Où est-elle morte ?", "Elle mourut à Ymir.", "Elle mourut à midi."),
        ("¿Dónde murió?", "Falleció en la Ymir.", "Falleció en paz."),
        ("Где она умерла?", "Скончалась в Имире.", "Скончалась в сентябре."),
        ("Gdzie zmarła?", "Odeszła w Łodzi.", "Odeszła w spokoju."),
        ("Nerede öldü?", "Hayata Ymir'de veda etti.", "Hayata veda etti."),
        ("Πού πέθανε;", "Έφυγε στην Ύμιρ.", "Έφυγε στον ύπνο."),
        ("Bà mất ở đâu?", "Qua đời tại Ấn Độ.", "Qua đời tại nhà."),
        ("पुल किसने बनाया?", "राजा सेन ने इसे बनवाया।", "यह पत्थर का है।"),
        ("这座桥是谁设计的？", "大桥由林明设计。", "大桥很长。"),
        ("Var dog hon?", "Hon avled i Ymir.", "Hon avled i frid."),
        ("أين عاشت؟", "سكنت في دمشق.", "سكنت في عام 1949."),
        ("वे कहाँ रहते थे?", "वे कुसुमपुर में रहते थे।", "वे 1949 में और उस समय में रहे।"),
        ("どこで処刑されましたか？", "三成は六条河原で処刑された。", "1600年10月に処刑された。"),
        ("她去了哪里？", "1940年到达香港。", "1940年离开。"),
    ],
)
def test_places_and_persons_are_told_in_any_language(
    question: str, sentence: str, other: str
) -> None:
    asked = analyze(question, lambda _: 1.0)
    assert asked.answer_type in (AnswerType.PLACE, AnswerType.PERSON)
    assert matches_answer_type(asked, sentence)
    assert not matches_answer_type(asked, other)


def test_words_of_english_are_no_numbers_of_other_languages() -> None:
    asked = analyze("What is the population of Ymir?", lambda _: 1.0)
    assert asked.answer_type is AnswerType.NUMBER
    assert not matches_answer_type(asked, "Ymir is on an island, due to which few live there.")


@pytest.mark.parametrize(
    ("question", "year", "amount"),
    [
        ("Quelle est la longueur du pont ?", "Construit entre 1880 et 1884.", "Il a 1565 mètres."),
        ("Wie lang ist die Brücke?", "Sie wurde 1857 in Ymir gebaut.", "Es sind 1837 Meter."),
        ("Сколько людей там было?", "Это было в 1871 году.", "Там было 1871 человек."),
        ("桥有多长？", "大桥于1956年完工。", "全长1956米。"),
    ],
)
def test_a_year_is_no_amount(question: str, year: str, amount: str) -> None:
    asked = analyze(question, lambda _: 1.0)
    assert asked.answer_type is AnswerType.NUMBER
    assert not matches_answer_type(asked, year)
    assert matches_answer_type(asked, amount)


@pytest.mark.parametrize(
    ("question", "sentence", "other"),
    [
        ("Wie teuer war der Bau?", "Er kam auf 52 Millionen Mark.", "Er hat 52 Millionen Ziegel."),
        ("Quanto costò il ponte?", "Furono 210 milioni di lire.", "Furono tante lire."),
        ("Quanto custou a fábrica?", "Foram 90 mil escudos.", "Foram 90 mil pessoas."),
    ],
)
def test_money_of_other_times_tells_a_price(question: str, sentence: str, other: str) -> None:
    asked = analyze(question, lambda _: 1.0)
    assert matches_answer_type(asked, sentence)
    assert not matches_answer_type(asked, other)


@pytest.mark.parametrize(
    ("question", "specific"),
    [
        ("Wie viele Menschen lebten in Ymir?", {"ymir"}),
        ("Dans quelle ville est né Ada Holm ?", {"ne", "ada", "holm"}),
        ("¿Cuántas personas viven en Ymir?", {"ymir"}),
        ("Сколько людей живёт в Имире?", {"имир"}),
        ("Πόσοι άνθρωποι ζουν στον Ύμιρ;", {"υμιρ"}),
        ("कितने लोग यमीर में रहते हैं?", {"यमीर"}),
        ("雪山城市", {"雪山", "山城"}),
        ("눈꽃 나라", {"눈꽃"}),
        ("متى توفي ابن يمير؟", {"توف", "يمير"}),
        ("Wie viele Menschen?", set()),
    ],
)
def test_words_that_fit_any_topic_name_none(question: str, specific: set[str]) -> None:
    assert analyze(question, lambda _: 1.0).specific == specific


@pytest.mark.parametrize(
    ("question", "sentence", "other"),
    [
        ("Wie viele Boote gibt es?", "Sechsundzwanzig Kähne.", "Achtlose Kähne."),
        ("Combien de bateaux ?", "Une douzaine de barques.", "Des barques neuves."),
        ("¿Cuántos barcos hay?", "Treinta barcas.", "Unas barcas."),
        ("Quante barche ci sono?", "Ventuno gozzi.", "Sei un marinaio."),
        ("Quantos barcos há?", "Duzentas canoas.", "Umas canoas."),
        ("Hoeveel boten zijn er?", "Vijftien schuiten.", "Wat schuiten."),
        ("Сколько там лодок?", "Четырнадцать челнов.", "Старые челны."),
        ("Скільки там човнів?", "П'ять каное.", "Старі каное."),
        ("Ile jest łodzi?", "Dwanaście kajaków.", "Stare kajaki."),
        ("Câte bărci sunt?", "Douăzeci de luntre.", "Luntre vechi."),
        ("Kaç tekne var?", "On iki kayık.", "Eski kayıklar."),
        ("Πόσες βάρκες έχει;", "Δεκατρείς πιρόγες και τριάντα κανό.", "Παλιά κανό."),
        ("كم عدد القوارب؟", "ثلاثة زوارق.", "زوارق قديمة."),
        ("कितनी नावें हैं?", "बारह डोंगियाँ।", "पुरानी डोंगियाँ।"),
        ("Có bao nhiêu thuyền?", "Mười hai chiếc ghe.", "Ghe cũ."),
        ("มีเรือกี่ลำ", "แพสามสิบหลัง", "แพเก่าสัมพันธ์"),
        ("배가 몇 척 있나요?", "뗏목 열두 개가 있다.", "뗏목 두렁이 있다."),
    ],
)
def test_numbers_in_words_are_known_in_any_language(
    question: str, sentence: str, other: str
) -> None:
    asked = analyze(question, lambda _: 1.0)
    assert asked.answer_type is AnswerType.NUMBER
    assert matches_answer_type(asked, sentence)
    assert not matches_answer_type(asked, other)


ABOUT_A_TOWER = (
    "Der Hohe Turm steht am Hafen. Die Mauern sind weiß. Eröffnet hat man ihn 1904.\n"
    "Die Mole wurde 1890 gebaut."
)


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Wann wurde der Hohe Turm fertig?", "Eröffnet hat man ihn 1904."),
        ("Welche Farbe haben die Mauern am Turm?", "Die Mauern sind weiß."),
        ("Wo steht der Hohe Turm?", "Der Hohe Turm steht am Hafen."),
    ],
)
def test_what_a_paragraph_is_about_need_not_be_said_again(question: str, best: str) -> None:
    passages = [*PASSAGES, Passage(ABOUT_A_TOWER, "")]
    told = find_evidence(analyze(question, idf_over(passages)), passages, 3)
    assert best in [each.text for each in told]


def test_what_is_asked_for_counts_more_than_what_a_paragraph_is_about() -> None:
    text = "Le viaduc de Lorne est un pont du Cantal. Il fut bâti par Léon. Il a 565 mètres."
    texts = [Passage(text, "")]
    told = pipeline.answer(
        Question("Quelle est la longueur du viaduc de Lorne ?"), texts, idf_over(texts)
    )
    assert told.answer.text.startswith("Il a 565 mètres.")


def test_the_next_paragraph_is_about_something_else() -> None:
    asked = analyze("Wann wurde der Hohe Turm fertig?", idf_over(PASSAGES))
    matched = match_passage(asked, Passage(ABOUT_A_TOWER, ""))
    assert [matched.mentions_topic(position) for position in range(4)] == [True, False, True, False]


def test_a_german_noun_is_no_name() -> None:
    assert analyze("Wo stehen die Häuser am Markt 3?", lambda _: 1.0).names == {"3"}
    assert analyze("Where is the house of Ada?", lambda _: 1.0).names == {"ada"}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Moğolistan'ın başkenti neresidir?", "Arama sorgunuz"),
        ("Care este capitala Mongoliei?", "Nu s-a putut"),
        ("Ποια είναι η πρωτεύουσα της Μογγολίας;", "Δεν ήταν δυνατή"),
        ("Thủ đô của Mông Cổ là gì?", "Không thể"),
        ("Vad heter Mongoliets huvudstad?", "Det gick inte"),
        ("เมืองหลวงของมองโกเลียคืออะไร", "ไม่สามารถ"),
    ],
)
def test_stray_questions_are_told_in_their_language(question: str, text: str) -> None:
    drafted = pipeline.answer(Question(question), TOWN, idf_over(TOWN))
    assert drafted.skipped is SkipReason.OUT_OF_DOMAIN_QUERY_IGNORED
    assert drafted.answer.text.startswith(text)


@pytest.mark.parametrize(
    "question",
    [
        "Сколько стоит Kite 2?",
        "¿Cuánto cuesta el Kite 2?",
        "Combien coûte le Kite 2 ?",
        "Qual é o preço do Kite 2?",
        "Wat kost de Kite 2?",
        "Kite 2 多少钱？",
    ],
)
def test_a_price_is_found_in_the_english_field_of_a_record(question):
    record = Passage("Prices eur: 149. Weight grams: 290.", "Kite 2 hub", 8.0, structured=True)
    other = Passage("In our tests a Kite 2 on a shelf reached 60 percent further.", "Range", 9.0)
    found = find_evidence(analyze(question, idf_over([record, other])), [other, record], 1)
    assert [one.text for one in found] == ["Kite 2 hub - Prices (EUR): 149."]


TRANSLATED = [
    Passage("SMTP con STARTTLS usa il 587.", "Posta"),
    Passage("SMTP with STARTTLS uses 587, and 465 was used before.", "Mail"),
    Passage("SMTP mit STARTTLS nutzt die 587.", "E-Mail"),
    Passage("SMTP con STARTTLS emplea el 587.", "Correo"),
    Passage("STARTTLS の SMTP は 587 です。", "メール"),
    Passage("带 STARTTLS 的 SMTP 是 587。", "邮件"),
]


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Cosa usa SMTP con STARTTLS?", TRANSLATED[0]),
        ("What does SMTP with STARTTLS use?", TRANSLATED[1]),
        ("Was nutzt man für SMTP mit STARTTLS?", TRANSLATED[2]),
        ("¿Qué necesita SMTP para STARTTLS?", TRANSLATED[3]),
        ("STARTTLS の SMTP には何が必要ですか?", TRANSLATED[4]),
        ("带 STARTTLS 的 SMTP 需要什么?", TRANSLATED[5]),
    ],
)
def test_of_translations_the_one_in_the_language_of_the_question_answers(question, told):
    drafted = pipeline.answer(Question(question), TRANSLATED, idf_over(TRANSLATED))
    assert drafted.answer.text == told.text


def test_what_was_not_translated_answers_in_the_language_it_has():
    texts = [TRANSLATED[1], Passage("Die Post wird stündlich abgeholt.", "Post")]
    question = "Was nutzt man für SMTP mit STARTTLS?"
    assert pipeline.answer(Question(question), texts, idf_over(texts)).answer.text == texts[0].text


def test_no_language_is_foreign_to_mere_names():
    texts = [Passage("Der Port von SMTP ist die 587.", "E-Mail"), Passage("Port: 25", "SMTP")]
    told = pipeline.answer(Question("Port SMTP"), texts, idf_over(texts)).answer.text
    assert told.startswith(texts[0].text)


def test_a_sentence_with_few_words_of_a_language_is_in_that_of_its_text():
    text = (
        "Quem compila o kernel usa o alvo. Após configurar o kernel, compile o kernel assim: fim."
    )
    texts = [Passage(text, "Manual")]
    told = pipeline.answer(Question("Com que comando se compila o kernel?"), texts, idf_over(texts))
    assert told.answer.text == text


@pytest.mark.parametrize(
    ("text", "title", "is_foreign"),
    [
        (
            "用紙サイズは設定に保存されます。\n\nUsers can override it with the variable.",
            "用紙の",
            False,
        ),
        (
            "The paper size is kept here.\n\nUsers can override it with the variable.",
            "用紙の",
            False,
        ),
        ("The paper size is kept here.\n\nUsers can override it with the variable.", "Paper", True),
        ("The paper size is kept here.\n\nユーザは変数で変更できます。", "Paper", False),
    ],
)
def test_what_a_translation_leaves_in_english_is_not_foreign(text, title, is_foreign):
    asked = analyze("用紙サイズはどこに保存されますか?", lambda _: 1.0)
    assert match_passage(asked, Passage(text, title)).is_sentence_foreign(1) is is_foreign


@pytest.mark.parametrize(
    ("question", "text", "is_told"),
    [
        ("Quem descobriu o Brasil?", "Chagas descobriu a doença em Lassance em 1909.", False),
        ("Quem descobriu a doença?", "Chagas descobriu a doença em Lassance em 1909.", True),
        ("Quem descobriu a doença de Chagas?", "Ele descobriu a doença em 1909.", True),
        ("Кто построил Эрмитаж?", "Лагутин построил завод в 1871 году.", False),
        ("Кто построил завод в Вологде?", "Лагутин построил в Вологде завод.", True),
    ],
)
def test_a_question_about_what_a_text_does_not_name_is_stray(question, text, is_told):
    others = [Passage(f"O texto {word} é outro.", word) for word in ("um", "dois", "três", "sete")]
    texts = [Passage(text), *others]
    drafted = pipeline.answer(Question(question), texts, idf_over(texts))
    assert (drafted.skipped is None) is is_told


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Welcher Kaiser gewährte den Zoll?", AnswerType.PERSON),
        ("¿Qué rey mandó construirlo?", AnswerType.PERSON),
        ("Какой художник расписал зал?", AnswerType.PERSON),
        ("Köprünün mimarı kimdi?", AnswerType.PERSON),
        ("Hangi padişah yaptırdı?", AnswerType.PERSON),
        ("Vị vua nào dời đô?", AnswerType.PERSON),
        ("Nhà thơ nào viết bài này?", AnswerType.PERSON),
        ("Ce pictor a decorat sala?", AnswerType.PERSON),
        ("أي ملك بنى القصر؟", AnswerType.PERSON),
        ("किस राजा ने किला बनवाया?", AnswerType.PERSON),
        ("กษัตริย์องค์ใดสร้างวัด", AnswerType.PERSON),
        ("哪位皇帝下令修建?", AnswerType.PERSON),
        ("どの画家が描きましたか?", AnswerType.PERSON),
        ("어느 화가가 그렸는가?", AnswerType.PERSON),
        ("二胡有几根弦?", AnswerType.NUMBER),
        ("塔の高さはどれくらいですか?", AnswerType.NUMBER),
        ("何時間かかりますか?", AnswerType.NUMBER),
        ("Какова наибольшая глубина озера?", AnswerType.NUMBER),
        ("Ποιο είναι το ύψος του πύργου;", AnswerType.NUMBER),
        ("La ce vârstă a plecat?", AnswerType.NUMBER),
        ("Gölün derinliği nedir?", AnswerType.NUMBER),
        ("¿A qué altitud está el pueblo?", AnswerType.NUMBER),
        ("อนุสาวรีย์เปิดวันที่เท่าไร", AnswerType.TIME),
        ("Возле какого города он стоит?", AnswerType.PLACE),
        ("它最早出现在什么国家?", AnswerType.PLACE),
        ("ما هي الوظيفة التي شغلها؟", AnswerType.OTHER),
        ("ما هي البوابة؟", AnswerType.DEFINITION),
        ("它的另一个名称是什么?", AnswerType.OTHER),
    ],
)
def test_which_person_place_or_number_is_asked_for_by_a_noun(
    question: str, kind: AnswerType
) -> None:
    assert analyze(question, lambda _: 1.0).answer_type is kind


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("Πότε άνοιξε;", "Άνοιξε τον Σεπτέμβριο."),
        ("Πότε έγινε;", "Έγινε το 480 π.Χ."),
        ("Wann war das?", "Das war 480 v. Chr."),
        ("Когда это было?", "Это было в 480 до н. э."),
    ],
)
def test_months_in_any_case_and_years_before_christ_tell_a_time(
    question: str, sentence: str
) -> None:
    assert matches_answer_type(analyze(question, lambda _: 1.0), sentence)


@pytest.mark.parametrize(
    ("text", "is_back"),
    [
        ("Der Turm ist alt. Er hat zwei Uhren.", True),
        ("Башня стоит в Имире. В ней двое часов.", True),
        ("यह मीनार यमीर में है। इसमें दो घड़ियाँ हैं।", True),
        ("塔在雪山旁边的城市里。它有两个钟。", True),
        ("Turnul este în Ymir. Acesta are două ceasuri.", True),
        ("Tháp này ở tại Ymir. Nó có hai đồng hồ.", True),
        ("La torre está en Ymir. El reloj es de la ciudad.", False),
        ("The tower is in Ymir and has clocks. Er is a name.", False),
    ],
)
def test_what_a_sentence_goes_back_to_in_other_languages(text: str, is_back: bool) -> None:
    assert parse(text).sentences[1].refers_back is is_back


# The second sentence says what is asked in no word of the question.
@pytest.mark.parametrize(
    ("question", "text", "best"),
    [
        (
            "Wodurch entstand der Ymirsee?",
            "Der Ymirsee liegt im Norden. Ein Gletscher schob das Tal zu. Boote gibt es kaum.",
            "Ein Gletscher schob das Tal zu.",
        ),
        (
            "¿Quién diseñó la torre de Ymir?",
            "La torre de Ymir se alzó en 1904. El proyecto fue de Ada Holm. Hay dos relojes.",
            "El proyecto fue de Ada Holm.",
        ),
    ],
)
def test_what_goes_on_with_a_lone_sentence_follows_it(question: str, text: str, best: str) -> None:
    passages = [Passage(text, "")]
    told = find_evidence(analyze(question, idf_over(passages)), passages, 3)
    assert best in [each.text for each in told]


def test_a_sentence_that_tells_what_is_asked_stands_alone() -> None:
    text = "Der Ymirsee entstand 1904. Boote gibt es kaum. Im Norden liegt ein Dorf."
    passages = [Passage(text, "")]
    told = find_evidence(analyze("Wann entstand der Ymirsee?", idf_over(passages)), passages, 3)
    assert [each.text for each in told] == ["Der Ymirsee entstand 1904."]


def test_a_word_of_another_language_is_no_form_of_one() -> None:
    foreign = Passage("Trận này ở tại Điện Biên và có nhiều người của làng.", "")
    passages = [foreign, *PASSAGES]
    asked = analyze("Wer fand die Bienen im Garten?", idf_over(passages))
    assert coverage(asked, foreign, idf_over(passages)) == 0.0


def test_a_word_is_as_common_as_its_other_forms() -> None:
    texts = ["Das Haus ist alt.", "Das Haus ist neu.", "Ein Haus am See.", "Der Turm ist hoch."]
    idf = idf_over([Passage(text, "") for text in texts])
    weighted = {"hauser": idf("hauser"), "turm": idf("turm")}
    found = as_common_as_forms(weighted, {"haus": "hauser"}, idf)
    assert found["hauser"] < weighted["hauser"]
    assert found["turm"] == weighted["turm"]


# Nothing else of it is said, but a name has no other word.
def test_a_name_tells_what_a_question_in_another_language_is_about() -> None:
    texts = [
        Passage("La villa de Ymir ardió entera en el año 1904.", ""),
        *(Passage(f"La torre {number} está en la plaza.", "") for number in range(60)),
    ]
    asked = Question("¿Quién destruyó Ymir desde el aire?")
    assert pipeline.answer(asked, texts, idf_over(texts)).skipped is None
