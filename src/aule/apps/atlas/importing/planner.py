"""Planning an import: row by row, what each becomes in the company it goes to. Nothing is written here.

Tables come in an order in which what a row belongs to is settled before the row. Each step looks at some rows of one
table: they are read and checked in a thread, what is stored of them is fetched at once, and then each is settled.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal

from aule.apps.atlas.exporting import queries as stacks
from aule.apps.atlas.importing.completion import Completion
from aule.apps.atlas.importing.destinations import Routes
from aule.apps.atlas.importing.merge import (
    Candidate,
    Settled,
    make_id,
    natural_key,
    seed_of,
    settle_known,
    settle_new,
)
from aule.apps.atlas.importing.parcel import Parcel, Said
from aule.apps.atlas.importing.relations import in_order
from aule.apps.atlas.importing.target import Target
from aule.apps.atlas.rows import circles
from aule.apps.atlas.rows.kinds import COMPANIES, KINDS, LINKS
from aule.apps.atlas.rows.queries import Row, RowQueries, Source
from aule.apps.atlas.rows.record import reference
from aule.apps.atlas.rows.references import look_up
from aule.sdk import errors

SOME = 2_000
"""Rows that are looked at in one step."""
IdPolicy = Literal["auto", "keep", "remap"]
Mode = Literal["merge", "replace"]


@dataclass(frozen=True, slots=True)
class Choice:
    """How a person wants an import."""

    mode: Mode = "merge"
    id_policy: IdPolicy = "auto"
    allow_partial: bool = False


@dataclass(slots=True)
class _Match:
    """What was found of some rows."""

    by_id: dict[str, Row] = field(default_factory=dict[str, Row])
    siblings: dict[tuple[str | None, tuple[str, ...]], list[Row]] = field(
        default_factory=dict[tuple["str | None", tuple[str, ...]], list[Row]]
    )
    taken: set[str] = field(default_factory=set[str])


class Planner:
    """Plans one import."""

    def __init__(
        self,
        parcel: Parcel,
        source: Source,
        target: Target,
        choice: Choice,
        today: date,
        queries: RowQueries | None = None,
    ) -> None:
        self.parcel = parcel
        self.source = source
        self.target = target
        self.choice = choice
        self.queries = queries or RowQueries(source, target.id)
        self._is_laid = queries is not None
        self.routes = Routes(parcel, target.id, target.source, choice.mode == "replace")
        self.completion = Completion(parcel, target, today)
        self.renamed = 0
        """Rows that get another id because theirs is taken, or because new ones are wanted."""
        self._stored: dict[str, int] = {}
        self._has_others = False
        self._claimed: set[tuple[str, str]] = set()
        self._seeds: Counter[str] = Counter()

    async def steps(self) -> AsyncIterator[tuple[str, list[Settled]]]:
        """Settle all rows, some of one table at a time."""
        self._stored = await stacks.stored(self.source, self.target.id)
        if self._is_laid:  # other actions may have made rows of any kind
            self._stored |= dict.fromkeys((*KINDS, *self.parcel.stacks), 1)
        self._has_others = await stacks.has_others(self.source, self.target.id)
        if (company := self.completion.company()) is not None:
            yield COMPANIES, [company]
        await self.completion.find_cycle(self.queries)
        for table in in_order(self.parcel.stacks):
            circling = await self._circles() if table == LINKS else set[int]()
            rows = enumerate(self.parcel.open(table))
            done, count = 0, self.parcel.stacks[table].count
            while done < count:
                read = await asyncio.to_thread(self.routes.read, table, rows, SOME)
                done += SOME
                yield table, await self._settle(table, [each for each in read if self._fits(each, circling)])
        for extra in self.completion.extras():
            yield extra.table, [extra]

    def _fits(self, candidate: Candidate, circling: set[int]) -> bool:
        if candidate.table == COMPANIES:
            if candidate.id is None or candidate.id == self.target.source:
                return True
            self.routes.drop(candidate, Said("second_company"))
            return False
        if candidate.place not in circling:
            return True
        ends = {"parent": candidate.parent, "child": candidate.record.get("child_objective_id")}
        self.routes.drop(candidate, Said("circle", ends))
        return False

    async def _settle(self, table: str, read: list[Candidate]) -> list[Settled]:
        if table == COMPANIES:
            return self._settle_company(read)
        await self._find_outer(read)
        read = [each for each in read if not each.outer or self.routes.settle_outer(each)]
        match = await self._match(table, read)
        return await asyncio.to_thread(self._each, read, match)

    def _settle_company(self, read: list[Candidate]) -> list[Settled]:
        settled: list[Settled] = []
        for candidate in read[:1]:
            row = self.target.row
            if row is None:
                one = settle_new(candidate, self.target.id, self.target.former, shows_id=True)
            elif self.target.is_other:
                one = Settled(COMPANIES, candidate.place, "unchanged", row.id, row.record, row.doc, row)
                self.routes.left.setdefault(COMPANIES, set()).add(candidate.place)  # it keeps its own fields
            else:
                one = settle_known(candidate, row, exactly=self.routes.is_replacing)
            self._route(candidate, one.id)
            settled.append(one)
        return settled

    async def _find_outer(self, read: Iterable[Candidate]) -> None:
        """Look up what rows name that is not in the file: by id, by short id, and in nested documents by title."""
        wanted: dict[str, set[str]] = {}
        for candidate in read:
            for _, table, id in candidate.outer:
                if (table, id) not in self.routes.outer:
                    wanted.setdefault(table, set()).add(id)
        for table, ids in wanted.items():
            found = {row.id: row for row in await self.queries.rows(table, sorted(ids))}
            found |= await self.queries.called(table, ids - found.keys())
            for id in ids:
                self.routes.outer[table, id] = found[id].id if id in found else await self._named(table, id)

    async def _named(self, table: str, wanted: str) -> str | None:
        """Return the id of what nested documents and tables for spreadsheets name by its title."""
        kind = KINDS.get(table)
        if kind is None or kind.prefix is None or self.parcel.form not in ("nested", "csv"):
            return None
        found = await look_up(self.queries, table, wanted)
        if found is not None and len(found[1]) > 1:
            options = " / ".join(row.title for row in found[1][:5])
            values = {"field": kind.noun, "value": wanted, "options": options}
            self.routes.unclear[table, wanted] = Said("unclear_link", values)
            return None
        return found[1][0].id if found is not None else None

    async def _match(self, table: str, read: list[Candidate]) -> _Match:
        """Return what is stored of these rows: under their ids, as siblings alike, and in other companies."""
        match = _Match()
        ids = [each.given for each in read if each.given is not None]
        if self._stored.get(table):
            match.by_id = {row.id: row for row in await self.queries.rows(table, ids, deleted=True)}
            alone = [each for each in read if not _is_live(match.by_id.get(each.given or ""))]
            match.siblings = await self._siblings(table, alone)
        free = [id for id in ids if id not in match.by_id]
        if self._has_others and free:
            match.taken = await stacks.taken(self.source, self.target.id, table, free)
        made = [self._new_id(each) for each in read if self._is_made(each, match)]
        if self._stored.get(table) and made:
            match.by_id |= {row.id: row for row in await self.queries.rows(table, made, deleted=True)}
        return match

    async def _siblings(
        self, table: str, alone: list[Candidate]
    ) -> dict[tuple[str | None, tuple[str, ...]], list[Row]]:
        kind = KINDS.get(table)
        if kind is None or not kind.natural or kind.parent is None or not alone:
            return {}
        found: dict[tuple[str | None, tuple[str, ...]], list[Row]] = {}
        in_file = self.parcel.stacks[table].ids
        for row in await self.queries.children(table, {each.parent for each in alone if each.parent}):
            if row.id not in in_file and (natural := natural_key(kind, row.record)) is not None:
                found.setdefault((row.parent, natural), []).append(row)
        return found

    def _each(self, read: list[Candidate], match: _Match) -> list[Settled]:
        settled: list[Settled] = []
        exactly = self.routes.is_replacing
        for candidate in read:
            row = match.by_id.get(candidate.given or "")
            if not _is_live(row):
                row = self._sibling(candidate, match) or row
            if row is not None and _is_live(row):
                one = settle_known(candidate, row, exactly=exactly)
            elif row is not None:
                one = settle_new(candidate, row.id, row, shows_id=True)
            elif candidate.given in match.taken and self.choice.id_policy == "keep":
                self.routes.drop(candidate, Said("id_taken"))
                continue
            else:
                one = self._create(candidate, match)
            self._route(candidate, one.id)
            settled.append(one)
        return settled

    def _sibling(self, candidate: Candidate, match: _Match) -> Row | None:
        """Return the row of the company that is this one under another id; each is taken once."""
        kind = KINDS.get(candidate.table)
        natural = natural_key(kind, candidate.record) if kind is not None and match.siblings else None
        if natural is None:
            return None
        for row in match.siblings.get((candidate.parent, natural), ()):
            if row.key not in self._claimed:
                self._claimed.add(row.key)
                return row
        return None

    def _create(self, candidate: Candidate, match: _Match) -> Settled:
        id, shows_id = candidate.fresh or (candidate.given or "", True)
        row = match.by_id.get(id)
        if row is not None and _is_live(row):
            self._claimed.add(row.key)
            return settle_known(candidate, row, exactly=self.routes.is_replacing)
        self.routes.note_alone(candidate)
        if candidate.given is None:
            self.completion.fill(candidate, self.routes)
        elif candidate.given != id:
            self.renamed += 1
        return settle_new(candidate, id, row, shows_id=shows_id)

    def _is_made(self, candidate: Candidate, match: _Match) -> bool:
        """Tell whether a row that is not there gets an id other than its own."""
        return candidate.given is None or self.choice.id_policy == "remap" or candidate.given in match.taken

    def _new_id(self, candidate: Candidate) -> str:
        seed = seed_of(candidate, self.target.id)
        times = self._seeds[seed]
        self._seeds[seed] += 1
        candidate.fresh = make_id(candidate, self.target.id, times)
        return candidate.fresh[0]

    def _route(self, candidate: Candidate, id: str) -> None:
        if candidate.id is None:
            self.routes.unnamed[candidate.table, candidate.place] = id
        elif candidate.id != id:
            self.routes.renamed.setdefault(candidate.table, {})[candidate.id] = id

    async def _circles(self) -> set[int]:
        """Return the places of links that would close a circle."""
        known = {(row.parent or "", row.name) for row in await self.queries.of_kind(LINKS)}
        return await asyncio.to_thread(self._circling, known)

    def _circling(self, known: set[circles.Link]) -> set[int]:
        places: list[int] = []
        links: list[circles.Link] = []
        renamed = self.routes.renamed.get("strategic_objectives", {})
        for place, raw in enumerate(self.parcel.open(LINKS)):
            if place in self.parcel.stacks[LINKS].problems:
                continue
            parent = reference(raw.value.get("parent_objective_id")) or ""
            child = reference(raw.value.get("child_objective_id")) or ""
            link = (renamed.get(parent, parent), renamed.get(child, child))
            if all(link) and link not in known:
                places.append(place)
                links.append(link)
        return {places[at] for at in circles.closing(list(known), links)}


def _is_live(row: Row | None) -> bool:
    return row is not None and row.deleted is None


def refusal(routes: Routes, locale: str) -> str:
    """Return why nothing of a file is imported: how many of its rows cannot be taken, and the first of them."""
    key = "refused" if routes.problem_count > 1 else "refused_one"
    said: dict[str, Any] = {"count": routes.problem_count, "first": routes.problems[0].text(locale)}
    return Said(key, said).text(locale)


def refuse_any(routes: Routes, choice: Choice, locale: str) -> None:
    """Stop where rows cannot be taken, unless the good ones are wanted by themselves."""
    if not routes.problem_count or choice.allow_partial:
        return
    shown = [problem.text(locale) for problem in routes.problems[:20]]
    raise errors.Invalid(
        refusal(routes, locale),
        code="invalid_rows",
        hint="\n".join([Said("refused_hint").text(locale), *shown[1:]]),
        candidates=shown,
    )
