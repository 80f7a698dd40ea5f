"""The one question, and what an answer changes: real paths, options, and nothing else touched."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.kernel.plans.team.shop import FILES, answer, plan, shop, step

from aule.contracts.plans.plan import (
    AnswerOption,
    Assumption,
    Clarification,
    Evidence,
    Feedback,
    Plan,
    PlanContext,
    PlanStepKind,
)
from aule.kernel.capabilities.registry import Registry
from aule.kernel.planning.critic.project_facts import ProjectFacts
from aule.kernel.plans.team.answers import chosen_files, contradiction, settled_conflict, worked_in
from aule.kernel.plans.team.questions import question_for

NAMES = sorted(name for name in FILES if not name.startswith("."))
NEW = step("2", title="Create JWT service", kind=PlanStepKind.EDIT, file_action="create")
ROUTES = step("3", title="Proteger rotas", kind=PlanStepKind.EDIT, file_action="modify")
PLAN = plan(step("1"), NEW, ROUTES)
NO_PATH = Feedback(code="C08", step_id="2", field="file", issue="?", severity="critical", requires_clarification=True)
GROUND = ProjectFacts(Registry())


def asked(id: str = "2", **more: object) -> Clarification:
    return question_for(PLAN, NO_PATH.model_copy(update={"step_id": id, **more}), GROUND, NAMES)


def test_a_question_about_a_new_file_names_real_folders_and_recommends_one() -> None:
    """PL-16, PL-17, PL-S1."""
    found = asked()
    assert [option.label for option in found.options] == ["src/services/", "src/lib/"]
    assert (found.recommended, found.related_steps, found.field, found.code) == ("a", ["2"], "file", "C08")
    assert "`src/services/` (2 arquivos, como post-service.ts)" in found.found
    assert [each.path for each in found.evidence] == ["src/services", "src/lib"]
    assert all(option.consequence for option in found.options)


def test_a_question_about_routes_lists_the_route_files() -> None:
    """PL-S1."""
    found = asked("3")
    assert [option.label for option in found.options] == [
        "Todos",
        "src/routes/auth.ts",
        "src/routes/posts.ts",
        "src/routes/user.ts",
    ]
    assert "`src/routes/auth.ts`, `src/routes/posts.ts`, `src/routes/user.ts`" in found.found


def test_a_question_that_was_put_off_comes_back_under_its_own_name() -> None:
    """PL-17: "não sei" keeps it open."""
    waiting = asked().model_copy(update={"id": "c7", "status": "waiting"})
    before = PLAN.model_copy(update={"clarifications": [waiting]})
    assert question_for(before, NO_PATH, GROUND, NAMES).id == "c7"


def test_an_answer_that_names_a_folder_gives_the_step_a_file_in_it() -> None:
    """PL-S1, PL-18."""
    done = worked_in(PLAN, asked().model_copy(update={"answer": "Em src/services/auth/"}), NAMES)
    assert done is not None
    assert done.steps[1].file == "src/services/auth/jwt-service.ts"
    assert (done.steps[0], done.steps[2]) == (PLAN.steps[0], PLAN.steps[2])


@pytest.mark.parametrize(
    ("said", "files"),
    [
        ("Todas exceto /api/auth", ["src/routes/posts.ts", "src/routes/user.ts"]),
        ("all except auth", ["src/routes/posts.ts", "src/routes/user.ts"]),
        ("todas", ["src/routes/auth.ts", "src/routes/posts.ts", "src/routes/user.ts"]),
        ("só posts", ["src/routes/posts.ts"]),
        ("users e posts", ["src/routes/posts.ts", "src/routes/user.ts"]),
        ("src/app.ts", ["src/app.ts"]),
        ("sei lá", []),
    ],
)
def test_answers_about_several_files_are_understood(said: str, files: list[str]) -> None:
    """PL-S1, PL-18."""
    routes = ["src/routes/auth.ts", "src/routes/posts.ts", "src/routes/user.ts"]
    assert chosen_files(said, routes, NAMES) == files


def test_an_assumption_is_confirmed_or_corrected_by_its_answer() -> None:
    """C25."""
    before = plan(step("1"), context=PlanContext(assumptions=[Assumption(text="MongoDB", critical=True)]))
    finding = Feedback(code="C25", field="context.assumptions.0", issue="?", severity="critical")
    question = question_for(before, finding, GROUND, NAMES)
    yes = worked_in(before, question.model_copy(update={"answer": question.options[0].label}), NAMES)
    other = worked_in(before, question.model_copy(update={"answer": "PostgreSQL"}), NAMES)
    assert yes is not None and yes.context.assumptions[0].confirmed and yes.context.assumptions[0].text == "MongoDB"
    assert other is not None and other.context.assumptions[0].text == "PostgreSQL"


def test_two_answers_that_cannot_both_hold_become_the_next_question() -> None:
    """PL-18."""
    first = asked().model_copy(update={"answer": "src/lib/", "status": "answered"})
    second = first.model_copy(update={"id": "c2", "answer": "src/services/"})
    before = PLAN.model_copy(update={"clarifications": [first, second]})
    conflict = contradiction(before, second)
    assert conflict is not None
    assert [option.label for option in conflict.options] == ["src/services/", "src/lib/"]
    settled = settled_conflict(before, conflict.model_copy(update={"answer": "src/lib/"}))
    assert settled is not None
    assert (settled[1].id, [each.status for each in settled[0].clarifications]) == ("c1", ["answered", "dropped"])


async def test_the_clarifier_asks_the_project_before_the_person_and_keeps_what_it_saw(tmp_path: Path) -> None:
    """PL-16."""
    async with shop(tmp_path, tier=0) as here:
        found = await here.team.question(PLAN, NO_PATH, GROUND, await here.run())
        assert [option.label for option in found.options] == ["src/services/", "src/lib/"]
        assert ("call.completed", "core.file_search") in await here.calls()
        assert ("call.completed", "core.retrieve_context") in await here.calls()


OPEN = Clarification(
    id="c1",
    question="Qual estratégia de refresh token?",
    related_steps=["2"],
    options=[AnswerOption(id="a", label="Rotação")],
    evidence=[Evidence(path="src/app.ts")],
    answer="Rotação a cada uso",
    status="answered",
)


async def test_a_model_changes_only_the_steps_an_answer_is_about(tmp_path: Path) -> None:
    """PL-18."""
    changed = {**NEW.model_dump(mode="json"), "description": "Gerar tokens com rotação a cada uso"}
    other = {**ROUTES.model_dump(mode="json"), "description": "Something nobody asked for at all"}
    async with shop(tmp_path, answer({"steps": [changed, other], "also": [], "contradicts": None})) as here:
        done = await here.team.answered(PLAN, OPEN, await here.run())
        assert isinstance(done, Plan)
        assert [each.description for each in done.steps] == [
            PLAN.steps[0].description,
            "Gerar tokens com rotação a cada uso",
            ROUTES.description,
        ]


async def test_another_step_changes_with_a_reason(tmp_path: Path) -> None:
    """PL-18."""
    other = {**ROUTES.model_dump(mode="json"), "description": "Exigir um token que ainda não foi usado"}
    also = [{"step": "3", "why": "A rotação vale também nas rotas."}]
    async with shop(tmp_path, answer({"steps": [other], "also": also})) as here:
        done = await here.team.answered(PLAN, OPEN, await here.run())
        assert isinstance(done, Plan)
        assert done.steps[2].description == "Exigir um token que ainda não foi usado"


async def test_a_contradiction_a_model_sees_is_asked_about(tmp_path: Path) -> None:
    """PL-18."""
    earlier = OPEN.model_copy(update={"id": "c0", "question": "Usar cookies?", "answer": "Nunca", "field": "x"})
    before = PLAN.model_copy(update={"clarifications": [earlier, OPEN]})
    async with shop(tmp_path, answer({"steps": [], "contradicts": "c0"})) as here:
        found = await here.team.answered(before, OPEN, await here.run())
        assert isinstance(found, Clarification)
        assert [option.label for option in found.options] == ["Rotação a cada uso", "Nunca"]


@pytest.mark.parametrize("tier", [0, 1])
async def test_without_a_full_model_an_answer_is_written_into_its_steps(tmp_path: Path, tier: int) -> None:
    """PL-18."""
    async with shop(tmp_path, tier=tier) as here:
        done = await here.team.answered(PLAN, OPEN, await here.run())
        assert isinstance(done, Plan)
        assert "Rotação a cada uso" in done.steps[1].description
        assert (done.steps[0], done.steps[2]) == (PLAN.steps[0], PLAN.steps[2])
