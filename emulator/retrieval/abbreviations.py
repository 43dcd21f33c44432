"""Abbreviations of other languages than English, after whose stop a sentence goes on."""

from __future__ import annotations

# Initials in Cyrillic are single letters.
_WORDS = """
Abb Abs bzw ca evtl Fa ggf inkl Mio Mrd Nr Tel vgl
Mme Mlle
Sr Sra Dr Dra Ud Uds EE UU pág págs núm Av
np tj tzw zob Zob rys ul Ul godz tys mln mld
ул вул Вул буд рис Рис стр см См напр тыс тис млн млрд руб коп грн тел др пр обл просп
а б в г д е ё ж з и к л м н о п р с т у ф х ц ч ш щ э ю я і ї є
А Б В Г Д Е Ё Ж З И К Л М Н О П Р С Т У Ф Х Ц Ч Ш Щ Э Ю Я І Ї Є
Dl Dna dl dna Str str nr
M.Ö M.S Doç Av Cad Sok Mah
κ αι π.Χ μ.Χ δρ αρ τηλ
TP TS ThS GS PGS BS
डॉ प्रो सुश्री श्री
د أ
"""  # noqa: RUF001

ABBREVIATIONS = frozenset(_WORDS.split())
