"""Suggestions in words: reordering, dropping, changing, adding, without a model and without surprises."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.plans.team.shop import answer, ids, plan, shop, step

from aule.contracts.errors import Invalid
from aule.contracts.plans.plan import Clarification, Plan
from aule.kernel.plans.team.answers import apply_answer
from aule.kernel.plans.team.suggestions import apply_suggestion

CHAIN = plan(step("1"), step("2", "1"), step("3", "2"), step("4"))


def changed(words: str, before: Plan = CHAIN) -> Plan:
    found = apply_suggestion(before, words)
    assert isinstance(found, Plan), found
    return found


@pytest.mark.parametrize(
    "words",
    ["o passo 3 antes do 2", "Acho que step 3 deveria vir antes do step 2", "move step 3 before step 2"],
)
def test_a_step_that_depends_on_another_is_not_put_before_it_in_silence(words: str) -> None:
    """PL-S6, PL-19."""
    asked = apply_suggestion(CHAIN, words)
    assert isinstance(asked, Clarification)
    assert (asked.related_steps, [option.id for option in asked.options]) == (["3", "2"], ["a", "b", "c"])


def test_without_a_dependency_steps_change_places_and_keep_their_ids() -> None:
    """PL-S6."""
    assert ids(changed("o passo 4 antes do 2").steps) == ["1", "4", "2", "3"]
    assert ids(changed("o quarto passo... melhor: o passo 4 antes do primeiro").steps) == ["4", "1", "2", "3"]
    assert ids(changed("swap steps 3 and 4").steps) == ["1", "2", "4", "3"]
    assert ids(changed("o passo 4 primeiro").steps) == ["4", "1", "2", "3"]
    assert ids(changed("passo 3 depois do 4").steps) == ["1", "2", "4", "3"]


def test_a_step_others_wait_for_is_not_put_behind_them_in_silence() -> None:
    """PL-19."""
    for words in ("passo 1 depois do 4", "passo 2 por último", "inverta os passos 2 e 3"):
        assert isinstance(apply_suggestion(CHAIN, words), Clarification), words


@pytest.mark.parametrize(
    ("option", "order", "third"), [("a", ["1", "3", "2", "4"], []), ("b", ["1", "3", "2", "4"], []), ("c", None, ["2"])]
)
def test_the_answer_about_the_order_drops_reverses_or_keeps_the_dependency(
    option: str, order: list[str] | None, third: list[str]
) -> None:
    """PL-19."""
    asked = apply_suggestion(CHAIN, "o passo 3 antes do 2")
    assert isinstance(asked, Clarification)
    label = next(each.label for each in asked.options if each.id == option)
    done = apply_answer(CHAIN, asked.model_copy(update={"answer": label}), [])
    assert done is not None
    assert ids(done.steps) == (order or ids(CHAIN.steps))
    assert [each.dependencies for each in done.steps if each.id == "3"] == [third]
    second = next(each for each in done.steps if each.id == "2")
    assert second.dependencies == (["1", "3"] if option == "b" else ["1"])


def test_what_waited_for_a_dropped_step_waits_for_what_that_waited_for() -> None:
    """PL-19."""
    after = changed("remova o passo 2")
    assert [(each.id, each.dependencies) for each in after.steps] == [("1", []), ("3", ["1"]), ("4", [])]
    assert ids(changed("remove steps 2 and 3").steps) == ["1", "4"]


def test_words_change_fields_of_steps_and_of_the_plan() -> None:
    """PL-19."""
    assert changed("mude o título do passo 1 para Instalar tudo").steps[0].title == "Instalar tudo"
    assert changed("change the description of step 2 to: Write it well").steps[1].description == "Write it well"
    assert changed("o passo 2 deve ficar em src/services/auth.ts").steps[1].file == "src/services/auth.ts"
    assert changed("mude o objetivo para Entregar na sexta").goal == "Entregar na sexta"


def test_a_step_is_added_where_it_was_said() -> None:
    """PL-19."""
    after = changed("adicione um passo depois do 2: Rodar os testes do projeto")
    assert [(each.id, each.dependencies) for each in after.steps][2] == ("5", ["2"])
    assert changed("add a step: write docs").steps[-1].title == "Write docs"


def test_a_step_that_is_not_there_is_said_to_be_missing() -> None:
    with pytest.raises(Invalid) as refused:
        apply_suggestion(CHAIN, "remova o passo 9")
    assert (refused.value.problem.code, refused.value.problem.candidates) == ("unknown_step", ["1", "2", "3", "4"])


@given(st.data())
def test_reordering_never_loses_doubles_or_renames_a_step(data: st.DataObject) -> None:
    """PL-19: whatever is said about the order, the same steps are there after it."""
    count = data.draw(st.integers(2, 7))
    known = [str(n) for n in range(1, count + 1)]
    steps = [step(known[0])]
    for n, id in enumerate(known[1:], start=1):
        steps.append(step(id, *data.draw(st.lists(st.sampled_from(known[:n]), max_size=2, unique=True))))
    before = plan(*steps)
    total = len(before.steps)
    a, b = data.draw(st.integers(1, total)), data.draw(st.integers(1, total))
    said = ["o passo {a} antes do {b}", "step {a} after step {b}", "swap steps {a} and {b}", "passo {a} por último"]
    words = data.draw(st.sampled_from(said))
    after = apply_suggestion(before, words.format(a=a, b=b))
    assert after is not None
    if isinstance(after, Plan):
        assert sorted(ids(after.steps)) == sorted(ids(before.steps))
        assert {each.id: each for each in after.steps} == {each.id: each for each in before.steps}


async def test_what_code_does_not_understand_a_model_turns_into_edits(tmp_path: Path) -> None:
    """PL-19."""
    edits = {"edits": [{"op": "set", "path": "steps.2.description", "value": "Use bcrypt for it"}], "say": "Done."}
    async with shop(tmp_path, answer(edits)) as here:
        after = await here.team.suggested(CHAIN, "troque a biblioteca do segundo por bcrypt", await here.run())
        assert isinstance(after, Plan)
        assert after.steps[1].description == "Use bcrypt for it"


async def test_a_model_cannot_turn_a_dependency_round_in_silence_either(tmp_path: Path) -> None:
    """PL-S6."""
    edits = {"edits": [{"op": "move", "step": "3", "before": "2"}], "say": "Done."}
    async with shop(tmp_path, answer(edits)) as here:
        asked = await here.team.suggested(CHAIN, "primeiro o que protege, depois o que cria", await here.run())
        assert isinstance(asked, Clarification)
        assert asked.related_steps == ["3", "2"]


async def test_without_a_model_what_is_not_understood_is_said_so(tmp_path: Path) -> None:
    async with shop(tmp_path, tier=0) as here:
        with pytest.raises(Invalid) as refused:
            await here.team.suggested(CHAIN, "deixe mais bonito", await here.run())
        assert refused.value.problem.code == "not_understood"
        assert "o passo 3 antes do 2" in (refused.value.problem.hint or "")
