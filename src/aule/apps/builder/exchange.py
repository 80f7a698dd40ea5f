"""Exchange of workflows with other programs: files read into drafts, workflows written as files. Nothing is run."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from aule.apps.builder.formats.agent_spec_export import ExportedWorkflow, export_workflow
from aule.apps.builder.formats.imported import ImportedWorkflow, Known, import_text
from aule.contracts.runs.finding import Finding
from aule.contracts.runs.workflow import Workflow
from aule.sdk.system import Kernel
from aule.sdk.workflows import RESERVED, document
from aule.text.words import fold

MOST_WORKFLOWS = 200


@dataclass(frozen=True, slots=True)
class Exchange:
    """Reads and writes workflows of other programs, with what there is here."""

    kernel: Kernel

    async def find(self, id: str) -> Workflow | None:
        """Return a workflow by its id."""
        return await self.kernel.library.workflows.find(id)

    async def list(self) -> list[Workflow]:
        """Return the workflows there are, the one changed last first."""
        return (await self.kernel.library.workflows.list(limit=MOST_WORKFLOWS)).items

    def titles(self, locale: str) -> dict[str, str]:
        """Return what the capabilities are called."""
        return {each.name: each.title_in(locale) for each in self.kernel.capabilities()}

    async def read(self, text: str, filename: str, locale: str) -> ImportedWorkflow:
        """Return the workflow of a file, under an id that is free; nothing is kept."""
        workflows = await self.list()
        names = {fold(each.title): each.id for each in workflows} | {each.id: each.id for each in workflows}
        known = Known(names, frozenset(each.name for each in self.kernel.capabilities()))
        found = await asyncio.to_thread(import_text, text, filename, known, locale)
        id = await self._free_id(found.workflow.id)
        return found.model_copy(update={"workflow": found.workflow.model_copy(update={"id": id})})

    async def check(self, workflow: Workflow) -> list[Finding]:
        """Return everything that keeps a workflow from being kept and run here."""
        return (await self.kernel.library.check(document(workflow))).findings

    async def write(self, id: str, locale: str) -> ExportedWorkflow:
        """Return a workflow as a file of Open Agent Spec."""
        workflow = await self.kernel.library.workflows.get(id)
        return await asyncio.to_thread(export_workflow, workflow, locale)

    def locale(self, asked: str | None) -> str:
        """Return the language to answer in."""
        return asked or self.kernel.settings.current().appearance.locale or "en"

    async def _free_id(self, id: str) -> str:
        wanted, number = id, 2
        while wanted in RESERVED or await self.find(wanted) is not None:
            wanted, number = f"{id[:58]}-{number}", number + 1
        return wanted
