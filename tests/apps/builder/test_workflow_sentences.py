"""Sentences that edit a workflow, as teachers, managers and developers say them, and others that do not (ST-22)."""

from __future__ import annotations

import time
from typing import Any

import pytest

from aule.apps.builder.sentences import LONGEST, requests_in
from aule.apps.builder.spoken_edits import Meaning, meanings_of
from aule.contracts.runs.workflow import Workflow
from aule.kernel.workflows.document_reader import parse
from aule.kernel.workflows.document_writer import document

BOLETIM = parse("""\
id: boletim
title: Boletim da turma
steps:
  - {id: coletar, title: Coletar notas, prompt: Colete as notas}
  - {id: resumir, title: Resumir o bimestre, prompt: Resuma, depends_on: coletar}
  - {id: traduzir, title: Traduzir, prompt: Traduza, depends_on: resumir}
  - {id: publicar, title: Publicar no mural, ask: Publicar?, depends_on: traduzir}
""")
RELEASE = parse("""\
id: release
title: Weekly release
steps:
  - {id: fetch_issues, title: Fetch issues, prompt: Fetch}
  - {id: write_notes, title: Write the notes, prompt: Write, depends_on: fetch_issues}
  - {id: check_links, title: Check links, prompt: Check, depends_on: write_notes}
  - {id: publish, title: Publish, prompt: Publish, depends_on: check_links}
""")
OTHER = parse("id: semana\ntitle: Resumo da semana\nsteps: [{id: a, prompt: A}]")
KNOWN = [BOLETIM, RELEASE, OTHER]


def meant(words: str, workflow: Workflow, locale: str) -> list[Meaning]:
    """Return what a sentence means while a workflow is open."""
    for request in requests_in(words):
        if found := meanings_of(request, workflow, KNOWN, locale):
            return found
    return []


def told(edit: Any) -> tuple[Any, ...]:
    """Return an edit as a short tuple: its type and the steps it is about."""
    match edit.type:
        case "add_step":
            kind = next(name for name in ("prompt", "ask", "workflow", "capability") if name in edit.step)
            place = next((f"{name} {value}" for name, value in _places(edit) if value), "end")
            return ("add", kind, place)
        case "change_step":
            return ("change", edit.id, *edit.fields)
        case "rename_step":
            return ("rename", edit.id, edit.to)
        case "connect" | "disconnect":
            return (edit.type, edit.source, edit.to)
        case _:
            return (edit.type, edit.id)


def _places(edit: Any) -> list[tuple[str, Any]]:
    return [("before", edit.before), ("after", edit.after), ("between", " ".join(edit.between or []))]


