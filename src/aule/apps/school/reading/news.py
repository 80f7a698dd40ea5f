"""News of School Power for the first page: lessons and tests of today, and the classes that need attention."""

from __future__ import annotations

from aule.apps.school.app import school
from aule.apps.school.reading.home import inicio
from aule.apps.school.views import Atencao, Inicio
from aule.apps.school.words import say
from aule.sdk import News, NewsItem, Reading


@school.view("news")
async def news(reading: Reading) -> News:
    """What the first page tells a teacher: today's lessons and tests, and the classes that need attention."""
    home = await inicio(reading)
    if not home.turmas:
        return News(is_empty=True)
    return News.of([*_today(home, reading.locale), *(_worry(each) for each in home.atencao)])


def _today(home: Inicio, locale: str) -> list[NewsItem]:
    classes = {each.id: each.nome for each in home.turmas}
    return [
        NewsItem(
            title=each.titulo,
            detail=" · ".join(
                filter(None, (say("news_today", locale), each.hora_inicio, classes.get(each.turma_id or "")))
            ),
            tone="ok",
            path=_path(each.aula_id or each.id),
            when=each.data,
        )
        for each in home.agenda
        if each.data == home.hoje
    ]


def _worry(each: Atencao) -> NewsItem:
    head, _, rest = each.texto.partition(": ")
    return NewsItem(
        title=head if rest else each.texto,
        detail=rest,
        tone="danger" if each.prioridade == "alta" else "attention",
        path=_path(each.ref.partition(":")[2]) if ":" in each.ref else f"/school/{each.ref}",
    )


def _path(id: str) -> str:
    """Return where something is looked at; what has no page of its own stands in the calendar."""
    return school.pages.get(id.partition("_")[0], "/school/calendario").format(id=id)
