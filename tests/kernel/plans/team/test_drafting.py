"""Drafts by a full model: real files, read-only, one repair, and honest failure."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.kernel.plans.team.shop import FILES, JWT, answer, ids, plan, shop, step, tree

from aule.contracts.errors import ModelUnavailable
from aule.contracts.plans.plan import Feedback, PlanStatus, PlanStepStatus
from aule.kernel.plans.team.team import PlanningTask
from aule.testing.scripted_model import call, last_words, say

STEP: dict[str, Any] = JWT["steps"][0]  # type: ignore[index]


async def test_a_draft_names_the_files_that_were_looked_at_as_they_were(tmp_path: Path) -> None:
    """PL-S1: three steps, and files analysed that exist."""
    async with shop(tmp_path, call("core.read_file", {"path": "src/routes/user.ts"}), answer(JWT)) as here:
        drafted = await here.draft("Preciso adicionar autenticação JWT")
        made = drafted.plan
        assert made is not None
        assert (ids(made.steps), made.status, made.language) == (["1", "2", "3"], PlanStatus.DRAFT, "pt-BR")
        assert {"package.json", "src/routes/user.ts"} <= set(made.context.files_analyzed) <= set(FILES)
        assert made.context.file_hashes["src/routes/user.ts"].startswith("sha256:")
        assert made.context.dependencies == ["express@4.18.2", "bcrypt@5.1.0"]
        assert made.context.rules == ["AGENTS.md"]
        assert made.origin.prompt == "Preciso adicionar autenticação JWT"


async def test_the_rules_of_the_project_are_told_and_the_constitution_comes_first(tmp_path: Path) -> None:
    """PL-4: the nearest AGENTS.md counts."""
    async with shop(tmp_path, answer(JWT)) as here:
        (here.root / ".aule").mkdir()
        (here.root / ".aule/constitution.md").write_text("Never add a dependency without asking.\n")
        (here.root / "src/routes/AGENTS.md").write_text("Routes MUST be kebab-case.\n")
        drafted = await here.draft("proteja as rotas com autenticação")
        assert drafted.plan is not None
        assert drafted.plan.context.rules == [".aule/constitution.md", "AGENTS.md", "src/routes/AGENTS.md"]
        told = last_words(here.system.model.prompts[0].history).partition("Rules of this project")[2]
        assert told.index("Never add a dependency") < told.index("Routes MUST answer 401") < told.index("kebab-case")


async def test_planning_reads_and_never_writes_whatever_the_model_wishes(tmp_path: Path) -> None:
    """PL-S10, PL-2: refused by policy, on record, and nothing in the project changed."""
    wishes = [
        call("core.write_file", {"path": "hacked.md", "content": "x"}),
        call("core.delete_file", {"path": "README.md"}),
        call("core.delegate", {"briefs": [{"task": "write it for me"}]}),
        call("core.read_file", {"path": ".env"}),
    ]
    async with shop(tmp_path, *wishes, answer(JWT)) as here:
        before = tree(here.root)
        drafted = await here.draft("Preciso adicionar autenticação JWT")
        assert drafted.plan is not None
        assert tree(here.root) == before
        ended = await here.calls()
        for name in ("core.write_file", "core.delete_file", "core.delegate"):
            assert ("call.failed", name) in ended and ("call.completed", name) not in ended
        assert "do-not-read-me" not in str(here.system.model.prompts)


async def test_an_unusable_draft_is_sent_back_once_with_what_is_wrong(tmp_path: Path) -> None:
    """K-11."""
    wrong = {**JWT, "steps": [{**STEP, "kind": "magic"}]}
    async with shop(tmp_path, answer(wrong), answer(JWT)) as here:
        drafted = await here.draft("Preciso adicionar autenticação JWT")
        assert drafted.plan is not None
        repair = last_words(here.system.model.prompts[1].history)
        assert "'kind' is 'magic'" in repair
        assert here.system.model.prompts[1].tools == ()
        assert here.system.model.prompts[1].shape is not None


@pytest.mark.parametrize("said", ["Sure! First we install it, then we deploy.", "[1, 2]", '{"steps": []}', ""])
async def test_what_cannot_be_used_twice_fails_visibly_and_makes_no_plan(tmp_path: Path, said: str) -> None:
    """K-11: free text is never taken for a plan."""
    async with shop(tmp_path, say(said), say(said)) as here:
        with pytest.raises(ModelUnavailable) as failed:
            await here.draft("compre um carro novo e pinte a casa")
        assert failed.value.problem.code == "invalid_output"


async def test_a_model_whose_drafts_are_of_no_use_leaves_the_recipes(tmp_path: Path) -> None:
    """SP-49, K-11: the plan comes from a recipe, and says so."""
    async with shop(tmp_path, say("Sure!"), say("Sure!")) as here:
        found = await here.draft("Preciso adicionar autenticação JWT")
        assert found.plan is not None and len(found.plan.steps) == 4
        assert "could not be used, twice" in found.say
        assert found.say in [each.text for each in found.plan.context.assumptions]


@pytest.mark.parametrize("words", ["planeje as aulas da próxima semana", "crie a turma 9Z no período da manhã"])
async def test_an_app_whose_model_is_of_no_use_says_so_with_and_without_a_recipe(tmp_path: Path, words: str) -> None:
    """SP-49, K-11."""
    async with shop(tmp_path, say("Sure!"), say("Sure!")) as here:
        found = await here.draft(words, app="school", agent=here.system.kernel.registry.by_plan["school"])
        assert "O que o modelo respondeu não pôde ser usado" in found.say
        assert (found.plan is None) == ("turma" in words)


async def test_a_model_that_sees_no_work_says_so(tmp_path: Path) -> None:
    """PL-3."""
    async with shop(tmp_path, answer({"title": "", "goal": "", "steps": [], "say": "Isso já existe."})) as here:
        drafted = await here.draft("implementar o que já existe")
        assert (drafted.plan, drafted.say) == (None, "Isso já existe.")


@pytest.mark.parametrize("words", ["olá", "obrigado!", "o que é um JWT?", ""])
async def test_talk_makes_no_plan_and_asks_no_model(tmp_path: Path, words: str) -> None:
    """PL-S11."""
    async with shop(tmp_path) as here:
        drafted = await here.draft(words)
        assert drafted.plan is None
        assert drafted.say


async def test_camel_case_and_calls_of_the_plan_file_are_understood(tmp_path: Path) -> None:
    """PL-5: models know the names of the file."""
    document = {
        "title": "Nota",
        "goal": "Há uma nota",
        "steps": [
            {
                "id": 1,
                "title": "Criar a nota",
                "call": {"capability": "core__create_note", "params": {"title": "A", "text": "B"}},
                "dependsOn": [],
            },
            {"title": "Mudar o README", "file": "README.md", "lineStart": 1, "lineEnd": 1, "dependencies": [1]},
        ],
        "successCriteria": ["A nota existe"],
        "say": "Pronto.",
    }
    async with shop(tmp_path, answer(document)) as here:
        made = (await here.draft("crie a nota e mude o README")).plan
        assert made is not None
        first, second = made.steps
        assert first.call is not None and first.call.capability == "core.create_note"
        assert (second.id, second.kind, second.file_action, second.dependencies) == ("2", "edit", "modify", ["1"])
        assert made.success_criteria == ["A nota existe"]


async def test_a_repair_keeps_ids_and_what_only_people_and_runs_can_say(tmp_path: Path) -> None:
    """PL-13."""
    done = step("1", status=PlanStepStatus.DONE, result={"n": 1}, approval="before")
    before = plan(done, step("2", "1"))
    mended = {**JWT, "steps": [{**STEP, "title": "Better"}, {**STEP, "id": "2", "dependencies": ["1"]}]}
    finding = Feedback(code="C06", step_id="1", field="description", issue="short", severity="critical", fix="planner")
    async with shop(tmp_path, answer(mended)) as here:
        after = await here.team.repair(before, [finding], await here.run())
        assert ids(after.steps) == ["1", "2"]
        first = after.steps[0]
        assert (first.title, first.status, first.result, first.approval) == ("Better", "done", {"n": 1}, "before")


async def test_a_repair_that_fails_leaves_the_plan_as_it_was(tmp_path: Path) -> None:
    before = plan(step("1"))
    async with shop(tmp_path, say("no"), say("no")) as here:
        assert await here.team.repair(before, [], await here.run()) == before


async def test_a_critic_that_cannot_be_understood_is_told_of_and_blocks_nothing(tmp_path: Path) -> None:
    """PL-12, PL-S8."""
    async with shop(tmp_path, say("looks good to me"), say("really")) as here:
        made = plan(step("1"))
        facts = await here.kernel.plans.review_loop.look(made)
        found = await here.team.criticise(made, facts, await here.run())
        assert [(each.code, each.severity) for each in found] == [("M-unavailable", "info")]


async def test_a_new_way_leaves_what_is_done_alone(tmp_path: Path) -> None:
    """SP-44."""
    before = plan(step("1", status=PlanStepStatus.DONE), step("2", "1"), step("3", "2"))
    other = {**STEP, "id": "2b", "title": "Another way", "dependencies": ["1"]}
    third = {**STEP, "id": "3", "title": "Then this", "dependencies": ["2b"]}
    again = {"needs_replan": True, "reason": "x", "updated_remaining_steps": [{**STEP, "id": "1"}, third]}
    good = {"needs_replan": True, "reason": "x", "updated_remaining_steps": [other, third]}
    async with shop(tmp_path, answer(again), answer(good)) as here:
        found = await here.team.replan(before, "2", "boom", {"1": {"ok": True}}, await here.run())
        assert found is not None
        assert ids(found) == ["2b", "3"]
        assert "have already run" in last_words(here.system.model.prompts[1].history)


async def test_no_better_way_and_no_model_are_both_no_way(tmp_path: Path) -> None:
    """SP-44."""
    before = plan(step("1"))
    nothing = {"needs_replan": False, "reason": "none", "updated_remaining_steps": []}
    async with shop(tmp_path / "a", answer(nothing)) as here:
        assert await here.team.replan(before, "1", "boom", {}, await here.run()) is None
    async with shop(tmp_path / "b", tier=0) as here:
        assert await here.team.replan(before, "1", "boom", {}, await here.run()) is None


async def test_thinking_is_recorded_as_runs_below_with_no_more_rights(tmp_path: Path) -> None:
    """K-3: a sub-agent has at most the rights of who asked; the prompt says what shape is wanted."""
    async with shop(tmp_path, answer(JWT)) as here:
        run = await here.run(agent="researcher")
        project = await here.kernel.projects.get("home")
        await here.team.draft(PlanningTask("Preciso adicionar autenticação JWT", project, "pt-BR"), run)
        below = [each for each in await here.kernel.runs.tree(run.id) if each.id != run.id]
        assert [(each.kind, each.agent, each.parent) for each in below] == [("delegate", "planner", run.id)]
        assert below[0].allowed[-1] == [
            "core.retrieve_context",
            "core.grep_search",
            "core.read_file",
            "core.list_dir",
            "core.file_search",
        ]
        assert json.dumps(here.system.model.prompts[0].shape).count("success_criteria")