SAID_PT = [
    ("adicione uma revisão antes de publicar", ("add", "prompt", "before publicar")),
    ("Adicione um passo de revisão antes de publicar.", ("add", "prompt", "before publicar")),
    ("coloca uma conferência dos nomes antes do passo de publicar, por favor", ("add", "prompt", "before publicar")),
    ("quero acrescentar uma etapa que corrige a ortografia depois de resumir", ("add", "prompt", "after resumir")),
    ("antes de publicar, inclua uma checagem das médias", ("add", "prompt", "before publicar")),
    ("depois de resumir, execute o fluxo resumo da semana", ("add", "workflow", "after resumir")),
    ("depois de coletar as notas rode core.list_dir", ("add", "capability", "after coletar")),
    ("insira um passo para formatar a tabela entre coletar e resumir", ("add", "prompt", "between coletar resumir")),
    ("coloque entre traduzir e publicar uma aprovação", ("add", "ask", "between traduzir publicar")),
    ("no final, adicione um passo que avisa os pais", ("add", "prompt", "end")),
    ("adicione um passo que arquiva tudo", ("add", "prompt", "end")),
    ("você pode botar uma pergunta antes de traduzir?", ("add", "ask", "before traduzir")),
    ("remova o passo traduzir", ("remove_step", "traduzir")),
    ("tira a tradução", ("remove_step", "traduzir")),
    ("apague o terceiro passo", ("remove_step", "traduzir")),
    ("não precisamos mais da etapa de tradução", ("remove_step", "traduzir")),
    ("exclua o passo 3, por favor", ("remove_step", "traduzir")),
    ("renomeie o passo resumir para Síntese", ("rename", "resumir", "sintese")),
    ("mude o nome do último passo para Enviar aos pais", ("rename", "publicar", "enviar_aos_pais")),
    ("chame o passo coletar de Buscar notas", ("rename", "coletar", "buscar_notas")),
    ("pergunte ao usuário antes de publicar", ("change", "publicar", "interrupt")),
    ("me pergunte antes de traduzir", ("change", "traduzir", "interrupt")),
    ("peça minha aprovação antes de publicar", ("change", "publicar", "interrupt")),
    ("espere a confirmação do professor antes de publicar", ("change", "publicar", "interrupt")),
    ("pause antes de publicar no mural", ("change", "publicar", "interrupt")),
    ("pergunte à professora qual é a turma antes de coletar", ("add", "ask", "before coletar")),
    ("me mostre o resultado de resumir antes de continuar", ("change", "resumir", "interrupt")),
    ("ligue coletar a publicar", ("connect", "coletar", "publicar")),
    ("conecte o passo resumir com publicar", ("connect", "resumir", "publicar")),
    ("faça publicar esperar a coleta", ("connect", "coletar", "publicar")),
    ("publicar depende de resumir", ("connect", "resumir", "publicar")),
    ("desligue traduzir de publicar", ("disconnect", "traduzir", "publicar")),
    ("desligue o passo traduzir", ("change", "traduzir", "disabled")),
    ("desligue o passo de tradução por enquanto", ("change", "traduzir", "disabled")),
    ("deixa a tradução desligada", ("change", "traduzir", "disabled")),
    ("não rode o passo publicar por enquanto", ("change", "publicar", "disabled")),
    ("ligue o passo traduzir de novo", ("change", "traduzir", "disabled")),
    ("reative a tradução", ("change", "traduzir", "disabled")),
    ("se a tradução falhar, continue assim mesmo", ("change", "traduzir", "on_error")),
    ("tente de novo o passo coletar 3 vezes se falhar", ("change", "coletar", "retry")),
    ("mude o texto do passo resumir para: Resuma em cinco linhas", ("change", "resumir", "prompt")),
]
SAID_EN = [
    ("add a review step before publishing", ("add", "prompt", "before publish")),
    ("Please insert a spell check before publish", ("add", "prompt", "before publish")),
    ("could you put a security scan right after check links?", ("add", "prompt", "after check_links")),
    ("after fetching the issues, run core.list_dir", ("add", "capability", "after fetch_issues")),
    ("before publish, ask me for approval", ("change", "publish", "interrupt")),
    ("ask the user before publishing", ("change", "publish", "interrupt")),
    ("wait for my approval before the publish step", ("change", "publish", "interrupt")),
    ("ask the manager which version it is before writing the notes", ("add", "ask", "before write_notes")),
    ("remove the step check links", ("remove_step", "check_links")),
    ("get rid of the link check", ("remove_step", "check_links")),
    ("delete the second step", ("remove_step", "write_notes")),
    ("we no longer need the check links step", ("remove_step", "check_links")),
    ("rename write notes to Draft the notes", ("rename", "write_notes", "draft_the_notes")),
    ("call the last step Ship it", ("rename", "publish", "ship_it")),
    ("connect fetch issues to publish", ("connect", "fetch_issues", "publish")),
    ("make publish wait for the notes", ("connect", "write_notes", "publish")),
    ("disconnect check links from publish", ("disconnect", "check_links", "publish")),
    ("add a step that translates the notes between write notes and check links", (
        "add", "prompt", "between write_notes check_links")),
    ("switch off check links", ("change", "check_links", "disabled")),
    ("turn the check links step off for now", ("change", "check_links", "disabled")),
    ("disable the second step", ("change", "write_notes", "disabled")),
    ("turn check links back on", ("change", "check_links", "disabled")),
    ("enable check links again", ("change", "check_links", "disabled")),
    ("if checking links fails, skip it", ("change", "check_links", "on_error")),
    ("retry fetch issues 3 times", ("change", "fetch_issues", "retry")),
    ("run the check links step three times", ("change", "check_links", "repeat")),
    ("at the end, add a step that tells the team", ("add", "prompt", "end")),
    ("pause after writing the notes", ("change", "write_notes", "interrupt")),
    ("change the prompt of check links to Check every link twice", ("change", "check_links", "prompt")),
]  # fmt: skip


@pytest.mark.parametrize(("words", "edit"), SAID_PT, ids=[words for words, _ in SAID_PT])
def test_a_sentence_in_portuguese_is_one_plain_edit(words: str, edit: tuple[Any, ...]) -> None:
    """ST-22: the sentence names the step, so that nothing is asked."""
    found = meant(words, BOLETIM, "pt-BR")
    assert [told(each) for meaning in found for each in meaning.edits][:1] == [edit]
    assert len(found) == 1 and all(meaning.is_sure for meaning in found)


