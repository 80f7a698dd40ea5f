"""The lines of the context block: one item each, in as much detail as there is room for (AT-30, AT-32)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from aule.apps.atlas.figures.numbers import number, shown, trimmed
from aule.apps.atlas.rows.titles import cut, one_line
from aule.apps.atlas.views.company_views import Totals
from aule.text.messages import is_portuguese

Noun = Literal["pillar", "objective", "key_result", "initiative", "project"]
Figure = Decimal | float | None

FULL, BRIEF, SHORT, NAMED = range(4)
"""How much of an item is said: all; all but its deadline and weight; its progress; its title and id."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An item that may be shown."""

    id: str
    """Its short id."""
    noun: Noun
    title: str
    parent: str | None = None
    """The short id of what it belongs to."""
    status: str | None = None
    progress: Figure = None
    weight: Figure = None
    due: str | None = None
    current: Figure = None
    target: Figure = None
    unit: str | None = None
    objectives: int = 0
    """Of a pillar: how many it has."""
    key_results: Sequence[str] = ()
    """Of a project: the short ids of those it is linked to."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """The plan that is looked at."""

    name: str
    begin: str
    end: str
    status: str


@dataclass(frozen=True, slots=True)
class Head:
    """What stands above everything else."""

    company: str
    today: date
    totals: Totals
    cycle: Cycle | None = None


_PT = {
    "company": "Empresa",
    "plan": "Plano",
    "today": "hoje",
    "totals": "Totais",
    "stale": "sem check-in há 30+ dias",
    "pillars": "Pilares Estrategicos:",
    "objectives": "Objetivos:",
    "projects": "Projetos:",
    "pillar": "pilar",
    "progress": "progresso",
    "weight": "peso",
    "due": "prazo",
    "current": "atual",
    "of": "de",
    "initiative": "Iniciativa",
    "no data": "sem dados",
    "and": "e",
    "search": "use atlas.search",
}
_EN = {
    "company": "Company",
    "plan": "Plan",
    "today": "today",
    "totals": "Totals",
    "stale": "without a check-in for 30+ days",
    "pillars": "Strategic pillars:",
    "objectives": "Objectives:",
    "projects": "Projects:",
    "pillar": "pillar",
    "progress": "progress",
    "weight": "weight",
    "due": "due",
    "current": "current",
    "of": "of",
    "initiative": "Initiative",
    "no data": "no data",
    "and": "and",
    "search": "use atlas.search",
}
_COUNTED: Mapping[Noun, Mapping[str, tuple[str, str]]] = {
    "pillar": {"pt": ("pilar", "pilares"), "en": ("pillar", "pillars")},
    "objective": {"pt": ("objetivo", "objetivos"), "en": ("objective", "objectives")},
    "key_result": {"pt": ("KR", "KRs"), "en": ("KR", "KRs")},
    "initiative": {"pt": ("iniciativa", "iniciativas"), "en": ("initiative", "initiatives")},
    "project": {"pt": ("projeto", "projetos"), "en": ("project", "projects")},
}


class Lines:
    """Lines in one language."""

    def __init__(self, locale: str) -> None:
        self._language = "pt" if is_portuguese(locale) else "en"
        self._words = _PT if self._language == "pt" else _EN

    def word(self, name: str) -> str:
        """Return a word of the language."""
        return self._words[name]

    def head(self, head: Head) -> list[str]:
        """Return who it is about, which plan, which day, and how much there is."""
        parts = [f"{self.word('company')}: {_text(head.company)}"]
        if head.cycle is not None:
            span = f"{_text(head.cycle.begin)}..{_text(head.cycle.end)}, {_text(head.cycle.status)}"
            parts.append(f"{self.word('plan')}: {_text(head.cycle.name)} ({span})")
        parts.append(f"{self.word('today')}: {head.today.isoformat()}")
        return [" | ".join(parts), self._totals(head.totals)]

    def entry(self, entry: Entry, detail: int, pillar: str | None = None) -> str:
        """Return the line of an item."""
        match entry.noun:
            case "pillar":
                return self._pillar(entry, detail)
            case "objective":
                return f"- {_named(entry, self._of_objective(entry, detail, pillar))}"
            case "key_result":
                return f"  - KR: {_named(entry, self._of_key_result(entry, detail))}"
            case "initiative":
                said = self._status(entry, detail)
                return f"    - {self.word('initiative')}: {_named(entry, said)}"
            case "project":
                said = self._status(entry, detail)
                if detail <= BRIEF and entry.key_results:
                    said.append(f"KRs: {' '.join(entry.key_results[:10])}")
                return f"- {_named(entry, said)}"

    def omitted(self, left: Mapping[Noun, int]) -> str:
        """Return how much is not shown; empty if everything is."""
        parts = [f"+{self._count(noun, number)}" for noun, number in left.items() if number > 0]
        if not parts:
            return ""
        what = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {self.word('and')} {parts[-1]}"
        return f"… {what} {self._not_shown(left)} — {self.word('search')}"

    def _not_shown(self, left: Mapping[Noun, int]) -> str:
        if self._language == "en":
            return "not shown"
        gender = "a" if all(noun == "initiative" for noun, number in left.items() if number > 0) else "o"
        return f"não mostrad{gender}" + ("s" if sum(left.values()) > 1 else "")

    def _totals(self, totals: Totals) -> str:
        risky = f" ({totals.at_risk} at_risk)" if totals.at_risk else ""
        stale = f" ({totals.stale} {self.word('stale')})" if totals.stale else ""
        parts = [
            self._count("pillar", totals.pillars),
            self._count("objective", totals.objectives) + risky,
            self._count("key_result", totals.key_results) + stale,
            self._count("initiative", totals.initiatives),
            self._count("project", totals.projects),
        ]
        return f"{self.word('totals')}: {', '.join(parts)}"

    def _count(self, noun: Noun, number: int) -> str:
        one, many = _COUNTED[noun][self._language]
        return f"{number} {one if number == 1 else many}"

    def _pillar(self, entry: Entry, detail: int) -> str:
        line = f"- {_named(entry, [])}"
        progress = f"{self.word('progress')}: {self._percent(entry.progress)}"
        if detail <= BRIEF:
            return f"{line} — {self._count('objective', entry.objectives)}, {progress}"
        return f"{line} — {progress}" if detail == SHORT else line

    def _of_objective(self, entry: Entry, detail: int, pillar: str | None) -> list[str]:
        if detail == NAMED:
            return []
        progress = f"{self.word('progress')}: {self._percent(entry.progress)}"
        if detail == SHORT:
            return [progress]
        said = [f"{self.word('pillar')}: {_text(pillar)}"] if pillar else []
        said.append(progress)
        if entry.status:
            said.append(f"status: {_text(entry.status)}")
        if detail == FULL and entry.weight is not None:
            said.append(f"{self.word('weight')}: {self._figure(entry.weight)}")
        if detail == FULL and entry.due:
            said.append(f"{self.word('due')}: {_text(entry.due)}")
        return said

    def _of_key_result(self, entry: Entry, detail: int) -> list[str]:
        if detail == NAMED:
            return []
        if detail == SHORT:
            return [self._percent(entry.progress)]
        told = [entry.current] if number(entry.target) is None else [entry.current, entry.target]
        amounts = [self._amount(each, entry.unit) for each in told]
        here = f" {self.word('of')} ".join(amounts)
        said = [f"{self.word('current')}: {here}", self._percent(entry.progress)]
        return [*said, f"status: {_text(entry.status)}"] if entry.status else said

    def _status(self, entry: Entry, detail: int) -> list[str]:
        if detail == NAMED:
            return []
        progress = [] if entry.progress is None else [self._percent(entry.progress)]
        return progress if detail == SHORT or not entry.status else [f"status: {_text(entry.status)}", *progress]

    def _percent(self, value: Figure) -> str:
        figure = shown(value)
        return self.word("no data") if figure is None else f"{figure:.15g}%"

    def _amount(self, value: Figure, unit: str | None) -> str:
        """Return a figure with its unit: `18 %`, `R$ 300000`."""
        figure, unit = self._figure(value), cut(one_line(unit), 20)
        if not unit or number(value) is None:
            return figure
        return f"{unit} {figure}" if unit.endswith("$") else f"{figure} {unit}"

    def _figure(self, value: Figure) -> str:
        figure = number(value)
        return self.word("no data") if figure is None else f"{Decimal(trimmed(figure)):f}"


def _named(entry: Entry, said: Sequence[str]) -> str:
    return f"{cut(one_line(entry.title))} ({', '.join((f'id: {entry.id}', *said))})"


def _text(value: str) -> str:
    return cut(one_line(value))
