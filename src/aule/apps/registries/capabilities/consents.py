"""Consents: the owner allows registries in a project, and takes that back. No agent does either."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.registries import queries
from aule.apps.registries import tables as t
from aule.apps.registries.app import registries
from aule.apps.registries.catalogue import chosen, registries_of, shown_hosts
from aule.apps.registries.records import Consent, Id, Registry
from aule.apps.registries.start import WaysOut
from aule.apps.registries.words import hint, risks, say
from aule.sdk import Context, Effect, FieldChange, RecordChange, Records, Row, RowWrite, errors, is_by_owner

Ids = Annotated[list[Id], Field(min_length=1, max_length=40, description="The registries, by their ids.")]


async def _show_allowing(context: Context, registries: Ids) -> Records:
    _refuse_others(context)
    picked = chosen(registries, registries_of(context.settings), context.locale)
    return _card("allow", picked, context)


@registries.capability(
    effect=Effect.WRITE,
    title={"en": "Allow package registries", "pt": "Permitir registros de pacotes"},
    category="registries",
    targets=["registries"],
    reversible=True,
    internal=True,
    preview=_show_allowing,
)
async def allow(context: Context, registries: Ids) -> list[Id]:
    """Let commands of this project reach package registries, each of their servers by its name, until it is revoked."""
    _refuse_others(context)
    await context.write_turn()
    picked = chosen(registries, registries_of(context.settings), context.locale)
    known = await queries.rows(context.reading, context.project.id)
    now = context.ambient.timestamp()
    for each in picked:
        consent = Consent(project=context.project.id, registry=each.id, urls=each.urls, allowed_at=now)
        row = {"project": consent.project, "registry": each.id, "doc": consent.model_dump_json()}
        await _write(context, known.get(each.id), row, each, "allow")
    return [each.id for each in picked]


async def _show_revoking(context: Context, registry: Id) -> Records:
    _refuse_others(context)
    return _card("revoke", [_titled(registry, context)], context)


@registries.capability(
    effect=Effect.WRITE,
    title={"en": "Revoke a package registry", "pt": "Revogar um registro de pacotes"},
    category="registries",
    targets=["registry"],
    reversible=True,
    internal=True,
    preview=_show_revoking,
)
async def revoke(context: Context, registry: Id) -> Id:
    """Let commands of this project reach a package registry no longer: connections that are open end at once."""
    _refuse_others(context)
    await context.write_turn()
    row = (await queries.rows(context.reading, context.project.id)).get(registry)
    if row is None:
        raise errors.NotFound(
            say("not_allowed", context.locale, id=registry), hint=hint("not_allowed", context.locale), field="registry"
        )
    ways: WaysOut = context.own
    ways.revoke(context.project.id, registry)
    await _write(context, row, None, _titled(registry, context), "revoke")
    return registry


def _titled(id: str, context: Context) -> Registry:
    """Return a registry by its id; one that the settings name no longer has its id for a title."""
    known = registries_of(context.settings).get(id)
    return known or Registry(id=id, kind="npm", title=id, urls=[], is_own=True)


def _refuse_others(context: Context) -> None:
    """Refuse whoever is not the owner at a door for people: a way out is never opened by words alone."""
    if not is_by_owner(context):
        raise errors.Refused(
            say("owner_only", context.locale), code="registries_owner_only", hint=hint("owner_only", context.locale)
        )


def _card(op: str, picked: list[Registry], context: Context) -> Records:
    records = [
        RecordChange(
            op="create" if op == "allow" else "delete",
            kind="registry",
            id=each.id if each.id != each.title else None,
            title=each.title,
            fields=[FieldChange(name=say("servers", context.locale), after=", ".join(shown_hosts(each)))],
            warnings=risks([each], context.locale) if op == "allow" else [],
        )
        for each in picked
    ]
    summary = say(op, context.locale, names=", ".join(each.title for each in picked))
    return Records(summary=summary, records=records, total=len(records))


async def _write(context: Context, before: Row | None, after: Row | None, registry: Registry, op: str) -> None:
    hosts = shown_hosts(registry)
    await context.change_rows(
        [RowWrite(t.consents, before, after)],
        entity=f"registries:{context.project.id}/{registry.id}",
        op="delete" if after is None else "create" if before is None else "update",
        title=say(op, context.locale, names=registry.title),
        before=None if before is None else {"servers": hosts},
        after=None if after is None else {"servers": hosts},
    )