@pytest.mark.parametrize(("words", "edit"), SAID_EN, ids=[words for words, _ in SAID_EN])
def test_a_sentence_in_english_is_one_plain_edit(words: str, edit: tuple[Any, ...]) -> None:
    """ST-22: the sentence names the step, so that nothing is asked."""
    found = meant(words, RELEASE, "en")
    assert [told(each) for meaning in found for each in meaning.edits][:1] == [edit]
    assert len(found) == 1 and all(meaning.is_sure for meaning in found)


@pytest.mark.parametrize("words", ["ligue de novo", "ligue ele de novo", "turn it back on", "switch on again"])
def test_what_is_off_is_switched_on_without_saying_its_name(words: str) -> None:
    """ST-22: the one step that is off is meant; of several one is asked for; where none is off, nothing is."""
    assert meant(words, BOLETIM, "pt-BR") == []
    one = parse(document(BOLETIM).replace("prompt: Traduza", "prompt: Traduza\n    disabled: true"))
    assert [each.edits[0].model_dump()["id"] for each in meant(words, one, "pt-BR")] == ["traduzir"]
    assert meant(words, one, "pt-BR")[0].edits[0].model_dump()["fields"] == {"disabled": None}
    two = parse(document(one).replace("prompt: Resuma", "prompt: Resuma\n    disabled: true"))
    assert [each.label for each in meant(words, two, "pt-BR")] == ["Resumir o bimestre", "Traduzir"]


def test_several_steps_are_switched_off_together_and_parting_two_is_something_else() -> None:
    together = meant("desligue os passos 2 e 3", BOLETIM, "pt-BR")
    assert [told(each) for each in together[0].edits] == [
        ("change", "resumir", "disabled"),
        ("change", "traduzir", "disabled"),
    ]
    apart = meant("desligue resumir de traduzir", BOLETIM, "pt-BR")
    assert [told(each) for each in apart[0].edits] == [("disconnect", "resumir", "traduzir")]
    for words in ("desligue a luz", "ligue a TV", "turn the lights off", "desligue", "ligue pra mim"):
        assert meant(words, BOLETIM, "pt-BR") == []


@pytest.mark.parametrize(
    ("words", "choices"),
    [
        ("remova o passo de envio", ["Coletar notas", "Resumir o bimestre", "Traduzir", "Publicar no mural"]),
        ("delete that step", ["Coletar notas", "Resumir o bimestre", "Traduzir", "Publicar no mural"]),
        ("adicione um passo de revisão antes da etapa xyz", None),
    ],
)
def test_a_step_that_is_unclear_gets_one_question_with_choices(words: str, choices: list[str] | None) -> None:
    """ST-22: one question, whose answers are steps of this workflow."""
    found = meant(words, BOLETIM, "pt-BR")
    assert len(found) == 4 and len({meaning.question for meaning in found}) == 1
    if choices is not None:
        assert [meaning.label for meaning in found] == choices


@pytest.mark.parametrize(
    "words",
    [
        "adicione leite na lista de compras",
        "crie uma nota antes de sexta-feira",
        "apague o arquivo rascunho.txt",
        "remova a nota compras",
        "renomeie o arquivo a.txt para b.txt",
        "pergunte ao João antes de sair",
        "quais notas eu tenho?",
        "resuma este texto para mim",
        "o que este fluxo faz?",
        "add milk to my shopping list",
        "delete the file draft.txt",
        "rename report.md to final.md",
        "remind me before the meeting",
        "connect to the database",
        "run the tests after lunch",
        "what does this workflow do?",
        "how do I add a step?",
        "thank you",
        "",
    ],
)
def test_words_about_something_else_are_left_to_others(words: str) -> None:
    """ST-22: an open workflow takes no sentence that is not about its steps."""
    assert meant(words, BOLETIM, "pt-BR") == []


def test_a_new_step_sees_what_the_steps_before_it_made() -> None:
    """ST-22: a review without the text would review nothing."""
    [meaning] = meant("adicione uma revisão antes de publicar", BOLETIM, "pt-BR")
    [added] = [edit for edit in meaning.edits if edit.type == "add_step"]
    assert added.step["id"] == "revisao" and added.step["title"] == "Revisão"
    assert "{{steps.traduzir.result}}" in added.step["prompt"]


@pytest.mark.parametrize("piece", ["e ", "entre a e ", "antes de ", "por favor ", "add a before "])
def test_no_sentence_takes_long_to_understand(piece: str) -> None:
    """ST-22: words that fit no form are given up soon, however they are made."""
    words = f"adicione {piece * LONGEST}"[:LONGEST]
    begun = time.process_time()
    requests_in(words)
    assert time.process_time() - begun < 1
