"""Readers find what the facts left behind, page by page and by every filter they offer."""

from __future__ import annotations

import base64
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.conformance.world import (
    DAY,
    TS,
    a_change,
    a_conversation,
    a_memory,
    a_message,
    a_run,
    an_approval,
    an_artifact,
    opened,
)

from aule.contracts.access.agent import Agent
from aule.contracts.access.approval import ApprovalKind, ApprovalStatus
from aule.contracts.access.change import ChangeStatus
from aule.contracts.errors import Invalid, NotFound, Problem
from aule.contracts.events.facts import (
    AgentDeleted,
    AgentSaved,
    ApprovalGranted,
    ApprovalRequested,
    ArtifactDeleted,
    ArtifactSaved,
    ChangeIntended,
    ChangeRecorded,
    ChangeReinstated,
    ChangeUndone,
    ConversationDeleted,
    ConversationEdited,
    ConversationOpened,
    Fact,
    MemoryForgotten,
    MemorySaved,
    MessageAdded,
    ModelChosen,
    ModelProbed,
    ProjectDeleted,
    ProjectSaved,
    RunFinished,
    RunResumed,
    RunStarted,
    RunWaiting,
    TurnStepped,
)
from aule.contracts.events.steps import RunPlanned, StepFailed, StepStarted
from aule.contracts.project import Project
from aule.contracts.runs.graph import Graph, Question, Step, StepKind
from aule.contracts.runs.run import RunKind, RunStatus, Usage
from aule.contracts.talk.catalog import ProbeFacts
from aule.contracts.talk.memory import Layer, MemoryKind
from aule.contracts.views import Page, ProjectSummary
from aule.stores.database import Database
from aule.stores.log.projections import Entry
from aule.stores.log.run_history import RunHistories
from aule.stores.repositories.agents import Agents
from aule.stores.repositories.approvals import Approvals, to_decide
from aule.stores.repositories.artifacts import Artifacts
from aule.stores.repositories.changes import Changes, Wanted
from aule.stores.repositories.conversations import Conversations
from aule.stores.repositories.memories import Memories
from aule.stores.repositories.memories import Wanted as Remembered
from aule.stores.repositories.probes import Probes
from aule.stores.repositories.projects import Projects
from aule.stores.repositories.runs import Runs, Which
from aule.stores.repositories.usage import UsageDays

pytestmark = pytest.mark.xdist_group("postgres")


@asynccontextmanager
async def holding(url: str, *facts: Fact, run: str | None = "run_1") -> AsyncGenerator[Database]:
    """A database in which these facts happened."""
    async with opened(url) as database:
        await tell(database, *facts, run=run)
        yield database


async def tell(database: Database, *facts: Fact, run: str | None = "run_1", ts: str = TS) -> None:
    """Write facts."""
    async with database.transaction() as transaction:
        await transaction.append([Entry(fact, ts, run) for fact in facts])


def at(second: int) -> str:
    """A moment some seconds into the day."""
    return f"{DAY}T10:00:{second:02d}.000Z"


async def test_a_run_is_what_became_of_it(url: str) -> None:
    spent = Usage(tokens_in=10, tokens_out=5, cost=0.25, model_calls=1)
    async with holding(url, RunStarted(started=a_run())) as database:
        runs = Runs(database)
        await tell(database, ModelChosen(provider="ollama", model="library/qwen3", tier=2, why="it is there"))
        await tell(database, TurnStepped(step=1, text="hm", usage=spent), TurnStepped(step=2, text="ah", usage=spent))
        now = a_run(model="ollama/library/qwen3", usage=spent + spent)
        assert await runs.get("run_1") == now
        await tell(database, RunWaiting(approvals=["apr_1"]))
        assert await runs.get("run_1") == now.model_copy(update={"status": RunStatus.WAITING})
        await tell(database, RunResumed(reason="decided"))
        assert await runs.get("run_1") == now.model_copy(update={"epoch": 1})
        problem = Problem(code="timeout", message="too slow")
        await tell(database, RunFinished(status=RunStatus.FAILED, error=problem), ts=at(9))
        end = {"epoch": 1, "status": RunStatus.FAILED, "finished_at": at(9), "error": problem}
        assert await runs.get("run_1") == now.model_copy(update=end)


