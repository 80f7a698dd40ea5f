"""Hints: a full model is told what the front understands of somebody's words, as a guess, and only where it is sure."""

from __future__ import annotations

from pathlib import Path

import pytest

from aule.contracts.access.capability import Capability, Effect
from aule.contracts.settings import Settings
from aule.contracts.talk.brain import Attached, Name, Said, Standing
from aule.contracts.talk.understanding import Act, Understood, UnderstoodCall, UnderstoodValue, Verdict
from aule.kernel.agents.hints import MOST_TOKENS, REF, frames_of, hint
from aule.kernel.agents.tools import ToolForm, toolbox
from aule.testing import ScriptedModel, call, say
from aule.testing.system import System, system
from aule.text.words import tokens

faint = UnderstoodCall(capability="school.criar_avaliacao", title="Criar avaliação", share=0.3, params={})


def hints_in(aule: System, place: int = -1) -> list[str]:
    """The hints in a prompt that the model saw."""
    said = [each for each in aule.model.prompts[place].history if isinstance(each, Said)]
    return [each.text or "" for one in said for each in one.attached if each.ref == REF]


async def test_a_full_model_is_told_what_the_front_understands_beside_the_words(tmp_path: Path) -> None:
    async with system(tmp_path, say("Feito.")) as aule:
        await aule.ask("cria uma nota chamada Compras: pão e leite", locale="pt-BR")
        [told] = hints_in(aule)
        assert "Criar uma nota [core__create_note]" in told and "Compras" in told
        assert told.startswith("A guess made by rules") and tokens(told) <= MOST_TOKENS
        prompt = aule.model.prompts[0]
        assert "guess" not in prompt.system and prompt.dialogue is None
        assert (
            isinstance(last := prompt.history[-1], Said) and last.text == "cria uma nota chamada Compras: pão e leite"
        )


async def test_a_hint_stays_where_it_is_while_the_turn_goes_on(tmp_path: Path) -> None:
    """What a provider cached of the first prompt serves the second one of the turn."""
    async with system(tmp_path, call("core.list_notes"), say("Nenhuma."), say("Oi.")) as aule:
        run = await aule.ask("mostra minhas notas", locale="pt-BR")
        first, second = aule.model.prompts
        assert (second.system, second.history[: len(first.history)]) == (first.system, first.history)
        await aule.ask("por que o céu é azul?", locale="pt-BR", conversation_id=run.session_id)
        assert hints_in(aule) == []


@pytest.mark.parametrize("words", ["por que o céu é azul?", "obrigada!", "oi", "tell me a joke about cats", "7"])
async def test_there_is_no_hint_where_the_front_finds_nothing(tmp_path: Path, words: str) -> None:
    async with system(tmp_path, say("Hm.")) as aule:
        await aule.ask(words, locale="pt-BR")
        assert hints_in(aule) == []
        assert isinstance(asked := aule.model.prompts[0].history[-1], Said) and asked.attached == ()


async def test_hints_can_be_turned_off(tmp_path: Path) -> None:
    async with system(tmp_path, say("Hm.")) as aule:
        await aule.kernel.save_settings(Settings(hints=False), expected=aule.kernel.settings.etag())
        await aule.ask("mostra minhas notas", locale="pt-BR")
        assert hints_in(aule) == []


async def test_a_follow_up_is_hinted_with_what_was_listed_before(tmp_path: Path) -> None:
    async with system(tmp_path, call("core.list_notes"), say("Duas."), say("Aqui.")) as aule:
        for title in ("Compras", "Ideias"):
            (aule.workspace / "notes").mkdir(exist_ok=True)
            (aule.workspace / "notes" / f"{title.lower()}.md").write_text(f"# {title}\n", "utf-8")
        run = await aule.ask("mostra minhas notas", locale="pt-BR")
        await aule.ask("lê a nota Ideias", locale="pt-BR", conversation_id=run.session_id)
        [told] = hints_in(aule)
        assert "[core__read_note]" in told and "Listed before, first:" in told


async def test_the_tools_that_may_be_meant_come_first(tmp_path: Path) -> None:
    """What the front takes words for is shown even where there is room for a handful of tools."""
    async with system(tmp_path, model=ScriptedModel(say("Hm."), context_length=8_192)) as aule:
        await aule.ask("marca prova de matemática pro 7A na sexta valendo 10", locale="pt-BR")
        assert "school.criar_avaliacao" in {tool.name for tool in aule.model.prompts[0].tools}


def test_tools_that_may_be_meant_are_shown_before_more_relevant_ones() -> None:
    tools = [ToolForm.of(tool(f"a.t{n}")) for n in range(30)]
    relevance = {each.name: 1.0 for each in tools} | {"a.t29": 0.0}
    room = 120
    assert "a.t29" not in {each.name for each in toolbox(tools, relevance, [], None, room)}
    assert "a.t29" in {each.name for each in toolbox(tools, relevance, [], None, room, ["a.t29"])}


def test_a_hint_has_names_and_no_ids_and_never_more_than_its_room() -> None:
    names = (Name("turma", "7A", "tur_01", "school"),)
    told = understood(
        value("turma", "tur_01"), value("texto", "x" * 500), *(value(f"v{n}", "y" * 90) for n in range(9))
    )
    assert (found := hint(told, Standing(), names)) is None or tokens(found.text or "") <= MOST_TOKENS
    found = hint(understood(value("turma", "tur_01")), Standing(focus={"turma": "7A"}, listed=("7A", "8B")), names)
    assert found == Attached(
        REF,
        "how these words may be meant",
        "A guess made by rules before you were asked. It may be wrong: the words themselves count.\n"
        "- Criar avaliação [school__criar_avaliacao] turma: 7A\n"
        "Spoken of before: turma: 7A\n"
        "Listed before, first: 7A; 8B",
    )


@pytest.mark.parametrize(
    "told",
    [
        {"calls": [faint]},
        {"decision": Verdict.CHOOSE},
        {"decision": Verdict.OUTSIDE},
        {"decision": Verdict.TALK, "calls": []},
    ],
)
def test_what_is_not_sure_is_not_told(told: dict[str, object]) -> None:
    assert hint(understood().model_copy(update=told), Standing(), ()) is None


def test_what_is_outside_brings_no_tools_first() -> None:
    assert frames_of(None) == [] and frames_of(understood(decision=Verdict.OUTSIDE)) == []
    assert frames_of(understood()) == ["school.criar_avaliacao"]


def understood(*values: UnderstoodValue, decision: Verdict = Verdict.DO) -> Understood:
    wanted = faint.model_copy(update={"share": 0.9, "values": list(values)})
    return Understood(words="…", act=Act.REQUEST, decision=decision, calls=[wanted])


def value(label: str, given: str) -> UnderstoodValue:
    return UnderstoodValue(param=label, label=label, kind="name", value=given)


def tool(name: str) -> Capability:
    return Capability(
        name=name,
        app="a",
        category="test",
        title=name,
        description=f"Does {name} and more of it.",
        params={"type": "object", "properties": {}, "additionalProperties": False},
        returns={},
        effect=Effect.READ,
    )
