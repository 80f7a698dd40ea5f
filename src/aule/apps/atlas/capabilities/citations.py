"""Citing documents: an initiative or a key result names the contract it comes from, with the passage."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, cast

from pydantic import Field

from aule.apps.atlas.actions.execution import act
from aule.apps.atlas.app import atlas
from aule.apps.atlas.reading.citations import SOURCES
from aule.apps.atlas.reading.view_context import look
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import INITIATIVES, KEY_RESULTS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.references import ambiguous, look_up
from aule.apps.atlas.words import say
from aule.sdk import Context, Effect, FieldChange, Model, RecordChange, Records, errors
from aule.sdk.documents import documents_named

_ACTIONS = {INITIATIVES: ("update_initiative", "initiative_id"), KEY_RESULTS: ("update_key_result", "kr_id")}
_NOUNS = {INITIATIVES: "initiative", KEY_RESULTS: "key_result"}

ItemName = Annotated[
    str, "The initiative or key result, by id, short id or title.", Field(min_length=1, max_length=400)
]
DocumentName = Annotated[str, "The document, by its title or file name.", Field(min_length=1, max_length=300)]


About = Annotated[
    str, "What the passage is about: `cláusula de multa`. Left out: what the item is called.", Field(max_length=500)
]


class Cited(Model):
    """A passage that something was linked with."""

    item: str
    title: str
    document: str
    page: int | None
    passage: str
    path: str
    message: str


async def _show(context: Context, item: str, document: str, about: str, company: str) -> Records:
    row = await _meant(context, item, company)
    change = FieldChange(name=SOURCES, after=", ".join(filter(None, [document, about])))
    record = RecordChange(op="update", kind=_NOUNS[row.kind], id=row.short, title=row.title, fields=[change])
    summary = say("cite_document", context.locale, title=row.title, document=document)
    return Records(summary=summary, records=[record], total=1)


@atlas.capability(
    effect=Effect.WRITE,
    title={"en": "Cite a document", "pt": "Vincular a um documento"},
    category="strategy",
    targets=["item", "document"],
    reversible=True,
    anywhere=True,
    preview=_show,
)
async def cite_document(
    context: Context,
    item: ItemName,
    document: DocumentName,
    about: About = "",
    company: Annotated[str, "The company: its id or name."] = "",
) -> Cited:
    """Link an initiative or a key result with the passage of a document that it comes from."""
    row = await _meant(context, item, company)
    found = await _passage(context, document, about or row.title)
    known = row.record.get(SOURCES)
    before: list[Any] = [exact.plain(each) for each in known] if exact.is_list(known) else []
    same = [each for each in before if exact.is_object(each) and _place(each) == _place(found)]
    name, field = _ACTIONS[row.kind]
    given = {"company": row.company, field: row.id, SOURCES: before if same else [*before, found]}
    await act(context, name, given)
    return Cited(
        item=row.short,
        title=row.title,
        document=found["title"],
        page=found["page"],
        passage=found["passage"],
        path=found["path"],
        message=say("cited_document", context.locale, title=row.title, document=found["title"]),
    )


async def _passage(context: Context, document: str, about: str) -> dict[str, Any]:
    """Return the passage of a document that is nearest to some words, as it stands there."""
    named = document.strip().strip("\"“”'")
    meant = await documents_named(context, named)
    title, comma, clause = named.partition(",")
    if not meant and comma:  # `Contrato de aluguel, cláusula de multa`, said in one breath
        meant, named, about = await documents_named(context, title.strip()), title.strip(), f"{clause.strip()} {about}"
    if len(meant) > 1:
        matches = [errors.Match(id=each["id"], title=each["title"], path=each["name"]) for each in meant[:5]]
        told = say("several_documents", context.locale, document=named)
        raise errors.Ambiguous(told, field="document", matches=matches)
    if not meant:
        raise errors.NotFound(
            say("no_document", context.locale, document=named),
            field="document",
            hint=say("no_document_hint", context.locale),
        )
    params = {"query": about, "document": meant[0]["id"], "k": 1}
    result = await context.consult("knowledge.search_knowledge", params)
    passages = cast("list[dict[str, Any]]", result.data["passages"])
    if not passages:
        raise errors.NotFound(say("no_passage", context.locale, document=named, about=about), field="about")
    best = passages[0]
    return {
        "document": best["document"],
        "title": best["title"],
        "version": result.passages[0].version,
        "page": best["page"],
        "section": best["section"],
        "start": best["start"],
        "end": best["end"],
        "passage": best["text"],
        "path": best["path"],
    }


def _place(source: Mapping[str, Any]) -> tuple[object, ...]:
    return tuple(source.get(name) for name in ("document", "version", "start", "end"))


async def _meant(context: Context, wanted: str, company: str) -> Row:
    """Return the initiative or key result that is meant; an initiative comes first."""
    async with look(context.reading, company, item=wanted) as sight:
        for kind in (INITIATIVES, KEY_RESULTS):
            found = await look_up(sight.queries, kind, wanted)
            rows = [] if found is None else found[1]
            if len(rows) > 1:
                raise ambiguous(wanted, rows, await sight.queries.ancestors(rows), field="item")
            if rows:
                return rows[0]
    raise errors.NotFound(
        say("no_item_to_cite", context.locale, wanted=wanted[:80]), field="item", hint="Search with atlas.search."
    )
