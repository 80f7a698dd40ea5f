"""The gallery: every template there is, read when somebody looks; listing and using one run nothing."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from aule.apps.templates import queries
from aule.apps.templates.files import (
    TemplateFile,
    files_of_home,
    files_of_package,
    files_of_project,
    files_of_rows,
)
from aule.apps.templates.template import (
    BrokenTemplate,
    NeededThing,
    Template,
    in_language,
    read_template,
    workflow_in,
)
from aule.apps.templates.values import check_values
from aule.apps.templates.views import (
    TemplateList,
    TemplateNeed,
    TemplateProblem,
    TemplateSummary,
    TemplateView,
    apps_of,
    capabilities_of,
    is_ready,
    needs_model,
    picture_of,
    questions_of,
)
from aule.apps.templates.words import hint, say
from aule.contracts.errors import NotFound, UnknownCapability
from aule.contracts.model import JsonObject
from aule.contracts.project import Project
from aule.contracts.runs.finding import Finding
from aule.contracts.runs.graph import Graph
from aule.contracts.runs.workflow import Workflow
from aule.sdk.files import Workspace
from aule.sdk.system import DEFAULT_LOCALE, Kernel
from aule.sdk.workflows import document, estimate_of_graph
from aule.text.messages import language_in

KIND = "templates"
"""What apps call the files they offer."""
OWN = "templates"
"""The app whose templates are built in."""


@dataclass(frozen=True, slots=True)
class FoundTemplate:
    """A template and the file it stands in."""

    template: Template
    file: TemplateFile


class Gallery:
    """The templates of apps, of the home and of a project."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel

    def locale(self, wanted: str | None = None) -> str:
        """Return the language in which somebody is answered."""
        return wanted or self.kernel.settings.current().appearance.locale or DEFAULT_LOCALE

    async def list(self, project: Project | None, locale: str) -> TemplateList:
        """Return every template, and every file that is none with the reason; a broken file hides no other."""
        found, problems = await self._read(project, locale)
        return TemplateList(items=[self._summary(each, locale) for each in found], problems=problems)

    async def find(self, id: str, project: Project | None, locale: str) -> FoundTemplate:
        """Return a template by its id."""
        found, _ = await self._read(project, locale)
        for each in found:
            if each.template.id == id:
                return each
        candidates = [each.template.id for each in found]
        raise NotFound(say("no_template", locale, id=id), hint=hint("no_template", locale), candidates=candidates)

    async def all(self, locale: str) -> Sequence[FoundTemplate]:
        """Return every template of apps and of the owner."""
        found, _ = await self._read(None, locale)
        return found

    async def taken(self, id: str, locale: str) -> FoundTemplate | None:
        """Return the template of an app or of the owner that has an id, or None."""
        return next((each for each in await self.all(locale) if each.template.id == id), None)

    async def view(self, id: str, project: Project | None, locale: str) -> TemplateView:
        """Return a template with the workflow it makes, checked against what is here."""
        found = await self.find(id, project, locale)
        made = workflow_in(found.template, language_in(locale))
        text = document(made)
        checked = await self.kernel.library.check(text)
        findings = [] if checked.ok else checked.findings
        return TemplateView(**dict(self._summary(found, locale)), document=text, findings=findings)

    async def make(self, found: FoundTemplate, params: JsonObject, title: str | None, locale: str) -> Workflow:
        """Return the workflow a template makes of parameters, under an id that is free; nothing is kept yet."""
        language = language_in(locale)
        schemas = {name: in_language(each, language) for name, each in found.template.parameters.items()}
        check_values(schemas, params, locale)
        made = workflow_in(found.template, language, params)
        return made.model_copy(update={"id": await self._free_id(made.id), "title": title or made.title})

    async def _free_id(self, wanted: str) -> str:
        id, number = wanted, 1
        while await self.kernel.library.workflows.find(id) is not None:
            number += 1
            id = f"{wanted[:58]}-{number}"
        return id

    async def _read(self, project: Project | None, locale: str) -> tuple[list[FoundTemplate], list[TemplateProblem]]:
        workspace = None if project is None else self.kernel.workspaces.of(project)
        folders = self.kernel.apps.folders(KIND)
        home = self.kernel.documents.home.path / "templates"
        added = [*files_of_rows(await queries.rows(self.kernel.database))]
        return await asyncio.to_thread(_read_all, folders, home, added, workspace, locale)

    def _summary(self, found: FoundTemplate, locale: str) -> TemplateSummary:
        template, language = found.template, language_in(locale)
        graph = workflow_in(template, language).graph
        needs = list(self._needs(template, graph, locale))
        estimate = template.estimate or estimate_of_graph(
            graph, self.kernel.registry, self.kernel.models.choose().price
        )
        return TemplateSummary(
            id=template.id,
            title=getattr(template.title, language),
            description=getattr(template.description, language),
            source=found.file.source,
            app=found.file.app,
            app_name=None if found.file.app is None else self._app_name(found.file.app, locale),
            place=found.file.place,
            parameters=graph.inputs,
            graph=picture_of(graph),
            needs=needs,
            asks=list(questions_of(graph, self.kernel.registry)),
            estimate=estimate,
            runs_without_model=needs_model(graph) != "always",
            is_ready=is_ready(needs),
        )

    def _needs(self, template: Template, graph: Graph, locale: str) -> Iterator[TemplateNeed]:
        wanted = needs_model(graph)
        if wanted != "never":
            is_met = self.kernel.models.choose().tier > 0
            label = say("need_model", locale)
            yield TemplateNeed(kind="model", name="", label=label, is_optional=wanted == "partly", is_met=is_met)
        known = {app.id: app for app in self.kernel.apps.list()}
        for id, is_optional in apps_of(graph).items():
            app = known.get(id)
            is_met = app is not None and app.failure is None
            label = say("need_app", locale, name=self._app_name(id, locale))
            yield TemplateNeed(kind="app", name=id, label=label, is_optional=is_optional, is_met=is_met)
        for name, is_optional in capabilities_of(graph).items():
            if name.partition(".")[0] in known and not self._has(name):
                label = say("need_capability", locale, name=name)
                yield TemplateNeed(kind="capability", name=name, label=label, is_optional=is_optional, is_met=False)
        for thing in template.needs:
            yield self._need(thing, locale)

    def _need(self, thing: NeededThing, locale: str) -> TemplateNeed:
        match thing.kind:
            case "images":
                is_met = bool(self.kernel.settings.current().image.base_url)
            case "program":
                is_met = shutil.which(thing.name) is not None
        return TemplateNeed(
            kind=thing.kind,
            name=thing.name,
            label=say(f"need_{thing.kind}", locale, name=thing.name),
            is_optional=thing.is_optional,
            is_met=is_met,
            note="" if thing.note is None else getattr(thing.note, language_in(locale)),
        )

    def _app_name(self, id: str, locale: str) -> str:
        """Return what an app is called in a language; an app that is not there, by its id."""
        known = {app.id: app for app in self.kernel.apps.list()}
        return id if id not in known else known[id].names.get(language_in(locale), known[id].name)

    def _has(self, capability: str) -> bool:
        try:
            self.kernel.registry.get(capability)
        except UnknownCapability:
            return False
        return True