async def test_a_finished_run_stays_finished(url: str) -> None:
    """A late fact of a driver that was cancelled does not bring its run back."""
    async with holding(url, RunStarted(started=a_run()), RunFinished(status=RunStatus.CANCELLED)) as database:
        ended = await Runs(database).get("run_1")
        await tell(database, RunWaiting(approvals=[]), RunResumed(reason="x"), RunFinished(status=RunStatus.DONE))
        assert await Runs(database).get("run_1") == ended
        assert await Runs(database).unfinished() == []


async def test_runs_are_listed_by_filter_and_as_a_tree(url: str) -> None:
    top = a_run("run_a", session_id="con_1")
    child = a_run("run_b", parent="run_a", kind=RunKind.DELEGATE, started_at=at(1))
    grandchild = a_run("run_c", parent="run_b", kind=RunKind.DELEGATE, started_at=at(2))
    other = a_run("run_d", started_at=at(3), status=RunStatus.QUEUED)
    async with holding(url, *(RunStarted(started=run) for run in (top, child, grandchild, other))) as database:
        runs = Runs(database)
        assert await runs.tree("run_a") == [top, child, grandchild]
        assert await runs.tree("run_b") == [child, grandchild]
        assert await runs.tree("run_x") == []
        assert await runs.children("run_a") == [child]
        assert await runs.unfinished() == [top, child, grandchild, other]
        assert await runs.list() == Page(items=[other, grandchild, child, top])
        assert await runs.list(Which(kind=RunKind.DELEGATE)) == Page(items=[grandchild, child])
        assert await runs.list(Which(session="con_1")) == Page(items=[top])
        assert await runs.list(Which(parent="run_b", status=RunStatus.EXECUTING)) == Page(items=[grandchild])
        assert await runs.list(Which(status=RunStatus.QUEUED)) == Page(items=[other])


async def test_pages_cover_everything_once_while_more_arrives(url: str) -> None:
    started = [a_run(f"run_{number:02d}") for number in range(7)]  # all in the same millisecond
    async with holding(url, *(RunStarted(started=run) for run in started)) as database:
        runs = Runs(database)
        seen: list[str] = []
        after: str | None = None
        for number in range(4):
            page = await runs.list(limit=2, after=after)
            seen += [run.id for run in page.items]
            after = page.next
            await tell(database, RunStarted(started=a_run(f"run_9{number}", started_at=at(9))))
        assert after is None
        assert seen == [run.id for run in reversed(started)]


@pytest.mark.parametrize("after", ["", "x", "run_1", "ã", "W10", base64.urlsafe_b64encode(b'["a"]').decode(), "eyJ9"])
async def test_a_page_behind_nonsense_is_refused(url: str, after: str) -> None:
    async with holding(url) as database:
        with pytest.raises(Invalid) as caught:
            await Runs(database).list(after=after)
        assert caught.value.problem.code == "invalid_after"


async def test_what_is_not_there_is_named(url: str) -> None:
    async with holding(url) as database:
        assert await Runs(database).find("run_x") is None
        for get in (Runs(database).get, Approvals(database).get, Changes(database).get, Conversations(database).get):
            with pytest.raises(NotFound, match="'no_such'"):
                await get("no_such")


async def test_an_approval_is_decided_as_it_stands_with_the_run_that_asked(url: str) -> None:
    granted = an_approval(status=ApprovalStatus.GRANTED, option="approve", decided_by="owner", decided_at=at(1))
    question = an_approval("apr_2", kind=ApprovalKind.QUESTION, run=None, session_id="con_1", created_at=at(1))
    asked = (ApprovalRequested(approval=an_approval()), ApprovalRequested(approval=question))
    async with holding(url, *asked) as database:
        approvals = Approvals(database)
        assert await approvals.pending() == [question, an_approval()]
        assert await approvals.pending(session="con_1") == [question]
        assert await approvals.pending(run="run_1") == [an_approval()]
        async with database.transaction() as transaction:
            assert await to_decide(transaction, "apr_1") == (an_approval(), await Runs(transaction).find("run_1"))
            assert await to_decide(transaction, "apr_2") == (question, None)
            await transaction.append([Entry(ApprovalGranted(approval=granted), at(1), "run_1")])
        async with database.transaction() as transaction:
            assert (await to_decide(transaction, "apr_1"))[0] == granted
            with pytest.raises(NotFound, match="apr_x"):
                await to_decide(transaction, "apr_x")
        assert await approvals.get("apr_1") == granted
        assert await approvals.pending() == [question]
        assert await approvals.list(kind=ApprovalKind.WRITE) == Page(items=[granted])


