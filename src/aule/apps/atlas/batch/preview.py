"""What a batch would do, in words and one by one: the preview a person approves (AT-16, AT-50, AT-52)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from aule.apps.atlas.batch.draft import PENDING
from aule.apps.atlas.batch.planned import Batch, Planned
from aule.apps.atlas.rows import exact_json as exact
from aule.apps.atlas.rows.kinds import KINDS
from aule.apps.atlas.rows.queries import Row
from aule.apps.atlas.rows.values import REPLACE
from aule.apps.atlas.words import MESSAGES, counted, named, say
from aule.sdk import FieldChange, RecordChange, Records

CONFIRM_FROM = 20
"""More rows than this go only if somebody types the title of what goes."""

_VERBS = ("delete", "create", "update", "check_in", "link", "unlink")
"""Operations in the order in which a preview tells them."""


def change_title(planned: Planned, locale: str) -> str:
    """Return the line of the history about one action."""
    key = f"done_{planned.op}"
    return f"{say(key if key in MESSAGES else 'done_other', locale)}: {title_of(planned.row, locale)}"


def title_of(row: Row, locale: str) -> str:
    """Return what a row is called: its title, or the name of its kind where a company has only one of it."""
    if row.title or row.kind not in KINDS or KINDS[row.kind].natural != ("company_id",):
        return row.title or row.short
    name = named(KINDS[row.kind].noun, locale)
    return name[0].upper() + name[1:]


def field_change(name: str, before: Any, after: Any, note: str | None = None) -> FieldChange:
    """Return one field as it is and would be; of months only those that differ."""
    if name in ("monthly_targets", "monthly_actual"):
        before, after = differing(before, after)
    return FieldChange(name=name, before=exact.plain(before), after=exact.plain(after), note=note)


def differing(before: Any, after: Any) -> tuple[Any, Any]:
    """Return the months in which two maps of months differ."""
    if not exact.is_object(before) and not exact.is_object(after):
        return before, after
    old: Mapping[str, Any] = before if exact.is_object(before) else {}
    new: Mapping[str, Any] = after if exact.is_object(after) else {}
    names = [month for month in dict.fromkeys((*old, *new)) if month != REPLACE]
    differ = [month for month in names if not exact.equal(old.get(month), new.get(month))]
    return {month: old.get(month) for month in differ}, {month: new.get(month) for month in differ}


def known_id(row: Row) -> str | None:
    """Return the short id of a row as a preview names it; what is not there yet, or is never named, has none."""
    return None if row.stamp == PENDING or KINDS[row.kind].prefix is None else row.short


def preview(batch: Batch) -> Records:
    """Return all that a batch would do: what goes comes first, then the rest in its order."""
    locale = batch.locale
    shown = [record for planned in batch.done for record in planned.shown]
    records = [each for each in shown if each.op == "delete"] + [each for each in shown if each.op != "delete"]
    warnings = [warning for planned in batch.done for warning in planned.warnings]
    warnings += [f"{index}: {error.problem.message}" for index, error in batch.failed.items()]
    return Records(
        summary=summary(batch.done, locale) if batch.draft.is_only else _of_company(batch, locale),
        records=records,
        total=len(records),
        warnings=warnings,
        confirm=confirmation(batch.done),
    )


def summary(planned: Sequence[Planned], locale: str) -> str:
    """Return what would happen, in one sentence."""
    parts: list[str] = []
    shown = [record for each in planned for record in each.shown]
    for op in _VERBS:
        nouns = Counter(record.kind for record in shown if _op_of(record) == op)
        if not nouns:
            continue
        listed = _listed([counted(noun, count, locale) for noun, count in nouns.items()], locale)
        gone = sum(each.goes for each in planned) - nouns.total() if op == "delete" else 0
        if gone > 0:
            listed += _with_it(gone, locale)
        parts.append(f"{say(f'verb_{op}', locale)} {listed}")
    if not parts:
        return say("nothing_changes", locale)
    text = "; ".join(parts) + "."
    return text[0].upper() + text[1:]


def _with_it(gone: int, locale: str) -> str:
    if gone == 1:
        return say("with_one_row", locale)
    return say("with_rows", locale, gone=gone)


def confirmation(planned: Sequence[Planned]) -> str | None:
    """Return words somebody has to type.

    The title of a pillar that goes, or of what takes many rows with it (AT-50).
    """
    gone = [each for each in planned if each.op == "delete"]
    heavy = [each for each in gone if each.action.noun == "pillar" or each.goes > CONFIRM_FROM]
    if not heavy and sum(each.goes for each in gone) > CONFIRM_FROM:
        heavy = sorted(gone, key=lambda each: -each.goes)
    return (heavy[0].row.title or heavy[0].row.short) if heavy else None


def _of_company(batch: Batch, locale: str) -> str:
    head = batch.draft.head
    return f"{head.title} ({head.short}): {summary(batch.done, locale)}"


def _op_of(record: RecordChange) -> str:
    return "check_in" if record.kind == "check_in" else record.op


def _listed(parts: Sequence[str], locale: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {say('and', locale)} {parts[-1]}"
