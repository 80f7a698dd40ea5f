"""Intake: the run that puts files into a collection and reads them, one step a document."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass

from aule.apps.knowledge.ingestion.arrivals import OriginalFile, TakenDocuments
from aule.apps.knowledge.words import say, say_count
from aule.contracts.errors import ApprovalRequired, AuleError, Conflict
from aule.contracts.runs.graph import Graph, OnError, Repeat, Step, StepCall, StepKind
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.sdk.system import Kernel, RunRequest, content_hash_of

AT_ONCE = 2
"""Documents that one run reads at the same time."""
MOST_FILES = 5_000
"""Files one run may take."""
_TAKE, _READ = "take", "read"


@dataclass(frozen=True, slots=True)
class Batch:
    """Files for a collection."""

    files: Sequence[OriginalFile]
    collection: str
    project: str
    locale: str
    title: str = ""
    again: Sequence[str] = ()
    """Documents that are to be read again, instead of files."""
    has_text: bool = False
    """Whether those need only new vectors: their text stays as it is."""


@dataclass(frozen=True, slots=True)
class Intake:
    """Starts runs that take files in. Whoever starts one has allowed exactly these files, in this collection."""

    kernel: Kernel

    async def take(
        self, batch: Batch, *, parent: Run | None = None, id: str | None = None
    ) -> tuple[str, TakenDocuments]:
        """Start a run, and wait until the files are in their collection; they are read after that.

        The same id never takes anything twice. Raises `ApprovalRequired` where a rule of the owner asks first.
        """
        cursor = await self.kernel.journal.cursor()
        run = await self._start(graph_of(batch), batch, parent, id)
        return run.id, await self._taken(run.id, cursor)

    async def remove(self, batch: Batch, documents: Sequence[str]) -> Run:
        """Start a run that deletes documents which are gone where they came from."""
        call = StepCall(capability="knowledge.delete_documents", params={"documents": list(documents)})
        step = Step(id="remove", title=batch.title, kind=StepKind.CALL, call=call)
        return await self._start(Graph(nodes=[step]), batch, None, None)

    async def _start(self, graph: Graph, batch: Batch, parent: Run | None, id: str | None) -> Run:
        approve = content_hash_of(graph)
        run = await self.kernel.engine.start(
            RunRequest(
                graph=graph,
                inputs={},
                title=batch.title or title_of(batch),
                project=batch.project,
                kind=RunKind.WORKFLOW,
                locale=batch.locale,
                session_id=None if parent is None else parent.session_id,
                agent=None if parent is None else parent.agent,
                parent=parent,
                at_once=AT_ONCE,
                approve=approve,
                id=id,
            )
        )
        if run.approved != approve:
            raise Conflict("This key was used for other files.", code="key_reused", hint="Use a new key.")
        return run

    async def _taken(self, id: str, cursor: str) -> TakenDocuments:
        """Wait until the first step is over."""
        runs = self.kernel.runs
        async with aclosing(self.kernel.journal.follow(cursor, run=id)) as events:
            while True:
                run = await runs.get(id)  # before its step: a run that is over by now has a step that is
                detail = await self.kernel.engine.step(id, _TAKE)
                if detail.step.status == "done":
                    return TakenDocuments.model_validate(detail.result)
                if run.status is RunStatus.WAITING:
                    for approval in await self.kernel.approvals.pending(run=id):
                        raise ApprovalRequired(f"{approval.title!r} needs your approval.", subject=approval.id)
                if run.status.is_final:
                    raise _failed(run, detail.attempts[-1].error if detail.attempts else None)
                await anext(events)


def graph_of(batch: Batch) -> Graph:
    """Return the steps that take files in, or documents up again, and read each of them."""
    files = [file.model_dump(mode="json", exclude_defaults=True) for file in batch.files]
    take = StepCall(capability="knowledge.take_documents", params={"files": files, "collection": batch.collection})
    if batch.again:
        take = StepCall(capability="knowledge.take_again", params={"documents": list(batch.again)})
    read = StepCall(
        capability="knowledge.index_document",
        params={"document": {"$item": "document"}, "version": {"$item": "version"}, "again": bool(batch.again)},
    )
    if batch.has_text:
        read = StepCall(capability="knowledge.encode_document", params={"document": {"$item": "document"}})
    return Graph(
        nodes=[
            Step(id=_TAKE, title=say("take_step", batch.locale), kind=StepKind.CALL, call=take),
            Step(
                id=_READ,
                title=say("read_step", batch.locale),
                kind=StepKind.CALL,
                call=read,
                dependencies=[_TAKE],
                repeat=Repeat(for_each={"$from": f"{_TAKE}.result.documents"}, max=len(files) or len(batch.again)),
                on_error=OnError.SKIP,  # one that cannot be read stops no other
            ),
        ]
    )


def title_of(batch: Batch) -> str:
    """Return what the run of a batch is called."""
    name = batch.files[0].name if batch.files else ""
    return (say("adding", batch.locale, name=name) if len(batch.files) == 1 else "") or say_count(
        "adding_many", len(batch.files), batch.locale
    )


def _failed(run: Run, problem: object) -> AuleError:
    found = problem or run.error
    error = AuleError("The documents were not taken.", hint="Look at the run.", subject=run.id)
    if found is not None:
        error.problem = found  # pyright: ignore[reportAttributeAccessIssue]
    return error