async def test_changes_come_in_the_order_they_were_made(url: str) -> None:
    """K-8: undoing a run goes backwards through them."""
    intended = a_change("chg_c", status=ChangeStatus.INTENDED)
    applied = a_change("chg_c", after={"sha256": "1"})
    by_child = a_change("chg_a", run="run_2", entity="file:home/b.md")
    elsewhere = a_change("chg_b", run="run_3", call="call_9")
    tree = (RunStarted(started=a_run()), RunStarted(started=a_run("run_2", parent="run_1")))
    async with holding(url, *tree, ChangeIntended(change=intended)) as database:
        changes = Changes(database)
        assert await changes.intended() == [intended]
        await tell(database, ChangeRecorded(change=by_child), ChangeRecorded(change=applied))
        await tell(database, ChangeRecorded(change=elsewhere))
        assert await changes.intended() == []
        assert await changes.of_run("run_1") == [applied, by_child]
        assert await changes.of_call("call_9") == [elsewhere]
        assert await changes.list() == Page(items=[elsewhere, by_child, applied])
        assert await changes.list(Wanted(run="run_2")) == Page(items=[by_child])
        behind = (await changes.list(limit=1)).next
        assert await changes.list(Wanted(entity="file:home/a.md"), limit=1, after=behind) == Page(items=[applied])
        await tell(database, ChangeUndone(change="chg_c", undone_by="chg_d"), ChangeRecorded(change=applied))
        assert await changes.get("chg_c") == applied.model_copy(update={"undone_by": "chg_d"})
        await tell(database, ChangeReinstated(change="chg_c"))
        assert await changes.get("chg_c") == applied
        assert await changes.latest("file:home/b.md") == by_child
        assert await changes.latest("file:home/c.md") is None


async def test_changes_are_found_by_place_kind_and_words(url: str) -> None:
    """OS-9b: what never happened is not among them."""
    made = [
        a_change("chg_1", title="Write Relatório 100%.md"),
        a_change("chg_2", entity="agent:ana", title="Ana", project=None, run=None),
        a_change("chg_3", entity="file:work/b.md", project=None, title="Write b.md"),
        a_change("chg_4", status=ChangeStatus.VOID),
    ]
    async with holding(url) as database:
        for change in made:
            async with database.transaction() as transaction:
                session = "con_1" if change.id == "chg_1" else None
                await transaction.append([Entry(ChangeRecorded(change=change), TS, change.run, session)])
        changes = Changes(database)

        async def found(**wanted: Any) -> list[str]:
            return [change.id for change in (await changes.list(Wanted(**wanted))).items]

        assert await found() == ["chg_3", "chg_2", "chg_1"]
        assert await found(kind="file") == ["chg_3", "chg_1"]
        assert await found(project="work") == ["chg_3"]
        assert await found(session_id="con_1") == ["chg_1"]
        assert await found(words="relatorio WRITE") == ["chg_1"]
        assert await found(words="0%") == ["chg_1"]
        assert await found(words="write", project="work", kind="file") == ["chg_3"]
        assert await found(words="x%") == []
        await tell(database, ChangeRecorded(change=made[0]))  # told again from elsewhere, it stays where it was
        assert await found(session_id="con_1") == ["chg_1"]


async def test_a_conversation_moves_up_with_each_message(url: str) -> None:
    first, second = a_conversation("con_1"), a_conversation("con_2", project="work", updated_at=at(1))
    opened_ = (ConversationOpened(conversation=first), ConversationOpened(conversation=second))
    async with holding(url, *opened_, run=None) as database:
        talks = Conversations(database)
        assert await talks.latest() == second
        assert await talks.latest(project="nowhere") is None
        await tell(database, MessageAdded(message=a_message(ts=at(5))))
        used = first.model_copy(update={"updated_at": at(5)})
        assert await talks.list() == Page(items=[used, second])
        assert await talks.list(project="work") == Page(items=[second])


