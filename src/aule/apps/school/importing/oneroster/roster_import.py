"""An import of a OneRoster archive: looked at, or written as one change that can be undone."""

from __future__ import annotations

import asyncio
from collections import Counter

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
from aule.apps.school.importing.import_run import Batch, write
from aule.apps.school.importing.marks import Said
from aule.apps.school.importing.oneroster.extras import SECRET
from aule.apps.school.importing.oneroster.ledger import Ledger
from aule.apps.school.importing.oneroster.links import Linker
from aule.apps.school.importing.oneroster.package import Line, Package, open_package
from aule.apps.school.importing.oneroster.removal import Remover
from aule.apps.school.importing.outcome import CelulaDeixada, ImportacaoOneRoster, Modo, Orfao
from aule.apps.school.importing.refusals import told_in
from aule.apps.school.importing.sheets.files import brought, kept_here
from aule.apps.school.importing.sheets.grid import longest
from aule.apps.school.importing.who import Drafts, Fresh
from aule.apps.school.importing.words import first_of, say, say_count
from aule.apps.school.queries import SchoolQueries
from aule.apps.school.record_changes import record_of
from aule.apps.school.removal import Removal
from aule.apps.school.table_mapping import kind_of
from aule.sdk import Cascade, Context, Model, RecordChange, Records, RowWrite, Source, TableCount, errors

_WRITTEN = ("criar", "alterar", "remover")
MOST_PLACES = 30
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
    """Return what a person sees of an import."""
    async with context.reading.snapshot() as source:
        package, ledger = await _linked(context, source, arquivo, Drafts())
    removed = [_removed(each) for each in ledger.removals[:MOST_RECORDS]]
    removed += [
        RecordChange(op="delete", kind="nota", title=student, path=[test]) for student, test in ledger.marks_gone
    ]
    records = removed + [each for of in _SHOWN for each in _records(of, list(ledger.writes.get(of, {}).values()))]
    return Records(
        summary=_summary(package, ledger, context.locale),
        records=records[:MOST_RECORDS],
        tables=[
            TableCount(
                name=name,
                create=each.criar,
                update=each.alterar,
                unchanged=each.iguais,
                skipped=each.rejeitadas,
                delete=each.remover,
            )
            for name, each in ledger.counts.items()
        ],
        total=sum(ledger.total(sort) for sort in _WRITTEN),
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
        kinds = sorted(ledger.writes, key=lambda of: _ORDER.index(of) if of in _ORDER else len(_ORDER))
        batches = [Batch(of, list(ledger.writes[of].values())) for of in kinds]
        title = say("title_roster", context.locale, name=package.name)
        counts = {sort: ledger.total(sort) for sort in _WRITTEN}
        await write(context, batches, entity="oneroster", title=title, told=counts)
    context.cite("local", rows=sum(len(rows) for rows in package.tables.values()))
    is_person = context.actor.type == "user"  # nobody in an archive is on the roster yet by which names are kept back
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
                valores=_values(each.line) if is_person else "",
            )
            for each in ledger.orphans
        ],
        total_orfaos=ledger.left_out,
        deixados=[
            CelulaDeixada(
                arquivo=each.file,
                linha=each.line,
                cabecalho=each.column,
                valor=each.value,
                motivo=say(each.why, context.locale),
            )
            for each in (ledger.lefts if is_person else ())
        ],
        total_deixados=ledger.total_left,
        avisos=_warnings(ledger, context.locale),
        resumo=_summary(package, ledger, context.locale),
    )
    if is_done and ledger.left_out and not any(ledger.total(op) for op in (*_WRITTEN, "iguais")):
        raise errors.Unsuccessful(told.resumo, given=told, code="nothing_imported")
    return told


async def _linked(context: Context, source: Source, arquivo: str, fresh: Fresh) -> tuple[Package, Ledger]:
    name, content = await brought(context, arquivo)
    with told_in(context.locale):
        package = await asyncio.to_thread(open_package, name, content)
    today, now = context.reading.today.isoformat(), context.ambient.timestamp()
    linker = Linker(package, SchoolQueries(source), fresh, today=today, now=now)
    ledger = await linker.link()
    await Remover(context, SchoolQueries(source), ledger).remove(linker.gone)
    _tell_letters(package, ledger)
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
        for each in [each for each in writes if each.after is not None][:MOST_OF_A_KIND]
    ]


def _removed(plan: Removal) -> RecordChange:
    """Return the removal of a record as it is shown, with how much goes with it."""
    shown = record_of("delete", plan.thing)
    return shown.model_copy(update={"cascade": Cascade(counts=plan.counts, examples=[])}) if plan.counts else shown


def _values(line: Line) -> str:
    """Return what a row says, column by column."""
    cells = ((name, "•••" if name in SECRET else value) for name, value in line.cells.items() if value)
    return longest("; ".join(f"{name}={value}" for name, value in cells))


def _tell_letters(package: Package, ledger: Ledger) -> None:
    for key, count in (("mended_text", package.mended), ("broken_text", package.broken)):
        if count:
            ledger.notes.append(Said(key, {"count": count}))
    if package.strangers:
        ledger.notes.append(Said("or_strangers", {"names": ", ".join(package.strangers)[:200]}))


def _summary(package: Package, ledger: Ledger, locale: str) -> str:
    rest = say_count("and_orphans", ledger.left_out, locale) if ledger.left_out else ""
    create, change, gone = (ledger.total(sort) for sort in _WRITTEN)
    if gone:
        rest = say_count("and_removed", gone, locale) + rest
    if not create and not change and not gone:
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
    reasons = Counter((each.why, f"{each.file} {each.column}") for each in ledger.lefts)
    places: dict[str, list[str]] = {}
    for (why, where), count in reasons.items():
        places.setdefault(why, []).append(f"{where} ({count})")
    left = [
        say("left_out", locale, why=say(why, locale), where=", ".join(found[:MOST_PLACES]))
        for why, found in places.items()
    ]
    return [*told, *(say(note.key, locale, **note.values) for note in ledger.notes), *left]
