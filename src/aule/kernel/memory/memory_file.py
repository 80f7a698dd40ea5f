"""`MEMORY.md`: what is remembered in a project as people read it, and what they changed in it.

One heading a category, one line an item. Who said it, when, and the item's id stand in a comment behind the line, which
viewers do not show.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aule.contracts.kinds import MemoryKind
from aule.contracts.talk.memory import MemoryItem
from aule.text.messages import Language, Messages

NAME = "MEMORY.md"
LARGEST = 256 * 1024
"""Bytes of a file that is read back."""
MOST_LINES = 2_000
say = Messages("aule.kernel.memory").say
_KINDS = (MemoryKind.PREFERENCE, MemoryKind.DECISION, MemoryKind.FACT, MemoryKind.CONTEXT)
_ITEM = re.compile(r"^[-*+]\s+(?P<content>.*?)\s*(?:<!--\s*(?P<id>mem_\w+)\b.*?-->)?\s*$")
_HEADING = re.compile(r"^#{2,}\s+(?P<title>.*?)\s*$")


@dataclass(frozen=True, slots=True)
class Line:
    """An item as it stands in the file; without an id somebody wrote it there."""

    id: str | None
    kind: MemoryKind
    content: str


@dataclass(frozen=True, slots=True)
class Edits:
    """What was changed in a file since it was written."""

    added: tuple[Line, ...] = ()
    edited: tuple[Line, ...] = ()
    removed: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was changed that is about an item."""
        return not (self.added or self.edited or self.removed)


def render(title: str, items: Sequence[MemoryItem], language: Language) -> str:
    """Return the file of a project."""
    parts = [f"# {say('file_title', language, title=title)}", say("file_about", language)]
    for kind in _KINDS:
        lines = [_line(item, language) for item in items if item.kind is kind]
        if lines:
            parts.append("\n".join([f"## {say(f'file_{kind.value}', language)}", "", *lines]))
    return "\n\n".join(parts) + "\n"


def parse(text: str) -> list[Line]:
    """Return the items of a file; what is no item of a list is left out."""
    found: list[Line] = []
    kind = MemoryKind.FACT
    for raw in text.splitlines()[:MOST_LINES]:
        if (heading := _HEADING.match(raw)) is not None:
            kind = _headings().get(heading["title"].casefold(), MemoryKind.FACT)
        elif (item := _ITEM.match(raw)) is not None and item["content"]:
            found.append(Line(item["id"], kind, item["content"][:8_000]))
    return found


def edits_between(base: str, theirs: str) -> Edits:
    """Return what somebody changed in a file since it was written as `base`."""
    before = {line.id: line for line in parse(base) if line.id is not None}
    after = parse(theirs)
    kept = {line.id for line in after}
    return Edits(
        added=tuple(line for line in after if line.id is None or line.id not in before),
        edited=tuple(line for line in after if line.id is not None and line.id in before and line != before[line.id]),
        removed=tuple(id for id in before if id not in kept),
    )


def _line(item: MemoryItem, language: Language) -> str:
    content = " ".join(item.content.split()).replace("<!--", "&lt;!--")
    who = say("file_you" if item.trust == "user" else "file_agent", language)
    pinned = f" {say('file_pinned', language)}" if item.pinned else ""
    return f"- {content} <!-- {item.id} · {who} · {item.created_at[:10]}{pinned} -->"


def _headings() -> Mapping[str, MemoryKind]:
    languages: tuple[Language, ...] = ("pt", "en")
    return {say(f"file_{kind.value}", language).casefold(): kind for kind in _KINDS for language in languages}
