"""Tools made here over HTTP: drafted, tested, kept, compared, rolled back, revoked, and as files.

Whoever saves in the editor has seen the tests, does it by hand, and is not asked again; full Python in the box always
asks.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import Field

from aule.apps.forge import queries
from aule.apps.forge.capabilities.drafts import DraftedTool, fill_draft, test_draft
from aule.apps.forge.capabilities.looks import ListedTools, ToolDifference, ToolFile, ToolVersions, listed
from aule.apps.forge.files import read_tool_file
from aule.apps.forge.records import ForgedTool, ToolDraft, ToolName
from aule.apps.forge.start import Forge
from aule.apps.forge.templates import all_templates, in_language
from aule.sdk import errors
from aule.sdk.http import ByHand, Id, IfMatch, JsonObject, Kernel, Language, Model, Own, Reply, Routes, Stale, stale
from aule.sdk.source import SourceRuntime
from aule.text.messages import language_in

wire = Routes(prefix="/v1/tools", tags=["tools"])

System = Annotated[Forge, Own()]
_TAG = re.compile(r'^"v(\d{1,9})"$')
_SHOWN: dict[int | str, dict[str, Any]] = {200: {"model": ForgedTool}}
_MADE: dict[int | str, dict[str, Any]] = {201: {"model": ForgedTool}}


class NewTool(Model):
    """A tool to be kept."""

    name: ToolName
    tool: ToolDraft
    project: str | None = Field(default=None, max_length=120)
    """The project it belongs to; none: every project may use it."""


class ToolTrial(Model):
    """A draft to be tested; nothing is kept."""

    name: ToolName
    tool: ToolDraft
    locale: str | None = Field(default=None, max_length=20)


class ToolRequest(Model):
    """A sentence that says what a tool should do."""

    request: str = Field(min_length=4, max_length=4_000)
    runtime: SourceRuntime = "interpreter"
    """What a model writes it for: small Python, full Python in WebAssembly, or in a box, which asks when it is kept."""
    project: str | None = Field(default=None, max_length=120)
    locale: str | None = Field(default=None, max_length=20)


class FilledTemplate(Model):
    """A template with what a person filled in."""

    name: ToolName
    template: str = Field(max_length=60)
    values: JsonObject = {}
    title: str = Field(default="", max_length=200)
    locale: str | None = Field(default=None, max_length=20)


class ToolTemplateForm(Model):
    """A template as a form shows it."""

    id: str
    title: str
    description: str
    fields: dict[str, JsonObject]
    required: list[str]
    sample: JsonObject


class ToolTemplates(Model):
    """The templates there are."""

    items: list[ToolTemplateForm]


class ImportedFile(Model):
    """A tool file to bring in."""

    content: str = Field(max_length=400_000)
    project: str | None = Field(default=None, max_length=120)


class RevokedTool(Model):
    """A tool that was taken out of use: the run and the change to undo."""

    name: str
    run: str
    change: str | None
    workflows: list[str]
    """The workflows that call it, by title: each says so when it is checked."""


@wire.route("GET", "")
async def list_tools(kernel: Kernel, own: System, locale: Language = None) -> ListedTools:
    """The tools made here, by name."""
    items = [listed(each, own.locale(locale)) for each in await queries.all_tools(kernel.database)]
    return ListedTools(items=items)


@wire.route("POST", "", status=201, responses=_MADE)
async def create_tool(body: NewTool, kernel: Kernel) -> Reply:
    """Keep a tool; one whose tests fail is kept as a draft that nobody can call."""
    return await _called(kernel, "create_tool", {"name": body.name, "tool": _json(body.tool)}, body.project, status=201)


@wire.route("GET", "/templates")
async def list_tool_templates(own: System, locale: Language = None) -> ToolTemplates:
    """Templates that make a tool without a model."""
    language = language_in(own.locale(locale))
    forms = [ToolTemplateForm.model_validate(in_language(each, language)) for each in all_templates().values()]
    return ToolTemplates(items=forms)


@wire.route("POST", "/templates/fill")
async def fill_tool_template(body: FilledTemplate, own: System) -> DraftedTool:
    """The draft a template makes of what was filled in, with what comes of its tests; nothing is kept."""
    said = (body.title, own.locale(body.locale))
    return await fill_draft(own, body.name, body.template, body.values, said)


@wire.route("POST", "/draft")
async def draft_tool(body: ToolRequest, kernel: Kernel, own: System) -> DraftedTool:
    """A draft from a sentence: by a template, or by a model that mends it at most twice; nothing is kept."""
    called = await kernel.call(
        "forge.draft_tool",
        {"request": body.request, "runtime": body.runtime},
        project=body.project,
        locale=own.locale(body.locale),
    )
    return DraftedTool.model_validate(called.result.data)


@wire.route("POST", "/test")
async def test_tool(body: ToolTrial, own: System) -> DraftedTool:
    """What comes of a draft's tests, in the sandbox; nothing is kept."""
    return await test_draft(own, body.name, body.tool, own.locale(body.locale))


