"""What each fact leaves in the search index: one row for whatever can be found by its words.

Runs of the same title share one, which leads to the latest of them: three hundred runs of a workflow are found once.
Text is cut into folded words here, so that every database compares the same letters. Rows of a conversation
that was removed are hidden, not dropped: they come back with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from sqlalchemy import Text, bindparam, case, delete, func, literal, select, update

from aule.contracts.access.approval import Approval
from aule.contracts.access.change import Change, ChangeStatus
from aule.contracts.events import facts
from aule.contracts.model import Model
from aule.contracts.project import Artifact, Project
from aule.contracts.talk.messages import Conversation
from aule.stores.repositories.full_text import KIND_MARK
from aule.stores.statements import Write, upsert
from aule.stores.tables import search
from aule.text.hashing import bytes_hash
from aule.text.words import headline, term_parts, terms

INDEXED = 20_000
"""Characters of a text by which it is found."""
LONGEST_TITLE = 200
LONGEST_WORDS = 600
"""Letters of a title that are compared as a whole; Postgres keeps no longer ones in order."""

_c = search.c
_KEY = bindparam("key", type_=Text())
_PLACE = bindparam("place", type_=Text())
_other = search.alias("other").c

_NEXT = select(func.coalesce(func.max(_other.number), 0) + 1).scalar_subquery()

_SAVE = upsert(
    search,
    values={
        "number": _NEXT,
        "hidden": func.coalesce(
            select(func.max(_other.hidden)).where(_other.ref == bindparam("within", type_=Text())).scalar_subquery(), 0
        ),
    },
    keep=frozenset({"number"}),
)
_LATEST = ("ts", "leads")
# Its words stay as they are, so that no index of words is touched: only where it leads, and when that was.
SHARE = upsert(
    search,
    values={"number": _NEXT, "hidden": literal(0)},
    keep=frozenset(search.c.keys()).difference(_LATEST),
    change=lambda new: {name: case((new.ts >= _c.ts, new[name]), else_=_c[name]) for name in _LATEST},
)
_DROP = delete(search).where(_c.ref == _KEY)
_HIDE = update(search).where(_c.place == _PLACE, _c.hidden == 0).values(hidden=1)
_SHOW = update(search).where(_c.place == _PLACE, _c.hidden == 1).values(hidden=0)
_HIDE_ONE = update(search).where(_c.ref == _KEY).values(hidden=1)
_SHOW_ONE = update(search).where(_c.ref == _KEY).values(hidden=0)
_TOUCH = update(search).where(_c.ref == _KEY, _c.ts < bindparam("at")).values(ts=bindparam("at"))
_SET_ASIDE = delete(search).where(
    _c.place == _PLACE,
    _c.kind == "message",
    _c.number >= select(_other.number).where(_other.ref == _KEY).scalar_subquery(),
)


def written_by(fact: facts.Fact) -> list[Write]:
    """What a fact writes into the index; most write nothing."""
    rule = RULES.get(type(fact))
    return [] if rule is None else rule(fact)


def shared_once(one: Mapping[str, Any], other: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values that say the same as two things that share a row, one after the other."""
    return {**one, **{name: other[name] for name in _LATEST}} if other["ts"] >= one["ts"] else one


def _row(kind: str, id: str, title: str, **more: Any) -> Write:
    """A row of the index; `text` is what it is found by besides its title."""
    text = more.pop("text", "")[:INDEXED]
    words = terms(title)
    marks = [KIND_MARK + mark for mark in (kind, *more.pop("marks", ()))]
    body = [*marks, *words, *term_parts(title), *terms(text), *term_parts(text)]
    row: dict[str, Any] = {"ref": f"{kind}:{id}", "kind": kind, "title": title.replace("\x00", " ")[:LONGEST_TITLE]}
    row |= {"detail": "", "project": None, "place": None, "expires_at": None, "within": "", "leads": None}
    row |= {"words": " ".join(words)[:LONGEST_WORDS].rstrip(), "body": " ".join(dict.fromkeys(body))}
    return Write(_SAVE, {**row, **more})


def _drop(kind: str, field: str) -> Callable[[Any], list[Write]]:
    return lambda fact: [Write(_DROP, {"key": f"{kind}:{getattr(fact, field)}"})]


def _run(fact: facts.RunStarted) -> list[Write]:
    run = fact.started
    if not run.title or run.parent is not None:  # a part of a run is found by the whole
        return []
    if run.session_id is not None:
        return [_row("run", run.id, run.title, project=run.project, ts=run.started_at)]
    return [Write(SHARE, {**_shared(run.project, run.title), "ts": run.started_at, "leads": f"run:{run.id}"})]


@lru_cache(maxsize=256)
def _shared(project: str, title: str) -> Mapping[str, Any]:
    """The row of all runs of one title in one project that belong to no conversation: what is done again and again."""
    key = bytes_hash(json.dumps([project, title]).encode())[:32]
    return _row("run", key, title, project=project).params


def _approval(fact: Any) -> list[Write]:
    """What is asked; a decision alters nothing of that, so only one that nobody had to wait for is new."""
    approval: Approval = fact.approval
    if approval.version > 1:
        return []
    return [_row("approval", approval.id, approval.title, text=approval.body, ts=approval.created_at)]


