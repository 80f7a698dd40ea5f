"""What the agent is told in each turn: the company as it is, what was just spoken of first (AT-30 to AT-32)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence

from aule.apps.atlas.batch.subjects import DEFAULTS
from aule.apps.atlas.figures import progress
from aule.apps.atlas.figures.numbers import number
from aule.apps.atlas.figures.status import pace, suggested
from aule.apps.atlas.reading.attention import attention, expected, heaviest
from aule.apps.atlas.reading.dashboard import totals
from aule.apps.atlas.reading.queries import Columns
from aule.apps.atlas.reading.scores import Scores, measured, score
from aule.apps.atlas.reading.search import rows_of
from aule.apps.atlas.reading.view_context import ViewContext, look, words
from aule.apps.atlas.rows.kinds import INITIATIVES, KEY_RESULTS, OBJECTIVES, PILLARS, PROJECT_KRS, PROJECTS
from aule.apps.atlas.rows.queries import Row, short_parts
from aule.apps.atlas.rows.references import code_of
from aule.apps.atlas.rows.titles import key
from aule.apps.atlas.views.context_block import Overview, compose
from aule.apps.atlas.views.context_lines import Cycle, Entry, Head
from aule.apps.atlas.words import say
from aule.sdk import Reading, errors

_FOCUS = 12
"""Items named in what was said last that come first."""
_RECENT = 10
_OBJECTIVES = 120
"""Objectives, the heaviest, that may be told with their key results; more do not fit into any budget."""
_KEY_RESULTS = 250
_PROJECTS = 30
_HEARD = 4_000
"""Characters of what was said that items are looked for in."""
_SPOKEN = 120
"""Words of what was said that titles are looked for in."""
_TITLE = 10
"""Words a title has that is recognised in a sentence."""
_TERMS = 6
_ALIKE = 500
_SHORT_ID = re.compile(r"\b(?:pil|obj|kr|ini|prj)-\d{1,9}\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]{4,}")
_KINDS = (OBJECTIVES, KEY_RESULTS, PILLARS, PROJECTS, INITIATIVES)


async def block(reading: Reading, heard: Sequence[str], budget: int) -> str:
    """Return the company in at most so many tokens: what was named in the last messages first, omissions counted."""
    try:
        async with look(reading) as sight:
            told = await overview(sight, heard)
            return await asyncio.to_thread(compose, told, budget, reading.locale)
    except errors.NotFound:
        return say("no_company_yet", reading.locale)


async def overview(sight: ViewContext, heard: Sequence[str]) -> Overview:
    """Return what there is to choose from."""
    scores = await score(sight.source, sight.scope, sight.as_of)
    focus = await _focus(sight, heard)
    asking = [each.id for each in await attention(sight, scores)]
    recent = await _recent(sight)
    rows = {row.key: row for row in [*scores.pillars, *focus, *recent, *await _named(sight, asking)]}
    rows |= {row.key: row for row in await _children(sight, focus)}
    rows |= {row.key: row for row in await _heavy(sight, scores)}
    above = await sight.queries.ancestors(rows.values())
    rows |= above
    entries = {row.short: row for row in rows.values()}
    projects = await _projects(sight, list(rows.values()))
    parents = {row.key: row.short for row in rows.values()}
    told = await asyncio.to_thread(
        lambda: {id: _entry(sight, row, scores, parents, projects) for id, row in entries.items()}
    )
    cycle = (
        None if sight.cycle is None else Cycle(sight.cycle.name, sight.cycle.start, sight.cycle.end, sight.cycle.status)
    )
    head = Head(sight.scope.company.title, sight.today, await totals(sight, scores), cycle)
    return Overview(head, told, [row.short for row in focus], asking, [row.short for row in recent])


async def _focus(sight: ViewContext, heard: Sequence[str]) -> list[Row]:
    """Return what the last messages speak of.

    Ids first, then titles and codes in them, then titles that share their words.
    """
    text = "\n".join(reversed(heard))[:_HEARD]
    found = await _named(sight, dict.fromkeys(_SHORT_ID.findall(text.lower())))
    said = key(text)
    columns = Columns(sight.source, sight.scope.company.id)
    spoken = sorted(await columns.exactly(_KINDS, _phrases(said)), key=lambda each: -len(each.name))
    for code in [word for word in dict.fromkeys(said.split()) if code_of(word) == word][:6]:
        for kind in (OBJECTIVES, KEY_RESULTS):
            spoken += [each for each in await columns.beginning(kind, code, 5) if code_of(each.name) == code]
    terms = [word for word in dict.fromkeys(_WORD.findall(said)) if word not in _COMMON][:_TERMS]
    if terms and len(found) + len(spoken) < _FOCUS:
        alike = await columns.sharing(_KINDS, terms, _ALIKE)
        spoken += sorted(alike, key=lambda each: -sum(term in each.name for term in terms))[:_FOCUS]
    found += await rows_of(sight, spoken[:_FOCUS])
    return list({row.key: row for row in found if row.kind in _KINDS}.values())[:_FOCUS]


def _phrases(said: str) -> list[str]:
    """Return every few words that stand one behind the other, of which a title may be one."""
    words = [word for line in said.split("\n") for word in re.split(r"[\s,.;:!?\"“”()]+", line) if word][:_SPOKEN]
    made = [" ".join(words[at : at + size]) for size in range(1, _TITLE + 1) for at in range(len(words) - size + 1)]
    return list(dict.fromkeys(made))


async def _named(sight: ViewContext, ids: Iterable[str]) -> list[Row]:
    """Return the rows with these short ids."""
    numbers: dict[str, list[int]] = {}
    for id in ids:
        kind, number = short_parts(id)
        if kind is not None and number is not None:
            numbers.setdefault(kind, []).append(number)
    return [row for kind, some in numbers.items() for row in await sight.queries.numbered(kind, some)]


async def _recent(sight: ViewContext) -> list[Row]:
    lately = await Columns(sight.source, sight.scope.company.id).lately(_RECENT)
    rows = [row for kind in _KINDS for row in await sight.queries.rows(kind, [id for of, id in lately if of == kind])]
    return sorted(rows, key=lambda row: row.changed_at, reverse=True)


async def _children(sight: ViewContext, focus: Sequence[Row]) -> list[Row]:
    """Return what directly belongs to what was spoken of."""
    found: list[Row] = []
    for kind, above in ((OBJECTIVES, PILLARS), (KEY_RESULTS, OBJECTIVES), (INITIATIVES, KEY_RESULTS)):
        found += (await sight.queries.children(kind, [row.id for row in focus if row.kind == above]))[:100]
    return found


async def _heavy(sight: ViewContext, scores: Scores) -> list[Row]:
    """Return the heaviest objectives with their key results, as many as may fit, and projects."""
    chosen: list[str] = []
    room = _KEY_RESULTS
    for each in heaviest(scores.objectives, _OBJECTIVES):
        chosen.append(each.id)
        room -= scores.sums[each.id].size if each.id in scores.sums else 0
        if room <= 0:
            break
    key_results = (await sight.queries.children(KEY_RESULTS, chosen))[:_KEY_RESULTS]
    initiatives = (await sight.queries.children(INITIATIVES, [row.id for row in key_results]))[:_KEY_RESULTS]
    aims = await sight.queries.rows(OBJECTIVES, chosen)
    return [*aims, *key_results, *initiatives, *await sight.queries.of_kind(PROJECTS, most=_PROJECTS)]


async def _projects(sight: ViewContext, rows: Sequence[Row]) -> Mapping[str, list[str]]:
    """Return the short ids of the key results projects are linked to, by the project."""
    joins = await sight.queries.children(PROJECT_KRS, [row.id for row in rows if row.kind == PROJECTS])
    known = {row.id: row.short for row in await sight.queries.rows(KEY_RESULTS, [each.name for each in joins])}
    linked: dict[str, list[str]] = {}
    for each in joins:
        if each.name in known and each.parent:
            linked.setdefault(each.parent, []).append(known[each.name])
    return linked


def _entry(
    sight: ViewContext,
    row: Row,
    scores: Scores,
    parents: Mapping[tuple[str, str], str],
    projects: Mapping[str, list[str]],
) -> Entry:
    record = row.record
    match row.kind:
        case "strategic_pillars":
            return Entry(
                *(row.short, "pillar", row.title),
                progress=scores.of_pillar.get(row.id),
                objectives=len(scores.under(row.id)),
            )
        case "strategic_objectives":
            return Entry(
                *(row.short, "objective", row.title, _parent(row, PILLARS, parents), _status(row, "objective")),
                progress=scores.of_objective.get(row.id),
                weight=row.weight,
                due=row.due,
            )
        case "key_results":
            kr = progress.read(record, sight.scope.settings)
            percent = measured(row, sight.scope.settings, sight.as_of)
            status = row.status or suggested(pace(percent, expected(sight, kr)))
            return Entry(
                *(row.short, "key_result", row.title, _parent(row, OBJECTIVES, parents), status),
                progress=percent,
                current=number(record.get("current_value")),
                target=kr.target,
                unit=words(record.get("unit")),
            )
        case "kr_initiatives":
            parent = _parent(row, KEY_RESULTS, parents)
            status = _status(row, "initiative")
            return Entry(row.short, "initiative", row.title, parent, status, progress=row.progress)
        case _:
            linked = projects.get(row.id, [])
            status = _status(row, "project")
            return Entry(row.short, "project", row.title, status=status, progress=row.progress, key_results=linked)


def _status(row: Row, noun: str) -> str:
    """Return the status of an item; one that came without any has that of a new one."""
    return row.status or str(DEFAULTS[noun]["status"])


def _parent(row: Row, kind: str, parents: Mapping[tuple[str, str], str]) -> str | None:
    return parents.get((kind, row.parent or ""))


_COMMON = frozenset(
    (
        *("objetivo", "objetivos", "objective", "objectives", "pilar", "pilares", "pillar", "pillars", "resultado"),
        *("resultados", "chave", "result", "results", "iniciativa", "iniciativas", "initiative", "projeto", "projetos"),
        *("project", "projects", "para", "como", "este", "esta", "esse", "essa", "sobre", "atualize", "aumente"),
        *("peso", "weight", "status", "mude", "qual", "quais", "what", "which", "with", "that", "this", "from"),
        *("update", "change", "increase"),
    )
)
"""Words that name no item in particular."""
