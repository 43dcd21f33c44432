"""Abbreviations of other languages than English, after whose stop a sentence goes on."""

from __future__ import annotations

# Initials of foreign names are the names of Latin letters in Arabic and Hindi.
_WORDS = """
Abb Abs bzw ca evtl Fa ggf inkl Mio Mrd Nr Tel vgl
Mme Mlle av
Dott dott
Sr Sra Dr Dra Ud Uds EE UU pág págs núm Av
np tj tzw zob Zob rys ul Ul godz tys mln mld
ул вул Вул буд рис Рис стр см См напр тыс тис млн млрд руб коп грн тел др пр обл просп
Dl Dna dl dna Str str nr
M.Ö M.S Doç Av Cad Sok Mah
αι π.Χ μ.Χ δρ αρ τηλ Αγ
TP TS ThS Ths GS PGS BS
डॉ प्रो सुश्री श्री पं सं कि कि.मी ई.पू
إيه بي سي دي إي إف جي جيه إتش آي كيه كي إل إم إن أو كيو آر إس تي يو في دبليو إكس واي زد
बी सी डी एफ जी एच जे के एल एम एन ओ पी क्यू आर एस टी यू वी डब्ल्यू डब्लू एक्स वाई ज़ेड
"""  # noqa: RUF001

ABBREVIATIONS = frozenset(_WORDS.split())
