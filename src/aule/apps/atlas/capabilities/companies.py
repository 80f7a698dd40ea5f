"""Companies: making one, editing one, and how its progress is worked out (AT-21)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from aule.apps.atlas.batch.aliases import Action
from aule.apps.atlas.batch.draft import PENDING, Draft, Moment, Written
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.batch.preview import field_change
from aule.apps.atlas.capabilities.edits import refuse_stale
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows import fields
from aule.apps.atlas.rows.kinds import COMPANIES, KEY_RESULTS
from aule.apps.atlas.rows.queries import Row, RowQueries, Source, companies
from aule.apps.atlas.rows.record import Record, columns_of
from aule.apps.atlas.rows.titles import key
from aule.apps.atlas.scope import OURS
from aule.apps.atlas.settings import DEFAULT, STRATEGY_HUB, Settings, read, settings_of, write
from aule.apps.atlas.words import say
from aule.sdk import RecordChange, errors

_REFRESHED = 1_000


async def create_company(source: Source, action: Action, moment: Moment) -> Batch:
    """Plan a new company; a name is used once."""
    doc = _checked(action)
    if doc.get("name") is None:
        fields.refuse_missing(action, "company", "name")
    known = await companies(source)
    if same := [row for row in known if row.name == key(doc["name"])]:
        raise errors.Conflict(
            f"There already is a company {doc['name']!r} ({same[0].short}).",
            code="company_exists",
            field=action.at("name"),
            subject=same[0].short,
            hint="Choose another name.",
        )
    id = moment.new_id()
    number = (await RowQueries(source, id).numbers()).get(COMPANIES, 0) + 1
    place = max((row.position for row in known), default=-1) + 1
    record = Record(
        id, COMPANIES, id, place, number, {"id": id, **doc, "created_at": moment.now}, changed_at=moment.now
    )
    row = Row(**columns_of(record, as_of=moment.today), stamp=PENDING)
    changes = [field_change(name, None, value) for name, value in doc.items()]
    shown = RecordChange(op="create", kind="company", title=row.title, fields=changes)
    after = {name: exact.plain(value) for name, value in doc.items()}
    planned = Planned(action, "create", row, [shown], None, after, action.warnings, [Written(None, row)])
    return Batch(Draft(source, row, DEFAULT, moment), [action.type], [planned])


async def update_company(batch: Batch, action: Action) -> Planned:
    """Plan an edit of the company itself, or of how it reckons."""
    row, draft = batch.draft.head, batch.draft
    given = _checked(action)
    refuse_stale(action, row, given)
    names = [name for name in given if name not in row.record or not exact.equal(row.record[name], given[name])]
    changes = [field_change(name, row.record.get(name), given[name]) for name in names]
    after = draft.edit(row, {**row.record, **given}) if names else row
    if action.data.get("settings") is not None:
        changes += await _decide(batch, _settings_in(action, draft.settings))
    shown = RecordChange(op="update", kind="company", id=row.short, title=row.title, fields=changes)
    was = {each.name: each.before for each in changes}
    becomes = {each.name: each.after for each in changes}
    return Planned(action, "update", after, [shown], was, becomes, list(action.warnings))


async def switch_defaults(batch: Batch, action: Action) -> Planned:
    """Plan that a company reckons as we recommend, or as its former program did (AT-21)."""
    head = batch.draft.head
    model = STRATEGY_HUB if action.data.get("to") == "original" else DEFAULT
    wanted = Settings(
        rollup_cap=model.rollup_cap,
        ytd_mode=model.ytd_mode,
        pillar_rollup=model.pillar_rollup,
        fiscal_year_start=batch.draft.settings.fiscal_year_start,
    )
    changes = await _decide(batch, wanted)
    warnings = list(action.warnings)
    if not changes:
        warnings.append(say("reckons_so_already", batch.locale))
    shown = RecordChange(op="update", kind="company", id=head.short, title=head.title, fields=changes)
    was = {each.name: each.before for each in changes}
    becomes = {each.name: each.after for each in changes}
    return Planned(action, "update", head, [shown], was, becomes, warnings)


async def _decide(batch: Batch, wanted: Settings) -> list[Any]:
    """Keep settings of our own beside the company's row, and work out anew what was reckoned with the former ones."""
    draft = batch.draft
    former, new = write(draft.settings), write(wanted)
    names = [name for name in new if not exact.equal(former[name], new[name])]
    if not names:
        return []
    ours = await draft.row(*OURS)
    draft.keep(ours, *OURS, {**(ours.record if ours else {}), **new})
    draft.settings = settings_of(draft.head.record, new)
    if {"ytd_mode", "fiscal_year_start"} & set(names) and not draft.moment.is_looking:
        after = -1
        while page := await draft.of_kind(KEY_RESULTS, after=after, most=_REFRESHED):
            await asyncio.to_thread(_refresh, draft, page)
            after = page[-1].position
    return [field_change(name, former[name], new[name]) for name in names]


def _refresh(draft: Draft, page: list[Row]) -> None:
    for row in page:
        draft.refresh(row)


def _settings_in(action: Action, now: Settings) -> Settings:
    given = action.data["settings"]
    known = write(now)
    at = action.at("settings")
    if not exact.is_object(given):
        raise errors.Invalid(
            "'settings' must be an object.", code="invalid_param", field=at, hint=f"It takes {', '.join(known)}."
        )
    for name in given:
        if name not in known:
            fields.refuse_unknown(action, "company", name, list(known), at=f"{at}.{name}")
    wanted = read(exact.exact(given), now)
    for name, value in write(wanted).items():
        if name in given and not exact.equal(value, exact.exact(given[name])):
            raise errors.Invalid(
                f"{name!r} of the settings cannot be {given[name]!r}.",
                code="invalid_param",
                field=f"{at}.{name}",
                hint=f"It is {known[name]!r} now.",
            )
    return wanted


def _checked(action: Action) -> dict[str, Any]:
    known: Mapping[str, Any] = fields.FIELDS["company"]
    given: dict[str, Any] = {}
    for name, value in action.data.items():
        if name in ("expected", "settings"):
            continue
        if name not in known:
            fields.refuse_unknown(action, "company", name, [*known, "settings"])
        given[name] = fields.check(action, "company", name, value).value
    return given
