"""Digests as capabilities: a plan over documents, notes on each of them, and one text with sources."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from aule.apps.knowledge import queries
from aule.apps.knowledge.app import knowledge
from aule.apps.knowledge.digests.composition import compose
from aule.apps.knowledge.digests.lines import label_in
from aule.apps.knowledge.digests.material import Material, material_of
from aule.apps.knowledge.digests.model_notes import is_supported, model_notes, tokens_for
from aule.apps.knowledge.digests.notes import DigestKind, DocumentNotes, NoteItem
from aule.apps.knowledge.digests.pointers import pointed_at
from aule.apps.knowledge.digests.quotations import Quoter
from aule.apps.knowledge.digests.requests import MOST_COLUMNS, columns_in, is_called, read_request
from aule.apps.knowledge.index.queries import text_between
from aule.apps.knowledge.index.terms import stems
from aule.apps.knowledge.records import SECTION_BREAK
from aule.apps.knowledge.references import find_collection, find_document
from aule.apps.knowledge.words import hint, say, say_count
from aule.contracts.plans.plan import Estimate, PlanRequest, PlanStep
from aule.contracts.runs.graph import OnError, Repeat, StepCall
from aule.sdk import Approve, Context, Effect, Model, Passage, PlanStepKind, RecordChange, Records, Row, errors
from aule.text.words import fold, headline

MOST_DOCUMENTS = 200
MOST_LOOKED_AT = 12
"""Documents whose headings are compared, where nobody said what the columns are."""
_SECONDS, _MODEL_SECONDS = 1.0, 12.0
_KIND = "What it is to be."

Columns = Annotated[
    list[str] | None,
    "What is compared, or the columns of the table: `prazo`, `valor`.",
    Field(max_length=MOST_COLUMNS),
]
Focus = Annotated[str, "What it is to be about, where not about everything.", Field(max_length=500)]


class PlannedDigest(Model):
    """A plan for a digest, and what it will take. Nothing runs before a person approves it."""

    plan: str | None
    status: str | None
    kind: DigestKind
    documents: list[str] = Field(description="The titles of the documents.")
    columns: list[str]
    characters: int
    tokens: int = Field(description="How many tokens of a model it takes, at a guess; none without a model.")
    message: str


class DigestMade(Model):
    """A digest that was kept as an artifact."""

    artifact: str
    name: str
    documents: int
    statements: int
    sources: int
    left_out: int = Field(description="Statements that their passages do not support, or whose passages are gone.")
    message: str


@dataclass(frozen=True, slots=True)
class _Digest:
    """A digest as it was understood."""

    kind: DigestKind
    title: str
    rows: Sequence[Row]
    focus: str
    columns: Sequence[str]
    tokens: int


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Plan a digest of documents", "pt": "Planejar uma síntese de documentos"},
    category="digests",
    approval=Approve.AUTO,
    idempotent=True,
    timeout_s=120,
)
async def plan_digest(  # noqa: PLR0913 (one parameter for each thing somebody may say)
    context: Context,
    request: Annotated[str, "What is wanted, in the person's own words.", Field(max_length=4_000)] = "",
    kind: Annotated[DigestKind | None, "What it is to be. Left out: what the words say, else a summary."] = None,
    collection: Annotated[str | None, "Only this collection, by id or name.", Field(max_length=300)] = None,
    documents: Annotated[
        list[str] | None, "Only these documents, by id or title.", Field(max_length=MOST_DOCUMENTS)
    ] = None,
    focus: Focus = "",
    columns: Columns = None,
) -> PlannedDigest:
    """Plan a summary, comparison, table, study guide, FAQ, timeline, glossary or briefing of many documents.

    The plan reads them one by one and writes one text with sources. It is shown with what it costs, and runs when a
    person agrees.
    """
    wanted = read_request(request)
    made = kind or wanted.kind or "summary"
    named_collection = collection or wanted.collection or None
    if not documents and not named_collection:
        documents = [row["id"] for row in await pointed_at(context, request)]
    rows = await _chosen(context, named_collection, documents, wanted.query)
    named = list(columns or wanted.columns or (columns_in(focus) if made in ("table", "comparison") else ()))
    if made in ("table", "comparison") and not named:
        named = await _shared(context, rows)
    if made == "table" and not named:
        raise errors.Invalid(
            say("no_columns", context.locale), field="columns", hint=hint("no_columns", context.locale)
        )
    characters = sum(int(row["characters"] or 0) for row in rows)
    tokens = sum(tokens_for(int(row["characters"] or 0)) for row in rows) if context.has_model else 0
    title = _title(made, rows, context.locale)
    cost = _cost(context, len(rows), characters, tokens)
    goal = " ".join([request or title, cost])
    steps = _steps(_Digest(made, title, rows, focus or wanted.focus, named, tokens), context.locale)
    wish = PlanRequest(
        words=goal,
        steps=steps,
        title=headline(title, 110),
        app=knowledge.id,
        success=[say("digest_done", context.locale, title=title)],
    )
    planned = await context.plans.plan(context.run, wish, context.call.idempotency_key, context.run.about)
    view = planned.plan
    return PlannedDigest(
        plan=None if view is None else view.plan.id,
        status=None if view is None else view.plan.status.value,
        kind=made,
        documents=[row["title"] for row in rows],
        columns=named,
        characters=characters,
        tokens=tokens,
        message="\n\n".join(filter(None, [planned.message, cost])),
    )


@knowledge.capability(
    effect=Effect.READ,
    title={"en": "Read a document for a digest", "pt": "Ler um documento para a síntese"},
    category="digests",
    internal=True,
    targets=["document"],
    anywhere=True,
    idempotent=True,
    timeout_s=300,
)
async def note_document(
    context: Context,
    document: Annotated[str, "The document, by id or title.", Field(min_length=1, max_length=300)],
    kind: Annotated[DigestKind, _KIND] = "summary",
    focus: Focus = "",
    columns: Columns = None,
) -> DocumentNotes:
    """Take notes on one document for a digest: each item with the passages that say it."""
    row = await find_document(context.reading, document)
    material = await material_of(context.reading.source, row["id"])
    context.progress(say("noting", context.locale, title=row["title"]))
    notes = await _by_model(context, material, kind, focus, columns or ()) or await _by_rules(
        context, material, kind, focus, columns or ()
    )
    context.cite("knowledge", rows=len(notes.items), query=row["title"])
    passages = await context.cite_passages(notes.passages)
    marks = {before.mark: after.mark for before, after in zip(notes.passages, passages, strict=True)}
    items = [item.model_copy(update={"marks": [marks[mark] for mark in item.marks]}) for item in notes.items]
    return notes.model_copy(update={"items": items, "passages": passages})


async def _show_digest(
    context: Context, kind: DigestKind, title: str, notes: list[DocumentNotes | None], columns: list[str] | None
) -> Records:
    name = say("digest_file", context.locale, title=title)
    summary = say_count("keep_digest", len(notes), context.locale, title=title)
    return Records(summary=summary, records=[RecordChange(op="create", kind="artifact", title=name)], total=1)


@knowledge.capability(
    effect=Effect.WRITE,
    title={"en": "Write a digest", "pt": "Escrever a síntese"},
    category="create_digest",
    internal=True,
    targets=["kind", "title"],
    reversible=True,
    idempotent=True,
    preview=_show_digest,
    timeout_s=300,
)
async def write_digest(
    context: Context,
    kind: Annotated[DigestKind, _KIND],
    title: Annotated[str, "What it is called.", Field(min_length=1, max_length=200)],
    notes: Annotated[
        list[DocumentNotes | None], "The notes on each document, as `note_document` gave them.", Field(min_length=1)
    ],
    columns: Columns = None,
) -> DigestMade:
    """Write notes on documents as one text with numbered sources, and keep it; what no passage supports is left out."""
    checked = [await _checked(context, each) for each in notes if each is not None]
    missing = sum(each is None for each in notes)
    left_out = sum(each.left_out for each in checked)
    composed = compose(kind, title, checked, columns or [], _told(context, checked, missing, left_out), context.locale)
    artifact = await context.keep(
        say("digest_file", context.locale, title=title), "text/markdown", composed.markdown.encode()
    )
    context.cite("knowledge", rows=len(composed.cited))
    statements = sum(len(each.items) for each in checked)
    return DigestMade(
        artifact=artifact.id,
        name=artifact.name,
        documents=len(checked),
        statements=statements,
        sources=len(composed.cited),
        left_out=left_out,
        message=say("digest_written", context.locale, name=artifact.name, sources=len(composed.cited)),
    )


async def _by_model(
    context: Context, material: Material, kind: DigestKind, focus: str, columns: Sequence[str]
) -> DocumentNotes | None:
    """Return a model's notes; none without a model, and where nothing that it wrote is supported."""
    if not context.has_model:
        return None
    made = await model_notes(context, material, kind, focus, columns)
    if made is None or not made.items:
        return None
    cited = {mark for item in made.items for mark in item.marks}
    return DocumentNotes(
        document=material.document.id,
        title=material.document.title,
        items=made.items,
        passages=[each for each in made.passages if each.mark in cited],
        by_model=True,
        left_out=made.left_out,
        read=made.read,
    )


