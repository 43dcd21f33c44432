"""English function words, question words included: they carry no evidence of relevance."""

from __future__ import annotations

# Contractions appear as the analyzer leaves them: "don't" is the two tokens "don" and "t".
_WORDS = """
a about above after again against all am an and any are aren as at be because been before
being below between both but by can cannot could couldn d did didn do does doesn doing don
down during each few for from further had hadn has hasn have haven having he her here hers
herself him himself his how i if in into is isn it its itself just ll m me more most mustn my
myself no nor not now of off on once only or other ought our ours ourselves out over own re s
same shan she should shouldn so some such t than that the their theirs them themselves then
there these they this those through to too under until up ve very was wasn we were weren what
when where which while who whom why will with won would wouldn you your yours yourself
yourselves
"""

STOP_WORDS = frozenset(_WORDS.split())
