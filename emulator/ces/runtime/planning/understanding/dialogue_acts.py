"""Dialogue acts of a user's text: thanks, farewell, yes, no, correction, a wish for a person."""

from __future__ import annotations

import re

# What says nothing beside a farewell, or beside that this was all.
_FILLER = re.compile(
    r"\b(?:ok(?:ay)?|alright|all right|thanks?(?: you)?(?: (?:so|very) much| a lot)?|thx|great"
    r"|perfect|lovely|cool|nice|good(?! ?(?:night|bye))|fine|awesome|well|then|yes|no|nope|nah"
    r"|not now|sorry|for (?:now|today))\b|[\s,.!;:)-]",
    re.IGNORECASE,
)
_BYE = (
    r"(?:good ?)?bye(?:[ -]?bye)?(?: now)?|ciao|good ?night|see you(?: then| soon| later| there)?"
    r"|have an? (?:\w+ )?(?:day|evening|night|one|time|weekend)|take care"
)
_FAREWELL = re.compile(
    rf"{_BYE}|end (?:the |this )?(?:session|chat|conversation)|hang up", re.IGNORECASE
)
_ALL = re.compile(
    r"\b(?:that(?:'s|\u2019s| is| was| will be|'ll be) (?:all|it|everything)|nothing (?:else|more)"
    r"|no (?:more|further|other) questions|i(?:'m| am) (?:done|all set))\b",
    re.IGNORECASE,
)
_SEPARATED = re.compile(r"[.!,;]\s+")
_BORDER = re.compile(r"^[\W_]+")
_NO_PROBLEM = r"no (?:problem|worries|objections?|doubt|rush)\b"
_LEADS = (
    r"(?:(?:ok(?:ay)?|oh|well|hmm|um|uh|alright|great|good|fine|nice|perfect|cool|lovely|sorry|actually|wait"
    rf"|thanks?(?: you)?|{_NO_PROBLEM})[\s,.!]+)*"
)
_YES = re.compile(
    rf"{_LEADS}(?:yes|yep|yeah|yup|sure|(?:please )?(?:go ahead|proceed)|please do"
    r"|(?:let['\u2019]?s )?do (?:it|that)|that(?:'s|\u2019s| is) (?:right|correct|fine|ok)"
    # "I do have a question" is no yes, nor is "correct the date".
    r"|i (?:(?:confirm|agree)(?! (?:to )?(?:nothing|none)\b)"
    r"|do(?= (?:want|confirm|agree)\b|\W*(?:$|[,.;!])))|of course|absolutely"
    r"|(?:correct|right|exactly)"
    r"(?=(?: that| so| away)?(?: (?:and|please|yes|go|do)\b|\W*(?:$|[,.;!])))"
    r"|go for it|(?:that )?(?:sounds (?:good|great|fine|perfect)|works(?: for me)?)|ok(?:ay)?)\b"
    rf"|{_LEADS}(?:y|please|fine|perfect|al(?:l )?right|certainly|definitely|affirmative"
    r"|(?:please )?confirm(?:ed| it)?)\W*$",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"(?:,? please)?[\s,.!;]*\b(?:and|also|but|by the way|btw|plus)\b[\s,]*(?:also\b[\s,]*)?"
    r"(?P<what>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
# Who puts it off, or under a condition, has not said yes: "ok wait", "I do not know".
_RESERVED = re.compile(
    r"\b(?:but|(?<!why )not|never|cannot|wait|hold on|later|maybe|perhaps|unless|except|if|let me"
    r"|(?:tell|show) me|i(?:['\u2019]ve| have)(?: got)? (?:an?|another|one|some)(?: \w+)?"
    r" questions?|think about|\w+n['\u2019]t)\b",
    re.IGNORECASE,
)
_NO = re.compile(
    rf"{_LEADS}(?:(?!{_NO_PROBLEM})no|nope|nah|(?:absolutely|certainly|definitely|of course) not"
    r"|not (?:now|yet|interested)|stop|never ?mind|leave it"
    r"|(?:i )?(?:don['\u2019]?t|do not)(?! (?:have|know|remember|understand|see)\b)"
    r"|forget (?:it|that|about)|too expensive|(?:another|some other) time"
    r"|i(?:'d| would) rather not|i (?:decline|refuse)"
    r"|i(?:'ve| have)? changed my mind)\b",
    re.IGNORECASE,
)
# What a refusal may go on with; what else follows "no" may be any text: "No sound".
_NO_MORE = re.compile(
    r"(?:\W*\b(?:want|do|like|need|to|it|that|this|any ?more|really|at all|please|leave|forget|stop"
    r"|just|bother|interested)\b)*",
    re.IGNORECASE,
)
# "Cancel it", "ok, stop", whatever it is.
_CALLED_OFF = re.compile(
    rf"{_LEADS}(?:(?:yes|yeah|no|sure|right|please|just)[\s,.!]+)*"
    r"(cancel|abort|quit|drop|undo|scrap|stop)(?: (?:it|everything|(?:that|this)(?: \w+)?))?"
    r"(?:,? (?:please|now|then))*[\s.!]*",
    re.IGNORECASE,
)
_MEANS = (
    r"instead|i meant?(?! to\b)|no,? wait|(?<!['\u2019]t )(?<!not )make (?:it|that)"
    "|typo|misread|mistake|correction"
)
_CORRECTS = re.compile(
    rf"\b(?:{_MEANS}|actually|sorry|oops|rather|wrong|meant)\b"
    r"|\bno,? not\b.{1,30}(?:,|\bbut\b)|^\W*(?:oh|ah|wait),? (?:it|that)(?:['\u2019]?s| is| was)\b",
    re.IGNORECASE,
)
_MEANT = re.compile(rf"\b(?:{_MEANS})\b", re.IGNORECASE)
_CAPABILITIES = re.compile(r"\bwhat\b(?>.*?\bcan (?:you|i)\b).*\b(?:do|help|ask)\b", re.IGNORECASE)
_ONLY_CAPABILITIES = re.compile(
    r"(?:(?:hi|hello|hey|ok(?:ay)?|so|and|well|cool)[\s,.!]+)*"
    r"(?:what (?:all |else |exactly )?(?:can you|do you|are you able to) (?:do|help)"
    r"|how can you help)(?: me| us)?(?: with)?(?: for (?:me|us))?(?: here)?[\s.?!]*",
    re.IGNORECASE,
)
_THANKED = re.compile(
    r"(?:(?:ok(?:ay)?|great|perfect|yes|no)[\s,.!]+)*(?:many )?(?:thanks|thank you|thx)"
    r"(?: (?:so|very) much| a lot)? for (?:(?!(?:and|but|now|please|then|can|could)\b)[\w'-]+ )*"
    r"[\w'-]+[.!]*",
    re.IGNORECASE,
)
_DROPPED = re.compile(
    r"(?:(?:no|ok(?:ay)?|sorry|well|oh)[\s,.!]+)*(?:forget (?:it|that|about it)|never ?mind|"
    r"i(?:'ve| have)? changed my mind)[\s.!]*",
    re.IGNORECASE,
)
_ESCALATION = re.compile(
    r"\b(?:speak|talk|transfer|connect|escalate|pass|put)\b.*"
    r"\b(?:human|person|representative|operator|colleague|someone|supervisor|manager|live agent"
    r"|an agent)\b"
    r"|\b(?:get me|give me|i (?:want|need)|is there) an? (?:(?:real|live|actual) )?"
    r"(?:human|person|representative|operator|supervisor|manager|live agent)\b"
    r"|^\W*(?:(?:real|live) )?(?:human|person|representative|operator|agent)(?:,? please)?\W*$",
    re.IGNORECASE,
)


def abandons(text: str) -> bool:
    """Whether the user abandons the task: "never mind"."""
    return _DROPPED.fullmatch(text.strip()) is not None


def gives_thanks(text: str) -> bool:
    """Whether the user gives thanks for something, and says nothing else."""
    return _THANKED.fullmatch(text.strip()) is not None


def is_farewell(text: str) -> bool:
    """Whether the user says goodbye, or that this was all; a question is no farewell."""
    if "?" in text:
        return False
    rest = _words(text)
    if _FAREWELL.fullmatch(rest) or _FAREWELL.fullmatch(_words(_SEPARATED.split(text)[-1])):
        return True
    return _ALL.search(text) is not None and not _words(_FAREWELL.sub(" ", _ALL.sub(" ", text)))


def _words(text: str) -> str:
    return " ".join(_FILLER.sub(" ", text).split())


def agrees(text: str) -> bool:
    """Whether the user says yes, without a reservation and without a no behind it: "ok, stop"."""
    found = _YES.match(text.strip())
    if found is None or has_reservation(text):
        return False
    rest = _BORDER.sub("", text.strip()[found.end() :], count=1)
    return not any(refuses(one, wholly=True) for one in _SEPARATED.split(rest))


def only_agrees(text: str) -> bool:
    """Whether a text is a yes and has no other word: "yes, go ahead"."""
    rest = text.strip()
    while rest and (found := _YES.match(rest)):
        rest = _BORDER.sub("", rest[found.end() :], count=1)
    return agrees(text) and not _words(rest)


def said_beside_yes(text: str) -> str:
    """What is said beside a yes: "what does it cost?" of "yes, and what does it cost?", or ""."""
    found = _YES.match(text.strip())
    rest = _MORE.match(text.strip()[found.end() :]) if found else None
    return rest["what"] if rest else ""


def call_off_verb(text: str) -> str:
    """Return the verb of a text that only calls off what was begun, "cancel it"; else ""."""
    found = _CALLED_OFF.fullmatch(text.strip())
    return found[1] if found else ""


def has_reservation(text: str) -> bool:
    """Whether a text postpones, negates or has a condition."""
    return _RESERVED.search(text) is not None


def refuses(text: str, wholly: bool) -> bool:
    """Whether a sentence of the text is a no, or `wholly` the whole text."""
    said = text.strip()
    found = _NO.match(said)
    if wholly:
        return found is not None and not _words(_NO_MORE.sub("", said[found.end() :]))
    return not agrees(said) and any(map(_NO.match, _SEPARATED.split(said)))


def corrects(text: str) -> bool:
    """Whether the text may correct what was said before."""
    return _CORRECTS.search(text) is not None


def substitutes(text: str) -> bool:
    """Whether the text says that another value was meant, which "sorry" alone does not."""
    return _MEANT.search(text) is not None


def asks_for_a_person(text: str) -> bool:
    """Whether the user asks for a human."""
    return _ESCALATION.search(text) is not None


def asks_only_for_capabilities(text: str) -> bool:
    """Whether a text asks what the agent can do, and nothing of what it is to be done with."""
    return _ONLY_CAPABILITIES.fullmatch(text.strip()) is not None


def asks_for_capabilities(text: str) -> bool:
    """Whether the user asks what the agent can do."""
    return _CAPABILITIES.search(text) is not None