def _read_all(
    folders: dict[str, tuple[str, str]],
    home: Path,
    added: Sequence[TemplateFile],
    workspace: Workspace | None,
    locale: str,
) -> tuple[list[FoundTemplate], list[TemplateProblem]]:
    """Read every file. Where two have one id, the first counts: no file of a project takes the place of another."""
    found: dict[str, FoundTemplate] = {}
    problems: list[TemplateProblem] = []
    for file in _files(folders, home, added, workspace):
        wrong: list[Finding] = []
        if file.problem is not None:
            wrong = [file.problem]
        else:
            try:
                template = read_template(file.text)
            except BrokenTemplate as error:
                wrong = error.findings
            else:
                first = found.setdefault(template.id, FoundTemplate(template, file))
                if first.file is not file:
                    message = say("taken", locale, id=template.id, place=first.file.place)
                    wrong = [Finding(code="id_taken", step=None, field="id", message=message)]
        if wrong:
            problems.append(TemplateProblem(source=file.source, app=file.app, place=file.place, findings=wrong))
    return list(found.values()), problems


def _files(
    folders: dict[str, tuple[str, str]], home: Path, added: Sequence[TemplateFile], workspace: Workspace | None
) -> Iterator[TemplateFile]:
    for app in sorted(folders, key=lambda id: (id != OWN, id)):
        yield from files_of_package(app, *folders[app], is_builtin=app == OWN)
    yield from files_of_home(home)
    yield from added
    if workspace is not None:
        yield from files_of_project(workspace)
