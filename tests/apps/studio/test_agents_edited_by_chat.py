"""Agents edited, shown and copied by chat without a model: a card with before and after, then a new version."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from aule.contracts.access.agent import Agent
from aule.contracts.access.approval import Approval, Records
from aule.contracts.access.guidelines import (
    AskRule,
    Guideline,
    LanguageRule,
    LengthRule,
    NeverRule,
    OmitRule,
    SaidRule,
)
from aule.testing import ScriptedModel
from aule.testing.system import System, system

EXEC = NeverRule(rule="never", what="effect:exec")
KIND = SaidRule(rule="said", do="Seja gentil.")
LONG = LengthRule(rule="length", words=300)
RULES: list[Guideline] = [EXEC, KIND, LONG]


async def make(aule: System, *names: str, rules: Sequence[Guideline] = RULES) -> None:
    """Make agents with these names and rules."""
    for name in names:
        id = name.lower().replace(" ", "-")
        agent = Agent(id=id, name=name, persona_text="Revisa textos.", guidelines=list(rules))
        await aule.kernel.documents.save_agent(agent, expected=None)


def changes_on(approval: Approval) -> dict[str, tuple[object, object]]:
    """Return the fields of a card that change: before and after."""
    assert isinstance(approval.preview, Records)
    fields = approval.preview.records[0].fields
    return {field.name: (field.before, field.after) for field in fields if field.before != field.after}


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("mude o agente Revisor para nunca apagar nada", [*RULES, NeverRule(rule="never", what="effect:delete")]),
        ("o Revisor deve responder em inglês", [*RULES, LanguageRule(rule="language", language="en")]),
        ("tire a regra 2 do Revisor", [EXEC, LONG]),
        ("tirem a última regra do Revisor, por favor", [EXEC, KIND]),
        ("remova do Revisor a regra de ser gentil", [EXEC, LONG]),
        ("tira a regra dos comandos do Revisor", [KIND, LONG]),
        ("apague todas as regras do Revisor", []),
        ("troca a língua do Revisor pra inglês", [*RULES, LanguageRule(rule="language", language="en")]),
        ("o Revisor não deve responder com mais de 50 palavras", [EXEC, KIND, LengthRule(rule="length", words=50)]),
        ("remova do Revisor a regra de rodar comandos", [KIND, LONG]),
        ("o Revisor pode rodar comandos", [KIND, LONG]),
        ("let Revisor ask before it writes", [*RULES, AskRule(rule="ask", what="effect:write")]),
        ("make Revisor answer in at most 100 words", [EXEC, KIND, LengthRule(rule="length", words=100)]),
        ("faz o agente Revisor perguntar antes de gravar", [*RULES, AskRule(rule="ask", what="effect:write")]),
        ("configure o Revisor para nunca alterar nada", [*RULES, NeverRule(rule="never", what="effect:write")]),
        ("forbid Revisor from deleting anything", [*RULES, NeverRule(rule="never", what="effect:delete")]),
        ("deixa o Revisor mais formal", [*RULES, SaidRule(rule="said", do="Mais formal.")]),
        ("o Revisor nunca pode mencionar “prazo”", [*RULES, OmitRule(rule="omit", text="prazo")]),
        (
            "o Revisor nunca apaga nada e sempre elogia o autor",
            [*RULES, NeverRule(rule="never", what="effect:delete"), SaidRule(rule="said", do="Sempre elogia o autor.")],
        ),
    ],
)
async def test_without_a_model_a_sentence_edits_an_agent(tmp_path: Path, words: str, rules: list[Guideline]) -> None:
    """ST-2: what can be checked is; the rest is said, and not checked."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        await make(aule, "Revisor")
        await aule.ask(words, locale="pt-BR")
        await aule.decide()
        edited = await aule.kernel.agents.get("revisor")
        assert (edited.guidelines, edited.version) == (rules, 2)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            "tire a regra 7 do Revisor",
            "Revisor não tem essa regra. As regras: 1. Nunca: executar comandos. 2. Seja gentil. 3. Responde com no"
            " máximo 300 palavras. Diga o número da regra.",
        ),
        ("o Revisor nunca roda comandos", "Revisor já tem essas regras; nada muda."),
    ],
)
async def test_what_changes_nothing_is_told(tmp_path: Path, words: str, told: str) -> None:
    """ST-2: a rule that is not there, and one that is there already."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        await make(aule, "Revisor")
        run = await aule.ask(words, locale="pt-BR")
        assert (await aule.messages(run))[-1].content == told


async def test_a_card_shows_before_and_after_and_the_edit_can_be_undone(tmp_path: Path) -> None:
    """ST-2: nothing changes before the yes; a no leaves the agent as it was."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        await make(aule, "Tidy")
        await aule.ask("renomeie o agente Tidy para Arrumador", locale="pt-BR")
        assert changes_on(await aule.pending()) == {"Nome": ("Tidy", "Arrumador")}
        await aule.decide("deny")
        assert (await aule.kernel.agents.get("tidy")).name == "Tidy"
        renamed = await aule.ask("renomeie o agente Tidy para Arrumador", locale="pt-BR")
        await aule.decide()
        assert (await aule.kernel.agents.get("tidy")).name == "Arrumador"
        assert "Arrumador" in (await aule.messages(renamed))[-1].content
        await aule.kernel.undo(f"run:{renamed.id}")
        assert (await aule.kernel.agents.get("tidy")).name == "Tidy"


