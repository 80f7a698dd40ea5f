"""Random stories: sequences of facts about a few runs, talks and things, as Hypothesis draws them."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from tests.conformance import world

from aule.contracts.access.agent import Agent
from aule.contracts.access.approval import ApprovalStatus
from aule.contracts.access.capability import Result
from aule.contracts.access.change import ChangeStatus
from aule.contracts.errors import Problem
from aule.contracts.events import facts
from aule.contracts.kinds import FINAL_RUNS
from aule.contracts.plans.plan import PlanStatus
from aule.contracts.project import Project
from aule.contracts.runs.run import Usage

_text = st.text(max_size=20)
"""Any text UTF-8 can hold, NUL included: lone surrogates are not drawn."""


def _ids(prefix: str) -> SearchStrategy[str]:
    return st.sampled_from([f"{prefix}_{number}" for number in range(3)])


_runs, _talks = _ids("run"), _ids("con")
_usage = st.builds(
    Usage,
    tokens_in=st.integers(0, 10_000),
    tokens_out=st.integers(0, 10_000),
    cost=st.floats(0, 10, allow_subnormal=False),
    model_calls=st.integers(0, 3),
)
_problems = st.none() | st.builds(Problem, code=st.just("failed"), message=_text)
_approvals = st.builds(world.an_approval, _ids("apr"), status=st.sampled_from(ApprovalStatus), run=st.none() | _runs)
_changes = st.builds(
    world.a_change,
    _ids("chg"),
    run=_runs,
    status=st.sampled_from(ChangeStatus),
    after=st.dictionaries(_text, _text, max_size=2),
    undone_by=st.none() | _ids("chg"),
)
_memories = st.builds(world.a_memory, _ids("mem"), content=st.text(min_size=1, max_size=20), pinned=st.booleans())
_messages = st.builds(
    world.a_message,
    _ids("msg"),
    conversation=_talks,
    content=_text,
    interrupted=st.booleans(),
    ts=st.sampled_from(["2026-05-31T09:00:00.000Z", "2026-05-31T12:00:00.000Z"]),
)
_agent_ids, _project_ids = st.sampled_from(["ana", "bia"]), st.sampled_from(["home", "work"])
_agents = st.builds(Agent, id=_agent_ids, name=st.sampled_from(["Ana", "Bia"]), version=st.integers(1, 9))
_projects = st.builds(Project, id=_project_ids, name=st.just("P"), root=_text, created_at=st.just(world.TS))
_params = st.dictionaries(_text, _text | st.integers(0, 9), max_size=2)
_findings = st.fixed_dictionaries({"tier": st.integers(0, 2)})
_plans = st.builds(
    world.a_plan,
    st.sampled_from(["plan-1", "plan-2"]),
    title=st.text(min_size=1, max_size=20),
    version=st.integers(1, 3),
    status=st.sampled_from(PlanStatus),
    project=_project_ids,
    session_id=st.none() | _talks,
)
_ways = st.sampled_from(["put", "put", "put", "write", "transaction", "durable"])

_facts: SearchStrategy[facts.Fact] = st.one_of(
    st.builds(facts.RunStarted, started=st.builds(world.a_run, _runs, parent=st.none() | _runs, title=_text)),
    st.just(facts.RunWaiting(approvals=["apr_1"])),
    st.just(facts.RunResumed(reason="decided")),
    st.builds(facts.RunFinished, status=st.sampled_from(sorted(FINAL_RUNS)), usage=_usage, error=_problems),
    st.builds(facts.ModelChosen, provider=_ids("p"), model=_ids("m"), tier=st.just(2), why=_text),
    st.builds(facts.ModelProbed, provider=_ids("p"), model=_ids("m"), facts=_findings),
    st.builds(facts.TurnSpoke, step=st.integers(0, 3), delta=_text),
    st.builds(facts.TurnStepped, step=st.integers(0, 3), text=_text, usage=_usage),
    st.builds(facts.CallStarted, id=_ids("call"), capability=_ids("app"), title=_text, effect=_text, params=_params),
    st.builds(facts.CallCompleted, id=_ids("call"), capability=_ids("app"), result=st.just(Result(ok=True))),
    st.builds(facts.CallFailed, id=_ids("call"), capability=_ids("app"), result=st.builds(Result, ok=st.just(False))),
    st.builds(facts.ApprovalRequested, approval=_approvals),
    st.builds(facts.ApprovalGranted, approval=_approvals),
    st.builds(facts.ApprovalDenied, approval=_approvals),
    st.builds(facts.ApprovalExpired, approval=_approvals),
    st.builds(facts.ApprovalSuperseded, approval=_approvals),
    st.builds(facts.ChangeIntended, change=_changes),
    st.builds(facts.ChangeRecorded, change=_changes),
    st.builds(facts.ChangeVoided, change=_changes),
    st.builds(facts.ChangeUndone, change=_ids("chg"), undone_by=_ids("chg")),
    st.builds(facts.ChangeReinstated, change=_ids("chg")),
    st.builds(facts.ConversationOpened, conversation=st.builds(world.a_conversation, _talks, title=_text)),
    st.builds(facts.ConversationEdited, conversation=st.builds(world.a_conversation, _talks, title=_text)),
    st.builds(facts.ConversationDeleted, conversation=_talks),
    st.builds(facts.ConversationRewound, conversation=_talks, message=_ids("msg")),
    st.builds(facts.MessageAdded, message=_messages),
    st.builds(facts.MemorySaved, item=_memories),
    st.builds(facts.MemoryForgotten, item=_ids("mem")),
    st.builds(facts.AgentSaved, agent=_agents),
    st.builds(facts.AgentDeleted, agent=_agent_ids),
    st.builds(facts.ProjectSaved, project=_projects),
    st.builds(facts.ProjectDeleted, project=_project_ids),
    st.builds(facts.PlanSaved, plan=_plans, author=st.sampled_from(["user", "editor"]), reason=_text),
    st.builds(facts.ArtifactSaved, artifact=st.builds(world.an_artifact, _ids("art"), deleted=st.booleans())),
    st.builds(facts.ArtifactDeleted, artifact=_ids("art")),
)


@dataclass(frozen=True)
class Line:
    """One fact of a story: where it happens, and how it is written."""

    fact: facts.Fact
    run: str
    way: str


stories: SearchStrategy[list[Line]] = st.lists(st.builds(Line, _facts, _runs, _ways), max_size=40)