async def _by_rules(
    context: Context, material: Material, kind: DigestKind, focus: str, columns: Sequence[str]
) -> DocumentNotes:
    draft = await Quoter(context.reading, context.own.finder, material, focus, columns).notes(kind)
    passages = [each.model_copy(update={"mark": place}) for place, each in enumerate(draft.passages, start=1)]
    return DocumentNotes(
        document=material.document.id, title=material.document.title, items=draft.items, passages=passages
    )


async def _checked(context: Context, notes: DocumentNotes) -> DocumentNotes:
    """Return notes without what the document, as it is stored now, does not say."""
    sound = [each for each in notes.passages if await _stands(context, notes.document, each)]
    marks = {each.mark for each in sound}
    kept: list[NoteItem] = []
    for item in notes.items:
        if marks.issuperset(item.marks) and await is_supported(context, item, sound):
            kept.append(item)
    left_out = notes.left_out + len(notes.items) - len(kept)
    return notes.model_copy(update={"items": kept, "passages": sound, "left_out": left_out})


async def _stands(context: Context, document: str, passage: Passage) -> bool:
    """Tell whether a passage stands in a document exactly as it is given, whoever gives it."""
    if passage.ref != f"knowledge:{document}":
        return False
    return await text_between(context.reading.source, document, passage.start, passage.end) == passage.text


