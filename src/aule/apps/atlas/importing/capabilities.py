"""Importing as capabilities: from a file, from a document, and comparing a file with what is kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated, Any, BinaryIO, Literal

from aule.apps.atlas.app import atlas
from aule.apps.atlas.importing.csv_rows import open_csv
from aule.apps.atlas.importing.import_run import carry_out, planned, preview
from aule.apps.atlas.importing.legacy import LONGEST, has_plan
from aule.apps.atlas.importing.parcel import MOST_BYTES, Parcel
from aule.apps.atlas.importing.planner import Choice, IdPolicy, Mode
from aule.apps.atlas.importing.reader import open_document, open_file
from aule.apps.atlas.importing.refusals import Refusal, told_in
from aule.apps.atlas.importing.verification import Verified, verify
from aule.apps.atlas.importing.words import say
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.views.company_views import Counted, ImportOutcome
from aule.contracts.runs.run import RunKind
from aule.sdk import Context, Effect, Model, Records, errors

LONGEST_S = 3_600
_TOLD = 200

ArtifactName = Annotated[str, "The file: an artifact's id, or its name if it is in this project."]
Company = Annotated[str, "The company by id, short id or name; none: the one the file is of, else the last used."]
Ids = Annotated[
    IdPolicy, "`keep` ids as they are; `remap` gives new rows new ones; `auto` only where another company has them."
]
Partial = Annotated[bool, "Whether to import the good rows where some cannot be taken."]
_LARGEST_CSV = 50 * 1024 * 1024
_SPACES = b"\xef\xbb\xbf \t\r\n"


class Validation(Model):
    """A file beside what is kept, field by field (AT-44)."""

    company: str | None
    """The short id of the company; none: it is not there yet."""
    company_name: str
    fields_checked: int
    matches: int
    mismatches: list[dict[str, Any]]
    """`{table, id, field, file, stored}`, the first of them."""
    missing: list[dict[str, Any]]
    """Rows of the file that are not there, the first of them."""
    tables: dict[str, Counted]
    """What a merge would do, table by table."""
    skipped: list[str]
    """Rows that cannot be taken, and why, the first of them."""
    warnings: list[str]


def _effect(mode: Mode = "merge", **_: Any) -> Effect:
    return Effect.DELETE if mode == "replace" else Effect.WRITE


async def _preview_import(
    context: Context, artifact: str, mode: Mode, id_policy: IdPolicy, allow_partial: bool, company: str
) -> Records:
    _refuse_agents(context, mode)
    async with open_artifact(context, artifact, company) as parcel:
        return await preview(context, parcel, Choice(mode, id_policy, allow_partial), company)


@atlas.capability(
    effect=Effect.WRITE,
    effect_of=_effect,
    title={"en": "Import a company", "pt": "Importar uma empresa"},
    targets=["artifact"],
    reversible=True,
    idempotent=True,
    preview=_preview_import,
    timeout_s=LONGEST_S,
    aliases=["atlas.import_csv"],
)
async def import_data(
    context: Context,
    artifact: ArtifactName,
    mode: Annotated[Mode, "`merge` adds and changes; `replace` also removes what is not in the file."] = "merge",
    id_policy: Ids = "auto",
    allow_partial: Partial = False,
    company: Company = "",
) -> ImportOutcome:
    """Import a company from a file: an export, tables, nested pillars, or a CSV of key results.

    All of it or nothing; every row is read back and compared before it counts. Importing the same file twice changes
    nothing the second time.
    """
    _refuse_agents(context, mode)
    context.progress(say("surveying", context.locale), 0.0)
    async with open_artifact(context, artifact, company) as parcel:
        return await carry_out(context, parcel, Choice(mode, id_policy, allow_partial), company)


async def preview_bulk(context: Context, data: Any, mode: Literal["merge"], company: str) -> Records:
    """Return what an import of a document would do."""
    return await preview(context, await _document(data, context.locale), Choice(mode), company)


@atlas.capability(
    effect=Effect.WRITE,
    title={"en": "Import many items", "pt": "Importar muitos itens"},
    reversible=True,
    idempotent=True,
    preview=preview_bulk,
    timeout_s=LONGEST_S,
)
async def bulk_import(
    context: Context,
    data: Annotated[
        dict[str, Any] | str,
        'Tables as in an export, `{"strategic_pillars": […], …}`, or nested: `{"pillars": [{"name", "objectives": '
        '[{"title", "key_results": [{"title", "target_value", "initiatives"}]}]}], "projects": [{"name", '
        '"linked_krs", "linked_objectives"}]}`; as an object, or as its text.',
    ],
    mode: Annotated[Literal["merge"], "Adds and changes; nothing is ever removed."] = "merge",
    company: Company = "",
) -> ImportOutcome:
    """Add or change many items of a company at once: pillars with their objectives, key results and initiatives.

    Items that are there are recognised by id or by title and changed only in the fields given. Nothing is removed.
    """
    return await carry_out(context, await _document(data, context.locale), Choice(mode), company)


@atlas.capability(
    effect=Effect.READ,
    title={"en": "Compare a file with a company", "pt": "Comparar um arquivo com uma empresa"},
    targets=["artifact"],
    timeout_s=LONGEST_S,
)
async def validate_import(
    context: Context, artifact: ArtifactName, id_policy: Ids = "auto", company: Company = ""
) -> Validation:
    """Compare every row of a file with what is kept of it, field by field, and say what an import would do."""
    async with open_artifact(context, artifact, company) as parcel, context.reading.snapshot() as source:
        plan = await planned(context.reading, source, parcel, Choice("merge", id_policy, True), company)
        done = Verified()
        async for _ in verify(plan.planner, plan.planner.queries, done):
            pass
    target = plan.planner.target
    context.cite(target.name, rows=parcel.total)
    return Validation(
        company=target.row.short if target.row is not None else None,
        company_name=target.name,
        fields_checked=done.fields_checked,
        matches=done.matches,
        mismatches=done.mismatches,
        missing=done.missing,
        tables=plan.tally.tables(),
        skipped=[problem.text(context.locale) for problem in plan.planner.routes.problems[:_TOLD]],
        warnings=plan.warnings(context.locale),
    )


async def _document(data: Any, locale: str) -> Parcel:
    def read() -> Parcel:
        return open_document(exact.parse(data) if isinstance(data, str) else exact.exact(data))

    with told_in(locale):
        return await asyncio.to_thread(read)


def _refuse_agents(context: Context, mode: Mode) -> None:
    """Refuse agents that replace a company: that removes what is not in the file, so only a person does it."""
    is_person = context.actor.type == "user" and context.run.kind is RunKind.CALL  # no step of a plan or workflow
    if mode == "replace" and not is_person:
        raise errors.Refused(say("by_hand_only", context.locale), code="by_hand_only")


@asynccontextmanager
async def open_artifact(context: Context, artifact: str, company: str) -> AsyncGenerator[Parcel]:
    """Open a file that was brought; its rows are read one by one for as long as the block lasts."""
    kept = await context.artifact(artifact)
    with told_in(context.locale), await context.opened(kept, MOST_BYTES) as file:
        if await asyncio.to_thread(_is_json, file):
            yield await asyncio.to_thread(open_file, file, kept.size)
            return
        if kept.size > _LARGEST_CSV:
            raise errors.TooLarge(f"A CSV may have {_LARGEST_CSV // 2**20} MB at most.", hint="Import it in parts.")
        content = await asyncio.to_thread(file.read)
        if has_plan(content[:LONGEST].decode("utf-8", "replace")):
            raise Refusal("a_chat", name=kept.name)
        yield await open_csv(content, context.reading, company)


def _is_json(file: BinaryIO) -> bool:
    head = file.read(4096).lstrip(_SPACES)
    file.seek(0)
    return head[:1] in (b"{", b"[", b"")