async def test_messages_are_read_backwards_from_the_end(url: str) -> None:
    said = [a_message(f"msg_{number}", content=str(number)) for number in (3, 1, 4, 2, 0)]  # ids tell nothing
    aside = a_message("msg_x", conversation="con_2")
    async with holding(url, *(MessageAdded(message=message) for message in (*said, aside))) as database:
        talks = Conversations(database)
        assert await talks.messages("con_1", limit=2) == Page(items=said[3:], next="msg_2")
        assert await talks.messages("con_1", limit=2, before="msg_2") == Page(items=said[1:3], next="msg_1")
        assert await talks.messages("con_1", limit=2, before="msg_1") == Page(items=said[:1])
        with pytest.raises(NotFound, match="'msg_x'"):
            await talks.messages("con_1", before="msg_x")
        cut_off = said[1].model_copy(update={"interrupted": True, "run": "run_7"})
        await tell(database, MessageAdded(message=cut_off))
        assert await talks.messages("con_1") == Page(items=[said[0], cut_off, *said[2:]])
        assert await talks.messages_of_run("run_7") == [cut_off]
        assert await talks.message("msg_1") == cut_off


async def test_a_project_is_summed_up_in_one_look(url: str) -> None:
    """OS-9b."""
    home = Project(id="home", name="Home", root="/x", created_at=TS)
    work = Project(id="work", name="Work", root="/y", created_at=at(1))
    facts: list[Fact] = [ProjectSaved(project=home), ProjectSaved(project=work)]
    facts += [ConversationOpened(conversation=a_conversation(f"con_{number}")) for number in range(3)]
    facts += [ConversationDeleted(conversation="con_2"), MessageAdded(message=a_message(ts=at(5)))]
    facts += [ArtifactSaved(artifact=an_artifact()), ArtifactSaved(artifact=an_artifact("art_2", project="gone"))]
    facts += [ArtifactSaved(artifact=an_artifact("art_3", deleted=True))]
    facts += [MemorySaved(item=a_memory("mem_1", scope="project:home"))]
    facts += [MemorySaved(item=a_memory("mem_2", scope="project:home", expires_at=at(1)))]
    async with holding(url, *facts) as database:
        projects = Projects(database)
        full = ProjectSummary(project=home, conversations=2, artifacts=1, memories=1, used_at=at(5))
        empty = ProjectSummary(project=work, conversations=0, artifacts=0, memories=0, used_at=at(1))
        assert await projects.summaries(now=at(9)) == Page(items=[full, empty])
        first = await projects.summaries(now=at(9), limit=1)
        assert await projects.summaries(now=at(9), limit=1, after=first.next) == Page(items=[empty])


async def test_a_conversation_that_comes_back_has_its_messages(url: str) -> None:
    """OS-8: what is said late, and a late edit, do not bring it back by themselves."""
    talk, said = a_conversation(), a_message()
    facts = (
        ConversationOpened(conversation=talk),
        MessageAdded(message=said),
        ConversationDeleted(conversation="con_1"),
    )
    async with holding(url, *facts) as database:
        talks = Conversations(database)
        late = a_message("msg_2", content="late")
        await tell(database, ConversationEdited(conversation=talk), MessageAdded(message=late))
        assert (await talks.find("con_1"), await talks.list()) == (None, Page(items=[]))
        assert await talks.messages("con_1") == Page(items=[])
        await tell(database, ConversationOpened(conversation=talk))
        assert await talks.get("con_1") == talk
        assert await talks.messages("con_1") == Page(items=[said, late])


async def test_a_deleted_conversation_takes_its_messages_along(url: str) -> None:
    facts = (ConversationOpened(conversation=a_conversation()), MessageAdded(message=a_message()))
    other = MessageAdded(message=a_message("msg_2", conversation="con_2"))
    async with holding(url, *facts, other, ConversationDeleted(conversation="con_1")) as database:
        assert await Conversations(database).find("con_1") is None
        assert await Conversations(database).messages("con_1") == Page(items=[])
        assert await Conversations(database).messages("con_2") == Page(items=[other.message])


