"""The words of a status report, in Portuguese and English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from aule.apps.atlas.figures.numbers import shown
from aule.apps.atlas.views.company_views import Totals
from aule.text.messages import is_portuguese

Counted = tuple[str, str]
"""How one of something is called, and how several are."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words and formats of one language; `{}` stands for what they are about."""

    words: Mapping[str, str]
    reasons: Mapping[str, str]
    statuses: Mapping[str, str]
    nouns: Mapping[str, Counted]
    day_format: str
    month_format: str
    separators: Mapping[int, str]
    """How `1,234.5` is written."""

    def say(self, name: str, *about: str) -> str:
        """Return a word or a sentence."""
        return self.words[name].format(*about)

    def status(self, status: str) -> str:
        """Return a status in words; as given where it is not one we know."""
        return self.statuses.get(status, status)

    def percent(self, value: float | None) -> str:
        """Return a progress, or that there is none."""
        if value is None:
            return self.words["no data"]
        figure = f"{shown(value) or 0.0:,.1f}".removesuffix(".0")
        return f"{figure.translate(self.separators)}%"

    def number(self, value: float) -> str:
        """Return a number with the separators of the language."""
        figure = f"{value:,.0f}" if value == int(value) else f"{round(Decimal(repr(value)), 10):,f}".rstrip("0")
        return figure.translate(self.separators)

    def money(self, value: float) -> str:
        """Return an amount: whole, or with its cents."""
        return self.number(value) if value == int(value) else f"{value:,.2f}".translate(self.separators)

    def day(self, day: date) -> str:
        """Return a day."""
        return self.day_format.format(day.year, day.month, day.day)

    def month(self, month: int) -> str:
        """Return a month."""
        return self.month_format.format(month // 12, month % 12 + 1)

    def count(self, noun: str, number: int) -> str:
        """Return so many of something."""
        one, many = self.nouns[noun]
        return f"{self.number(number)} {one if number == 1 else many}"

    def totals(self, totals: Totals) -> str:
        """Return how much there is, and how much of it asks for attention."""
        there = [
            self.count("pillar", totals.pillars),
            self.count("objective", totals.objectives),
            self.count("KR", totals.key_results),
            self.count("initiative", totals.initiatives),
            self.count("project", totals.projects),
        ]
        asking = [
            self.count("at risk", totals.at_risk),
            self.count("stale", totals.stale),
            self.count("without data", totals.without_data),
        ]
        return f"{self._listed(there)}.\n{self._listed(asking)}."

    def _listed(self, parts: Sequence[str]) -> str:
        return f"{', '.join(parts[:-1])} {self.words['and']} {parts[-1]}"


PORTUGUESE = Words(
    words={
        "title": "Relatório de status — {}",
        "progress": "Progresso",
        "expected": "esperado até agora: {}",
        "as of": "posição em {}",
        "span": "{} a {}",
        "pillars": "Pilares",
        "pillar": "Pilar",
        "no pillar": "Sem pilar",
        "objectives": "Objetivos",
        "current": "Atual",
        "target": "Meta",
        "attention": "O que pede atenção",
        "nothing": "Nada pede atenção agora.",
        "its progress": "progresso {}",
        "due": "prazo {}",
        "owner": "responsável: {}",
        "last value": "Último valor",
        "last value in": "último valor em {}",
        "changed": "O que mudou desde {}",
        "improved": "Avançou",
        "worsened": "Recuou",
        "no key results": "Ainda sem KRs.",
        "no data": "sem dados",
        "more": "… e mais {}.",
        "source": "Todos os números vêm de {} da empresa, em {}.",
        "and": "e",
    },
    reasons={
        "at_risk": "em risco",
        "delayed": "atrasado",
        "overdue": "prazo vencido",
        "stale": "sem check-in há 30 dias ou mais",
        "no_data": "sem dados",
        "pace": "abaixo do ritmo",
    },
    statuses={
        "not_started": "não iniciado",
        "in_progress": "em andamento",
        "completed": "concluído",
        "at_risk": "em risco",
        "delayed": "atrasado",
        "on_track": "no ritmo",
        "behind": "atrasado",
        "cancelled": "cancelado",
    },
    nouns={
        "pillar": ("pilar", "pilares"),
        "objective": ("objetivo", "objetivos"),
        "KR": ("KR", "KRs"),
        "initiative": ("iniciativa", "iniciativas"),
        "project": ("projeto", "projetos"),
        "at risk": ("objetivo em risco", "objetivos em risco"),
        "stale": ("KR sem check-in há 30 dias ou mais", "KRs sem check-in há 30 dias ou mais"),
        "without data": ("KR sem dados", "KRs sem dados"),
        "row": ("registro", "registros"),
    },
    day_format="{2:02d}/{1:02d}/{0:04d}",
    month_format="{1:02d}/{0:04d}",
    separators={ord(","): ".", ord("."): ","},
)

ENGLISH = Words(
    words={
        "title": "Status report — {}",
        "progress": "Progress",
        "expected": "expected by now: {}",
        "as of": "as of {}",
        "span": "{} to {}",
        "pillars": "Pillars",
        "pillar": "Pillar",
        "no pillar": "Without a pillar",
        "objectives": "Objectives",
        "current": "Current",
        "target": "Target",
        "attention": "What asks for attention",
        "nothing": "Nothing asks for attention now.",
        "its progress": "progress {}",
        "due": "due {}",
        "owner": "owner: {}",
        "last value": "Last value",
        "last value in": "last value in {}",
        "changed": "What changed since {}",
        "improved": "Went forward",
        "worsened": "Went back",
        "no key results": "No KRs yet.",
        "no data": "no data",
        "more": "… and {} that are not shown.",
        "source": "Every figure comes from {} of the company, as of {}.",
        "and": "and",
    },
    reasons={
        "at_risk": "at risk",
        "delayed": "delayed",
        "overdue": "overdue",
        "stale": "no check-in for 30 days or more",
        "no_data": "no data",
        "pace": "behind its pace",
    },
    statuses={
        "not_started": "not started",
        "in_progress": "in progress",
        "at_risk": "at risk",
        "on_track": "on track",
    },
    nouns={
        "pillar": ("pillar", "pillars"),
        "objective": ("objective", "objectives"),
        "KR": ("KR", "KRs"),
        "initiative": ("initiative", "initiatives"),
        "project": ("project", "projects"),
        "at risk": ("objective at risk", "objectives at risk"),
        "stale": ("KR without a check-in for 30 days or more", "KRs without a check-in for 30 days or more"),
        "without data": ("KR without data", "KRs without data"),
        "row": ("row", "rows"),
    },
    day_format="{0:04d}-{1:02d}-{2:02d}",
    month_format="{0:04d}-{1:02d}",
    separators={},
)


def words_of(locale: str) -> Words:
    """Return the words of a language: Portuguese where it is asked for, else English."""
    return PORTUGUESE if is_portuguese(locale) else ENGLISH
