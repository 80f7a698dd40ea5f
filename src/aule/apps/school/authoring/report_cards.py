"""Comments for report cards as an activity: for the teacher, computed from real marks (SP-55)."""

from __future__ import annotations

from aule.apps.school.analysis.class_choice import look_in
from aule.apps.school.analysis.comments import comment
from aule.apps.school.authoring.wishes import Setting
from aule.apps.school.entities import Conteudo, Secao
from aule.apps.school.words import say
from aule.sdk import Context, errors

REPORT_CARDS = "comentarios-boletim"


async def report_cards(context: Context, place: Setting) -> Conteudo:
    """Return a comment for each student of the class; the version for students has none of them (SP-21)."""
    if place.turma is None:
        raise errors.Invalid(
            say("comments_need_a_class", context.locale),
            code="missing_param",
            field="turma_id",
        )
    look = await look_in(context, place.turma.id, "", place.materia.id if place.materia else None)
    for each in look.avisos:
        context.warn(each.code, each.message)
    comments = [comment(look, each) for each in look.found.alunos]
    told = "\n\n".join(f"**{each.aluno.nome}**\n\n{each.texto}" for each in comments)
    return Conteudo(secoes=[Secao(titulo=look.span.texto, para_professor=told)])