async def test_words_that_no_rule_checks_are_shown_as_said_on_the_card(tmp_path: Path) -> None:
    """ST-2: what is not understood is never dropped: the card shows it, and a yes keeps it."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        await make(aule, "Revisor", rules=[])
        await aule.ask("o Revisor nunca apaga e-mails dos pais", locale="pt-BR")
        shown = changes_on(await aule.pending())
        assert shown["Regras verificadas"] == (None, "Nunca: apagar algo.")
        assert shown["Dito, não verificado"] == (None, "Nunca apaga e-mails dos pais.")


async def test_one_question_follows_where_no_change_was_said(tmp_path: Path) -> None:
    """ST-2: the dialogue outlives a restart."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        await make(aule, "Revisor")
        await aule.ask("altera o revisor", locale="pt-BR")
        assert (await aule.pending()).title == "O que deve mudar no agente Revisor?"
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        await aule.decide("answer", answer="nunca escreve nada")
        await aule.decide()
        agent = await aule.kernel.agents.get("revisor")
        assert agent.guidelines[-1] == NeverRule(rule="never", what="effect:write")


@pytest.mark.parametrize(
    ("words", "question", "options"),
    [
        ("mude o agente Revisor para nunca apagar nada", "De qual agente se trata?", ["Revisor (a)", "Revisor (b)"]),
        (
            "mude o agente Revizor para nunca apagar nada",
            "Não há um agente chamado “Revizor”. De qual se trata?",
            ["Revisor (a)", "Revisor (b)", "Tidy"],
        ),
        ("apague o agente", "De qual agente se trata?", ["Revisor (a)", "Revisor (b)", "Tidy"]),
    ],
)
async def test_a_choice_follows_where_it_is_not_clear_who_is_meant(
    tmp_path: Path, words: str, question: str, options: list[str]
) -> None:
    """ST-2: two of one name, a name that is nobody's, or no name at all."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        for id, name in (("a", "Revisor"), ("b", "Revisor"), ("tidy", "Tidy")):
            await aule.kernel.documents.save_agent(Agent(id=id, name=name), expected=None)
        await aule.ask(words, locale="pt-BR")
        asked = await aule.pending()
        assert asked.title == question
        assert [each.label for each in asked.options][: len(options)] == options
        await aule.decide("option_2")
        call = (await aule.pending()).call
        assert call is not None and call.params["agent"] == "b"


async def test_an_unknown_agent_is_told_where_there_is_none_to_choose(tmp_path: Path) -> None:
    """ST-2: with a hint what to do."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        run = await aule.ask("edit the agent Nobody so that it never deletes files")
        told = (await aule.messages(run))[-1].content
        assert told == "There is no agent called “Nobody”. Say “list my agents” to see them."


@pytest.mark.parametrize("words", ["o que o Revisor pode fazer?", "quais são as regras do agente Revisor?"])
async def test_an_agent_is_shown_in_words_on_request(tmp_path: Path, words: str) -> None:
    """ST-2: its card, and its rules by the numbers they are dropped by."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        await make(aule, "Revisor")
        run = await aule.ask(words, locale="pt-BR")
        told = (await aule.messages(run))[-1].content
        assert "- **Nunca faz**: executar comandos" in told
        assert told.endswith(
            "Regras:\n\n1. Nunca: executar comandos.\n2. Seja gentil. (dito, não verificado)"
            "\n3. Responde com no máximo 300 palavras."
        )


async def test_an_agent_is_copied_with_its_rules(tmp_path: Path) -> None:
    """ST-2: after a card, as an undoable change."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        await make(aule, "Tidy")
        run = await aule.ask("make a copy of Tidy called Tidy Jr")
        await aule.decide()
        copy = await aule.kernel.agents.get("tidy-jr")
        assert (copy.name, copy.guidelines, copy.builtin) == ("Tidy Jr", RULES, False)
        await aule.kernel.undo(f"run:{run.id}")
        assert await aule.kernel.agents.find("tidy-jr") is None


@pytest.mark.parametrize(
    "words", ["criar agente", "quero um agente novo", "create an agent", "me ajuda a montar um agente?"]
)
async def test_a_bare_wish_for_an_agent_begins_the_dialogue(tmp_path: Path, words: str) -> None:
    """ST-2: resident agents of Conductor are made only where somebody asks for one."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        await aule.ask(words, locale="pt-BR")
        assert (await aule.pending()).title == "O que esse agente deve fazer?"
