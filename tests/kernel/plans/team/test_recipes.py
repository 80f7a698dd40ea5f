"""Plans without a model: which recipe is meant, what it makes of the project, and what it asks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.kernel.plans.team.requests import IN_SCOPE, OUT_OF_SCOPE
from tests.kernel.plans.team.shop import FILES, Shop, answer, ids, shop
from tests.models.conftest import still_ambient

from aule.apps.planner import planner
from aule.contracts.errors import ModelUnavailable
from aule.contracts.plans.plan import Plan, PlanStepKind
from aule.kernel.planning.critic.review import review
from aule.kernel.plans.team.recipes import fitting, object_of_work
from aule.models.local.embeddings import Encoder
from aule.testing.scripted_model import fail
from aule.understanding.recipes import choose_recipe

RECIPES = [recipe for recipe in planner.recipes if recipe.plan is not None]
LABELLED = [(wanted, request) for wanted, requests in IN_SCOPE.items() for request in requests]


@pytest.fixture(scope="module")
async def encoder() -> AsyncIterator[Encoder]:
    encoder = Encoder(still_ambient().clock)
    yield encoder
    await encoder.close()


async def meant(encoder: Encoder, request: str) -> tuple[str | None, list[str]]:
    """The recipe that is taken for certain, if any, and those that are offered."""
    choice = await choose_recipe(request, fitting(RECIPES, request), encoder)
    return (choice.meant.id, []) if choice.meant is not None else (None, [each.id for each in choice.offered])


def test_no_labelled_request_is_an_example() -> None:
    examples = {sentence.lower() for recipe in RECIPES for said in recipe.examples.values() for sentence in said}
    assert [request for _, request in LABELLED if request.lower() in examples] == []
    assert set(IN_SCOPE) == {recipe.id for recipe in RECIPES}


async def test_most_requests_find_their_recipe_and_few_are_taken_for_another(encoder: Encoder) -> None:
    """Tier 0 gives real plans without a model; the share is printed."""
    at_once, offered, lost, wrong = 0, 0, [], []
    for wanted, request in LABELLED:
        taken, choices = await meant(encoder, request)
        if taken == wanted:
            at_once += 1
        elif taken is not None:
            wrong.append((request, taken))
        elif wanted in choices:
            offered += 1
        else:
            lost.append((request, choices))
    total = len(LABELLED)
    print(f"\nplans at tier 0: {at_once}/{total} at once, {offered} offered, lost {lost}, wrong {wrong}")
    assert at_once / total >= 0.7
    assert (at_once + offered) / total >= 0.9
    assert len(wrong) <= 2


async def test_work_nobody_can_plan_offline_is_never_taken_for_something_else(encoder: Encoder) -> None:
    assert [request for request in OUT_OF_SCOPE if (await meant(encoder, request))[0] is not None] == []


@pytest.mark.parametrize(
    ("request_", "about"),
    [
        ("implementar busca por nome no sistema", "busca por nome no sistema"),
        ("I need to add CSV export to the project", "CSV export to the project"),
        ("quero implementar um carrinho de compras", "carrinho de compras"),
    ],
)
def test_what_work_is_about_is_found_behind_its_verbs(request_: str, about: str) -> None:
    assert object_of_work(request_) == about


@pytest.fixture(scope="module")
async def offline(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Shop]:
    """The shop with no model at all."""
    async with shop(tmp_path_factory.mktemp("offline"), tier=0) as here:
        (here.root / "notes").mkdir()
        (here.root / "notes/solar.md").write_text("# Solar\n\nEnergia solar é luz. Solar energy is light.\n")
        yield here


async def drafted(here: Shop, request: str, locale: str = "pt-BR") -> Plan:
    found = (await here.draft(request, locale)).plan
    assert found is not None
    return found


async def test_the_story_of_the_seed_works_without_any_model(offline: Shop) -> None:
    """PL-S1, LT-42, tier 0."""
    made = await drafted(offline, "Preciso adicionar autenticação JWT")
    assert (made.title, len(made.steps) >= 3) == ("Implementar autenticação JWT", True)
    assert made.context.files_analyzed and set(made.context.files_analyzed) <= set(FILES)
    assert [(each.id, each.file) for each in made.steps] == [
        ("1", "package.json"),
        ("2", None),
        ("3", None),
        ("4", "tests/auth.test.ts"),
    ]
    facts = await offline.kernel.plans.review_loop.look(made)
    first = next(each for each in review(made, facts) if each.requires_clarification)
    asked = await offline.team.question(made, first, facts, await offline.run())
    assert [option.label for option in asked.options] == ["src/services/", "src/lib/"]
    assert (await drafted(offline, "adicionar login com senha na API")).title == "Implementar autenticação"


@pytest.mark.parametrize(("language", "locale"), [("pt", "pt-BR"), ("en", "en")])
async def test_every_recipe_makes_a_plan_in_which_only_a_person_can_find_fault(
    offline: Shop, language: str, locale: str
) -> None:
    """What the critic still calls critical is a question to the person; nothing is left for a repair."""
    for recipe in RECIPES:
        made = (await offline.draft(recipe.examples[language][0], locale, recipe=recipe.id)).plan
        assert made is not None, recipe.id
        found = review(made, await offline.kernel.plans.review_loop.look(made))
        left = [each.issue for each in found if each.severity != "info" and not each.requires_clarification]
        assert (recipe.id, left) == (recipe.id, [])
        assert "…" not in made.model_dump_json(exclude={"clarifications", "title"}), recipe.id


async def test_a_missing_value_is_asked_for_and_fills_the_whole_plan(offline: Shop) -> None:
    """PL-18, tier 0."""
    made = await drafted(offline, "renomeie UserService")
    waiting = made.clarifications
    assert [(each.question, each.status) for each in waiting] == [("Qual é o nome novo?", "waiting")]
    answered = waiting[0].model_copy(update={"answer": "AccountService", "status": "answered"})
    edited = made.steps[0].model_copy(update={"title": "Meu próprio título"})
    before = made.model_copy(update={"clarifications": [answered], "steps": [edited, *made.steps[1:]]})
    after = await offline.team.answered(before, answered, await offline.run())
    assert isinstance(after, Plan)
    assert after.title == "Renomear UserService para AccountService"
    assert "AccountService" in after.steps[1].description
    assert (ids(after.steps), after.steps[1].files) == (["1", "2", "3"], ["src/services/user-service.ts"])
    assert after.clarifications == [answered]
    assert after.steps[0].title == "Meu próprio título"  # only what was missing is filled in


async def test_general_work_is_made_of_calls_that_need_no_model(offline: Shop) -> None:
    made = await drafted(offline, "organize minhas notas sobre energia solar em um arquivo")
    assert [each.kind for each in made.steps] == [PlanStepKind.CALL] * 3
    write = made.steps[2].call
    assert write is not None
    assert write.params == {"path": "notes/energia-solar.md", "content": {"$from": "2.result.data.text"}}


async def test_so_many_notes_are_one_step_repeated_so_often(offline: Shop) -> None:
    made = await drafted(offline, "crie 3 notas sobre energia solar")
    repeat = made.steps[1].repeat
    assert repeat is not None and repeat.max == 3
    assert [each["title"] for each in repeat.for_each] == [f"energia solar ({n}/3)" for n in (1, 2, 3)]


async def test_what_may_be_meant_is_offered_and_choosing_it_makes_the_plan(offline: Shop) -> None:
    """A small margin gives a choice; the choice carries the words along."""
    words = "junte tudo sobre o curso de inglês num arquivo"
    found = await offline.draft(words)
    assert (found.plan, [option.id for option in found.options]) == (None, ["organise_notes", "collect_findings"])
    chosen = (await offline.draft(found.options[0].label)).plan
    assert chosen is not None
    assert (chosen.origin.prompt, chosen.title) == (words, "Reunir notas sobre curso de inglês")
    titled = (await offline.draft("Planejar testes de um módulo")).plan
    assert titled is not None
    assert [each.question for each in titled.clarifications] == ["De qual módulo ou arquivo?"]


async def test_what_cannot_be_planned_offline_is_said_with_what_can(offline: Shop) -> None:
    found = await offline.draft("compre um carro novo e pinte a casa")
    assert found.plan is None
    assert "Conecte um modelo" in found.say


async def test_a_small_model_picks_a_recipe_or_builds_a_plan_step_by_step(tmp_path: Path) -> None:
    """Tier 1: one bounded decision at a time; names are limited to what exists, parameters to their schema."""
    decisions = [
        answer({"kind": "write_tests"}),
        answer({"kind": "other"}),
        answer({"title": "Criar a nota", "description": "A lista", "uses": "core.create_note", "validation": "1 nota"}),
        answer({"title": "Lista", "text": "Comprar tinta"}),
        answer({"title": "", "description": "", "uses": "stop", "validation": ""}),
        answer({"kind": "rm -rf"}),
        answer({"kind": "rm -rf"}),
    ]
    async with shop(tmp_path, *decisions, tier=1) as here:
        picked = (await here.draft("deixe o logger mais confiável com testes, se der")).plan
        assert picked is not None
        prompt = here.system.model.prompts[0]
        assert prompt.shape is not None and prompt.tools == ()
        assert prompt.shape["properties"]["kind"]["enum"][-1] == "other"
        built = (await here.draft("planeje: prepare a pintura e crie uma nota com a lista de compras")).plan
        assert built is not None
        call = built.steps[0].call
        assert call is not None
        assert (len(built.steps), call.capability) == (1, "core.create_note")
        assert call.params == {"title": "Lista", "text": "Comprar tinta"}
        with pytest.raises(ModelUnavailable) as failed:
            await here.draft("planeje: prepare a pintura e crie uma nota")
        assert failed.value.problem.code == "invalid_output"  # K-11


async def test_a_model_that_cannot_be_reached_leaves_the_recipes(tmp_path: Path) -> None:
    """SP-49: what failed is said; without a recipe that fits it is an error."""
    down = fail(ModelUnavailable("nobody answers at 127.0.0.1"))
    async with shop(tmp_path, down, down) as here:
        found = await here.draft("Preciso adicionar autenticação JWT")
        assert found.plan is not None and len(found.plan.steps) == 4
        assert "nobody answers" in found.say
        assert found.say in [each.text for each in found.plan.context.assumptions]
        with pytest.raises(ModelUnavailable):
            await here.draft("compre um carro novo e pinte a casa")
