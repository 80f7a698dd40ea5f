"""Renewal: documents that were read with another encoder get vectors of the one the settings say now.

Saving other settings starts it; a settings file that was edited by hand is noticed by the first search after that, or
after a start. The documents of a project are one run, with a step for each. Until one is done its old vectors answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence

from aule.apps.knowledge import queries
from aule.apps.knowledge.index.queries import IndexedDocument, ready_documents
from aule.apps.knowledge.ingestion.intake import MOST_FILES, Batch, Intake
from aule.apps.knowledge.words import say_count
from aule.sdk import Source, errors
from aule.sdk.system import Kernel

log = logging.getLogger(__name__)


class Renewal:
    """Starts runs that make vectors anew. It holds nothing that is not in the tables."""

    def __init__(self, kernel: Kernel, intake: Intake) -> None:
        self._kernel = kernel
        self._intake = intake
        self._looked = ""
        self._beginning = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def look(self, locale: str) -> None:
        """Look in the background whether documents are outdated; once for each encoder that the settings say."""
        encoder = self._kernel.models.text_encoders.current.id
        if encoder != self._looked:
            self._looked = encoder
            task = asyncio.get_running_loop().create_task(self._begin(locale), name="knowledge looks at its vectors")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def outdated(self, source: Source) -> list[IndexedDocument]:
        """Return the documents whose vectors are of another encoder than the settings say; they still answer."""
        current = self._kernel.models.text_encoders.current.id
        return [each for each in (await ready_documents(source)).values() if each.encoder != current]

    async def begin(self, locale: str) -> list[str]:
        """Start a run for the outdated documents of each project that no run has taken up yet; return the runs."""
        async with self._beginning:
            self._looked = self._kernel.models.text_encoders.current.id
            return await self._start(await self._waiting(await self.outdated(self._kernel.database)), locale)

    async def close(self) -> None:
        """Stop looking; runs that were started go on after the next start."""
        for task in [*self._tasks]:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _start(self, found: Sequence[IndexedDocument], locale: str) -> list[str]:
        of_project: defaultdict[str, list[str]] = defaultdict(list)
        for each in found:
            of_project[each.project].append(each.id)
        runs: list[str] = []
        for project, ids in of_project.items():
            for start in range(0, len(ids), MOST_FILES):
                some = ids[start : start + MOST_FILES]
                title = say_count("renewing", len(some), locale)
                batch = Batch([], "", project, locale, title, again=some, has_text=True)
                runs.append((await self._intake.take(batch))[0])
        return runs

    async def _begin(self, locale: str) -> None:
        try:
            await self.begin(locale)
        except errors.AuleError as error:  # a rule of the owner asks first, or the project is gone
            log.info("vectors are not made anew now: %s", error)

    async def _waiting(self, outdated: Sequence[IndexedDocument]) -> list[IndexedDocument]:
        """Return those documents that no open run has taken up."""
        rows = await queries.documents(self._kernel.database, [each.id for each in outdated])
        taken: set[str] = set()
        for row in rows:
            run = await self._kernel.runs.find(row["run"]) if row["run"] else None
            if run is not None and not run.status.is_final:
                taken.add(row["id"])
        return [each for each in outdated if each.id not in taken]
