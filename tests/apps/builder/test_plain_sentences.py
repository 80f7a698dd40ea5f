"""Workflow edits as people type them: loosely named steps, slips, several at once, and words not understood (ST-22)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from aule.apps.builder.graph_edits import AddStep
from aule.apps.builder.understood import understand
from aule.contracts.access.approval import ApprovalKind
from aule.contracts.runs.workflow import Workflow
from aule.kernel.workflows.document_reader import parse
from aule.models.switchboard import Switchboard
from aule.testing.system import system

MENSAL = parse("""\
id: mensal
title: Relatório mensal
steps:
  - {id: buscar, title: Buscar vendas, prompt: Busque as vendas}
  - {id: analisar, title: Analisar números, prompt: "Analise {{steps.buscar.result}}", depends_on: buscar}
  - {id: grafico, title: Fazer gráfico, prompt: Desenhe, depends_on: buscar}
  - {id: escrever, title: Escrever relatório, prompt: "{{steps.analisar.result}}", depends_on: [analisar, grafico]}
  - {id: enviar, title: Enviar por e-mail, ask: Enviar?, depends_on: escrever}
""")
EMAILS = parse("""\
id: emails
title: Email processor
steps:
  - {id: read_inbox, title: Read the inbox, prompt: Read}
  - {id: summarize, title: Summarize, prompt: "Sum up {{steps.read_inbox.result}}", depends_on: read_inbox}
  - {id: delay, title: Wait a bit, ask: Go on?, depends_on: summarize}
  - {id: slack, title: Slack notification, prompt: "Post {{steps.summarize.result}}", depends_on: delay}
  - {id: archive, title: Archive emails, prompt: Archive, depends_on: slack}
""")


def told(edits: list[Any]) -> str:
    """Return edits in a line."""
    said: list[str] = []
    for edit in edits:
        match edit.type:
            case "add_step":
                places = {"before": edit.before, "after": edit.after, "between": " ".join(edit.between or [])}
                place = next((f"{name} {at}" for name, at in places.items() if at), "end")
                said.append(f"add {'ask' if 'ask' in edit.step else 'prompt'} {place}")
            case "rename_step":
                said.append(f"rename {edit.id} {edit.to}")
            case "change_step" if set(edit.fields) != {"title"}:
                said.append(f"change {edit.id} {' '.join(edit.fields)}")
            case "move_step":
                said.append(f"move {edit.id} " + (f"before {edit.before}" if edit.before else f"after {edit.after}"))
            case "connect" | "disconnect":
                said.append(f"{edit.type} {edit.source} {edit.to}")
            case "remove_step":
                said.append(f"remove {edit.id}")
            case _:
                pass
    return " + ".join(said)


def meant(words: str, workflow: Workflow) -> str:
    """Return the edits that a sentence surely asks for; *nothing* where it does not."""
    found = understand(words, workflow, [workflow], "en").meanings
    return told(list(found[0].edits)) if len(found) == 1 else "nothing" if not found else "asks"


@pytest.mark.parametrize(
    ("words", "edits"),
    [
        ("acresenta uma conferencia antes do relatorio", "add prompt before escrever"),
        ("adicona um paso que conta as linhas antes de envair", "add prompt before enviar"),
        ("e se a gente colocasse uma conferência antes do envio?", "add prompt before enviar"),
        ("mete uma checagem ortográfica entre o relatório e o envio", "add prompt between escrever enviar"),
        ("no início, coloca um passo que confere a planilha", "add prompt before buscar"),
        ("bota uma etapa no começo pra limpar a planilha", "add prompt before buscar"),
        ("remove o grafico e renomeia escrever para Redigir", "remove grafico + rename escrever redigir"),
        (
            "adiciona uma contagem antes de enviar e pede minha aprovação antes do envio",
            "add prompt before enviar + change enviar interrupt",
        ),
        ("exclui a etapa 3 e a etapa 5", "remove grafico + remove enviar"),
        ("tira esse gráfico daí, ninguém usa", "remove grafico"),
        ("passa o gráfico pra depois do relatório", "move grafico after escrever"),
        ("coloca o gráfico depois da análise", "move grafico after analisar"),
        ("coloca um gráfico depois da análise", "add prompt after analisar"),
        ("o gráfico tem que vir depois da análise", "connect analisar grafico"),
        ("preciso aprovar antes de enviar", "change enviar interrupt"),
        ("não envia nada sem me perguntar", "change enviar interrupt"),
        ("o envio só acontece depois que eu aprovar", "change enviar interrupt"),
        ("pede pro diretor assinar antes de mandar o e-mail", "change enviar interrupt"),
        ("se der erro no gráfico pode pular", "change grafico on_error"),
        ("se buscar vendas falhar tenta de novo umas 3 vezes", "change buscar retry"),
        ("chama a busca de Puxar vendas", "rename buscar puxar_vendas"),
        ("por que o gráfico vem antes do relatório?", "nothing"),
        ("desfaz a última mudança", "nothing"),
    ],
)
def test_a_sentence_of_a_teacher_is_the_edit_it_means(words: str, edits: str) -> None:
    """ST-22: slips, several edits at once, loose names, people who approve; questions edit nothing."""
    assert meant(words, MENSAL) == edits


@pytest.mark.parametrize(
    ("words", "edits"),
    [
        ("Add OpenAI summarization before sending the Slack notification", "add prompt before slack"),
        ("Remove the delay node", "remove delay"),
        ("Use AI to categorize the emails before archiving them", "add prompt before archive"),
        ("Add a Slack notification at the end", "add prompt end"),
        ("we should have a fact check right before the slack post", "add prompt before slack"),
        ("throw in a fact check after summarize", "add prompt after summarize"),
        ("ad a chekc step befor archive", "add prompt before archive"),
        ("kill the delay step", "remove delay"),
        ("i dont want the delay anymore", "remove delay"),
        ("is there a way to remove the delay?", "remove delay"),
        ("1. remove the wait step 2. rename summarize to Digest", "remove delay + rename summarize digest"),
        (
            "rename the first step to Check mail and the last one to File away",
            "rename read_inbox check_mail + rename archive file_away",
        ),
        ("drop the wait thing and then archive should be called Clean up", "remove delay + rename archive clean_up"),
        ("put archive before the slack notification", "move archive before slack"),
        ("put an archive before the slack notification", "add prompt before slack"),
        ("can we have someone sign off before it posts to slack?", "change slack interrupt"),
        ("nothing should be posted to slack without my ok", "change slack interrupt"),
        ("let me see the summary before it goes on", "change summarize interrupt"),
        ("retry the slack post a couple of times", "change slack retry"),
        ("if slack breaks just keep going", "change slack on_error"),
        ("how do i remove a step?", "nothing"),
        ("change the slack channel to #general", "nothing"),
        ("never mind", "nothing"),
    ],
)
def test_a_sentence_of_a_manager_or_developer_is_the_edit_it_means(words: str, edits: str) -> None:
    """ST-22: as people ask assistants elsewhere for changes of their workflows."""
    assert meant(words, EMAILS) == edits


def test_later_steps_read_the_new_version_of_a_text() -> None:
    """ST-22: a review hands its text on; each reader is an edit of its own; a check or a question hands nothing on."""
    [found] = understand("add a review after summarize", EMAILS, [], "en").meanings
    added = found.edits[0]
    assert isinstance(added, AddStep)
    assert "Answer with the whole text" in added.step["prompt"] and "{{steps.summarize.result}}" in added.step["prompt"]
    assert [each.model_dump(exclude_defaults=True) for each in found.edits[1:]] == [
        {"type": "change_step", "id": "slack", "fields": {"prompt": "Post {{steps.review.result}}"}}
    ]
    for words in ("add a word count after summarize", "add a question after summarize", "ask me before slack"):
        [other] = understand(words, EMAILS, [], "en").meanings
        assert len(other.edits) == 1, words


def test_a_text_shared_by_state_and_the_output_are_read_anew_too() -> None:
    """ST-22: what the step wrote for all, and what the workflow comes to; parts of results and conditions stay."""
    workflow = parse("""\
