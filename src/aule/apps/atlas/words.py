"""Words of Atlas in the language of the person."""

from __future__ import annotations

from collections.abc import Mapping

from aule.text.messages import Messages, is_portuguese

MESSAGES = Messages("aule.apps.atlas")

say = MESSAGES.say

_NOUNS: Mapping[str, tuple[str, str, str, str]] = {
    "company": ("company", "companies", "empresa", "empresas"),
    "cycle": ("cycle", "cycles", "ciclo", "ciclos"),
    "pillar": ("pillar", "pillars", "pilar", "pilares"),
    "objective": ("objective", "objectives", "objetivo", "objetivos"),
    "key_result": ("key result", "key results", "KR", "KRs"),
    "check_in": ("check-in", "check-ins", "check-in", "check-ins"),
    "initiative": ("initiative", "initiatives", "iniciativa", "iniciativas"),
    "project": ("project", "projects", "projeto", "projetos"),
    "task": ("task", "tasks", "tarefa", "tarefas"),
    "fca": ("analysis", "analyses", "análise", "análises"),
    "history": ("record of history", "records of history", "registro do histórico", "registros do histórico"),
    "action_history": ("record of history", "records of history", "registro do histórico", "registros do histórico"),
    "monthly_action": ("monthly action", "monthly actions", "ação do mês", "ações do mês"),
    "status_report": ("status report", "status reports", "relatório de status", "relatórios de status"),
    "member": ("project member", "project members", "membro de projeto", "membros de projeto"),
    "person": ("person", "people", "pessoa", "pessoas"),
    "meeting": ("meeting", "meetings", "reunião", "reuniões"),
    "agenda_item": ("agenda item", "agenda items", "item de pauta", "itens de pauta"),
    "minutes": ("minutes", "minutes", "ata", "atas"),
    "golden_circle": ("Golden Circle", "Golden Circles", "Golden Circle", "Golden Circles"),
    "swot": ("SWOT analysis", "SWOT analyses", "análise SWOT", "análises SWOT"),
    "vision_alignment": ("vision alignment", "vision alignments", "alinhamento de visão", "alinhamentos de visão"),
    "insight": ("insight", "insights", "insight", "insights"),
    "link": ("link", "links", "ligação", "ligações"),
    "project_kr": ("project link", "project links", "ligação de projeto", "ligações de projeto"),
    "project_objective": ("project link", "project links", "ligação de projeto", "ligações de projeto"),
}


def named(noun: str, locale: str) -> str:
    """Return what a kind of thing is called: `objetivo`."""
    one, _, um, _ = _NOUNS.get(noun, (noun, noun, noun, noun))
    return um if is_portuguese(locale) else one


def noun_in(noun: str, locale: str) -> str:
    """Return a kind of thing as an error names it: translated to Portuguese, in English as the parameters have it."""
    return named(noun, locale) if is_portuguese(locale) else noun


def counted(noun: str, count: int, locale: str) -> str:
    """Return how many of something, in words: `3 objetivos`."""
    one, many, um, muitos = _NOUNS.get(noun, (noun, noun, noun, noun))
    words = (um, muitos) if is_portuguese(locale) else (one, many)
    return f"{count} {words[0] if count == 1 else words[1]}"
