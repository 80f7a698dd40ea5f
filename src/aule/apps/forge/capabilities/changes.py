"""Changes of tools: made, edited, rolled back, shared, revoked. Every version is kept, and all can be undone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, cast

from pydantic import Field

from aule.apps.forge import queries
from aule.apps.forge import tables as t
from aule.apps.forge.app import forge
from aule.apps.forge.cards import card, describe_failures
from aule.apps.forge.checks import check_draft, check_name, reach_of
from aule.apps.forge.files import read_tool_file
from aule.apps.forge.records import ForgedTool, Origin, ToolDraft, ToolName, draft_of, hash_of
from aule.apps.forge.start import Forge, capability_of
from aule.apps.forge.tool_calls import failed
from aule.apps.forge.words import hint, say
from aule.contracts.events.facts import CallFailed
from aule.sdk import Approve, Cascade, Context, Effect, Patch, RecordChange, Records, Row, RowWrite, errors

REPAIR_ROUNDS = 2
"""How often an agent is told of failing tests before a person sees them."""
Name = Annotated[ToolName, Field(description="Its name: lower-case letters, digits and underscores.")]
Expected = Annotated[int | None, Field(ge=1, description="The version that was edited; none: whatever is current.")]
Scope = Annotated[Literal["project", "home"], Field(description="Who may use it: this project, or every project.")]


@dataclass(frozen=True, slots=True)
class _ToolChange:
    """A tool as it is and as it would be."""

    row: Row | None
    before: ForgedTool | None
    after: ForgedTool

    def card(self, locale: str) -> Patch:
        """Return what a person sees before it is kept."""
        return card(self.before, self.after, locale)

    async def write(self, context: Context, op: str) -> ForgedTool:
        """Write the rows; running calls of the former version end."""
        after = self.after
        writes = [RowWrite(t.tools, self.row, _row(after))]
        if self.before is None or after.version != self.before.version:
            version = {"name": after.name, "version": after.version, "doc": after.model_dump_json()}
            writes.append(RowWrite(t.versions, None, version))
        title = say(f"title_{op}", context.locale, name=after.name)
        await context.change_rows(writes, entity=f"forge:{after.name}", op=op, title=title)
        if self.before is not None:
            _own(context).end_calls(after.name)
        return after


async def show_create(context: Context, name: Name, tool: ToolDraft, scope: Scope = "project") -> Patch:
    """Return the card of a tool that would be made."""
    return (await _create(context, name, tool, scope, _origin(context, tool))).card(context.locale)


@forge.capability(
    effect=Effect.WRITE,
    title={"en": "Create a tool", "pt": "Criar uma ferramenta"},
    category="tools",
    targets=["name"],
    reversible=True,
    unspoken=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=show_create,
    timeout_s=300,
)
async def create_tool(context: Context, name: Name, tool: ToolDraft, scope: Scope = "project") -> ForgedTool:
    """Create a tool from small Python source with examples and tests; usable as `tool.NAME` once a person approves.

    `source` defines `def run(...)` with the parameters of `params`. It has no files, no network, and of the standard
    library only json, re, math, datetime, base64, hashlib, csv, decimal, random and unicodedata. Capabilities named in
    `calls` it may call: `call("app.name", {...})` gives what they give, and tests say what each call gives. With
    `runtime` `wasm_python` it is full Python and its standard library in WebAssembly, and with `native` in a box; both
    are without files and network.
    """
    await context.write_turn()
    return await (await _create(context, name, tool, scope, _origin(context, tool))).write(context, "create")


async def _show_edit(context: Context, name: Name, tool: ToolDraft, expected: Expected = None) -> Patch:
    return (await _edit(context, name, tool, expected)).card(context.locale)


@forge.capability(
    effect=Effect.WRITE,
    title={"en": "Edit a tool made here", "pt": "Editar uma ferramenta feita aqui"},
    category="tools",
    targets=["name"],
    reversible=True,
    unspoken=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_show_edit,
    timeout_s=300,
)
async def edit_tool(context: Context, name: Name, tool: ToolDraft, expected: Expected = None) -> ForgedTool:
    """Save another version of a tool made here; calls that run meanwhile end."""
    await context.write_turn()
    return await (await _edit(context, name, tool, expected)).write(context, "update")


async def _show_restore(context: Context, name: Name, version: Annotated[int, Field(ge=1)]) -> Patch:
    return (await _restore(context, name, version)).card(context.locale)


@forge.capability(
    effect=Effect.WRITE,
    title={"en": "Roll a tool back", "pt": "Voltar uma ferramenta a uma versão"},
    category="tools",
    targets=["name"],
    reversible=True,
    unspoken=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_show_restore,
    timeout_s=300,
)
async def restore_tool(
    context: Context, name: Name, version: Annotated[int, Field(ge=1, description="The version to go back to.")]
) -> ForgedTool:
    """Make an earlier version of a tool the current one again, as a new version; its tests run again."""
    await context.write_turn()
    return await (await _restore(context, name, version)).write(context, "restore")


async def _show_revoke(context: Context, name: Name) -> Records:
    tool = await queries.tool(context.reading, name, context.locale)
    users = await _own(context).users(tool.capability)
    cascade = Cascade(counts={say("workflows", context.locale): len(users)}, examples=users[:10]) if users else None
    record = RecordChange(op="delete", kind="tool", id=tool.name, title=tool.title.en, cascade=cascade)
    summary = say("title_revoke", context.locale, name=tool.name)
    warnings = [say("used_by", context.locale, names=", ".join(users[:10]))] if users else []
    return Records(summary=summary, records=[record], total=1, warnings=warnings)


@forge.capability(
    effect=Effect.WRITE,
    title={"en": "Revoke a tool made here", "pt": "Revogar uma ferramenta feita aqui"},
    category="tools",
    targets=["name"],
    reversible=True,
    unspoken=True,
    anywhere=True,
    preview=_show_revoke,
)
async def revoke_tool(context: Context, name: Name) -> ForgedTool:
    """Take a tool out of use: running calls end, nobody can call it, and its versions stay."""
    await context.write_turn()
    row, before = await _current(context, name, None)
    after = before.model_copy(update={"status": "revoked", "updated_at": context.ambient.timestamp()})
    return await _ToolChange(row, before, after).write(context, "revoke")


async def _show_share(context: Context, name: Name, scope: Scope) -> Patch:
    return (await _share(context, name, scope)).card(context.locale)


@forge.capability(
    effect=Effect.WRITE,
    title={"en": "Say who may use a tool", "pt": "Dizer quem pode usar uma ferramenta"},
    category="tools",
    targets=["name"],
    reversible=True,
    unspoken=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_show_share,
)
async def share_tool(context: Context, name: Name, scope: Scope) -> ForgedTool:
    """Let every project use a tool, or only this one."""
    await context.write_turn()
    return await (await _share(context, name, scope)).write(context, "share")


async def _show_import(context: Context, content: str, scope: Scope = "project") -> Patch:
    return (await _import(context, content, scope)).card(context.locale)


@forge.capability(
    effect=Effect.WRITE,
    title={"en": "Import a tool", "pt": "Importar uma ferramenta"},
    category="tools",
    reversible=True,
    unspoken=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_show_import,
    timeout_s=300,
)
async def import_tool(
    context: Context,
    content: Annotated[str, Field(max_length=400_000, description="The tool file, as `forge.export_tool` writes it.")],
    scope: Scope = "project",
) -> ForgedTool:
    """Bring a tool in from a file; its tests run here, whatever the file says of them."""
    await context.write_turn()
    change = await _import(context, content, scope)
    return await change.write(context, "create" if change.before is None else "update")


async def _create(context: Context, name: str, draft: ToolDraft, scope: Scope, origin: Origin) -> _ToolChange:
    check_name(name, _own(context).kernel.registry.all(), context.locale)
    row = await queries.row(context.reading, name)
    before = None if row is None else ForgedTool.model_validate_json(row["doc"])
    if before is not None and before.status != "revoked":
        raise errors.Conflict(
            say("exists", context.locale, name=name), code="exists", field="name", hint=hint("exists", context.locale)
        )
    project = context.project.id if scope == "project" else None
    # One that was revoked may be made anew: as its next version, with what is different on the card.
    return await _prepare(context, row, before, name, draft, {"origin": origin, "project": project})


async def _edit(context: Context, name: str, draft: ToolDraft, expected: int | None) -> _ToolChange:
    row, before = await _current(context, name, expected)
    facts: dict[str, Any] = {"origin": _origin(context, draft), "project": before.project}
    return await _prepare(context, row, before, name, draft, facts)


async def _restore(context: Context, name: str, version: int) -> _ToolChange:
    row, before = await _current(context, name, None)
    for each in await queries.versions(context.reading, name):
        if each.version == version:
            facts: dict[str, Any] = {"origin": each.origin, "project": before.project}
            return await _prepare(context, row, before, name, draft_of(each), facts)
    raise errors.NotFound(say("no_version", context.locale, name=name, version=version), field="version")


async def _share(context: Context, name: str, scope: Scope) -> _ToolChange:
    row, before = await _current(context, name, None)
    project = context.project.id if scope == "project" else None
    now = context.ambient.timestamp()
    return _ToolChange(row, before, before.model_copy(update={"project": project, "updated_at": now}))


async def _import(context: Context, content: str, scope: Scope) -> _ToolChange:
    name, draft = read_tool_file(content, context.locale)
    row = await queries.row(context.reading, name)
    if row is None:
        return await _create(context, name, draft, scope, "file")
    before = ForgedTool.model_validate_json(row["doc"])
    return await _prepare(context, row, before, name, draft, {"origin": "file", "project": before.project})


async def _prepare(
    context: Context, row: Row | None, before: ForgedTool | None, name: str, draft: ToolDraft, facts: dict[str, Any]
) -> _ToolChange:
    """Return a tool as it would be kept: checked, and tested in the sandbox."""
    check_draft(draft, context.locale)
    reach = reach_of(draft, name, _own(context).kernel.registry, context.locale)
    results = await _own(context).test(draft, context.locale, context.progress)
    bad = failed(results)
    if bad and context.actor.type == "agent" and await _rounds(context) < REPAIR_ROUNDS:
        raise errors.Invalid(
            say("tests_failed", context.locale, failures=describe_failures(results, context.locale)),
            code="tests_failed",
            hint=hint("tests_failed", context.locale),
        )
    now = context.ambient.timestamp()
    after = ForgedTool(
        **{field: getattr(draft, field) for field in ToolDraft.model_fields},
        **facts,
        name=name,
        version=await queries.latest_version(context.reading, name) + 1,
        status="draft" if bad else "active",
        hash=hash_of(name, draft),
        results=results,
        reach=reach,
        created_at=now if before is None else before.created_at,
        updated_at=now,
    )
    return _ToolChange(row, before, after)


async def _rounds(context: Context) -> int:
    """Return how often this run was told of failing tests; it is on record, so it is the same after a restart."""
    told = await context.ports.journal.read(None, run=context.run.id, types=["call.failed"])
    problems = [each.data.result.error for each in told if isinstance(each.data, CallFailed)]
    return sum(problem is not None and problem.code == "tests_failed" for problem in problems)


async def _current(context: Context, name: str, expected: int | None) -> tuple[Row, ForgedTool]:
    row = await queries.row(context.reading, name)
    if row is None:
        await queries.tool(context.reading, name, context.locale)  # raises what is there instead
        raise AssertionError("unreachable")
    if expected is not None and row["version"] != expected:
        raise errors.Conflict(
            say("stale", context.locale, name=name, version=row["version"]),
            code="stale",
            hint=hint("stale", context.locale),
        )
    return row, ForgedTool.model_validate_json(row["doc"])


def _row(tool: ForgedTool) -> Row:
    capability = capability_of(tool).model_dump_json() if tool.status == "active" else ""
    return {
        "name": tool.name,
        "version": tool.version,
        "project": tool.project or "",
        "status": tool.status,
        "capability": capability,
        "doc": tool.model_dump_json(),
    }


def _origin(context: Context, draft: ToolDraft) -> Origin:
    if draft.template is not None:
        return "template"
    return "agent" if context.actor.type == "agent" else "hand"


def _own(context: Context) -> Forge:
    return cast("Forge", context.own)
