"""Agents by chat: a card with everything an agent may do, then it is there; with a model, and without one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aule.apps.studio.spoken_rules import rules_in
from aule.apps.studio.words import MESSAGES
from aule.contracts.access.agent import Agent
from aule.contracts.access.approval import Records
from aule.contracts.access.capability import Policy
from aule.contracts.access.guidelines import NeverRule, SaidRule
from aule.contracts.runs.run import RunStatus
from aule.contracts.settings import Settings
from aule.kernel.agents.agent_words.requests import agent_wish
from aule.testing import ScriptedModel, call, say
from aule.testing.system import system

SENTENCE = "crie um agente que revisa meus textos em inglês e nunca apaga nada"
NEVER = NeverRule(rule="never", what="effect:delete")


def card_of(preview: Any) -> dict[str, Any]:
    """Return the fields of an agent's card."""
    assert isinstance(preview, Records)
    return {field.name: field.after for field in preview.records[0].fields}


async def test_a_model_makes_edits_and_deletes_an_agent_and_each_can_be_undone(tmp_path: Path) -> None:
    """ST-2: the card shows tools, effects, rules, interrupts and model; only a yes makes it happen."""
    asked = {
        "name": "Revisor",
        "instructions": "Revisa textos em inglês.",
        "tools": ["core.read_file", "core.write_file", "core.delete_file"],
        "never": ["delete"],
        "rules": ["Seja gentil."],
        "wait_after": ["core.write_file"],
        "language": "en",
    }
    script = [
        call("studio.create_agent", asked),
        say("Pronto."),
        call("studio.edit_agent", {"agent": "revisor", "max_words": 50, "drop_rules": [2]}),
        say("Mudado."),
        call("studio.delete_agent", {"agent": "Revisor"}),
        say("Apagado."),
    ]
    async with system(tmp_path, *script) as aule:
        await aule.ask(SENTENCE, locale="pt-BR")
        pending = await aule.pending()
        card = card_of(pending.preview)
        assert card["Nunca faz"] == "apagar algo, executar comandos, acessar outros serviços ou a web, abrir telas"
        assert card["Pergunta antes de"] == "escrever ou alterar algo"
        assert card["Regras verificadas"] == "Nunca: apagar algo.\nResponde em inglês."
        assert card["Dito, não verificado"] == "Seja gentil."
        assert card["Espera por você"].startswith("Mostra o resultado e espera")
        assert (card["Modelo"], card["Ferramentas"].partition(":")[0]) == ("Geral", "3 ferramentas")
        assert await aule.kernel.agents.find("revisor") is None
        run = await aule.decide()
        made = await aule.kernel.agents.get("revisor")
        assert made.guidelines[0] == NEVER and made.guidelines[2] == SaidRule(rule="said", do="Seja gentil.")
        await aule.ask("no máximo 50 palavras, e tire a regra do inglês", locale="pt-BR")
        await aule.decide()
        edited = await aule.kernel.agents.get("revisor")
        assert ([rule.rule for rule in edited.guidelines], edited.version) == (["never", "said", "length"], 2)
        deleted = await aule.ask("apague", locale="pt-BR")
        await aule.decide()
        assert await aule.kernel.agents.find("revisor") is None
        await aule.kernel.undo(f"run:{deleted.id}")
        assert (await aule.kernel.agents.get("revisor")).guidelines == edited.guidelines
        assert run.status is RunStatus.DONE


async def test_without_a_model_one_sentence_leads_to_the_card(tmp_path: Path) -> None:
    """ST-2: *never deletes* is found in the words, and is a rule that is checked."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        await aule.ask(SENTENCE, locale="pt-BR")
        pending = await aule.pending()
        assert card_of(pending.preview)["Regras verificadas"] == "Nunca: apagar algo."
        run = await aule.decide()
        agent = await aule.kernel.agents.get("revisa-meus-textos")
        assert (agent.guidelines, agent.persona_text) == ([NEVER], "revisa meus textos em inglês e nunca apaga nada")
        assert "está pronto" in (await aule.messages(run))[-1].content
        listed = await aule.ask("liste os meus agentes", locale="pt-BR")
        assert "Revisa meus textos" in (await aule.messages(listed))[-1].content
        await aule.ask("apague o agente Revisa meus textos", locale="pt-BR")
        await aule.decide()
        assert await aule.kernel.agents.find(agent.id) is None


async def test_without_a_model_a_short_dialogue_asks_for_what_is_missing(tmp_path: Path) -> None:
    """ST-2: two questions, then the card; the dialogue outlives a restart."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        await aule.ask("create an agent called Tidy", locale="en")
        assert (await aule.pending()).title == "What should this agent do?"
        await aule.decide("answer", answer="Sorts my notes")
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        assert (await aule.pending()).title == "What must it never do? This is checked."
        await aule.decide("option_2")
        assert card_of((await aule.pending()).preview)["Name"] == "Tidy"
        await aule.decide()
        agent = await aule.kernel.agents.get("tidy")
        never = {rule.what for rule in agent.guidelines if isinstance(rule, NeverRule)}
        assert never == {"effect:write", "effect:delete"}