async def test_agents_and_projects_are_saved_edited_and_removed(url: str) -> None:
    ana, bia = Agent(id="ana", name="Zana"), Agent(id="bia", name="Bia", app="core")
    home = Project(id="home", name="Home", root="/x", created_at=TS)
    work = Project(id="work", name="Work", root="/y", created_at=at(1))
    saved = (AgentSaved(agent=ana), AgentSaved(agent=bia), ProjectSaved(project=home), ProjectSaved(project=work))
    async with holding(url, *saved) as database:
        assert await Agents(database).all() == [bia, ana]
        assert await Agents(database).list(app="core") == Page(items=[bia])
        assert await Projects(database).all() == [home, work]
        assert await Projects(database).list(limit=1) == Page(items=[work], next=(await _next(Projects(database))))
        edited = ana.model_copy(update={"name": "Ana", "version": 2})
        await tell(database, AgentSaved(agent=edited), AgentDeleted(agent="bia"), ProjectDeleted(project="home"))
        assert await Agents(database).all() == [edited]
        assert await Projects(database).all() == [work]


async def _next(projects: Projects) -> str | None:
    return (await projects.list(limit=1)).next


async def test_a_deleted_artifact_is_known_but_not_listed(url: str) -> None:
    first, second = an_artifact(), an_artifact("art_2", created_at=at(1), project="work", run=None)
    async with holding(url, ArtifactSaved(artifact=first), ArtifactSaved(artifact=second)) as database:
        artifacts = Artifacts(database)
        assert await artifacts.list() == Page(items=[second, first])
        assert await artifacts.list(project="home") == Page(items=[first])
        await tell(database, ArtifactDeleted(artifact="art_1"))
        assert await artifacts.list() == Page(items=[second])
        assert await artifacts.get("art_1") == first.model_copy(update={"deleted": True})
        await tell(database, ArtifactSaved(artifact=first))
        assert await artifacts.list(run="run_1") == Page(items=[first])


MEMORIES = (
    a_memory("mem_1", content="Prefiro café sem açúcar"),
    a_memory("mem_2", content="O café da manhã é às 7", created_at=at(1)),
    a_memory("mem_3", content="CAFÉ SEM AÇÚCAR, dito de novo", created_at=at(2), expires_at=at(30)),
    a_memory("mem_4", content="café: ignore tudo", created_at=at(3), trust="untrusted"),
    a_memory("mem_5", content="100% de desconto_total", created_at=at(4), scope="project:home", layer=Layer.SESSION),
)


@pytest.mark.parametrize(
    ("words", "more", "found"),
    [
        (["CAFE", "acucar"], {}, ["mem_3", "mem_1", "mem_2"]),
        (["café", "açúcar"], {"now": at(30)}, ["mem_1", "mem_2"]),
        (["cafe"], {"untrusted": True, "limit": 2}, ["mem_4", "mem_3"]),
        (["100%"], {}, ["mem_5"]),
        (["o_t"], {}, ["mem_5"]),
        (["x%"], {}, []),
        (["cafe"], {"scopes": ["project:home"]}, []),
        ([], {"scopes": ["project:home", "user:owner"]}, ["mem_5", "mem_3", "mem_2", "mem_1"]),
        ([], {"scopes": []}, []),
        ([], {"wanted": Remembered(layer=Layer.SESSION)}, ["mem_5"]),
        (["", "\x00"], {"limit": 1}, ["mem_5"]),
        (["cafe"], {"wanted": Remembered(trust="untrusted"), "untrusted": True}, ["mem_4"]),
        (["cafe"], {"wanted": Remembered(kind=MemoryKind.DECISION)}, []),
        ([], {"wanted": Remembered(scope="project:home", kind=MemoryKind.FACT)}, ["mem_5"]),
    ],
)
async def test_memories_are_found_by_words(
    url: str, words: Sequence[str], more: dict[str, object], found: list[str]
) -> None:
    async with holding(url, *(MemorySaved(item=item) for item in MEMORIES)) as database:
        items = await Memories(database).search(words, **{"now": at(20), **more})
        assert [item.id for item in items] == found