async def _chosen(context: Context, collection: str | None, documents: list[str] | None, query: str) -> list[Row]:
    """Return the documents that are meant and were read; none, or too many, is told."""
    reading, locale = context.reading, context.locale
    if documents:
        rows = [await find_document(reading, each) for each in documents]
    elif collection:
        rows = await queries.documents_of(
            reading, await find_collection(reading, collection, context.project.id, locale)
        )
    else:
        rows = await queries.documents(reading, await queries.listed(reading, {"project": context.project.id}))
    ready = [row for row in rows if row["state"] == "ready"]
    called = [row for row in ready if query and is_called(f"{row['title']} {row['name']}", query)]
    if query and not documents and not called:
        context.warn("no_such_titles", say("no_such_titles", locale, query=query))
    chosen = list({row["id"]: row for row in (called or ready)}.values())
    if not chosen:
        raise errors.NotFound(say("nothing_to_digest", locale), hint=hint("nothing_to_digest", locale))
    if len(chosen) > MOST_DOCUMENTS:
        raise errors.Invalid(
            say("too_many_to_digest", locale, count=len(chosen), most=MOST_DOCUMENTS),
            hint=hint("too_many_to_digest", locale),
        )
    return sorted(chosen, key=lambda row: fold(row["title"]))


async def _shared(context: Context, rows: Sequence[Row]) -> list[str]:
    """Return what several documents have a heading or a label for: that is what they can be compared by."""
    counted: Counter[str] = Counter()
    shown: dict[str, str] = {}
    for row in rows[:MOST_LOOKED_AT]:
        material = await material_of(context.reading.source, row["id"])
        names = {
            line.section.rpartition(SECTION_BREAK)[2].strip()
            for line in material.lines
            if SECTION_BREAK in line.section
        }
        names |= {label_in(line)[0] for line in material.lines}
        keys = {" ".join(stems(name)): name for name in sorted(names) if name}
        counted.update(list(keys))
        shown = {**keys, **shown}
    least = 2 if len(rows) > 1 else 1
    found = [key for key, count in counted.most_common() if count >= least and key]
    return [shown[key] for key in found[:6]]


