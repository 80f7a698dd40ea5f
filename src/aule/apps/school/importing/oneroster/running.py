"""An import of a OneRoster archive: looked at, or written as one change that can be undone."""

from __future__ import annotations

import asyncio

from aule.apps.school.entities import (
    Aluno,
    Avaliacao,
    Escola,
    Materia,
    MatriculaTurma,
    Nota,
    PeriodoLetivo,
    Professor,
    Turma,
)
from aule.apps.school.importing.files import brought, kept_here
from aule.apps.school.importing.oneroster.ledger import Ledger
from aule.apps.school.importing.oneroster.linking import Linker
from aule.apps.school.importing.oneroster.package import Package, open_package
from aule.apps.school.importing.outcome import ImportacaoOneRoster, Modo, Orfao
from aule.apps.school.importing.refusals import told_in
from aule.apps.school.importing.running import Batch, write
from aule.apps.school.importing.who import Drafts, Fresh
from aule.apps.school.importing.words import first_of, say, say_count
from aule.apps.school.keeping import kind_of
from aule.apps.school.shelf import Shelf
from aule.sdk import Context, Model, RecordChange, Records, RowWrite, Source, TableCount, errors

_ORDER: tuple[type[Model], ...] = (
    Escola,
    PeriodoLetivo,
    Materia,
    Turma,
    Professor,
    Aluno,
    MatriculaTurma,
    Avaliacao,
    Nota,
)
_SHOWN: tuple[type[Model], ...] = (Escola, Materia, Turma, Professor, Aluno, Avaliacao)
MOST_RECORDS = 100
MOST_OF_A_KIND = 20


async def preview_roster(context: Context, arquivo: str) -> Records:
    """What a person sees of an import."""
    async with context.reading.snapshot() as source:
        package, ledger = await _linked(context, source, arquivo, Drafts())
    records = [each for of in _SHOWN for each in _records(of, ledger.writes.get(of, []))]
    return Records(
        summary=_summary(package, ledger, context.locale),
        records=records[:MOST_RECORDS],
        tables=[
            TableCount(
                name=name, create=each.criar, update=each.alterar, unchanged=each.iguais, skipped=each.rejeitadas
            )
            for name, each in ledger.counts.items()
        ],
        total=ledger.total("criar") + ledger.total("alterar"),
        warnings=_warnings(ledger, context.locale),
    )


async def import_roster(context: Context, arquivo: str, modo: Modo) -> ImportacaoOneRoster:
    """Look at an archive, or import it."""
    is_done = modo == "aplicar"
    fresh: Fresh = context.ambient.ids if is_done else Drafts()
    if is_done:
        await context.write_turn()
        context.progress(say("reading", context.locale), 0.0)
    async with context.reading.snapshot() as source:
        package, ledger = await _linked(context, source, arquivo, fresh)
    if is_done:
        batches = [Batch(of, ledger.writes[of]) for of in _ORDER if of in ledger.writes]
        title = say("title_roster", context.locale, name=package.name)
        told = {"criar": ledger.total("criar"), "alterar": ledger.total("alterar")}
        await write(context, batches, entity="oneroster", title=title, told=told)
    context.cite("local", rows=sum(len(rows) for rows in package.tables.values()))
    told = ImportacaoOneRoster(
        modo=modo,
        arquivo=package.name,
        versao=package.version,
        tipo=package.kind,
        tabelas=ledger.counts,
        orfaos=[
            Orfao(
                arquivo=f"{each.line.table}.csv",
                linha=each.line.line,
                motivo=say(each.why.key, context.locale, **each.why.values),
            )
            for each in ledger.orphans
        ],
        total_orfaos=ledger.left_out,
        avisos=_warnings(ledger, context.locale),
        resumo=_summary(package, ledger, context.locale),
    )
    if is_done and ledger.left_out and not any(ledger.total(op) for op in ("criar", "alterar", "iguais")):
        raise errors.Unsuccessful(told.resumo, given=told, code="nothing_imported")
    return told


async def _linked(context: Context, source: Source, arquivo: str, fresh: Fresh) -> tuple[Package, Ledger]:
    name, content = await brought(context, arquivo)
    with told_in(context.locale):
        package = await asyncio.to_thread(open_package, name, content)
    today, now = context.reading.today.isoformat(), context.ambient.timestamp()
    ledger = await Linker(package, Shelf(source), fresh, today=today, now=now).link()
    ledger.notes.extend(await kept_here(context))
    return package, ledger


def _records(of: type[Model], writes: list[RowWrite]) -> list[RecordChange]:
    kind = kind_of(of)
    return [
        RecordChange(
            op="create" if each.before is None else "update",
            kind=kind.name,
            id=None if each.before is None else str(each.before["id"]),
            title=str((each.after or {}).get(kind.title, "")),
        )
        for each in writes[:MOST_OF_A_KIND]
    ]


def _summary(package: Package, ledger: Ledger, locale: str) -> str:
    rest = say_count("and_orphans", ledger.left_out, locale) if ledger.left_out else ""
    create, change = ledger.total("criar"), ledger.total("alterar")
    if not create and not change:
        return say("or_nothing", locale, version=package.version, rest=rest)
    return say(
        "or_summary",
        locale,
        version=package.version,
        create=create,
        change=change,
        same=ledger.total("iguais"),
        rest=rest,
    )


def _warnings(ledger: Ledger, locale: str) -> list[str]:
    lines = [
        say(
            "or_row",
            locale,
            file=f"{each.line.table}.csv",
            line=each.line.line,
            why=say(each.why.key, locale, **each.why.values),
        )
        for each in ledger.orphans
    ]
    told = first_of(lines, locale)
    if ledger.left_out > len(lines) and told:
        told[-1] = say("more", locale, count=ledger.left_out - len(told) + 1)
    return [*told, *(say(note.key, locale, **note.values) for note in ledger.notes)]
