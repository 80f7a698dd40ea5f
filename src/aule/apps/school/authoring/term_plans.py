"""A teaching plan: the skills of a subject and year in units, spread over the weeks of a term."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from aule.apps.school.entities import Unidade
from aule.apps.school.item_views import HabilidadeAchada

MOST_SKILLS = 8
"""A unit with more than that is told as two."""


def units(found: Sequence[HabilidadeAchada], lessons: int, first: date, per_week: int) -> list[Unidade]:
    """Units in the order of the curriculum, each with lessons by how many skills it has, and the day it begins."""
    groups = _groups(found)
    counts = _shared(lessons, [len(group) for _, group in groups])
    made: list[Unidade] = []
    given = 0
    for (title, group), count in zip(groups, counts, strict=True):
        start = first + timedelta(days=given // max(1, per_week) * 7)
        made.append(
            Unidade(
                titulo=title,
                habilidades=[each.codigo for each in group],
                aulas_previstas=count,
                inicio=start.isoformat(),
                avaliacao="Lista de exercícios e bilhete de saída; prova ao fim da unidade.",
            )
        )
        given += count
    return made


def _groups(found: Sequence[HabilidadeAchada]) -> list[tuple[str, list[HabilidadeAchada]]]:
    by_unit: dict[str, list[HabilidadeAchada]] = {}
    for each in found:
        by_unit.setdefault(each.unidade or each.componente, []).append(each)
    groups: list[tuple[str, list[HabilidadeAchada]]] = []
    for title, skills in by_unit.items():
        parts = -(-len(skills) // MOST_SKILLS)
        size = -(-len(skills) // parts)
        for part in range(parts):
            chunk = skills[part * size : (part + 1) * size]
            if chunk:
                groups.append((title if parts == 1 else f"{title} ({part + 1} de {parts})", chunk))
    return groups


def _shared(total: int, weights: Sequence[int]) -> list[int]:
    """Return so many lessons by weight: the parts add up to all of them."""
    whole = sum(weights) or 1
    exact = [total * weight / whole for weight in weights]
    counts = [int(each) for each in exact]
    order = sorted(range(len(weights)), key=lambda at: exact[at] - counts[at], reverse=True)
    for at in order[: total - sum(counts)]:
        counts[at] += 1
    return counts