@wire.route("POST", "/import", status=201, responses=_MADE)
async def import_tool(body: ImportedFile, kernel: Kernel) -> Reply:
    """Bring a tool in from a file; its tests run here first."""
    return await _called(kernel, "import_tool", {"content": body.content}, body.project, status=201)


@wire.route("GET", "/{name}", responses=_SHOWN)
async def get_tool(name: Id, kernel: Kernel) -> Reply:
    """One tool whole; its `ETag` is what an edit sends as `If-Match`."""
    return _shown(await queries.tool(kernel.database, name))


@wire.route("PUT", "/{name}", responses=_SHOWN)
async def edit_tool(name: Id, body: ToolDraft, kernel: Kernel, if_match: IfMatch = None) -> Reply:
    """Save another version of a tool."""
    tool = await queries.tool(kernel.database, name)
    params = {"name": tool.name, "tool": _json(body), "expected": _expected(if_match, tool)}
    return await _called(kernel, "edit_tool", params, tool.project)


@wire.route("DELETE", "/{name}")
async def revoke_tool(name: Id, kernel: Kernel, own: System) -> RevokedTool:
    """Take a tool out of use: running calls end; undoing `change` brings it back."""
    tool = await queries.tool(kernel.database, name)
    called = await kernel.call("forge.revoke_tool", {"name": tool.name}, project=tool.project, by_hand=ByHand())
    change = next(iter(called.result.changes), None)
    users = await own.users(tool.capability)
    return RevokedTool(name=tool.name, run=called.run, change=change, workflows=users)


@wire.route("GET", "/{name}/versions")
async def list_tool_versions(name: Id, kernel: Kernel) -> ToolVersions:
    """Every version of a tool, the latest first."""
    tool = await queries.tool(kernel.database, name)
    return ToolVersions(items=await queries.versions(kernel.database, tool.name))


@wire.route("GET", "/{name}/versions/{before}/diff/{after}")
async def compare_tool_versions(
    name: Id, before: int, after: int, kernel: Kernel, own: System, locale: Language = None
) -> ToolDifference:
    """What two versions of a tool have different."""
    params = {"name": name, "before": before, "after": after}
    called = await kernel.call("forge.compare_versions", params, locale=own.locale(locale))
    return ToolDifference.model_validate(called.result.data)


@wire.route("POST", "/{name}/versions/{version}/restore", responses=_SHOWN)
async def restore_tool_version(name: Id, version: int, kernel: Kernel) -> Reply:
    """Make an earlier version the current one again; its tests run again."""
    tool = await queries.tool(kernel.database, name)
    return await _called(kernel, "restore_tool", {"name": tool.name, "version": version}, tool.project)


@wire.route("POST", "/{name}/share", responses=_SHOWN)
async def share_tool(name: Id, kernel: Kernel) -> Reply:
    """Let every project use a tool."""
    tool = await queries.tool(kernel.database, name)
    return await _called(kernel, "share_tool", {"name": tool.name, "scope": "home"}, tool.project)


@wire.route("GET", "/{name}/export")
async def export_tool(name: Id, kernel: Kernel) -> ToolFile:
    """A tool as one file."""
    called = await kernel.call("forge.export_tool", {"name": name})
    return ToolFile.model_validate(called.result.data)


async def _called(
    kernel: Kernel, capability: str, params: JsonObject, project: str | None, *, status: int = 200
) -> Reply:
    """Make a change by hand, and show the tool as it is then."""
    if capability in ("create_tool", "import_tool"):
        params = {**params, "scope": "home" if project is None else "project"}
    name = f"forge.{capability}"
    try:
        shown = await kernel.preview(name, params, project=project)
        by_hand = ByHand() if await _is_native(kernel, params) else ByHand(seen=shown.content_hash)
        called = await kernel.call(name, params, project=project, by_hand=by_hand)
    except errors.Conflict as error:
        if error.problem.code not in (Stale.code, errors.Conflict.code):
            raise
        raise Stale(error.problem.message, hint=error.problem.hint or "Read it again and repeat the edit.") from error
    return _shown(ForgedTool.model_validate(called.result.data), status=status)


async def _is_native(kernel: Kernel, params: JsonObject) -> bool:
    """Return whether a change is about full Python in the box: its card asks whoever wrote it as well."""
    if "tool" in params:
        return params["tool"].get("runtime") == "native"
    if "content" in params:
        return read_tool_file(params["content"], "en")[1].runtime == "native"
    version = params.get("version")
    if version is None:
        return False
    found = [each for each in await queries.versions(kernel.database, params["name"]) if each.version == version]
    return any(each.runtime == "native" for each in found)


def _shown(tool: ForgedTool, *, status: int = 200) -> Reply:
    return Reply(tool.model_dump(mode="json"), status=status, headers={"ETag": f'"v{tool.version}"'})


def _expected(if_match: str | None, current: ForgedTool) -> int:
    tag = "*" if if_match is None else if_match.strip()
    if tag == "*":
        return current.version
    found = _TAG.match(tag)
    if found is None or int(found.group(1)) != current.version:
        raise stale(f'"v{current.version}"')
    return current.version


def _json(draft: ToolDraft) -> JsonObject:
    return draft.model_dump(mode="json")
