"""Jota itself: what it is told, and what it may do. It reads by itself; what it makes goes by a plan card (K-3)."""

from __future__ import annotations

from importlib.resources import files

from aule.apps.school.agente_jota.context import block
from aule.apps.school.app import school
from aule.sdk import Agent, Allowed, Budget, Effect

_AT_HAND = ("pesquisar_desempenho_turma", "pesquisar_turmas", "analisar_gaps_aprendizado", "pesquisar_calendario")
"""What it is always shown; everything else is found by its words."""
_PLANNING = ("planner.plan", "planner.answer", "planner.suggest", "planner.go_on", "planner.drop", "planner.show")
_CORE = (
    "core.ask_user",
    "core.find_capabilities",
    "core.memory_save",
    "core.memory_search",
    "core.read_artifact",
    "core.now",
    "core.undo_changes",
)

_DOCUMENTS = ("knowledge.list_documents", "knowledge.search_knowledge", "knowledge.ask")
"""What it may read of the teacher's documents."""

_ABOUT = "Helps with classes, marks, activities, lessons, tests and the calendar. Plans, and asks first."
_ABOUT_ELSEWHERE = {
    "pt": "Ajuda com turmas, notas, atividades, aulas, provas e o calendário. Planeja e pergunta antes."
}


def _looks() -> list[str]:
    """Return all that only looks or leads somewhere: the teacher is asked about everything else, on a card."""
    found = [each.capability for each in school.capabilities]
    return sorted(each.name for each in found if each.effect in (Effect.READ, Effect.NAVIGATE))


_CATEGORIES = {
    "PESQUISAR": ("look things up", "buscar informações"),
    "CRIAR": ("make content", "criar conteúdo"),
    "ADICIONAR": ("put things into places", "adicionar itens em lugares"),
    "EDITAR": ("change what is there", "modificar o que existe"),
    "ANALISAR": ("work figures out", "analisar dados"),
    "NAVEGAR": ("lead to a page", "navegar pela plataforma"),
}
"""The categories of the functions, and what they are for, in English and in Portuguese."""


def _persona(name: str, *, language: int) -> str:
    """Return what Jota is told about itself: the six categories stand there with the functions they have."""
    text = files("aule.apps.school").joinpath("prompts", name).read_text(encoding="utf-8").strip()
    known = [each.capability for each in school.capabilities]
    lines: list[str] = []
    for category, about in _CATEGORIES.items():
        names = sorted(each.name.rpartition(".")[2] for each in known if each.category == category)
        lines.append(f"- {category} ({about[language]}): {', '.join(names)}")
    return text.replace("{functions}", "\n".join(lines))


def add_agent() -> None:
    """Add the agent to the app, once all is there that it may use; `parts` says when."""
    school.agent(
        Agent(
            id="jota",
            name="Jota",
            description=_ABOUT,
            descriptions=_ABOUT_ELSEWHERE,
            persona_text=_persona("jota.md", language=0),
            persona_texts={"pt": _persona("jota.pt.md", language=1)},
            icon="graduation-cap",
            color="amber",
            capabilities=Allowed(
                allow=[*(f"school.{name}" for name in _AT_HAND), *_looks(), *_PLANNING, *_CORE, *_DOCUMENTS]
            ),
            budget=Budget(max_turns=20, max_tokens=300_000),
        ),
        context=block,
    )
