"""What agents, recipes and the command line ask Atlas: the same figures as the screens, and a text to say them with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict, Unpack

from aule.apps.atlas.app import atlas
from aule.apps.atlas.figures.numbers import shown
from aule.apps.atlas.figures.status import band
from aule.apps.atlas.reading.attention import MOST as ASKING
from aule.apps.atlas.reading.attention import attention as asking
from aule.apps.atlas.reading.check_ins import due_list
from aule.apps.atlas.reading.compare import compared
from aule.apps.atlas.reading.dashboard import card, totals
from aule.apps.atlas.reading.pages import items
from aule.apps.atlas.reading.report import written
from aule.apps.atlas.reading.scores import score
from aule.apps.atlas.reading.search import hits, kinds_in
from aule.apps.atlas.reading.sentences import Sentences
from aule.apps.atlas.reading.view_context import ViewContext, look, words
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import (
    AGENDA,
    BY_NOUN,
    INITIATIVES,
    INSIGHTS,
    KEY_RESULTS,
    MEETINGS,
    OBJECTIVES,
    PILLARS,
    PROJECTS,
    TASKS,
)
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.references import ambiguous, look_up
from aule.apps.atlas.views.company_views import Attention, Band, Due, Item, Totals
from aule.sdk import Context, Effect, Model, errors

Noun = Literal[
    "pillar", "objective", "key_result", "initiative", "project", "task", "meeting", "agenda_item", "insight"
]
Which = Annotated[str, "The company's id or name; left out: the only one, or the last changed."]

_BELOW = {
    PILLARS: OBJECTIVES,
    OBJECTIVES: KEY_RESULTS,
    KEY_RESULTS: INITIATIVES,
    PROJECTS: TASKS,
    MEETINGS: AGENDA,
}
_DEEPEST = 3
_CHILDREN = 50
"""Of each item, how many that belong to it are given."""


class Within(TypedDict, total=False):
    """Where a search looks."""

    types: Annotated[list[Noun] | None, "Kinds to look in; left out: all."]
    status: Annotated[str | None, "Only in this status."]
    pillar: Annotated[str | None, "Only under this pillar, by id or name."]
    company: Which


class Summary(Model):
    """How a company is doing."""

    text: str
    company: str
    as_of: str
    progress: float | None
    band: Band
    totals: Totals
    pillars: list[Item]
    attention: list[Attention]


class Asking(Model):
    """What asks for attention."""

    text: str
    items: list[Attention]


class DueOnes(Model):
    """Check-ins that are due."""

    text: str
    items: list[Due]
    total: int


class Found(Model):
    """What a search found."""

    text: str
    items: list[Item]
    total: int


class Branch(Item):
    """An item and what belongs to it."""

    children: list[Branch] = []
    more: int = 0
    """How many more belong to it."""


class Got(Model):
    """One item with its fields and what belongs to it."""

    text: str
    item: Branch
    uuid: str
    fields: dict[str, object]


class Told(Model):
    """A text of which every figure was looked up."""

    text: str
    title: str
    rows: int


class Changed(Model):
    """What changed between two days."""

    text: str
    since: str
    until: str
    before: float | None
    after: float | None


@atlas.capability(
    effect=Effect.READ,
    category="strategy",
    anywhere=True,
    title={"en": "Summarise the strategy", "pt": "Resumir a estratégia"},
)
async def summary(context: Context, company: Which = "", as_of: Annotated[str, "A day, `2026-04-15`."] = "") -> Summary:
    """Tell how a company is doing: its score, its pillars, and what asks for attention."""
    async with look(context.reading, company, as_of=as_of) as sight:
        scores = await score(sight.source, sight.scope, sight.as_of)
        found, there = await asking(sight, scores), await totals(sight, scores)
        pillars = [card(row, scores) for row in scores.pillars]
        name, percent = sight.scope.company.title, shown(scores.of_company)
        context.cite("atlas", rows=scores.key_results)
        return Summary(
            text=Sentences(context.locale).summary(name, percent, there, pillars, len(found)),
            company=name,
            as_of=sight.as_of.isoformat(),
            progress=percent,
            band=band(scores.of_company),
            totals=there,
            pillars=[Item(**{name: getattr(each, name) for name in Item.model_fields}) for each in pillars],
            attention=found,
        )


@atlas.capability(
    effect=Effect.READ,
    category="strategy",
    anywhere=True,
    title={"en": "Tell what is at risk", "pt": "Dizer o que está em risco"},
)
async def attention(context: Context, company: Which = "", limit: int = ASKING) -> Asking:
    """List what is at risk, late, overdue, without a value or off its pace, the heaviest first."""
    async with look(context.reading, company) as sight:
        scores = await score(sight.source, sight.scope, sight.as_of)
        found = await asking(sight, scores, most=min(max(limit, 1), 50))
        return Asking(text=Sentences(context.locale).attention(found), items=found)


@atlas.capability(
    effect=Effect.READ,
    category="strategy",
    anywhere=True,
    title={"en": "List due check-ins", "pt": "Listar check-ins pendentes"},
)
async def due(
    context: Context, company: Which = "", owner: Annotated[str, "Only of this person, by id or name."] = ""
) -> DueOnes:
    """List key results without a check-in for 30 days or more, the heaviest first."""
    async with look(context.reading, company) as sight:
        found = await due_list(sight, owner or None, most=20)
        return DueOnes(
            text=Sentences(context.locale).due(found.items, found.total), items=found.items, total=found.total
        )


@atlas.capability(
    effect=Effect.READ,
    category="strategy",
    anywhere=True,
    title={"en": "Search the strategy", "pt": "Procurar na estratégia"},
)
async def search(
    context: Context, q: Annotated[str, "Words of the title, or an id."], limit: int = 20, **within: Unpack[Within]
) -> Found:
    """Find pillars, objectives, key results, initiatives, projects and tasks by words of their titles."""
    async with look(context.reading, within.get("company", "")) as sight:
        kinds = kinds_in(within.get("types") or [])
        status, pillar = within.get("status"), within.get("pillar")
        found = await hits(sight, q, kinds, status=status, pillar=pillar, limit=limit)
        return Found(text=Sentences(context.locale).hits(found, q), items=found.items, total=found.total)


@atlas.capability(
    effect=Effect.READ, category="strategy", anywhere=True, title={"en": "Show an item", "pt": "Mostrar um item"}
)
async def get(
    context: Context,
    id: Annotated[str, "Its id (`kr-11`), or its title."],
    depth: Annotated[int, "How many levels below it are given, up to 3."] = 1,
    kind: Annotated[Noun | None, "What it is, when it is named by its title."] = None,
    company: Which = "",
) -> Got:
    """Give one item with all its fields and what belongs to it."""
    async with look(context.reading, company, item=id) as sight:
        row = await _meant(sight, id, kind)
        branch = await _branch(sight, [row], min(max(depth, 0), _DEEPEST))
        facts = [_figures(context.locale, row)] if row.kind == KEY_RESULTS else []
        text = Sentences(context.locale).item(branch[0], branch[0].children, facts)
        return Got(text=text, item=branch[0], uuid=row.id, fields=exact.plain(row.record))


@atlas.capability(
    effect=Effect.READ,
    category="strategy",
    anywhere=True,
    title={"en": "Compare two dates", "pt": "Comparar duas datas"},
)
async def compare(
    context: Context,
    since: Annotated[str | None, "A day, `2026-03-01`; left out: 30 days ago."] = None,
    until: Annotated[str | None, "A day; left out: today."] = None,
    company: Which = "",
) -> Changed:
    """Tell what changed in a company between two days: what went forward, what back, what was made and finished."""
    async with look(context.reading, company, as_of=until or "") as sight:
        found = await compared(sight, since or "")
        return Changed(
            text=Sentences(context.locale).compared(found),
            since=found.since,
            until=found.until,
            before=found.before,
            after=found.after,
        )


@atlas.capability(
    effect=Effect.READ,
    category="strategy",
    anywhere=True,
    title={"en": "Write the status report", "pt": "Escrever o relatório de status"},
)
async def report(context: Context, company: Which = "", as_of: Annotated[str, "A day, `2026-04-15`."] = "") -> Told:
    """Write the status report of a company in Markdown; every figure in it is looked up."""
    async with look(context.reading, company, as_of=as_of) as sight:
        made = await written(sight)
        context.cite("atlas", rows=made.rows)
        return Told(text=made.markdown, title=made.title, rows=made.rows)


async def _meant(sight: ViewContext, wanted: str, kind: Noun | None) -> Row:
    """Return the one row that is meant, of a kind or of any."""
    if kind is None and (direct := await sight.queries.find(wanted)):
        return direct[0]
    cycle = None if sight.scope.cycle is None else sight.scope.cycle.id
    kinds = [BY_NOUN[kind].table] if kind is not None else list(dict.fromkeys([*_BELOW, *_BELOW.values(), INSIGHTS]))
    found = [
        level for table in kinds if (level := await look_up(sight.queries, table, wanted, cycle=cycle)) is not None
    ]
    best = min((level for level, _ in found), default=None)
    rows = [row for level, some in found if level == best for row in some]
    if len(rows) == 1:
        return rows[0]
    if rows:
        raise ambiguous(wanted, rows, await sight.queries.ancestors(rows), field="id")
    raise errors.NotFound(f"There is nothing called {wanted[:80]!r}.", field="id", hint="Search with atlas.search.")


async def _branch(sight: ViewContext, rows: Sequence[Row], depth: int) -> list[Branch]:
    made = [Branch(**each.model_dump()) for each in await items(sight, rows)]
    if not depth:
        return made
    whole: list[Branch] = []
    for each, row in zip(made, rows, strict=True):
        below = await _children(sight, row)
        children = await _branch(sight, below[:_CHILDREN], depth - 1)
        whole.append(each.model_copy(update={"children": children, "more": max(len(below) - _CHILDREN, 0)}))
    return whole


async def _children(sight: ViewContext, row: Row) -> list[Row]:
    kind = _BELOW.get(row.kind)
    return [] if kind is None else await sight.queries.children(kind, [row.id])


def _figures(locale: str, row: Row) -> str:
    current, target = (exact.plain(row.record.get(name)) for name in ("current_value", "target_value"))
    figures = [float(each) if isinstance(each, int | float) else None for each in (current, target)]
    return Sentences(locale).figures(figures[0], figures[1], words(row.record.get("unit")))
