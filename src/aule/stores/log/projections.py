"""Projections: which table rows each fact writes, in the transaction of its event.

Pure: a fact goes in, statements with their values come out. Replaying all events into empty tables
gives the same tables, because nothing else ever writes them.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Text, and_, bindparam, case, delete, func, null, select, update

from aule.contracts.access.approval import Approval
from aule.contracts.access.change import Change, ChangeStatus
from aule.contracts.errors import Invalid
from aule.contracts.events import facts
from aule.contracts.model import Model
from aule.contracts.runs.run import RunStatus, Usage
from aule.contracts.talk.messages import Conversation
from aule.stores import tables
from aule.stores.log import call_rows, search_rows
from aule.stores.log.fact_rows import write_fact
from aule.stores.repositories import plan_rows
from aule.stores.repositories.graphs import written
from aule.stores.statements import Statement, Write, upsert
from aule.text.words import fold


class Entry(NamedTuple):
    """A fact on its way into the log: when, in which run, in which conversation."""

    fact: facts.Fact
    ts: str
    run: str | None = None
    session_id: str | None = None


def project(entry: Entry, text: str | None = None) -> list[Write]:
    """What a fact writes besides its event; most pieces of a turn write nothing. `text` is how the fact is written."""
    fact = entry.fact
    if type(fact) in APPROVALS:
        return [_approval(fact, write_fact(fact) if text is None else text), *search_rows.written_by(fact)]
    rule = RULES.get(type(fact))
    return [] if rule is None else [*rule(fact, entry), *search_rows.written_by(fact)]


def emptying() -> list[Statement]:
    """What makes every table empty that facts write; the log itself stays."""
    return [delete(table) for table in tables.metadata.sorted_tables if table not in tables.UNTOLD]


_ID = bindparam("key", type_=Text())

_runs = tables.runs.c
_OPEN_RUN = update(tables.runs).where(_runs.id == _ID, _runs.finished_at.is_(None))  # a finished run stays finished
START_RUN = tables.runs.insert()
_HOLD_RUN = _OPEN_RUN.values(status=bindparam("to"))
# A run in a queue waits for whoever takes it; any other goes on where it was asked for.
_HERE = case((_runs.queue.is_(None), bindparam("by", type_=Text())), else_=null())
# A paused run that somebody still holds stays theirs: what it does is not cut off by going on.
_STAYS = and_(_runs.status == RunStatus.PAUSED.value, _runs.worker.is_not(None), _runs.queue.is_not(None))
_RESUME_RUN = _OPEN_RUN.values(
    status=bindparam("to"),
    epoch=case((_STAYS, _runs.epoch), else_=_runs.epoch + 1),
    worker=case((_STAYS, _runs.worker), else_=_HERE),
)
CLAIM_RUN = _OPEN_RUN.values(status=bindparam("to"), epoch=_runs.epoch + 1, worker=bindparam("by"))
_END_RUN = _OPEN_RUN.values(status=bindparam("to"), finished_at=bindparam("at"), error=bindparam("why"))
_RUN = update(tables.runs).where(_runs.id == _ID)
_SET_USAGE = _RUN.values({name: bindparam(f"new_{name}") for name in Usage.model_fields})
_ADD_USAGE = _RUN.values({name: _runs[name] + bindparam(f"new_{name}") for name in Usage.model_fields})
_CHOOSE_MODEL = _RUN.values(provider=bindparam("by"), model=bindparam("chosen"))


def _of_run(column: Any) -> Any:
    return func.coalesce(select(column).where(_runs.id == bindparam("run")).scalar_subquery(), "")


_ADD_DAY = upsert(
    tables.usage_days,
    values={name: _of_run(_runs[name]) for name in ("provider", "model", "project", "agent", "schedule")},
    change=lambda new: {name: tables.usage_days.c[name] + new[name] for name in Usage.model_fields},
)

KEEP_GRAPH = upsert(tables.graphs, keep=frozenset({"graph"}))
PLAN_RUN = _RUN.values(graph=bindparam("does"), inputs=bindparam("given"))
_SAVE_WORKFLOW = upsert(tables.workflows)
_DELETE_WORKFLOW = delete(tables.workflows).where(tables.workflows.c.id == _ID)
_SAVE_SCHEDULE = upsert(tables.schedules, keep=frozenset({"last_at", "last_run", "why_not"}))
_FIRE_SCHEDULE = (
    update(tables.schedules)
    .where(tables.schedules.c.id == _ID)
    .values({name: bindparam(f"new_{name}") for name in ("next_at", "last_at", "last_run", "why_not")})
)
_DELETE_SCHEDULE = delete(tables.schedules).where(tables.schedules.c.id == _ID)

# What is asked, of whom and where stays: a decision touches as few pages as it can.
_SAVE_APPROVAL = upsert(tables.approvals, keep=frozenset({"kind", "run", "session_id", "created_at"}))

_SAVE_CHANGE = upsert(
    tables.changes,
    values={"position": select(func.coalesce(func.max(tables.changes.c.position), 0) + 1).scalar_subquery()},
    keep=frozenset({"position"}),
    change=lambda new: {name: func.coalesce(new[name], tables.changes.c[name]) for name in ("undone_by", "session_id")},
)
_MARK_CHANGE = update(tables.changes).where(tables.changes.c.id == _ID).values(status=bindparam("to"))
_MARK_UNDONE = update(tables.changes).where(tables.changes.c.id == _ID).values(undone_by=bindparam("by"))

_OPEN_CONVERSATION = upsert(tables.conversations)
_EDIT_CONVERSATION = upsert(tables.conversations, keep=frozenset({"deleted"}))  # a late edit brings nothing back
_FIRST = tables.messages.alias("first")
_SET_ASIDE = delete(tables.messages).where(
    tables.messages.c.conversation == _ID,
    tables.messages.c.position
    >= select(_FIRST.c.position)
    .where(_FIRST.c.id == bindparam("first", type_=Text()), _FIRST.c.conversation == _ID)
    .scalar_subquery(),
)
_talks = tables.conversations.c
_DELETE_CONVERSATION = update(tables.conversations).where(_talks.id == _ID).values(deleted=1)
_STALE = update(tables.conversations).where(_talks.id == _ID, _talks.updated_at < bindparam("at"))
_TOUCH_CONVERSATION = _STALE.values(updated_at=bindparam("at"))
_LAST_POSITION = select(func.coalesce(func.max(tables.messages.c.position), 0) + 1).where(
    tables.messages.c.conversation == bindparam("conversation")
)
_SAVE_MESSAGE = upsert(
    tables.messages, values={"position": _LAST_POSITION.scalar_subquery()}, keep=frozenset({"position"})
)

_SAVE_AGENT = upsert(tables.agents)
_DELETE_AGENT = delete(tables.agents).where(tables.agents.c.id == _ID)
_SAVE_PROJECT = upsert(tables.projects)
_DELETE_PROJECT = delete(tables.projects).where(tables.projects.c.id == _ID)
_SAVE_ARTIFACT = upsert(tables.artifacts)
_DELETE_ARTIFACT = update(tables.artifacts).where(tables.artifacts.c.id == _ID).values(deleted=1)
_SAVE_MEMORY = upsert(tables.memories)
_DELETE_MEMORY = delete(tables.memories).where(tables.memories.c.id == _ID)
_SAVE_PROBE = upsert(tables.probes)


def _columns(model: Model, *names: str, **more: Any) -> dict[str, Any]:
    """The named fields of a model as a row, with the model itself as `doc`.

    What is one of several words is given as `more`, as plain text: a driver takes long to see that it is one.
    """
    fields = vars(model)
    row: dict[str, Any] = {name: fields[name] for name in names}
    return {**row, "doc": model.model_dump_json(), **more}


def _run_of(entry: Entry) -> str:
    if entry.run is None:
        raise Invalid(f"{entry.fact.type!r} is about no run", hint="Say which run it happened in.", code="missing_run")
    return entry.run


_NO_USAGE = Usage()


def _usage(usage: Usage) -> dict[str, Any]:
    return {f"new_{name}": value for name, value in vars(usage).items()}


_OF_RUN = (
    *("id", "kind", "status", "parent", "session_id", "project", "agent", "started_at"),
    *("queue", "host", "owner", "workflow", "schedule", "finished_at", "epoch"),
)
"""The fields of a run that are columns under the same name."""
_NOT_IN_DOC = {*_OF_RUN, "model", "usage", "error"}


def _run_started(fact: facts.RunStarted, _: Entry) -> list[Write]:
    run = fact.started
    fields = vars(run)
    row: dict[str, Any] = {name: fields[name] for name in _OF_RUN}
    row |= {"kind": str(run.kind), "status": str(run.status)}
    row["doc"] = run.model_dump_json(exclude=_NOT_IN_DOC, exclude_defaults=True)
    row |= {"worker": None if run.has_graph else fact.worker, "graph": None, "inputs": None}
    provider, _slash, model = (run.model or "").partition("/")
    row |= {"provider": provider or None, "model": model or None}
    row |= {**vars(run.usage), "error": run.error.model_dump_json() if run.error else None}
    return [Write(START_RUN, row)]


def _run_waiting(_: facts.RunWaiting, entry: Entry) -> list[Write]:
    return [Write(_HOLD_RUN, {"key": _run_of(entry), "to": RunStatus.WAITING.value})]


def _run_resumed(fact: facts.RunResumed, entry: Entry) -> list[Write]:
    return [Write(_RESUME_RUN, {"key": _run_of(entry), "to": RunStatus.EXECUTING.value, "by": fact.worker})]


def _run_planned(fact: facts.RunPlanned, entry: Entry) -> list[Write]:
    graph, hash = written(fact.graph)
    return [
        Write(KEEP_GRAPH, {"hash": hash, "graph": graph}),
        Write(PLAN_RUN, {"key": _run_of(entry), "does": hash, "given": json.dumps(fact.inputs)}),
    ]


def _run_claimed(fact: facts.RunClaimed, entry: Entry) -> list[Write]:
    return [Write(CLAIM_RUN, {"key": _run_of(entry), "to": RunStatus.EXECUTING.value, "by": fact.worker})]


def _run_paused(_: facts.RunPaused, entry: Entry) -> list[Write]:
    return [Write(_HOLD_RUN, {"key": _run_of(entry), "to": RunStatus.PAUSED.value})]


def _schedule_saved(fact: facts.ScheduleSaved, _: Entry) -> list[Write]:
    row = _columns(fact.schedule, "id", "project", "created_at", next_at=fact.next_at)
    return [Write(_SAVE_SCHEDULE, {**row, "last_at": None, "last_run": None, "why_not": None})]


def _schedule_fired(fact: facts.ScheduleFired, _: Entry) -> list[Write]:
    row = {"new_next_at": fact.next_at, "new_last_at": fact.due_at, "new_last_run": fact.started}
    return [Write(_FIRE_SCHEDULE, {"key": fact.schedule, **row, "new_why_not": fact.why_not})]


def _run_finished(fact: facts.RunFinished, entry: Entry) -> list[Write]:
    run = _run_of(entry)
    why = fact.error.model_dump_json() if fact.error else None
    writes = [Write(_END_RUN, {"key": run, "to": str(fact.status), "at": entry.ts, "why": why})]
    if fact.usage != _NO_USAGE:  # the run's own last word on what it cost; none given leaves the sum of its steps
        writes.insert(0, Write(_SET_USAGE, {"key": run, **_usage(fact.usage)}))
    return writes


def _model_chosen(fact: facts.ModelChosen, entry: Entry) -> list[Write]:
    return [Write(_CHOOSE_MODEL, {"key": entry.run, "by": fact.provider, "chosen": fact.model})]


def _model_probed(fact: facts.ModelProbed, _: Entry) -> list[Write]:
    return [Write(_SAVE_PROBE, {"provider": fact.provider, "model": fact.model, "doc": fact.model_dump_json()})]


def _turn_stepped(fact: facts.TurnStepped, entry: Entry) -> list[Write]:
    if fact.usage == _NO_USAGE:
        return []
    day = {"day": entry.ts[:10], "run": entry.run, **vars(fact.usage)}
    return [Write(_ADD_USAGE, {"key": entry.run, **_usage(fact.usage)}), Write(_ADD_DAY, day)]


def _approval(fact: Any, text: str) -> Write:
    """The approval a fact is about, in the words of the fact, which says nothing else: a person waits meanwhile."""
    approval: Approval = fact.approval
    fields = vars(approval)
    row: dict[str, Any] = {name: fields[name] for name in ("id", "run", "session_id", "created_at")}
    row |= {"kind": str(approval.kind), "status": str(approval.status)}
    return Write(_SAVE_APPROVAL, {**row, "doc": text[text.index(_APPROVAL) + len(_APPROVAL) : -1]})


def _change(fact: Any, entry: Entry) -> list[Write]:
    change: Change = fact.change
    kind, _, id = change.entity.partition(":")
    project = change.project or (id.partition("/")[0] if kind == "file" else None)
    row = _columns(change, "id", "run", "call", "entity", "ts", "undone_by", status=str(change.status))
    content = fold(f"{change.title}\n{id}").replace("\x00", " ")
    row |= {"session_id": entry.session_id, "project": project, "kind": kind, "content": content}
    return [Write(_SAVE_CHANGE, row)]


def _change_undone(fact: facts.ChangeUndone, _: Entry) -> list[Write]:
    return [Write(_MARK_UNDONE, {"key": fact.change, "by": fact.undone_by})]


def _change_reinstated(fact: facts.ChangeReinstated, _: Entry) -> list[Write]:
    return [Write(_MARK_UNDONE, {"key": fact.change, "by": None})]


def _change_marked(status: ChangeStatus) -> Callable[[Any, Entry], list[Write]]:
    return lambda fact, _: [Write(_MARK_CHANGE, {"key": fact.change, "to": str(status)})]


def _conversation(statement: Statement) -> Callable[[Any, Entry], list[Write]]:
    def write(fact: Any, _: Entry) -> list[Write]:
        talk: Conversation = fact.conversation
        row = _columns(talk, "id", "app", "agent", "project", "created_at", "updated_at", deleted=0)
        return [Write(statement, row)]

    return write


def _conversation_rewound(fact: facts.ConversationRewound, _: Entry) -> list[Write]:
    return [Write(_SET_ASIDE, {"key": fact.conversation, "first": fact.message})]


def _message_added(fact: facts.MessageAdded, _: Entry) -> list[Write]:
    message = fact.message
    return [
        Write(_SAVE_MESSAGE, _columns(message, "id", "conversation", "role", "run", "ts")),
        Write(_TOUCH_CONVERSATION, {"key": message.conversation, "at": message.ts}),
    ]


def _call(rule: Callable[[Any, str, str], list[Write]]) -> Callable[[Any, Entry], list[Write]]:
    return lambda fact, entry: [] if entry.run is None else rule(fact, entry.run, entry.ts)


def _memory_saved(fact: facts.MemorySaved, _: Entry) -> list[Write]:
    item = fact.item
    row = _columns(item, "id", "layer", "scope", "kind", "trust", "created_at", "expires_at")
    content = fold(f"{item.content}\n{item.result or ''}").replace("\x00", " ")
    return [Write(_SAVE_MEMORY, {**row, "pinned": int(item.pinned), "content": content})]


def _artifact_saved(fact: facts.ArtifactSaved, _: Entry) -> list[Write]:
    artifact = fact.artifact
    row = _columns(artifact, "id", "project", "run", "type", "sha256", "created_at", deleted=int(artifact.deleted))
    return [Write(_SAVE_ARTIFACT, row)]


def _deletion(statement: Statement, field: str) -> Callable[[Any, Entry], list[Write]]:
    return lambda fact, _: [Write(statement, {"key": getattr(fact, field)})]


RULES: dict[type[Model], Callable[[Any, Entry], list[Write]]] = {
    facts.RunStarted: _run_started,
    facts.RunWaiting: _run_waiting,
    facts.RunResumed: _run_resumed,
    facts.RunFinished: _run_finished,
    facts.RunPlanned: _run_planned,
    facts.RunClaimed: _run_claimed,
    facts.RunPaused: _run_paused,
    facts.ModelChosen: _model_chosen,
    facts.ModelProbed: _model_probed,
    facts.TurnStepped: _turn_stepped,
    facts.ChangeIntended: _change,
    facts.ChangeRecorded: _change,
    facts.ChangeVoided: _change,
    facts.ChangeUndone: _change_undone,
    facts.ChangeReinstated: _change_reinstated,
    facts.ChangeProposed: _change,
    facts.ChangeAdopted: _change_marked(ChangeStatus.ADOPTED),
    facts.ChangeDropped: _change_marked(ChangeStatus.DROPPED),
    facts.ConversationOpened: _conversation(_OPEN_CONVERSATION),
    facts.ConversationEdited: _conversation(_EDIT_CONVERSATION),
    facts.ConversationDeleted: _deletion(_DELETE_CONVERSATION, "conversation"),
    facts.ConversationRewound: _conversation_rewound,
    facts.MessageAdded: _message_added,
    facts.CallStarted: _call(call_rows.call_began),
    facts.CallCompleted: _call(call_rows.call_ended),
    facts.CallFailed: _call(call_rows.call_ended),
    facts.MemorySaved: _memory_saved,
    facts.MemoryForgotten: _deletion(_DELETE_MEMORY, "item"),
    facts.AgentSaved: lambda fact, _: [Write(_SAVE_AGENT, _columns(fact.agent, "id", "app", "name"))],
    facts.AgentDeleted: _deletion(_DELETE_AGENT, "agent"),
    facts.ProjectSaved: lambda fact, _: [Write(_SAVE_PROJECT, _columns(fact.project, "id", "name", "created_at"))],
    facts.ProjectDeleted: _deletion(_DELETE_PROJECT, "project"),
    facts.WorkflowSaved: lambda fact, _: [
        Write(_SAVE_WORKFLOW, _columns(fact.workflow, "id", "title", "project", "updated_at"))
    ],
    facts.WorkflowDeleted: _deletion(_DELETE_WORKFLOW, "workflow"),
    facts.ScheduleSaved: _schedule_saved,
    facts.ScheduleFired: _schedule_fired,
    facts.ScheduleDeleted: _deletion(_DELETE_SCHEDULE, "schedule"),
    facts.PlanSaved: lambda fact, _: plan_rows.plan_saved(fact),
    facts.ArtifactSaved: _artifact_saved,
    facts.ArtifactDeleted: _deletion(_DELETE_ARTIFACT, "artifact"),
}
"""What each kind of fact writes, but for those about approvals. What is in neither only stands in the log."""

APPROVALS = frozenset(
    {
        facts.ApprovalRequested,
        facts.ApprovalGranted,
        facts.ApprovalDenied,
        facts.ApprovalExpired,
        facts.ApprovalSuperseded,
    }
)
"""Facts that are about an approval and say nothing else."""
_APPROVAL = ',"approval":'
