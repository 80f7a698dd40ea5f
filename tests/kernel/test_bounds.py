"""Bounds: what a run may do at most is enforced in code, adds up to the narrowest, and reaches all below it."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.contracts.access.agent import Agent
from aule.contracts.access.approval import FileDiff
from aule.contracts.access.capability import Policy, Result
from aule.contracts.access.change import ChangeStatus
from aule.contracts.errors import Conflict, Invalid
from aule.contracts.events.facts import CallCompleted, CallFailed, GuardTripped, ScopeViolated
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.graph import Graph, Step, StepCall, StepKind
from aule.contracts.runs.run import PlanRef, Run, RunStatus
from aule.contracts.settings import Settings
from aule.contracts.talk.ask import Ask
from aule.kernel.bounds import EXEC, FREE, ON_WRITE, bounds_of, combined
from aule.kernel.engine.run_request import RunRequest
from aule.sandbox.scope import Scope
from aule.sdk import App, Context, Effect
from aule.stores.repositories.changes import Wanted
from aule.testing import call, say
from aule.testing.system import System, system

SERVICE = Bounds(agent="develop/shop/MyAgent", scope=["src/service/*.kt"], on_write="ask", environment="develop")

# ---------------------------------------------------------------- scopes


@pytest.mark.parametrize(
    ("patterns", "path", "allowed"),
    [
        (["src/service/*.kt"], "src/service/A.kt", True),
        (["src/service/*.kt"], "src/service/deep/X.kt", False),
        (["src/service/?.kt"], "src/service/A.kt", True),
        (["src?service/A.kt"], "src/service/A.kt", False),
        (["src/**"], "src/a/b/c.kt", True),
        (["src/**"], "src", False),
        (["**/*.md"], "README.md", True),
        (["docs/**/*.md"], "docs/a.md", True),
        (["src/[abc].kt"], "src/b.kt", True),
        (["src/[abc].kt"], "src/d.kt", False),
        (["src/{a,b}/*.kt"], "src/b/x.kt", True),
        (["a/*.kt", "b/*.kt"], "b/x.kt", True),
        (["src/**"], "src/.hidden/a", False),
        (["**"], ".gitignore", False),
        (["src/.config/*"], "src/.config/a", True),
        (["[.]x"], ".x", False),
        (["src/**", "!src/gen/**"], "src/gen/a.kt", False),
        (["!src/gen/**", "src/**"], "src/gen/a.kt", False),
        (["src/**", "!src/gen/**"], "src/GEN/a.kt", False),
        (["src/**", "!src/café/**"], "src/cafe\u0301/a.kt", False),
        (["src/**", "!**/*.lock"], "src/x.LOCK", False),
        (["SRC/**"], "src/a", False),
        (["!src/**"], "src/a", False),
        ([], "src/a", False),
    ],
)
def test_a_scope_means_exactly_what_it_says(patterns: list[str], path: str, allowed: bool) -> None:
    """CO-20."""
    assert Scope(patterns).allows(path) is allowed


@pytest.mark.parametrize("pattern", ["../x", "src/../x", "/etc/*", "!/etc/*", "", "!", "a\\b", "src/[", "*" * 9])
def test_a_pattern_that_climbs_out_or_cannot_be_read_is_a_mistake(pattern: str) -> None:
    """CO-20: `..` and absolute patterns are errors of the configuration."""
    if pattern == "src/[":  # an open bracket is a character like any other
        assert not Scope([pattern]).allows("src/a")
        return
    with pytest.raises(Invalid) as caught:
        Scope([pattern])
    assert caught.value.problem.code == "invalid_glob"


# ---------------------------------------------------------------- adding up

_PATHS = ["src/a.kt", "src/b/c.kt", "docs/x.md", "src/.env", "README.md", "src/SERVICE/x"]
_GLOBS = st.sampled_from(["src/**", "src/*.kt", "**/*.md", "docs/**", "!src/b/**", "**", "src/service/*"])
_BOUNDS = st.builds(
    Bounds,
    agent=st.sampled_from(["", "a", "b"]),
    environment=st.sampled_from(["", "main", "develop"]),
    protected=st.booleans(),
    scope=st.none() | st.lists(_GLOBS, max_size=3),
    on_write=st.none() | st.sampled_from(ON_WRITE),
    exec=st.none() | st.sampled_from(EXEC),
)


@given(st.lists(_BOUNDS, max_size=4), st.randoms(use_true_random=False))
def test_the_order_in_which_bounds_are_said_does_not_matter(said: list[Bounds], chance: Any) -> None:
    """CO-30."""
    shuffled = list(said)
    chance.shuffle(shuffled)
    assert combined(shuffled) == combined(said)


@given(st.lists(_BOUNDS, max_size=4), _BOUNDS)
def test_saying_more_never_widens_what_was_said(said: list[Bounds], more: Bounds) -> None:
    """CO-30: what somebody has narrowed nobody can widen."""
    before, after = combined(said), combined([*said, more])
    assert all(before.allows(path) for path in _PATHS if after.allows(path))
    assert after.protected or not before.protected
    if any(each.on_write is not None for each in said):
        assert before.on_write and after.on_write
        assert ON_WRITE.index(after.on_write) <= ON_WRITE.index(before.on_write)
    if any(each.exec is not None for each in said):
        assert before.exec and after.exec
        assert EXEC.index(after.exec) <= EXEC.index(before.exec)


@given(st.lists(_BOUNDS, max_size=4), _BOUNDS)
def test_a_rule_of_an_agent_never_widens_not_even_where_nobody_spoke(said: list[Bounds], more: Bounds) -> None:
    """ST-1: a guideline about files adds no right to write or to run commands."""
    rule = more.model_copy(update={"by_rule": True})
    before, after = combined(said), combined([*said, rule])
    assert after.on_write is not None and after.exec is not None
    if before.on_write is not None and before.exec is not None:
        assert ON_WRITE.index(after.on_write) <= ON_WRITE.index(before.on_write)
        assert EXEC.index(after.exec) <= EXEC.index(before.exec)


def test_what_nobody_speaks_of_is_the_least_once_there_are_bounds() -> None:
    """CO-30: without a person writing fails, and without a word no command runs."""
    assert combined([]) is FREE and FREE.is_free and FREE.allows("anything")
    bound = combined([Bounds(scope=["src/**"])])
    assert (bound.on_write, bound.exec, bound.is_free) == ("fail", "off", False)
    assert [one < two for one, two in pairwise(map(ON_WRITE.index, ("fail", "propose", "ask", "apply")))] == [True] * 3


def test_an_agent_beside_a_project_without_a_scope_only_reads() -> None:
    """CO-25, CO-S14."""
    reader = Agent(id="develop/shop/Reader", name="Reader", mode="project_resident", bounds=Bounds(on_write="apply"))
    assert [each.scope for each in bounds_of(reader)] == [[]]
    assert not combined(bounds_of(reader)).allows("src/a.kt")
    assert bounds_of(Agent(id="assistant", name="Assistant")) == []


# ---------------------------------------------------------------- at the gate


async def test_reading_is_free_and_a_write_outside_the_scope_is_refused_before_anybody_is_asked(tmp_path: Path) -> None:
    """CO-S1, CO-S2, CO-25: the file stays as it is byte for byte, and the message is the one that was promised."""
    script = [
        call("core.read_file", {"path": "src/controller/MyController.kt"}),
        call("core.write_file", {"path": "src/controller/MyController.kt", "content": "x"}),
        say("It is out of my scope."),
    ]
    async with system(tmp_path, *script) as aule:
        _shop(aule)
        run = await _ask(aule, SERVICE)
        assert run.status is RunStatus.DONE_WITH_FAILURES
        read, refused = await _results(aule, run)
        assert read.ok and read.data["text"] == "class MyController"
        assert refused.error is not None and refused.error.code == "output_scope_violation"
        assert refused.error.message == (
            "Violação de escopo: 'src/controller/MyController.kt' não é permitido pelo output_scope do agente "
            "develop/shop/MyAgent (permitido: src/service/*.kt). Nada foi escrito."
        )
        assert not refused.error.recoverable
        assert (aule.workspace / "src/controller/MyController.kt").read_bytes() == b"class MyController\n"
        assert await aule.kernel.approvals.pending() == []
        types = await aule.types(run.id)
        assert "approval.requested" not in types and "change.intended" not in types
        [violated] = [event.data for event in await aule.events(run.id) if isinstance(event.data, ScopeViolated)]
        assert violated.target == "src/controller/MyController.kt"


async def test_a_write_in_scope_is_asked_with_its_diff_and_environment_and_then_done(tmp_path: Path) -> None:
    """CO-S3, CO-S4, CO-26: unchanged until it is answered; a no leaves it so, and the model is told."""
    write = {"path": "src/service/MyService.kt", "content": "class MyService { fun a() {} }\n"}
    script = [
        call("core.write_file", write),
        call("core.write_file", {**write, "content": "no"}),
        say("Done what I could."),
    ]
    main = SERVICE.model_copy(update={"environment": "main", "protected": True})
    async with system(tmp_path, *script) as aule:
        _shop(aule)
        file = aule.workspace / "src/service/MyService.kt"
        await _ask(aule, main)
        asked = await aule.pending()
        assert (asked.environment, asked.is_protected) == ("main", True)
        assert isinstance(asked.preview, FileDiff) and "+class MyService { fun a() {} }" in asked.preview.diff
        assert file.read_text() == "class MyService\n"
        await aule.decide()
        assert file.read_text() == write["content"]
        run = await aule.decide("deny", answer="Leave it.")
        assert file.read_text() == write["content"]
        denied = (await _results(aule, run))[1]
        assert denied.error is not None and denied.error.code == "denied" and "Leave it." in denied.error.message
        [change] = (await aule.kernel.changes.list()).items
        assert change.environment == "main"


async def test_a_file_that_changed_after_it_was_shown_is_shown_anew_and_no_edit_is_lost(tmp_path: Path) -> None:
    """CO-S12, CO-27."""
    edit = {"path": "src/service/MyService.kt", "search": "class MyService", "replace": "class YourService"}
    async with system(tmp_path, call("core.edit_file", edit), say("Renamed.")) as aule:
        _shop(aule)
        file = aule.workspace / "src/service/MyService.kt"
        await _ask(aule, SERVICE)
        first = await aule.pending()
        file.write_text("// somebody was here\nclass MyService\n")
        with pytest.raises(Conflict, match="no longer do what was shown"):
            await aule.decide()
        second = await aule.pending()
        assert second.id == first.id and second.binds.content_hash != first.binds.content_hash
        assert file.read_text() == "// somebody was here\nclass MyService\n"
        assert isinstance(second.preview, FileDiff) and " // somebody was here" in second.preview.diff
        run = await aule.decide()
        assert run.status is RunStatus.DONE
        assert file.read_text() == "// somebody was here\nclass YourService\n"


async def test_an_agent_without_a_scope_reads_and_writes_nothing(tmp_path: Path) -> None:
    """CO-S14."""
    script = [
        call("core.read_file", {"path": "src/service/MyService.kt"})
        + call("core.delete_file", {"path": "src/service/MyService.kt"})
        + call("core.append_file", {"path": "new.txt", "content": "x"}),
        say("I can only read."),
    ]
    async with system(tmp_path, *script) as aule:
        _shop(aule)
        run = await _ask(aule, Bounds(agent="develop/shop/Reader", scope=[], on_write="apply"))
        read, *refused = await _results(aule, run)
        assert read.ok
        assert {each.error.code for each in refused if each.error} == {"output_scope_violation"} and len(refused) == 2
        assert "(permitido: nada)" in (refused[0].error.message if refused[0].error else "")
        assert (aule.workspace / "src/service/MyService.kt").exists() and not (aule.workspace / "new.txt").exists()


async def test_three_reaches_beyond_the_scope_stop_the_turn_at_once(tmp_path: Path) -> None:
    """CO-25: what was wished for behind the third is not even tried; the next turn begins anew."""
    outside = [call("core.write_file", {"path": f"src/{name}.kt", "content": "x"}) for name in "abc"]
    inside = call("core.write_file", {"path": "src/service/New.kt", "content": "x"})
    script = [outside[0] + outside[1] + outside[2] + inside, outside[0] + outside[1], say("Stopped myself.")]
    free = SERVICE.model_copy(update={"on_write": "apply"})
    async with system(tmp_path, *script) as aule:
        _shop(aule)
        run = await _ask(aule, free)
        assert run.status is RunStatus.FAILED
        assert run.error is not None and run.error.code == "output_scope_violation" and not run.error.recoverable
        [tripped] = [event.data for event in await aule.events(run.id) if isinstance(event.data, GuardTripped)]
        assert tripped.guard == "scope"
        assert not (aule.workspace / "src/service/New.kt").exists()
        again = await _ask(aule, free)
        assert again.status is RunStatus.DONE_WITH_FAILURES


@pytest.mark.parametrize(
    "path",
    [
        "src/service/../controller/X.kt",
        "src/service/deep/X.kt",
        "/etc/passwd",
        "src/Service/MyService.kt",
        "src/service/linked/X.kt",
        "src/service/Link.kt",
        ".git/hooks/pre-commit",
        "src/service/.env",
        ".aule/x",
    ],
)
async def test_no_spelling_of_a_path_leads_out_of_the_scope(tmp_path: Path, path: str) -> None:
    """CO-S8, CO-21, CO-24: nothing is written, and nobody is asked."""
    async with system(tmp_path, call("core.write_file", {"path": path, "content": "x"}), say("No.")) as aule:
        _shop(aule)
        (aule.workspace / "src/service/linked").symlink_to(aule.workspace / "src/controller")
        (aule.workspace / "src/service/Link.kt").symlink_to(aule.workspace / "src/controller/MyController.kt")
        before = _tree(aule.workspace)
        wide = Bounds(agent="x", scope=["src/service/*.kt", "src/service/.*", ".git/**", ".aule/**"], on_write="apply")
        run = await _ask(aule, wide)
        [refused] = await _results(aule, run)
        assert not refused.ok
        assert _tree(aule.workspace) == before
        assert await aule.kernel.approvals.pending() == []


async def test_in_scope_writes_are_done_at_once_until_too_much_is_deleted(tmp_path: Path) -> None:
    """CO-30, S15: the twenty-first deletion of a run asks."""
    names = [f"src/service/f{number}.kt" for number in range(22)]
    script = [
        sum((call("core.delete_file", {"path": name}) for name in names[:21]), call("core.list_dir", {})),
        say("Deleted."),
    ]
    async with system(tmp_path, *script) as aule:
        _shop(aule)
        for name in names:
            (aule.workspace / name).write_text(name)
        await _ask(aule, SERVICE.model_copy(update={"on_write": "apply"}))
        asked = await aule.pending()
        assert "21" in asked.body and asked.kind == "delete"
        assert [(aule.workspace / name).exists() for name in names] == [False] * 20 + [True] * 2
        run = await aule.decide()
        assert run.status is RunStatus.DONE
        assert not (aule.workspace / names[20]).exists()
        await aule.kernel.undo(f"run:{run.id}")
        assert all((aule.workspace / name).read_text() == name for name in names)


@pytest.mark.parametrize(("said", "decision"), [("off", "refused"), ("ask", "asked"), ("sandbox", "done")])
async def test_commands_run_as_far_as_the_bounds_say(tmp_path: Path, said: str, decision: str) -> None:
    """CO-23."""
    ran: list[str] = []
    bounds = Bounds.model_validate({"scope": ["src/**"], "exec": said})
    async with system(tmp_path, call("odd_exec.run", {"command": "ls"}), say("So."), apps=[_exec_app(ran)]) as aule:
        run = await _ask(aule, bounds)
        if decision == "asked":
            await aule.decide()
        assert bool(ran) is (decision != "refused")
        if decision == "refused":
            [refused] = await _results(aule, run)
            assert refused.error is not None and refused.error.code == "blocked_by_policy"
            assert "exec = off" in refused.error.message


async def test_a_sub_agent_works_within_the_bounds_of_whoever_sent_it(tmp_path: Path) -> None:
    """CO-22, K-4: inherited, not asked for again."""
    script = [
        call("core.delegate", {"briefs": [{"task": "write it", "agent": "assistant"}]}),
        call("core.write_file", {"path": "src/controller/MyController.kt", "content": "x"}),
        say("I may not."),
        say("It may not."),
    ]
    async with system(tmp_path, *script) as aule:
        _shop(aule)
        run = await _ask(aule, SERVICE.model_copy(update={"on_write": "apply"}))
        [child] = [each for each in await aule.kernel.runs.tree(run.id) if each.id != run.id]
        assert child.bounds == run.bounds
        [refused] = await _results(aule, child)
        assert refused.error is not None and refused.error.code == "output_scope_violation"


async def test_the_steps_of_a_graph_are_held_to_its_bounds_and_to_their_own(tmp_path: Path) -> None:
    """CO-30, K-6: of a call, and of an agent."""
    docs = Bounds(scope=["docs/**"])
    agent = Step(id="agent", kind=StepKind.AGENT, agent="assistant", prompt="write", bounds=docs)
    graph = Graph(nodes=[_step("wide", "src/a.kt"), agent])
    narrow = Graph(nodes=[_step("narrow", "src/b.kt", docs)])
    script = [call("core.write_file", {"path": "src/c.kt", "content": "x"}), say("I may not.")]
    async with system(tmp_path, *script) as aule:
        bounds = [Bounds(scope=["src/**"], on_write="apply")]
        run = await aule.until_still(
            (await aule.kernel.engine.start(RunRequest(graph, {}, "t", "home", bounds=bounds))).id
        )
        assert (aule.workspace / "src/a.kt").read_text() == "x"
        [child] = [each for each in await aule.kernel.runs.tree(run.id) if each.id != run.id]
        assert [each.scope for each in child.bounds] == [["src/**"], ["docs/**"]]
        [refused] = await _results(aule, child)
        assert refused.error is not None and refused.error.code == "output_scope_violation"
        run = await aule.until_still(
            (await aule.kernel.engine.start(RunRequest(narrow, {}, "t", "home", bounds=bounds))).id
        )
        assert run.status is RunStatus.FAILED
        assert sorted(path.name for path in (aule.workspace / "src").iterdir()) == ["a.kt"]


@pytest.mark.parametrize(("plan", "asks"), [(PlanRef(id="p", version=1, content_hash="h"), True), (None, False)])
async def test_an_agent_beside_a_project_asks_in_a_plan_and_elsewhere_only_proposes(
    tmp_path: Path, plan: PlanRef | None, asks: bool
) -> None:
    """CO-30: what nobody said follows from whether somebody is there to ask."""
    app = App("beside")
    bounds = Bounds(agent="beside", scope=["src/**"])
    app.agents.append(Agent(id="beside", name="Beside", mode="project_resident", bounds=bounds))
    graph = Graph(nodes=[Step(id="agent", kind=StepKind.AGENT, agent="beside", prompt="write")])
    script = [call("core.write_file", {"path": "src/c.kt", "content": "x"}), say("Done what I could.")]
    async with system(tmp_path, *script, apps=[app]) as aule:
        order = RunRequest(graph, {}, "t", "home", plan=plan)
        await aule.until_still((await aule.kernel.engine.start(order)).id)
        assert len(await aule.kernel.approvals.pending()) == asks
        if asks:
            await aule.decide()
        proposed = (await aule.kernel.changes.list(Wanted(status=ChangeStatus.PROPOSED))).items
        assert (aule.workspace / "src/c.kt").exists() is asks and len(proposed) == (not asks)


async def test_an_owner_who_only_wants_proposals_gets_them_without_any_bounds(tmp_path: Path) -> None:
    """K-3: the policy `on_write = propose`."""
    script = [call("core.write_file", {"path": "a.txt", "content": "x"}), say("Proposed.")]
    async with system(tmp_path, *script) as aule:
        await aule.kernel.save_settings(Settings(policy=Policy(on_write="propose")), expected=None)
        run = await aule.ask("write it")
        assert run.status is RunStatus.DONE and not (aule.workspace / "a.txt").exists()
        [result] = await _results(aule, run)
        assert [warning.code for warning in result.warnings] == ["proposed"]


async def test_what_is_no_file_cannot_be_proposed_so_it_is_refused(tmp_path: Path) -> None:
    """CO-30: nothing slips through because it is stored elsewhere."""
    script = [
        call("core.schedule_task", {"task": "look", "title": "Daily", "cron": "0 8 * * *"}),
        call("core.memory_save", {"content": "The person likes tea."}),
        say("So."),
    ]
    async with system(tmp_path, *script) as aule:
        run = await _ask(aule, Bounds(on_write="propose"))
        refused, kept = await _results(aule, run)
        assert refused.error is not None and refused.error.code == "write_blocked"
        assert kept.ok, "what needs no approval anywhere is no write in the eyes of bounds"


def _exec_app(ran: list[str]) -> App:
    app = App("odd_exec")

    @app.capability(effect=Effect.EXEC, title="Run")
    async def run(context: Context, command: str) -> str:  # pyright: ignore[reportUnusedFunction]
        """Run a command."""
        ran.append(command)
        return context.locale

    return app


def _step(id: str, path: str, bounds: Bounds | None = None) -> Step:
    params = {"path": path, "content": "x"}
    call = StepCall(capability="core.write_file", params=params)
    return Step(id=id, kind=StepKind.CALL, call=call, bounds=bounds)


def _shop(aule: System) -> None:
    for name, text in {
        "service/MyService": "class MyService\n",
        "controller/MyController": "class MyController\n",
    }.items():
        file = aule.workspace / f"src/{name}.kt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


async def _ask(aule: System, bounds: Bounds) -> Run:
    asked = await aule.kernel.asks.ask(Ask(message="do it"), "pt-BR", bounds=[bounds])
    return await aule.until_still(asked.run)


async def _results(aule: System, run: Run) -> list[Result]:
    found = [event.data for event in await aule.events(run.id)]
    return [fact.result for fact in found if isinstance(fact, (CallCompleted, CallFailed))]


def _tree(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}
