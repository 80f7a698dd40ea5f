"""Templates over HTTP: listed, looked at and used. Whoever uses one does it by hand, and is not asked again."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from aule.apps.templates.gallery import Gallery
from aule.apps.templates.views import TemplateList, TemplateView, UsedTemplate
from aule.contracts.project import Project
from aule.sdk.http import ByHand, Id, IdempotencyKey, JsonObject, Kernel, Language, Model, Own, Routes, Word

wire = Routes(prefix="/v1/workflow-templates", tags=["workflows"])

System = Annotated[Gallery, Own()]


class TemplateUse(Model):
    """What a workflow is made from."""

    params: JsonObject = {}
    project: str | None = Field(default=None, max_length=120)
    """The project it belongs to; none: every project may run it."""
    title: str = Field(default="", max_length=200)
    """What it is called; empty: as the template."""
    locale: str | None = Field(default=None, max_length=20)


@wire.route("GET", "")
async def list_workflow_templates(
    own: System, kernel: Kernel, project: Word = None, locale: Language = None
) -> TemplateList:
    """Templates of apps, of the home and of a project, each with a picture of its graph; and files that are none."""
    return await own.list(await _project(kernel, project), own.locale(locale))


@wire.route("GET", "/{id}")
async def get_workflow_template(
    id: Id, own: System, kernel: Kernel, project: Word = None, locale: Language = None
) -> TemplateView:
    """One template, with the workflow it makes and what would keep that from running here."""
    return await own.view(id, await _project(kernel, project), own.locale(locale))


@wire.route("POST", "/{id}/instantiate", status=201)
async def instantiate_workflow_template(
    id: Id, body: TemplateUse, own: System, kernel: Kernel, key: IdempotencyKey = None
) -> UsedTemplate:
    """Make a workflow from a template and keep it; undoing `change` takes it away again. Nothing of it runs."""
    params = {"template": id, "params": body.params, "title": body.title, "shared": body.project is None}
    called = await kernel.call(
        "templates.use_template",
        params,
        project=body.project,
        locale=own.locale(body.locale),
        key=key,
        by_hand=ByHand(),
    )
    return UsedTemplate.model_validate(called.result.data)


async def _project(kernel: Kernel, id: str | None) -> Project | None:
    return None if id is None else await kernel.projects.get(id)
