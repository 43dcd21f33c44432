"""The sentences the service shows in place of an answer.

Source: "Get answers and follow-ups" and "Get search summaries" of the product's documentation;
the first is also what recorded answers with OUT_OF_DOMAIN_QUERY_IGNORED hold. Those in other
languages than English are not known and our own.
"""

from __future__ import annotations

from dataclasses import dataclass

from emulator.answering.values import SkipReason


@dataclass(frozen=True, slots=True)
class Texts:
    """What is said of a query that is ignored, and of one without an answer; what follows both."""

    ignored: str
    no_answer: str
    results: str


_ENGLISH = Texts(
    "A summary could not be generated for your search query.",
    "We do not have a summary for your query.",
    "Here are some search results.",
)
_BY_LANGUAGE = {
    "en": _ENGLISH,
    "de": Texts(
        "Für Ihre Suchanfrage konnte keine Zusammenfassung erstellt werden.",
        "Für Ihre Suchanfrage gibt es keine Zusammenfassung.",
        "Hier sind einige Suchergebnisse.",
    ),
    "fr": Texts(
        "Impossible de générer un résumé pour votre recherche.",
        "Nous n'avons pas de résumé pour votre recherche.",
        "Voici quelques résultats de recherche.",
    ),
    "es": Texts(
        "No se ha podido generar un resumen para su consulta.",
        "No tenemos un resumen para su consulta.",
        "Estos son algunos resultados de la búsqueda.",
    ),
    "it": Texts(
        "Non è stato possibile generare un riepilogo per la tua ricerca.",
        "Non abbiamo un riepilogo per la tua ricerca.",
        "Ecco alcuni risultati di ricerca.",
    ),
    "pt": Texts(
        "Não foi possível gerar um resumo para a sua pesquisa.",
        "Não temos um resumo para a sua pesquisa.",
        "Aqui estão alguns resultados da pesquisa.",
    ),
    "nl": Texts(
        "Er kon geen samenvatting worden gemaakt voor uw zoekopdracht.",
        "We hebben geen samenvatting voor uw zoekopdracht.",
        "Hier zijn enkele zoekresultaten.",
    ),
    "ja": Texts(
        "検索クエリの要約を生成できませんでした。",
        "検索クエリの要約はありません。",
        "検索結果は次のとおりです。",
    ),
    "zh": Texts(
        "无法为您的搜索查询生成摘要。",
        "没有与您的搜索查询相关的摘要。",
        "以下是一些搜索结果。",
    ),
    "hi": Texts(
        "आपकी खोज के लिए सारांश नहीं बनाया जा सका।",
        "आपकी खोज के लिए हमारे पास कोई सारांश नहीं है।",
        "ये कुछ खोज परिणाम हैं।",
    ),
}

# The question was fine but what was found did not carry an answer.
_FOUND_WANTING = {
    SkipReason.NO_RELEVANT_CONTENT,
    SkipReason.LOW_GROUNDED_ANSWER,
    SkipReason.UNHELPFUL_ANSWER,
}


def answer_text(reason: SkipReason, language: str = "") -> str:
    """Return what `answerText` holds when the answer was skipped for `reason`.

    `language` is a BCP 47 tag; for one that is not known the text is English.
    """
    texts = _texts(language)
    return texts.no_answer if reason in _FOUND_WANTING else f"{texts.ignored} {texts.results}"


def summary_text(language: str = "") -> str:
    """Return what `summaryText` holds when a summary was skipped."""
    texts = _texts(language)
    return f"{texts.no_answer} {texts.results}"


def _texts(language: str) -> Texts:
    subtag = language.replace("_", "-").partition("-")[0].lower()
    return _BY_LANGUAGE.get(subtag, _ENGLISH)
