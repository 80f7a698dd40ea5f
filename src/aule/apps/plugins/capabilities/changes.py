"""Changes of plugins: added, approved, enabled, disabled, removed. Approved is one hash, of descriptor and module."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, cast

from pydantic import Field

from aule.apps.plugins import queries
from aule.apps.plugins import tables as t
from aule.apps.plugins.app import plugins
from aule.apps.plugins.archives import MOST_ARCHIVE, read_archive, read_given
from aule.apps.plugins.cards import card
from aule.apps.plugins.folders import PluginFiles, read_from
from aule.apps.plugins.records import ApprovedPlugin, Hash, PluginName, PluginView
from aule.apps.plugins.start import Plugins, capability_rows
from aule.apps.plugins.words import hint, say
from aule.sdk import (
    Approve,
    Cascade,
    Context,
    Effect,
    Patch,
    RecordChange,
    Records,
    Row,
    RowWrite,
    errors,
    is_by_owner,
    only_as_shown,
)
from aule.sdk.wasm import module_hash_of

Name = Annotated[PluginName, Field(description="The plugin, by its name.")]
Artifact = Annotated[
    str | None, Field(max_length=120, description="The id of an uploaded zip or tar that holds the plugin.")
]
Folder = Annotated[
    str | None, Field(max_length=2_000, description="A folder of this machine with the plugin; the owner's hand only.")
]
Archive = Annotated[
    str | None,
    Field(max_length=MOST_ARCHIVE * 4 // 3 + 4, description="A zip or tar in Base64; the owner's hand only."),
]
Seen = Annotated[Hash | None, Field(description="The hash that was seen; none: whatever is there.")]


@dataclass(frozen=True, slots=True)
class _Found:
    """A plugin as it is to be approved."""

    files: PluginFiles
    functions: list[str]
    left_out: list[str]


async def _show_add(
    context: Context, artifact: Artifact = None, folder: Folder = None, archive: Archive = None
) -> Patch:
    return await _card(context, await _given(context, artifact, folder, archive))


@plugins.capability(
    effect=Effect.WRITE,
    title={"en": "Add a plugin", "pt": "Adicionar um plugin"},
    category="tools",
    unspoken=True,
    anywhere=True,
    reversible=True,
    approval=Approve.ALWAYS,
    preview=_show_add,
    timeout_s=300,
)
async def add(
    context: Context, artifact: Artifact = None, folder: Folder = None, archive: Archive = None
) -> PluginView:
    """Put a plugin from an archive or a folder into the folder of plugins, and let it be used as it is shown.

    It gets nothing but what its descriptor names: no files, no network but the sites listed, no secrets but those
    named.
    """
    await context.write_turn()
    found = await _given(context, artifact, folder, archive)
    for each in found.left_out:
        context.warn("left_out", say("left_out", context.locale, entry=each))
    token = context.ambient.ids.new("put")
    view = await _approve(context, found, put=token)
    return view


async def _show_approve(context: Context, name: Name, hash: Seen = None) -> Patch:
    return await _card(context, await _on_disk(context, name, hash))


@plugins.capability(
    effect=Effect.WRITE,
    title={"en": "Approve a plugin", "pt": "Aprovar um plugin"},
    category="tools",
    targets=["name"],
    unspoken=True,
    anywhere=True,
    reversible=True,
    approval=Approve.ALWAYS,
    preview=_show_approve,
    timeout_s=300,
)
async def approve_plugin(context: Context, name: Name, hash: Seen = None) -> PluginView:
    """Let a plugin from the folder of plugins be used exactly as it is shown; any change in its files asks again."""
    await context.write_turn()
    return await _approve(context, await _on_disk(context, name, hash), put=None)


@plugins.capability(
    effect=Effect.WRITE,
    title={"en": "Enable a plugin", "pt": "Ativar um plugin"},
    category="tools",
    targets=["name"],
    unspoken=True,
    anywhere=True,
    reversible=True,
    approval=Approve.ALWAYS,
)
async def enable_plugin(context: Context, name: Name) -> PluginView:
    """Take a plugin that was disabled into use again, as it was approved."""
    await context.write_turn()
    return await _set(context, name, "enabled")


@plugins.capability(
    effect=Effect.WRITE,
    title={"en": "Disable a plugin", "pt": "Desativar um plugin"},
    category="tools",
    targets=["name"],
    unspoken=True,
    anywhere=True,
    reversible=True,
)
async def disable_plugin(context: Context, name: Name) -> PluginView:
    """Take a plugin out of use: its running calls end, nobody can call it, and its values stay."""
    _own(context).box.stop(name)  # a call that runs may hold what the change waits for
    await context.write_turn()
    return await _set(context, name, "disabled")


async def _show_remove(context: Context, name: Name) -> Records:
    own = _own(context)
    found = await own.view(context.reading, name, context.locale)
    kept = len(await queries.value_rows(context.reading, name))
    cascade = Cascade(counts={say("values", context.locale): kept}, examples=[]) if kept else None
    record = RecordChange(op="delete", kind="plugin", id=name, title=found.title or name, cascade=cascade)
    warning = say("files_go", context.locale)
    summary = say("title_remove", context.locale, name=name)
    return Records(summary=summary, records=[record], total=1, warnings=[warning])


@plugins.capability(
    effect=Effect.DELETE,
    title={"en": "Remove a plugin", "pt": "Remover um plugin"},
    category="tools",
    targets=["name"],
    unspoken=True,
    anywhere=True,
    preview=_show_remove,
)
async def remove_plugin(context: Context, name: Name) -> str:
    """Remove a plugin: its running calls end, its folder is deleted, and so is what it keeps."""
    own = _own(context)
    own.box.stop(name)
    await context.write_turn()
    await own.view(context.reading, name, context.locale)  # raises where there is none
    known = await queries.row(context.reading, name)
    rows = [
        *((t.capabilities, row) for row in await queries.capability_rows(context.reading, name)),
        *((t.values, row) for row in await queries.value_rows(context.reading, name)),
    ]
    writes = [RowWrite(table, row, None) for table, row in rows]
    if known is not None:
        await own.unload(ApprovedPlugin.model_validate_json(known["doc"]), ends_calls=True)
        writes.append(RowWrite(t.approved, known, None))
    if writes:
        title = say("title_remove", context.locale, name=name)
        await context.change_rows(writes, entity=f"plugins:{name}", op="delete", title=title)
    # A crash before the rows are recorded leaves an approval without files, which runs nothing.
    await asyncio.to_thread(own.folders.remove, name, context.ambient.ids.new("gone"))
    return name


async def _given(context: Context, artifact: str | None, folder: str | None, archive: str | None) -> _Found:
    """Return the plugin that is to be added, from an archive or a folder."""
    if sum(each is not None for each in (artifact, folder, archive)) != 1:
        raise errors.Invalid(say("one_source", context.locale), code="one_source", field="artifact")
    if artifact is not None:
        content = context.content(await context.artifact(artifact), MOST_ARCHIVE)
        files, left_out = await asyncio.to_thread(read_archive, content, context.locale)
    elif archive is not None:
        _refuse_others(context)
        files, left_out = await asyncio.to_thread(read_given, archive, context.locale)
    else:
        _refuse_others(context)
        files = await asyncio.to_thread(read_from, Path(str(folder)), context.locale)
        left_out = []
    return await _checked(context, files, left_out)


async def _on_disk(context: Context, name: str, seen: str | None) -> _Found:
    files = await _own(context).files(name, context.locale)
    if seen is not None and files.hash != seen:
        raise errors.Conflict(
            say("not_as_seen", context.locale, name=name), code="stale", hint=hint("not_as_seen", context.locale)
        )
    return await _checked(context, files, [])


async def _checked(context: Context, files: PluginFiles, left_out: list[str]) -> _Found:
    own = _own(context)
    await own.check(context.reading, files.descriptor, context.locale)
    facts = await own.facts(files)
    _check_functions(files, facts.host_functions, context.locale)
    return _Found(files, facts.host_functions, left_out)


def _check_functions(files: PluginFiles, functions: list[str], locale: str) -> None:
    """Refuse a module that calls what its descriptor does not declare: each such call would be refused."""
    found = files.descriptor
    declared = {"secret_get": bool(found.secrets), "http_fetch": bool(found.domains)}
    declared |= dict.fromkeys(("kv_get", "kv_set", "kv_delete"), found.kv)
    for each in functions:
        if not declared.get(each, True):
            raise errors.Refused(
                say("undeclared_function", locale, function=each),
                code="undeclared_function",
                hint=hint("undeclared_function", locale),
            )


async def _card(context: Context, found: _Found) -> Patch:
    known = await queries.approved(context.reading, found.files.descriptor.name)
    before = None if known is None else (known.descriptor, known.hash, known.host_functions)
    return card(before, (found.files.descriptor, found.files.hash, found.functions), context.locale)


async def _approve(context: Context, found: _Found, *, put: str | None) -> PluginView:
    """Record what was approved, and put its files into place where they are not there yet."""
    only_as_shown(context, await _card(context, found))
    files = found.files
    plugin = ApprovedPlugin(
        name=files.descriptor.name,
        status="enabled",
        hash=files.hash,
        module_hash=module_hash_of(files.module),
        descriptor=files.descriptor,
        host_functions=found.functions,
        approved_at=context.ambient.timestamp(),
    )
    own = _own(context)
    before = await _write(context, plugin, "approve")
    if put is not None:
        await asyncio.to_thread(own.folders.put, files, put)
    if before is not None:
        await own.unload(before, ends_calls=False)
    return await own.view(context.reading, plugin.name, context.locale) if put is None else _view_of(plugin)


async def _set(context: Context, name: str, status: str) -> PluginView:
    own = _own(context)
    known = await queries.approved(context.reading, name)
    if known is None:
        await own.view(context.reading, name, context.locale)
        raise errors.Conflict(
            say("not_approved", context.locale, name=name),
            code="not_approved",
            hint=hint("not_approved", context.locale, name=name),
        )
    after = ApprovedPlugin.model_validate({**known.model_dump(), "status": status})
    if status == "enabled":
        await _on_disk(context, name, known.hash)
    await _write(context, after, status)
    await own.unload(known, ends_calls=status == "disabled")
    return _view_of(after)


async def _write(context: Context, plugin: ApprovedPlugin, op: str) -> ApprovedPlugin | None:
    """Write the rows of a plugin; return what they were of before."""
    row = await queries.row(context.reading, plugin.name)
    old = {each["name"]: each for each in await queries.capability_rows(context.reading, plugin.name)}
    new = {each["name"]: each for each in capability_rows(plugin)}
    doc: Row = {"name": plugin.name, "status": plugin.status, "hash": plugin.hash, "doc": plugin.model_dump_json()}
    writes = [RowWrite(t.approved, row, doc)]
    writes += [RowWrite(t.capabilities, old.get(name), new.get(name)) for name in sorted({*old, *new})]
    title = say(f"title_{op}", context.locale, name=plugin.name)
    entity = f"plugins:{plugin.name}"
    await context.change_rows(writes, entity=entity, op="create" if row is None else "update", title=title)
    return None if row is None else ApprovedPlugin.model_validate_json(row["doc"])


def _view_of(plugin: ApprovedPlugin) -> PluginView:
    return PluginView(
        name=plugin.name,
        state=plugin.status,
        version=plugin.descriptor.version,
        title=plugin.descriptor.title.en,
        description=plugin.descriptor.description.en,
        hash=plugin.hash,
        approved_hash=plugin.hash,
        capabilities=[each.full_name for each in plugin.descriptor.capabilities],
        domains=plugin.descriptor.domains,
        sends=plugin.descriptor.sends,
        secrets=plugin.descriptor.secrets,
        kv=plugin.descriptor.kv,
        limits=plugin.descriptor.limits,
    )


def _refuse_others(context: Context) -> None:
    """Refuse whoever is not the owner at a door for people: a folder of this machine is not for others to name."""
    if not is_by_owner(context):
        raise errors.Refused(
            say("owner_only", context.locale), code="plugin_owner_only", hint=hint("owner_only", context.locale)
        )


def _own(context: Context) -> Plugins:
    return cast("Plugins", context.own)
