"""What of an HTML page is left unread because somebody said so."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Elements by their names, their classes and their ids; nothing of what is in them is read."""

    elements: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()

    @property
    def selector(self) -> str:
        """The CSS selector of these elements, empty if there are none."""
        return ", ".join(
            [
                *self.elements,
                *(f"[class~={_quoted(name)}]" for name in self.classes),
                *(f"[id={_quoted(name)}]" for name in self.ids),
            ]
        )


NOTHING = Exclusion()


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\a ")
    return f'"{escaped}"'