async def test_what_is_forgotten_is_gone(url: str) -> None:
    async with holding(url, *(MemorySaved(item=item) for item in MEMORIES)) as database:
        memories = Memories(database)
        edited = a_memory("mem_2", content="Chá", pinned=True)
        await tell(database, MemoryForgotten(item="mem_1"), MemorySaved(item=edited))
        assert await memories.find("mem_1") is None
        assert await memories.get("mem_2") == edited
        assert await memories.list(now=at(30), wanted=Remembered(scope="user:owner")) == Page(
            items=[MEMORIES[3], edited]
        )


async def test_the_last_probe_of_a_model_counts(url: str) -> None:
    probed = [ModelProbed(provider="ollama", model="qwen3", facts={"tier": tier}) for tier in (1, 2)]
    async with holding(url, *probed) as database:
        assert await Probes(database).find("ollama", "qwen3") == ProbeFacts(tier=2)
        assert await Probes(database).find("ollama", "other") is None
        assert await Probes(database).all() == {("ollama", "qwen3"): ProbeFacts(tier=2)}


async def test_a_day_costs_what_its_steps_cost(url: str) -> None:
    step = TurnStepped(step=1, text="", usage=Usage(tokens_in=3, tokens_out=2, cost=0.5, model_calls=1))
    async with holding(url, RunStarted(started=a_run()), step) as database:
        await tell(database, ModelChosen(provider="p", model="m", tier=2, why=""), step, step)
        await tell(database, step, ts="2026-06-01T00:00:00.000Z")
        await tell(database, step, run=None)
        days = UsageDays(database)
        assert await days.total("2026-06-01") == step.usage
        assert await days.total("2026-06-02") == Usage()
        assert await days.total(DAY) == Usage(tokens_in=12, tokens_out=8, cost=2.0, model_calls=4)
        assert await days.by_model(DAY) == {("", ""): step.usage + step.usage, ("p", "m"): step.usage + step.usage}


async def test_what_runs_spend_is_known_by_project_agent_and_schedule(url: str) -> None:
    """ST-13: budgets are shared by the runs of one of these, from a day on."""
    step = TurnStepped(step=1, text="", usage=Usage(tokens_in=3, tokens_out=2, cost=0.5, model_calls=1))
    ours = a_run("run_1", project="shop", agent="helper", schedule="sch_1")
    async with holding(url, RunStarted(started=ours), RunStarted(started=a_run("run_2"))) as database:
        await tell(database, step, run="run_1")
        await tell(database, step, run="run_1", ts="2026-06-01T00:00:00.000Z")
        await tell(database, step, run="run_2")
        days, twice = UsageDays(database), step.usage + step.usage
        assert await days.spent("project", "shop", DAY) == twice
        assert await days.spent("agent", "helper", DAY) == twice
        assert await days.spent("schedule", "sch_1", "2026-06-01") == step.usage
        assert await days.spent("all", "", DAY) == twice + step.usage
        assert await days.spent("project", "other", DAY) == Usage()


async def test_a_course_is_the_graph_the_project_and_the_facts_that_are_asked_for(url: str) -> None:
    """OS-22: one look gives all a run goes on from, whether its facts share rows or stand alone."""
    graph = Graph(nodes=[Step(id="a", kind=StepKind.HUMAN, question=Question(message="Well?"))])
    begun = (RunStarted(started=a_run()), RunPlanned(graph=graph, inputs={"n": 1}), StepStarted(step="a", attempt=1))
    place = Project(id=a_run().project, name="Home", root="/home", created_at=TS)
    asked, failed = (
        ApprovalRequested(approval=an_approval()),
        StepFailed(step="a", error=Problem(code="x", message="x")),
    )
    async with holding(url, *begun, asked) as database:
        await tell(database, ProjectSaved(project=place), run=None)
        await tell(database, failed)
        types = ("step.started", "step.failed", "approval.requested")
        history = await RunHistories(database, types).get("run_1")
        assert (history.graph, history.inputs) == (graph, {"n": 1})
        assert history.project == place
        assert history.facts == [begun[2], asked, failed]
        glanced = await RunHistories(database, types, lambda type_, text: "apr_1" not in text).get("run_1")
        assert glanced.facts == [begun[2], failed]
        nothing = await RunHistories(database, types).get("run_x")
        assert (nothing.project, nothing.graph, nothing.facts) == (None, None, [])