id: post
state: {draft: string}
steps:
  - {id: write, prompt: Write, writes: draft}
  - {id: long, if: 'steps.write.result != ""', depends_on: write}
  - id: keep
    capability: core.create_note
    params: {title: "{{steps.write.result.title}}", text: "{{ state.draft }}"}
    depends_on: [write, long]
output: {text: "{{steps.write.result}}"}
""")
    [found] = understand("adicione uma tradução depois de write", workflow, [], "pt-BR").meanings
    assert [each.model_dump(exclude_defaults=True) for each in found.edits[1:]] == [
        {
            "type": "change_step",
            "id": "keep",
            "fields": {"params": {"title": "{{steps.write.result.title}}", "text": "{{ steps.traducao.result }}"}},
        },
        {"type": "set_output", "output": {"text": "{{steps.traducao.result}}"}},
    ]


NOT_UNDERSTOOD = [
    (
        "emails",
        "replace slack by a phone call",
        "I did not understand “replace slack by a phone call”, and changed nothing. I can add, remove, rename,"
        " move, swap, copy, connect and switch off steps, give one a condition, a time limit or new tries, or ask you"
        " before one. For example: “add a review before Archive emails”,"
        " “remove Archive emails”, “ask me before Archive emails”.",
    ),
    (
        "mensal",
        "tira o gráfico, bota uma tabela no lugar",
        "Entendi uma parte, mas não “bota uma tabela no lugar”, então não mudei nada. Diga essa parte com outras"
        " palavras, ou uma mudança por vez.",
    ),
]


async def test_several_edits_are_one_card_and_what_is_not_understood_is_told(tmp_path: Path) -> None:
    """ST-22: without a model; half a sentence is never done, and it is said which part and what can be said instead."""
    async with system(tmp_path, models=Switchboard) as aule:
        for workflow in (MENSAL, EMAILS):
            await aule.kernel.library.save(workflow, expected=None)
        for open_, words, answer in NOT_UNDERSTOOD:
            locale = "pt-BR" if open_ == "mensal" else "en"
            run = await aule.ask(words, locale=locale, about=f"workflow:{open_}")
            assert (await aule.messages(run))[-1].content == answer
            assert await aule.kernel.approvals.pending() == []
        await aule.ask("delete step 3 and add a word count after summarize", about="workflow:emails")
        card = await aule.pending()
        assert card.kind is not ApprovalKind.QUESTION and card.call is not None
        assert [edit["type"] for edit in card.call.params["edits"]] == ["remove_step", "add_step"]
        await aule.decide()
        steps = (await aule.kernel.library.get("emails")).graph.nodes
        assert [step.id for step in steps] == ["read_inbox", "summarize", "word_count", "slack", "archive"]
