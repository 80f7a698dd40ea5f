"""What the model is told about a company: the most telling items that fit into a budget of tokens (AT-30, AT-31).

In this order, until there is no more room: the head and all pillars; what was just talked about, with what it belongs
to and what belongs to it; what asks for attention; what was changed lately; then objectives by weight with their key
results, projects and initiatives. An item that does not fit is said in less detail before it is left out, and what is
left out is counted in the last line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from aule.apps.atlas.rows.titles import cut
from aule.apps.atlas.views.context_lines import FULL, NAMED, Entry, Head, Lines, Noun

MOST_PILLARS = 40
MOST_ATTENTION = 10
MOST_RECENT = 10
CHARACTERS_PER_TOKEN = 3
"""Of models that do not count tokens themselves."""

_LEAST = 12  # characters or tokens no line goes below; less room than that is none
_TRIES = 8


@dataclass(frozen=True, slots=True)
class Overview:
    """What there is to choose from. It need not be the whole company: the totals say how much there is."""

    head: Head
    entries: Mapping[str, Entry]
    """Everything that may be shown, by short id: pillars, and with each item what it belongs to."""
    focus: Sequence[str] = ()
    """What was named in the last messages."""
    attention: Sequence[str] = ()
    """What asks for attention, the heaviest first."""
    recent: Sequence[str] = ()
    """What was changed lately, the latest first."""


def compose(overview: Overview, budget: int, locale: str = "pt-BR", count: Callable[[str], int] | None = None) -> str:
    """Return the block, of at most so many tokens; `count` is the model's own way of counting them."""
    limit = budget if count is not None else budget * CHARACTERS_PER_TOKEN
    room = limit
    text = ""
    for _ in range(_TRIES):  # lines together may take more tokens than each by itself
        text = _Block(overview, Lines(locale), room, count or len).text()
        over = (count or len)(text) - limit
        if over <= 0:
            return text
        room -= over
    return text[:budget]  # no token is shorter than a character


@dataclass
class _Block:
    overview: Overview
    lines: Lines
    room: int
    cost: Callable[[str], int]
    shown: dict[str, str] = field(default_factory=dict[str, str])

    def text(self) -> str:
        head = self.lines.head(self.overview.head)
        begin = "\n".join(head)
        left = self.room - self.cost(begin) - self.cost("\n" + self.lines.omitted(self._totals()))
        if left < 0:
            return begin if self.cost(begin) <= self.room else cut(head[0], max(self.room, 1))
        self.room = left
        self._choose()
        return "\n".join([*head, *self._body(), *filter(None, [self.lines.omitted(self._left())])])

    def _choose(self) -> None:
        for name in ("pillars", "objectives", "projects"):
            self.room -= self.cost(f"\n{self.lines.word(name)}")
        for id in self._order():
            if self.room < _LEAST:
                return
            self._show(id)

    def _order(self) -> Iterator[str]:
        overview, entries = self.overview, self.overview.entries
        yield from [id for id, entry in entries.items() if entry.noun == "pillar"][:MOST_PILLARS]
        children: dict[str, list[str]] = {}
        for id, entry in entries.items():
            if entry.parent is not None:
                children.setdefault(entry.parent, []).append(id)
        yield from overview.focus
        for id in overview.focus:
            yield from children.get(id, ())
        yield from overview.attention[:MOST_ATTENTION]
        yield from overview.recent[:MOST_RECENT]
        objectives = [entry for entry in entries.values() if entry.noun == "objective"]
        for entry in sorted(objectives, key=lambda entry: -(1 if entry.weight is None else entry.weight)):
            yield entry.id
            yield from children.get(entry.id, ())
        yield from [id for id, entry in entries.items() if entry.noun == "project"]
        yield from [id for id, entry in entries.items() if entry.noun == "initiative"]

    def _show(self, id: str) -> bool:
        """Say an item in as much detail as there is room for, with what it belongs to."""
        if id in self.shown:
            return True
        entry = self.overview.entries.get(id)
        if entry is None:
            return False
        pillar = None
        if entry.noun == "objective" and entry.parent is not None:
            above = self.overview.entries.get(entry.parent)
            pillar = above.title if above is not None else None
        elif entry.noun in ("key_result", "initiative") and not (entry.parent and self._show(entry.parent)):
            return False  # nobody could tell where it belongs
        for detail in range(FULL, NAMED + 1):
            line = self.lines.entry(entry, detail, pillar)
            cost = self.cost("\n" + line)
            if cost <= self.room:
                self.room -= cost
                self.shown[id] = line
                return True
        return False

    def _body(self) -> Iterator[str]:
        below: dict[str | None, list[str]] = {}
        sections: dict[Noun, list[str]] = {"pillar": [], "objective": [], "project": []}
        for id in self.shown:
            entry = self.overview.entries[id]
            if entry.noun in sections:
                sections[entry.noun].append(id)
            else:
                below.setdefault(entry.parent, []).append(id)
        for noun, ids in sections.items():
            if ids:
                yield self.lines.word(f"{noun}s")
            for id in ids:
                yield self.shown[id]
                for key_result in below.get(id, ()):
                    yield self.shown[key_result]
                    yield from (self.shown[initiative] for initiative in below.get(key_result, ()))

    def _totals(self) -> dict[Noun, int]:
        totals = self.overview.head.totals
        return {
            "pillar": totals.pillars,
            "objective": totals.objectives,
            "key_result": totals.key_results,
            "initiative": totals.initiatives,
            "project": totals.projects,
        }

    def _left(self) -> dict[Noun, int]:
        left = self._totals()
        for id in self.shown:
            noun = self.overview.entries[id].noun
            left[noun] = max(left[noun] - 1, 0)
        return left
