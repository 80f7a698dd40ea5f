"""Gradebooks and attendance from spreadsheets: looked at cell by cell, then imported in one step that can be undone."""

from __future__ import annotations

from typing import Annotated, Any, Required, TypedDict, Unpack

from pydantic import Field

from aule.apps.school.app import school
from aule.apps.school.importing.gradebook import Request, import_attendance, import_marks, preview
from aule.apps.school.importing.outcome import ImportacaoFrequencia, ImportacaoNotas, Modo
from aule.apps.school.importing.target import Asked
from aule.sdk import Context, Effect, Records

LONGEST_S = 600


class Importing(TypedDict, total=False):
    """What an import of a sheet is asked for with."""

    arquivo: Required[Annotated[str, "The file, CSV or XLSX: an artifact's id, or its name."]]
    turma_id: Required[Annotated[str, "The class, by id or name."]]
    materia: Annotated[str, "The subject, by id or name; none: the only one of the class, or what rows name."]
    planilha: Annotated[str, "The sheet of an XLSX, by name or number; none: the first that has students."]
    mapa: Annotated[
        dict[str, str],
        "What columns are, where it is not clear: `{heading: role}`, with the roles aluno, matricula, avaliacao, nota, "
        "data, peso, presenca, ignorar, or `avaliacao:Title` for a column that is a test.",
    ]
    modo: Annotated[Modo, "`previa` only looks, `aplicar` imports. Without it: previa."]
    criar_turma: Annotated[bool, "Whether a class, subject and students that are not there yet are made."]
    escola: Annotated[str, "The school of a new class, where there are several."]


class ImportingMarks(Importing, total=False):
    """What an import of marks is asked for with."""

    data: Annotated[str, "The day of tests whose headings say neither a day nor a term, `AAAA-MM-DD`. Else: today."]
    escala: Annotated[
        float,
        Field(gt=0, le=10_000),
        "Out of how much marks are, such as 100, where headings do not say. Without it: told by the marks themselves.",
    ]


def effect_of_import(modo: Modo = "previa", **_: Any) -> Effect:
    """Return the effect of a call: looking at a file reads, importing it writes."""
    return Effect.WRITE if modo == "aplicar" else Effect.READ


async def _preview_marks(context: Context, **asked: Unpack[ImportingMarks]) -> Records:
    return await preview(context, _request(dict(asked)), is_marks=True)


@school.capability(
    effect=Effect.READ,
    effect_of=effect_of_import,
    category="UTILIDADE",
    title={"en": "Import marks", "pt": "Importar notas"},
    targets=["arquivo", "turma_id"],
    reversible=True,
    idempotent=True,
    preview=_preview_marks,
    timeout_s=LONGEST_S,
)
async def importar_notas(context: Context, **asked: Unpack[ImportingMarks]) -> ImportacaoNotas:
    """Import a gradebook of a class from a CSV or XLSX file: a row for each student, or a row for each mark.

    It tells of every cell whether its mark is new, changes, stays or is refused, and which students are not found or
    not clear: nobody is guessed. Columns such as `1º Bim` stand on the last day of that term. What is not imported is
    listed cell by cell. Empty and `-` are pending, `F` absent, `NE` not handed in, `D` exempt. Importing the
    same file again changes nothing.
    """
    return await import_marks(context, _request(dict(asked)), asked.get("modo", "previa"))


async def _preview_attendance(context: Context, **asked: Unpack[Importing]) -> Records:
    return await preview(context, _request(dict(asked)), is_marks=False)


@school.capability(
    effect=Effect.READ,
    effect_of=effect_of_import,
    category="UTILIDADE",
    title={"en": "Import attendance", "pt": "Importar frequência"},
    targets=["arquivo", "turma_id"],
    reversible=True,
    idempotent=True,
    preview=_preview_attendance,
    timeout_s=LONGEST_S,
)
async def importar_frequencia(context: Context, **asked: Unpack[Importing]) -> ImportacaoFrequencia:
    """Import the attendance of a class from a CSV or XLSX file: a column for each day, or a row for each record.

    `P` is present, `F` absent, `J` excused, `A` late; empty cells say nothing. Importing the same file again changes
    nothing.
    """
    return await import_attendance(context, _request(dict(asked)), asked.get("modo", "previa"))


def _request(asked: dict[str, Any]) -> Request:
    where = Asked(
        asked["turma_id"], asked.get("materia", ""), asked.get("escola", ""), bool(asked.get("criar_turma", False))
    )
    return Request(
        asked["arquivo"],
        where,
        asked.get("planilha", ""),
        asked.get("mapa") or {},
        asked.get("data", ""),
        asked.get("escala"),
    )