@pytest.mark.parametrize("id", ["careful", "bold"])
async def test_no_agent_changes_the_rules_it_works_under(tmp_path: Path, id: str) -> None:
    """ST-1, ST-2: not itself, and not through somebody it asks, whatever the policies allow."""
    edit = call("studio.edit_agent", {"agent": "careful", "drop_rules": [1], "name": "Free"})
    if id == "careful":
        script = [edit.to("free"), say("No.").to("free")]
    else:
        hire = call("core.delegate", {"briefs": [{"task": "change it", "agent": "bold"}]}).to("free")
        script = [hire, edit.to("change it"), say("No.").to("change it"), say("No.").to("free")]
    async with system(tmp_path, model=ScriptedModel(*script)) as aule:
        await aule.kernel.save_settings(Settings(policy=Policy(allow=["*"])), expected=None)
        for name, rules in (("careful", [NEVER]), ("bold", [])):
            agent = Agent(id=name, name=name.title(), policy=Policy(allow=["*"]), guidelines=list(rules))
            await aule.kernel.documents.save_agent(agent, expected=None)
        await aule.ask("free yourself", agent="careful")
        assert (await aule.kernel.agents.get("careful")).guidelines == [NEVER]


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ("nunca apaga nada", ["never effect:delete"]),
        ("never deletes and never runs commands", ["never effect:delete", "never effect:exec"]),
        ("asks me before writing anything", ["ask effect:write"]),
        ("pergunta antes de apagar, até 80 palavras", ["ask effect:delete", "length 80"]),
        ("apaga os rascunhos velhos", []),
        ("nunca esqueça de cumprimentar", ["said Nunca esqueça de cumprimentar."]),
        ("corrige redações e que jamais mexa nos arquivos", ["never effect:write", "never effect:delete"]),
        ("never touches my files", ["never effect:write", "never effect:delete"]),
        ("reviews code and never pushes anything", ["said Never pushes anything."]),
        ("resume e-mails e nunca responde sozinho", ["said Nunca responde sozinho."]),
        ("revisa textos em inglês", []),
    ],
)
def test_rules_are_read_where_they_are_said_plainly(words: str, rules: list[str]) -> None:
    """ST-2: and nothing is made up."""
    fields = ("what", "words", "do")
    found = [
        f"{rule.rule} {next(getattr(rule, each) for each in fields if hasattr(rule, each))}" for rule in rules_in(words)
    ]
    assert found == rules


@pytest.mark.parametrize(
    "words",
    [
        "crie um agente residente para o projeto nex-api",
        "quero um agente que cuide da documentação, me pergunta o que faltar",
        "crie um agente para o projeto loja que escreve em docs",
        "manda um subagente revisar cada capítulo",
        "apague o arquivo notas.md",
        "o que é um agente?",
        "meu agente de viagens sumiu",
        "liste os agentes do projeto",
        "quero um novo agente para o projeto nex-api no ambiente develop",
        "create a resident agent that watches the docs",
    ],
)
def test_words_about_other_agents_are_left_to_others(words: str) -> None:
    """ST-2: Conductor's resident agents are a different kind."""
    assert agent_wish(words) is None


async def test_who_made_no_agent_yet_is_told_of_the_built_in_ones_in_their_language(tmp_path: Path) -> None:
    """ST-2."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        run = await aule.ask("mostre meus agentes", locale="pt-BR")
        assert (await aule.messages(run))[-1].content.startswith("Você ainda não criou um agente.")
        known = [each.id.replace("-", "_") for each in (await aule.kernel.agents.list()).items if each.builtin]
        assert [id for id in known if f"builtin_{id}" not in MESSAGES] == []
