"""Templates as additions: added from a text and kept as rows, beside those of apps and files."""

from __future__ import annotations

from typing import Annotated, cast

from pydantic import Field

from aule.apps.templates import queries
from aule.apps.templates import tables as t
from aule.apps.templates.app import templates
from aule.apps.templates.files import LARGEST
from aule.apps.templates.gallery import FoundTemplate, Gallery
from aule.apps.templates.template import Template, read_template, workflow_in
from aule.apps.templates.views import capabilities_of, needs_model
from aule.apps.templates.words import hint, say
from aule.contracts.access.differences import preview
from aule.contracts.model import JsonObject
from aule.sdk import (
    Addition,
    AdditionKind,
    Approve,
    Context,
    Effect,
    Model,
    Preview,
    Reading,
    RecordChange,
    Records,
    Row,
    RowWrite,
    errors,
)
from aule.sdk.workflows import document
from aule.text.messages import language_in

PLACE = "catalogue"
"""What stands for a file where a template was added and is none."""
Content = Annotated[str, Field(min_length=2, max_length=LARGEST, description="The text of the template's file.")]
AddedId = Annotated[str, Field(min_length=1, max_length=64, description="The template's id.")]


class AddedTemplate(Model):
    """A template that was added."""

    id: str
    title: str


async def _show_add(context: Context, content: str) -> Preview:
    template = read_template(content)
    await _refuse_taken(_gallery(context), template, context.locale)
    row = (await queries.rows(context.reading.source)).get(template.id)
    return preview(f"{template.id}.yaml", None if row is None else row["content"].encode(), content.encode())


@templates.capability(
    effect=Effect.WRITE,
    title={"en": "Add a workflow template", "pt": "Adicionar um modelo de fluxo"},
    category="workflows",
    reversible=True,
    internal=True,
    anywhere=True,
    approval=Approve.ALWAYS,
    preview=_show_add,
)
async def add_template(context: Context, content: Content) -> AddedTemplate:
    """Keep a template of your own from the text of its file. Nothing of it runs."""
    await context.write_turn()
    template = read_template(content)
    await _refuse_taken(_gallery(context), template, context.locale)
    row = (await queries.rows(context.reading.source)).get(template.id)
    title = getattr(template.title, language_in(context.locale))
    await context.change_rows(
        [RowWrite(t.added, row, {"id": template.id, "content": content})],
        entity=f"templates:{template.id}",
        op="create" if row is None else "update",
        title=say("template_added", context.locale, title=title),
    )
    return AddedTemplate(id=template.id, title=title)


async def _show_removal(context: Context, template: str) -> Records:
    found = await _added(context, template)
    title = getattr(read_template(found["content"]).title, language_in(context.locale))
    record = RecordChange(op="delete", kind="template", id=template, title=title)
    return Records(summary=say("template_removed", context.locale, title=title), records=[record], total=1)


@templates.capability(
    effect=Effect.DELETE,
    title={"en": "Remove a workflow template", "pt": "Remover um modelo de fluxo"},
    category="workflows",
    targets=["template"],
    reversible=True,
    internal=True,
    anywhere=True,
    preview=_show_removal,
)
async def remove_template(context: Context, template: AddedId) -> str:
    """Remove a template that was added. Workflows that were made from it stay."""
    await context.write_turn()
    row = await _added(context, template)
    title = getattr(read_template(row["content"]).title, language_in(context.locale))
    await context.change_rows(
        [RowWrite(t.added, row, None)],
        entity=f"templates:{template}",
        op="delete",
        title=say("template_removed", context.locale, title=title),
    )
    return template


async def templates_here(reading: Reading) -> list[Addition]:
    """Return the templates of apps and of the owner; those of projects are not theirs alone."""
    gallery = cast("Gallery", reading.own)
    return [_addition(gallery, each, reading.locale) for each in await gallery.all(reading.locale)]


async def template_of_file(reading: Reading, params: JsonObject) -> Addition:
    """Return the template in the text of a file."""
    gallery, content = cast("Gallery", reading.own), params["content"]
    template = read_template(content)
    taken = await gallery.taken(template.id, reading.locale)
    if taken is not None and taken.file.source != "builtin" and taken.file.place != _place(template.id):
        raise _taken(template.id, taken, reading.locale)
    return _described(gallery, template, reading.locale)


async def _refuse_taken(gallery: Gallery, template: Template, locale: str) -> None:
    taken = await gallery.taken(template.id, locale)
    if taken is not None and taken.file.place != _place(template.id):
        raise _taken(template.id, taken, locale)


def _taken(id: str, found: FoundTemplate, locale: str) -> errors.Conflict:
    return errors.Conflict(say("taken", locale, id=id, place=found.file.place), code="template_exists", field="content")


async def _added(context: Context, id: str) -> Row:
    rows = await queries.rows(context.reading.source)
    if id not in rows:
        raise errors.NotFound(
            say("not_added", context.locale, id=id),
            hint=hint("not_added", context.locale),
            candidates=[*rows][:5],
            field="template",
        )
    return rows[id]


def _addition(gallery: Gallery, found: FoundTemplate, locale: str) -> Addition:
    is_own = found.file.source == "home"
    described = _described(gallery, found.template, locale)
    removable = found.file.place == _place(found.template.id)
    return described.model_copy(update={"is_built_in": not is_own, "is_removable": removable})


def _described(gallery: Gallery, template: Template, locale: str) -> Addition:
    language = language_in(locale)
    workflow = workflow_in(template, language)
    names = capabilities_of(workflow.graph)
    known = {each.name: each.effect for each in gallery.kernel.registry.all()}
    reaches = [say("reaches_when_run", locale, names=", ".join(sorted(names)))] if names else []
    reaches += [say("reaches_model", locale)] if needs_model(workflow.graph) != "never" else []
    text = document(workflow_in(template, "en"))
    words = template.model_dump_json(include={"title", "description", "parameters", "needs"}, indent=2)
    return Addition(
        name=template.id,
        title=getattr(template.title, language),
        description=getattr(template.description, language),
        text=f"{text}\n{words}\n",
        reaches=reaches,
        effects=sorted({known[name] for name in names if name in known}),
        page=f"/workflows/templates/{template.id}",
    )


def _place(id: str) -> str:
    return f"{PLACE}/{id}"


def _gallery(context: Context) -> Gallery:
    return cast("Gallery", context.own)


templates.adds(
    AdditionKind(
        kind="template",
        titles={"en": "Workflow templates", "pt": "Modelos de fluxo"},
        here=templates_here,
        read=template_of_file,
        add="templates.add_template",
        file="content",
        replaces=True,
        remove="templates.remove_template",
        by="template",
    )
)