def _steps(wanted: _Digest, locale: str) -> list[PlanStep]:
    rows, count = wanted.rows, len(wanted.rows)
    named = {"columns": list(wanted.columns)} if wanted.columns else {}
    given = {"kind": wanted.kind, **({"focus": wanted.focus} if wanted.focus else {}), **named}
    seconds = _MODEL_SECONDS if wanted.tokens else _SECONDS
    names = ", ".join(row["title"] for row in rows[:20]) + (", …" if count > 20 else "")
    reading = PlanStep(
        id="1",
        title=say_count("note_step", count, locale),
        description=headline(names, 1_500),
        kind=PlanStepKind.CALL,
        call=StepCall(capability="knowledge.note_document", params={"document": {"$item": "id"}, **given}),
        repeat=Repeat(for_each=[{"id": row["id"], "title": row["title"]} for row in rows], max=count),
        rationale=say("note_why", locale),
        on_error=OnError.SKIP,
        estimate=Estimate(tokens=-(-wanted.tokens // count), seconds=seconds),
    )
    notes = {"$from": "1.result.data"}
    writing = PlanStep(
        id="2",
        title=say("write_step", locale, title=headline(wanted.title, 120)),
        kind=PlanStepKind.CALL,
        call=StepCall(
            capability="knowledge.write_digest",
            params={"kind": wanted.kind, "title": wanted.title, "notes": notes, **named},
        ),
        dependencies=["1"],
        rationale=say("write_why", locale),
        estimate=Estimate(tokens=0, seconds=_SECONDS),
    )
    return [reading, writing]


def _title(kind: DigestKind, rows: Sequence[Row], locale: str) -> str:
    what = rows[0]["title"] if len(rows) == 1 else say("digest_of_many", locale, count=len(rows))
    return say(f"kind_{kind}", locale, what=headline(what, 100))


def _cost(context: Context, documents: int, characters: int, tokens: int) -> str:
    key = "digest_cost" if tokens else "digest_cost_free"
    return say_count(key, documents, context.locale, characters=_grouped(characters, context.locale), tokens=tokens)


def _grouped(number: int, locale: str) -> str:
    return f"{number:,}".replace(",", "." if locale.startswith("pt") else ",")


def _told(context: Context, notes: Sequence[DocumentNotes], missing: int, left_out: int) -> list[str]:
    """Return what a reader has to know of how a digest was made."""
    locale = context.locale
    by_model = any(each.by_model for each in notes)
    told = [say("digest_by_model" if by_model else "digest_by_rules", locale)]
    if left_out:
        told.append(say_count("digest_left_out", left_out, locale))
        context.warn("left_out", say_count("digest_left_out", left_out, locale))
    partly = sum(each.read < 1 for each in notes if each.by_model)
    if partly:
        told.append(say_count("digest_partly_read", partly, locale))
    if missing:
        told.append(say_count("digest_missing", missing, locale))
        context.warn("missing", say_count("digest_missing", missing, locale))
    return told
