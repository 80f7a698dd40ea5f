"""Plan reports: writes a report when a run has ended, and posts it in the conversation that asked for the run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib.resources import files

from aule.contracts.ambient import Ambient
from aule.contracts.errors import AuleError, Conflict, NotFound
from aule.contracts.events.facts import Event, MessageAdded
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan
from aule.contracts.runs.report import Report, ReportWritten
from aule.contracts.runs.run import Run
from aule.contracts.talk.messages import MAX_MESSAGE, Message
from aule.kernel.journal import Journal
from aule.kernel.planning.execution.status import last_replanning
from aule.kernel.reports.evidence import RunEvidence, evidence_of
from aule.kernel.reports.report import facts_of, read_model_report, shape, source_of
from aule.kernel.reports.template import template
from aule.kernel.runs.engine import Engine
from aule.kernel.runs.thinking import Thinking, Thought, as_data, filled
from aule.stores.log.events import LOG_START, Events, Filter
from aule.stores.repositories.conversations import Conversations
from aule.text.hashing import bytes_hash

AGENT = "planner"
"""The agent that words reports."""
_LANGUAGES = {"pt": "Brazilian Portuguese", "en": "English"}


@dataclass(frozen=True, slots=True)
class PlanReports:
    """Writes each report once, and finds reports."""

    engine: Engine
    thinking: Thinking
    version: Callable[[str, int], Awaitable[Plan]]
    """Returns one version of a plan."""
    page: Callable[[str], str | None]
    """Returns the address where a changed thing is shown."""
    ambient: Ambient

    @property
    def journal(self) -> Journal:
        """The log that holds the reports."""
        return self.engine.journal

    async def get(self, run: str) -> Report:
        """Return the report on a run; raise `NotFound` while there is none."""
        await self.engine.runs.get(run)
        if (found := await self._find(run)) is None:
            raise NotFound(
                f"There is no report on the run {run!r}.", code="no_report", hint="It comes when it has ended."
            )
        return found

    async def write(self, run: Run, *, anew: bool = False) -> Report:
        """Report on a run that has ended; the first report is also told in the conversation the run belongs to."""
        if not run.has_graph:
            raise Conflict(f"The run {run.id!r} has no steps to report on.", code="no_graph", subject=run.id)
        if not run.status.is_final:
            raise Conflict(f"The run {run.id!r} has not ended.", code="run_open", subject=run.id)
        if not anew and (earlier := await self._find(run.id)) is not None:
            return earlier
        report = await self._compose(run)
        async with self.journal.transaction() as record:
            told = await Events(record).read(LOG_START, Filter(run=run.id, types=("report.written",)), limit=1)
            if told and not anew:
                return report
            record.put(ReportWritten(report=report), run=run.id, session=run.session_id)
            if run.session_id is not None and not told and await Conversations(record).find(run.session_id):
                record.put(MessageAdded(message=self._message(run, report)), run=run.id, session=run.session_id)
        return report

    async def _find(self, run: str) -> Report | None:
        events = await self.journal.read(None, run=run, types=["report.written"])
        last = events[-1].data if events else None
        return last.report if isinstance(last, ReportWritten) else None

    async def _compose(self, run: Run) -> Report:
        evidence = await self.evidence(run)
        try:
            if (await self.thinking.brain(run, _writer(evidence))).tier >= 1:
                return await self._by_model(run, evidence)
        except AuleError:
            pass  # no model, or two unsupported reports: use the template
        return template(evidence, self.ambient.timestamp())

    async def _by_model(self, run: Run, evidence: RunEvidence) -> Report:
        source, now = source_of(evidence), self.ambient.timestamp()

        def read(answer: JsonObject) -> Report:
            return read_model_report(answer, evidence, source, now)

        words = filled(
            files("aule.kernel.plans").joinpath("prompts", "report.md").read_text(encoding="utf-8"),
            language=_LANGUAGES.get(evidence.language.partition("-")[0], evidence.language),
            facts=as_data("run", facts_of(evidence)),
        )
        report, _ = await self.thinking.ask(Thought(_writer(evidence), run.title, words, shape()), run, read)
        return report

    async def evidence(self, run: Run) -> RunEvidence:
        """Return what is on record about a run, step by step."""
        loaded = await self.engine.load(run.id)
        events = await self._events(run)
        plan = await self._plan(run, events)
        found = evidence_of(loaded, plan, events, self.engine.factory.registry.all())
        for step in found.steps:
            step.pages = {title: page for title, entity in step.made.items() if (page := self.page(entity)) is not None}
        return found

    async def _events(self, run: Run) -> list[Event]:
        """Return the events of a run and of its agents' runs."""
        found: list[Event] = []
        for each in await self.engine.runs.tree(run.id):
            found += await self.journal.read(None, run=each.id)
        return sorted(found, key=lambda event: int(event.seq))

    async def _plan(self, run: Run, events: list[Event]) -> Plan | None:
        if run.plan is None:
            return None
        try:
            plan = await self.version(run.plan.id, run.plan.version)
        except NotFound:
            return None
        last = last_replanning(event.data for event in events if event.run == run.id)
        return plan if last is None else plan.model_copy(update={"steps": last.steps, "version": last.version})

    def _message(self, run: Run, report: Report) -> Message:
        return Message(
            id=f"msg_{bytes_hash(f'{run.id}/report'.encode())[:26]}",
            conversation=run.session_id or "",
            role="assistant",
            content=report.markdown[:MAX_MESSAGE],
            run=run.id,
            plan=None if run.plan is None else run.plan.id,
            ts=self.ambient.timestamp(),
        )


def _writer(evidence: RunEvidence) -> str:
    """Return the agent that words a report: that of the plan's app, else the planner."""
    plan = evidence.plan
    return AGENT if plan is None or plan.app == AGENT else plan.origin.agent or AGENT
