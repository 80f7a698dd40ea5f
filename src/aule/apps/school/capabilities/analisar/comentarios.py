"""Comments for report cards, computed from real marks."""

from __future__ import annotations

from typing import Annotated

from aule.apps.school.analysis.class_choice import look_in
from aule.apps.school.analysis.comments import comment, document
from aule.apps.school.analysis.performance import Look
from aule.apps.school.analysis.results import ComentariosBoletim
from aule.apps.school.app import school
from aule.apps.school.entities import Aluno
from aule.apps.school.names import Candidate, ambiguous, chave
from aule.apps.school.periodos import FORMAS
from aule.apps.school.source import source_of
from aule.apps.school.words import counted, say
from aule.sdk import Context, Effect


@school.capability(
    effect=Effect.READ,
    title={"en": "Write report-card comments", "pt": "Comentários para o boletim"},
    category="ANALISAR",
    targets=["turma_id"],
)
async def comentarios_boletim(
    ctx: Context,
    turma_id: Annotated[str, "The class, by id or name."],
    periodo: Annotated[str | None, f"Which days: {FORMAS}. Else the present term, or the last month."] = None,
    materia: Annotated[str | None, "Only this subject, by id or name."] = None,
    aluno_id: Annotated[str | None, "Only this student, by id or name."] = None,
) -> ComentariosBoletim:
    """Write a comment for each report card of a class from real marks, skills and attendance; nothing is made up."""
    look = await look_in(ctx, turma_id, periodo or "", materia)
    alunos = list(look.found.alunos)
    if aluno_id:
        alunos = [await _meant(ctx, look, aluno_id)]
    for each in look.avisos:
        ctx.warn(each.code, each.message)
    comments = [comment(look, each) for each in alunos]
    with_marks = sum(each.media is not None for each in comments)
    made = counted("aluno", len(comments), ctx.locale)
    return ComentariosBoletim(
        turma_id=look.found.turma.id,
        turma_nome=look.found.turma.nome,
        periodo=look.span,
        comentarios=comments,
        texto=document(look, comments),
        resumo=say("comments_made", ctx.locale, made=made, turma=look.found.turma.nome, with_marks=with_marks),
    )


async def _meant(ctx: Context, look: Look, name: str) -> Aluno:
    """Return the student that is meant; to read about somebody of a class, the name they are called by will do."""
    called = [each for each in look.found.alunos if chave(each.chamado).startswith(f"{chave(name)} ")]
    if len(called) == 1:
        return called[0]
    if called:
        candidates = [Candidate(each.id, each.chamado, chave(each.chamado), each.matricula) for each in called]
        raise ambiguous("aluno", name, candidates, field="aluno_id", locale=ctx.locale)
    return await (await source_of(ctx)).aluno(name, turma_id=look.found.turma.id)
