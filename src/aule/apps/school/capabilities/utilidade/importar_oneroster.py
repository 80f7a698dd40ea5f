"""Rosters of other systems: schools, classes, students, tests and marks from a OneRoster archive (SP-54)."""

from __future__ import annotations

from typing import Annotated

from aule.apps.school.app import school
from aule.apps.school.capabilities.utilidade.importar_notas import LONGEST_S, effect_of_import
from aule.apps.school.importing.oneroster.roster_import import import_roster, preview_roster
from aule.apps.school.importing.outcome import ImportacaoOneRoster, Modo
from aule.sdk import Context, Effect, Records


async def _preview(context: Context, arquivo: str, modo: Modo) -> Records:
    return await preview_roster(context, arquivo)


@school.capability(
    effect=Effect.READ,
    effect_of=effect_of_import,
    category="UTILIDADE",
    title={"en": "Import a OneRoster archive", "pt": "Importar um pacote OneRoster"},
    targets=["arquivo"],
    reversible=True,
    idempotent=True,
    preview=_preview,
    timeout_s=LONGEST_S,
)
async def importar_oneroster(
    context: Context,
    arquivo: Annotated[str, "The archive, a zip of OneRoster 1.1 or 1.2 CSV files: an artifact's id, or its name."],
    modo: Annotated[Modo, "`previa` only looks, `aplicar` imports."] = "previa",
) -> ImportacaoOneRoster:
    """Import schools, terms, subjects, classes, students, enrolments, tests and marks from a OneRoster archive.

    Everything keeps its sourcedId, so that importing again changes only what is another. Rows that point to nothing
    are told, what has no field here is kept with what it belongs to or listed, and what is marked `tobedeleted` is
    removed with all that belongs to it, after it was shown; undo brings it back.
    """
    return await import_roster(context, arquivo, modo)