def _change(fact: Any) -> list[Write]:
    """Files that were touched and things that were removed; what is there is found by itself."""
    change: Change = fact.change
    kind, _, name = change.entity.partition(":")
    is_file = kind == "file"
    if change.status is not ChangeStatus.APPLIED or change.undoes or not (is_file or change.op == "delete"):
        return [Write(_DROP, {"key": f"change:{change.id}"})]
    about = {"detail": name.replace("\x00", " ") if is_file else "", "text": name}
    project = change.project or (name.partition("/")[0].replace("\x00", " ") if is_file else None)
    return [_row("change", change.id, change.title, project=project, ts=change.ts, **about)]


def _opened(fact: facts.ConversationOpened) -> list[Write]:
    return [_talk(fact.conversation), Write(_SHOW, {"place": fact.conversation.id})]


def _edited(fact: facts.ConversationEdited) -> list[Write]:
    return [_talk(fact.conversation, within=f"conversation:{fact.conversation.id}")]  # hidden if it was


def _talk(talk: Conversation, **more: str) -> Write:
    place = {"project": talk.project, "place": talk.id}
    return _row("conversation", talk.id, talk.title, ts=talk.updated_at, **place, **more)


def _message(fact: facts.MessageAdded) -> list[Write]:
    message = fact.message
    talk = f"conversation:{message.conversation}"
    touched = Write(_TOUCH, {"key": talk, "at": message.ts})
    if message.role not in ("user", "assistant"):
        return [touched]
    row = _row("message", message.id, "", text=message.content, ts=message.ts, place=message.conversation, within=talk)
    return [row, touched]


def _memory(fact: facts.MemorySaved) -> list[Write]:
    item = fact.item
    kind, _, project = item.scope.partition(":")
    text = f"{item.content}\n{item.result or ''}"
    about = {"project": project if kind == "project" else None, "expires_at": item.expires_at}
    return [_row("memory", item.id, headline(item.content, 120), text=text, ts=item.created_at, **about)]


def _project(fact: facts.ProjectSaved) -> list[Write]:
    made: Project = fact.project
    detail = made.description.replace("\x00", " ")
    return [
        _row("project", made.id, made.name, detail=detail, text=detail, ts=made.created_at, project=made.id),
    ]


def _artifact(fact: facts.ArtifactSaved) -> list[Write]:
    made: Artifact = fact.artifact
    if made.deleted:
        return [Write(_DROP, {"key": f"artifact:{made.id}"})]
    about = {"detail": made.mime.replace("\x00", " "), "text": made.type, "marks": (made.type,)}
    return [_row("artifact", made.id, made.name, ts=made.created_at, project=made.project, **about)]


def _workflow(fact: facts.WorkflowSaved) -> list[Write]:
    made = fact.workflow
    about = {"detail": made.description.replace("\x00", " "), "text": f"{made.id} {made.description}"}
    return [_row("workflow", made.id, made.title, ts=made.updated_at, project=made.project, **about)]


def _schedule(fact: facts.ScheduleSaved) -> list[Write]:
    made = fact.schedule
    asked = made.prompt or made.workflow or ""
    about = {"detail": headline(asked, 120) if made.title else "", "text": asked}
    return [_row("schedule", made.id, made.name, ts=made.updated_at, project=made.project, **about)]


def _plan(fact: facts.PlanSaved) -> list[Write]:
    made = fact.plan
    said = " ".join([made.goal, *(step.title for step in made.steps)])
    about = {"detail": headline(made.goal.replace("\x00", " "), 120), "text": said}
    return [_row("plan", made.id, made.title, ts=made.updated_at, project=made.project, **about)]


RULES: dict[type[Model], Callable[[Any], list[Write]]] = {
    facts.RunStarted: _run,
    facts.ApprovalRequested: _approval,
    facts.ApprovalGranted: _approval,
    facts.ApprovalDenied: _approval,
    facts.ChangeRecorded: _change,
    facts.ChangeIntended: _change,
    facts.ChangeVoided: _change,
    facts.ChangeUndone: lambda fact: [Write(_HIDE_ONE, {"key": f"change:{fact.change}"})],
    facts.ChangeReinstated: lambda fact: [Write(_SHOW_ONE, {"key": f"change:{fact.change}"})],
    facts.ConversationOpened: _opened,
    facts.ConversationEdited: _edited,
    facts.ConversationDeleted: lambda fact: [Write(_HIDE, {"place": fact.conversation})],
    facts.ConversationRewound: lambda fact: [
        Write(_SET_ASIDE, {"place": fact.conversation, "key": f"message:{fact.message}"})
    ],
    facts.MessageAdded: _message,
    facts.MemorySaved: _memory,
    facts.MemoryForgotten: _drop("memory", "item"),
    facts.ProjectSaved: _project,
    facts.ProjectDeleted: _drop("project", "project"),
    facts.WorkflowSaved: _workflow,
    facts.WorkflowDeleted: _drop("workflow", "workflow"),
    facts.ScheduleSaved: _schedule,
    facts.ScheduleDeleted: _drop("schedule", "schedule"),
    facts.PlanSaved: _plan,
    facts.ArtifactSaved: _artifact,
    facts.ArtifactDeleted: _drop("artifact", "artifact"),
}
