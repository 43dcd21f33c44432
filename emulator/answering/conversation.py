"""Where a conversation stands: what it is about, and who and what was named."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from emulator.answering.leaning import leans
from emulator.answering.people import may_be_person, people_in
from emulator.answering.topics import Topic, content_words, topic_of
from emulator.answering.values import Turn

_ASKS_WHO = re.compile(r"who\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Context:
    """What a further question may speak of without naming it.

    `question` is the last one, made to stand alone; `theme` what the last question that started
    anew is about, and `focus` what those that leaned on it have added since. `aside` is what the
    last question says beside a name. `earlier` are the themes before, the latest first, and
    `people` and `told` the names that may be persons', of whom the user spoke and answers told,
    likewise.
    """

    question: str = ""
    theme: Topic = field(default_factory=Topic)
    focus: Topic = field(default_factory=Topic)
    aside: Topic = field(default_factory=Topic)
    earlier: tuple[Topic, ...] = ()
    people: tuple[Topic, ...] = ()
    told: tuple[Topic, ...] = ()

    def after(self, turn: Turn, question: str, varied: str | None, alone: str) -> Context:
        """Return the context after a turn.

        `question` is its question without small talk, `varied` the same if it varies the one
        before, and `alone` the question made to stand alone.
        """
        topic = topic_of(varied or question)
        aside = _aside(varied or question, topic)
        now = replace(
            self,
            question=alone,
            people=self._people(turn, topic, aside),
            told=tuple(dict.fromkeys((*people_in(turn.answer), *self.told))),
            aside=aside,
        )
        starts_anew = topic.words and not varied and not leans(question)
        if starts_anew or topic.is_name or not self.theme.words:
            return replace(now._about(topic), focus=Topic())
        return replace(now, focus=topic) if topic.is_clear and not varied else now

    def _about(self, topic: Topic) -> Context:
        """The context with another theme; the one it had may be spoken of again."""
        if topic == self.theme:
            return self
        earlier = (self.theme, *self.earlier) if self.theme.words else ()
        return replace(self, theme=topic, earlier=earlier)

    def _people(self, turn: Turn, topic: Topic, aside: Topic) -> tuple[Topic, ...]:
        """Those who may be "he" or "she" then: whom the user named, or asked for.

        A question that is all about a name, as "Who is Ada Holm?", asks for nobody else.
        """
        named = (topic,) if may_be_person(topic) else ()
        asks_who = _ASKS_WHO.match(turn.question) and (aside.words or not topic.is_name)
        asked_for = people_in(turn.answer) if asks_who else ()
        return tuple(dict.fromkeys((*asked_for, *named, *self.people)))


def _aside(question: str, topic: Topic) -> Topic:
    if not topic.is_name:
        return Topic()
    return Topic(tuple(word for word in content_words(question) if word not in topic.words))
