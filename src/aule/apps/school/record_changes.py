"""Making and editing one thing: its id, its times, and how it is shown before it happens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from pydantic import ValidationError

from aule.apps.school.entities import Conteudo, Grade, Kept, Materia
from aule.apps.school.subjects import standard
from aule.apps.school.table_mapping import Entity, kind_of, title_of
from aule.apps.school.words import counted, say
from aule.sdk import FieldChange, Model, RecordChange, Records, TableCount, errors

if TYPE_CHECKING:
    from aule.apps.school.source import SchoolSource
    from aule.sdk import Context

_HIDDEN = frozenset({"id", "created_at", "updated_at", "external_ids", "extra", "origem", "versao", "necessidades"})
MOST_RECORDS = 200
"""How many records a preview shows one by one."""


def new_id(context: Context, of: type[Kept]) -> str:
    """Return a fresh id: `atv_01…`."""
    return context.ambient.ids.new(kind_of(of).prefix)


def stamped(context: Context, entity: Entity, before: Kept | None = None) -> Entity:
    """Return an entity with the time it was made, and the time of this."""
    now = context.ambient.timestamp()
    return entity.model_copy(update={"created_at": before.created_at if before else now, "updated_at": now})


def picked(given: Mapping[str, object], names: Iterable[str]) -> dict[str, Any]:
    """Return only these of the given values; what is absent stays absent."""
    return {name: given[name] for name in names if name in given}


def edited(context: Context, before: Entity, **changes: Any) -> Entity:
    """Return what becomes of an entity with some fields changed, checked as a whole; null clears one."""
    fields = type(before).model_fields
    for name, value in changes.items():
        if value is None and not fields[name].is_required():
            changes[name] = fields[name].get_default(call_default_factory=True)
    values = {**before.model_dump(), **changes}
    return stamped(context, checked(type(before), values), before)


def checked(of: type[Entity], values: Mapping[str, Any], at: str = "") -> Entity:
    """Return values as the entity they are; what does not fit is an error that names the parameter."""
    try:
        return of.model_validate(values)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        field = ".".join(str(part) for part in ((at,) if at else ()) + first["loc"])
        raise errors.Invalid(
            f"{field}: {first['msg']} ({first['input']!r:.80}).",
            code="invalid_param",
            field=field,
            hint="Correct this value.",
        ) from wrong


async def subject_for(context: Context, source: SchoolSource, said: str) -> tuple[Materia, bool]:
    """Return the subject that is meant, and whether it has to be made: one of the curriculum that nobody keeps yet."""
    try:
        return await source.materia(said), False
    except errors.NotFound:
        meant = standard(said)
        if meant is None:
            raise
        made = Materia(id=new_id(context, Materia), nome=meant.nome, componente_bncc=meant.componente, cor=meant.cor)
        return stamped(context, made), True


def record_of(
    op: Literal["create", "update", "delete", "link", "unlink"],
    entity: Model,
    before: Model | None = None,
    *,
    path: Sequence[str] = (),
    names: Mapping[str, str] | None = None,
) -> RecordChange:
    """Return one record as a preview shows it, ids replaced by `names` where they are known."""
    return RecordChange(
        op=op,
        kind=kind_of(entity).name,
        id=None if op == "create" else getattr(entity, "id", None),
        title=title_of(before if before is not None else entity),
        path=[part for part in path if part],
        fields=[] if op == "delete" else field_changes(entity, before, names or {}),
    )


def field_changes(after: Model, before: Model | None, names: Mapping[str, str]) -> list[FieldChange]:
    """Return the fields that are new or differ, in words a person reads."""
    title = kind_of(after).title
    changes: list[FieldChange] = []
    for name in type(after).model_fields:
        new = getattr(after, name)
        old = None if before is None else getattr(before, name)
        if name in _HIDDEN or new == old or (before is None and (name == title or not new)):
            continue
        changes.append(FieldChange(name=name, before=_shown(old, names), after=_shown(new, names)))
    return changes


def records(
    summary: str,
    changes: Iterable[RecordChange],
    *,
    warnings: Sequence[str] = (),
    tables: Sequence[TableCount] = (),
    confirm: str | None = None,
) -> Records:
    """Return a preview: removals first, at most so many one by one."""
    every = sorted(changes, key=lambda each: each.op != "delete")
    counts = list(tables) if tables or len(every) <= MOST_RECORDS else _counts(every)
    return Records(
        summary=summary,
        records=every[:MOST_RECORDS],
        tables=counts,
        total=len(every) or sum(each.create + each.update + each.delete for each in counts),
        warnings=list(warnings),
        confirm=confirm,
    )


def nothing(locale: str, summary: str | None = None) -> Records:
    """Return a preview of a call that changes nothing."""
    return Records(summary=summary or say("nothing_would_change", locale), records=[], total=0)


def _counts(every: Sequence[RecordChange]) -> list[TableCount]:
    kinds = dict.fromkeys(each.kind for each in every)
    ops = {"create": "create", "update": "update", "delete": "delete", "link": "update", "unlink": "update"}
    return [
        TableCount(
            name=kind,
            **{op: sum(each.kind == kind and ops[each.op] == op for each in every) for op in set(ops.values())},
        )
        for kind in kinds
    ]


def _shown(value: Any, names: Mapping[str, str]) -> Any:
    """Return a value for a person: names in place of ids, a count in place of an activity's content."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Conteudo):
        return counted("questao", len(value.questoes), "pt")
    if isinstance(value, Grade):
        return f"{len(value.linhas)} × {len(value.linhas[0]) if value.linhas else 0}"
    if isinstance(value, Model):
        return {name: _shown(getattr(value, name), names) for name in type(value).model_fields}
    if isinstance(value, (list, tuple)):
        return [_shown(each, names) for each in value]  # pyright: ignore[reportUnknownVariableType]
    return value
