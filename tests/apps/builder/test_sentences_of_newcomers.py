"""Sentences of people who never saw an example: changes of every kind, questions, and what cannot be done (ST-22)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from aule.apps.builder.graph_edits import apply_edits, dependencies_of
from aule.apps.builder.understood import understand
from aule.contracts.access.approval import ApprovalKind
from aule.contracts.model import JsonObject
from aule.contracts.runs.workflow import Workflow
from aule.kernel.workflows.document_reader import parse
from aule.kernel.workflows.document_writer import form_of
from aule.models.switchboard import Switchboard
from aule.testing.system import system

SEMANAL = parse("""\
id: semanal
title: Boletim semanal
steps:
  - {id: pesquisar, title: Pesquisar notícias, capability: core.web_search, params: {query: notícias da escola}}
  - {id: escrever, title: Escrever o texto, prompt: "Escreva com {{steps.pesquisar.result}}", depends_on: pesquisar}
  - {id: traduzir, title: Traduzir para o inglês, prompt: "Traduza {{steps.escrever.result}}", depends_on: escrever}
  - id: publicar
    title: Publicar
    capability: core.write_file
    params: {path: boletim.md, content: "{{steps.traduzir.result}}"}
    depends_on: traduzir
""")
WEEKLY = parse("""\
id: weekly
title: Weekly newsletter
steps:
  - {id: research, title: Research the news, capability: core.web_search, params: {query: school news}}
  - {id: write, title: Write the text, prompt: "Write with {{steps.research.result}}", depends_on: research}
  - {id: translate, title: Translate to Portuguese, prompt: "Translate {{steps.write.result}}", depends_on: write}
  - id: publish
    title: Publish
    capability: core.write_file
    params: {path: news.md, content: "{{steps.translate.result}}"}
    depends_on: translate
""")


def locale_of(workflow: Workflow) -> str:
    """Return the language in which a workflow is spoken about."""
    return "pt-BR" if workflow is SEMANAL else "en"


def after(words: str, workflow: Workflow) -> JsonObject:
    """Return the document after what a sentence surely asks for."""
    [meaning] = understand(words, workflow, [workflow], locale_of(workflow)).meanings
    assert meaning.refusal == "", meaning.refusal
    return form_of(parse_form(apply_edits(form_of(workflow), meaning.edits)))


def parse_form(form: JsonObject) -> Workflow:
    """Return the workflow of a document, checked as it is kept."""
    return parse(json.dumps(form))


def line(form: JsonObject) -> str:
    """Return the steps of a document in order, each with what it waits for where that is not the step before."""
    told: list[str] = []
    for number, step in enumerate(form["steps"]):
        waits = dependencies_of(step)
        usual = [form["steps"][number - 1]["id"]] if number else []
        told.append(step["id"] if waits == usual else f"{step['id']}<{','.join(waits)}>")
    return " ".join(told)


def read_by(form: JsonObject, id: str) -> str:
    """Return the text in which a step says what it reads."""
    [step] = [each for each in form["steps"] if each["id"] == id]
    return str(step.get("prompt") or step["params"].get("content"))


ORDER: list[tuple[str, Workflow, str, tuple[str, str]]] = [
    ("tira a tradução", SEMANAL, "pesquisar escrever publicar", ("publicar", "{{steps.escrever.result}}")),
    ("não precisa mais traduzir", SEMANAL, "pesquisar escrever publicar", ("publicar", "{{steps.escrever.result}}")),
    (
        "vc pode tirar a traduçao pf? blz",
        SEMANAL,
        "pesquisar escrever publicar",
        ("publicar", "{{steps.escrever.result}}"),
    ),
    ("remvoe the tranlsation step pls", WEEKLY, "research write publish", ("publish", "{{steps.write.result}}")),
    (
        "a tradução tem que vir antes de escrever",
        SEMANAL,
        "pesquisar traduzir escrever publicar",
        ("escrever", "Escreva com {{steps.traduzir.result}}"),
    ),
    (
        "passa a tradução pra antes da escrita",
        SEMANAL,
        "pesquisar traduzir escrever publicar",
        ("escrever", "Escreva com {{steps.traduzir.result}}"),
    ),
    (
        "primeiro traduz, depois escreve",
        SEMANAL,
        "pesquisar traduzir escrever publicar",
        ("traduzir", "Traduza {{steps.pesquisar.result}}"),
    ),
    (
        "inverte a ordem de escrever e traduzir",
        SEMANAL,
        "pesquisar traduzir escrever publicar",
        ("publicar", "{{steps.escrever.result}}"),
    ),
    (
        "swap write and translate",
        WEEKLY,
        "research translate write publish",
        ("write", "Write with {{steps.translate.result}}"),
    ),
    ("move translate to the end", WEEKLY, "research write publish translate", ("publish", "{{steps.write.result}}")),
    (
        "faz a tradução e a publicação ao mesmo tempo",
        SEMANAL,
        "pesquisar escrever traduzir publicar<escrever>",
        ("publicar", "{{steps.escrever.result}}"),
    ),
    (
        "run translate and publish in parallel",
        WEEKLY,
        "research write translate publish<write>",
        ("publish", "{{steps.write.result}}"),
    ),
]


@pytest.mark.parametrize(("words", "workflow", "steps", "reads"), ORDER)
def test_steps_that_go_or_change_places_leave_every_reader_a_text(
    words: str, workflow: Workflow, steps: str, reads: tuple[str, str]
) -> None:
    """ST-22: who read a step that goes reads what it read; a step that moves reads what comes right before it now."""
    form = after(words, workflow)
    assert line(form) == steps
    assert read_by(form, reads[0]) == reads[1]


def test_what_would_lose_the_only_text_there_is_says_so() -> None:
    """ST-22: a search gives no text that a file could take, so its reader is named and nothing is done."""
    for words, part in (
        ("deixa a pesquisa e a escrita independentes uma da outra", "“Escrever o texto” trabalha com o que"),
        ("disconnect write from translate", "“Translate to Portuguese” works with what"),
    ):
        workflow = SEMANAL if "deixa" in words else WEEKLY
        [meaning] = understand(words, workflow, [], locale_of(workflow)).meanings
        assert meaning.refusal.startswith(part)


CHANGED: list[tuple[str, Workflow, str, Any]] = [
    ("dá no máximo 2 minutos pra pesquisa", SEMANAL, "pesquisar", {"timeout_s": 120}),
    ("give the search five minutes tops", WEEKLY, "research", {"timeout_s": 300}),
    ("a publicação não pode demorar mais de 30 segundos", SEMANAL, "publicar", {"timeout_s": 30}),
    ('troca a consulta da pesquisa por "educação"', SEMANAL, "pesquisar", {"params": {"query": "educação"}}),
    ('change the search query to "lunch"', WEEKLY, "research", {"params": {"query": "lunch"}}),
    ("if the research fails try it twice more", WEEKLY, "research", {"retry": 2}),
    ("no passo pesquisar, troca a consulta para educação", SEMANAL, "pesquisar", {"params": {"query": "educação"}}),
    (
        'no passo escrever, troca o prompt para "Resuma {{steps.pesquisar.result}}"',
        SEMANAL,
        "escrever",
        {"prompt": "Resuma {{steps.pesquisar.result}}"},
    ),
    ("stop retrying the research", WEEKLY, "research", {"retry": None}),
    ("se a pesquisa falhar, tenta de novo 3 vezes", SEMANAL, "pesquisar", {"retry": 3}),
    (
        "muda o texto do passo escrever para: Três linhas",
        SEMANAL,
        "escrever",
        {"prompt": "Três linhas\n\nO que saiu dos passos anteriores:\n\n{{steps.pesquisar.result}}"},
    ),
]


@pytest.mark.parametrize(("words", "workflow", "id", "fields"), CHANGED)
def test_limits_tries_and_values_are_changed_on_the_step_that_is_named(
    words: str, workflow: Workflow, id: str, fields: JsonObject
) -> None:
    """ST-22: a step is also named by what it uses; a new text still reads what the old one read."""
    [meaning] = understand(words, workflow, [], locale_of(workflow)).meanings
    [edit] = [each.model_dump() for each in meaning.edits]
    assert (edit["id"], edit["fields"]) == (id, fields)


def test_copies_titles_and_several_wishes_are_made_together() -> None:
    """ST-22: a copy stands beside its step; polite words and chat words are no part of a title."""
    assert line(after("duplica o passo de escrever", SEMANAL)).endswith("publicar escrever_o_texto_copia<pesquisar>")
    assert after("renomeia o fluxo para Boletim da escola", SEMANAL)["title"] == "Boletim da escola"
    words = 'add a summary after writing, rename publish to "Post it", and drop the translation'
    assert line(after(words, WEEKLY)) == "research write summary post_it"
    words = "Por gentileza, você poderia incluir uma etapa de checagem de fatos entre a pesquisa e a escrita?"
    assert line(after(words, SEMANAL)) == "pesquisar checagem_de_fatos escrever traduzir publicar"
    words = "renomeia publicar pra Postar e escrever pra Redigir e tira a tradução"
    assert line(after(words, SEMANAL)) == "pesquisar redigir postar"
    words = "bota um passo no final que me avisa quando terminar"
    assert line(after(words, SEMANAL)).endswith("publicar me_avisa_quando_terminar")
    assert line(after("pls add a reviw b4 publish", WEEKLY)) == "research write translate review publish"


def test_a_condition_asks_once_who_looks_and_holds_the_step_back() -> None:
    """ST-22: no rule reads a text, so a person or an agent does."""
    meanings = understand("só publique se o texto tiver mais de 500 palavras", SEMANAL, [], "pt-BR").meanings
    assert [each.label for each in meanings] == ["Uma pessoa, perguntada na execução", "Um agente"]
    form = form_of(parse_form(apply_edits(form_of(SEMANAL), meanings[0].edits)))
    [*_, check, publish] = form["steps"]
    assert check["ask"] == "Isto vale? o texto tiver mais de 500 palavras" and check["options"] == ["Sim", "Não"]
    assert publish["when"] == f'steps.{check["id"]}.result == "Sim"'


def test_switching_off_what_others_read_asks_whether_they_shall_go_without_it() -> None:
    """ST-22: a step that reads the result of one that is off does not run, and nobody finds that out too late."""
    meanings = understand("desliga a tradução por enquanto", SEMANAL, [], "pt-BR").meanings
    assert [each.label for each in meanings] == ["Remover; “Publicar” usa o que vem antes dele", "Só desligar"]
    assert "não roda enquanto ele estiver desligado" in meanings[0].question
    meanings = understand("desliga a pesquisa", SEMANAL, [], "pt-BR").meanings
    assert [each.label for each in meanings] == ["Só desligar", "Desligar também “Escrever o texto”"]


def test_approvals_are_put_before_the_step_that_is_spoken_of() -> None:
    """ST-22: and what shall never be done without one is no wish for it."""
    for words in (
        "não publica se eu não aprovar",
        "adicione um passo que pergunte ao diretor se pode publicar",
        "só publica depois que eu aprovar",
    ):
        [meaning] = understand(words, SEMANAL, [], "pt-BR").meanings
        [edit] = [each.model_dump() for each in meaning.edits]
        assert (edit["id"], edit["fields"]) == ("publicar", {"interrupt": "before"}), words
    [kept] = understand("nunca remova a tradução sem minha autorização", SEMANAL, [], "pt-BR").meanings
    assert kept.refusal == "Certo, não mudei nada."


ANSWERED = {
    "semanal": {
        "quantos passos tem esse fluxo?": "“Boletim semanal” tem 4 passos: 1. Pesquisar notícias; 2. Escrever o texto;",
        "o que acontece depois de escrever?": "Logo depois dele vem: “Traduzir para o inglês”.",
        "quem aprova a publicação?": "Ninguém é perguntado nele.",
        "se eu tirar a tradução, o que quebra?": "Trabalham com o que ele entrega: “Publicar”. Ninguém",
        "não mexe em nada, só me diz o que o passo escrever faz": "com este texto: “Escreva com [Pesquisar notícias]”.",
        "como eu removo um passo?": "Diga aqui como diria a uma pessoa",
        "publica só na sexta-feira às 8h": "os passos não esperam uma hora nem um dia",
        "repete a pesquisa para cada turma": "Não entendi “repete a pesquisa para cada turma” e não mudei nada.",
    },
    "weekly": {
        "what does this workflow do?": "“Weekly newsletter” has 4 steps",
        "which step publishes?": "“Publish” is step 4 of 4. It uses “Write a file”.",
        "what would happen if I removed the research?": "I changed nothing.",
        "should I put the translation first?": "I changed nothing.",
        "do not remove the translation": "All right, I changed nothing.",
        "make publish print on a 3D printer": "I did not understand “make publish print on a 3D printer”",
        "delete everything": "I did not understand “delete everything”, and changed nothing.",
        "make it better": "I can add, remove, rename, move,",
    },
}
OTHERS = {
    "quais fluxos eu tenho?": "- ",
    "crie uma nota sobre a pesquisa": "core.create_note",
    "pesquise na web notícias sobre vacinas": "core.web_search",
}
"""Words about other things, while a workflow is open."""


async def test_questions_and_what_cannot_be_done_are_answered_and_change_nothing(tmp_path: Path) -> None:
    """ST-22: without a model, in the language of the sentence, from the graph itself; other words go elsewhere."""
    async with system(tmp_path, models=Switchboard) as aule:
        for workflow in (SEMANAL, WEEKLY):
            await aule.kernel.library.save(workflow, expected=None)
        for id, answers in ANSWERED.items():
            for words, part in answers.items():
                run = await aule.ask(words, locale="pt-BR" if id == "semanal" else "en", about=f"workflow:{id}")
                assert part in (await aule.messages(run))[-1].content, words
        assert await aule.kernel.approvals.pending() == []
        for words, part in OTHERS.items():
            run = await aule.ask(words, locale="pt-BR", about="workflow:semanal")
            waiting = await aule.kernel.approvals.pending()
            told = [str(each.call) for each in waiting] or [(await aule.messages(run))[-1].content]
            assert part in told[0], words
            await aule.kernel.cancel(run.id)
        assert (await aule.kernel.library.get("semanal")).version == 1


async def test_a_change_is_undone_in_the_words_one_has_for_it(tmp_path: Path) -> None:
    """ST-22: in the same conversation, with the steps and what they read as before."""
    async with system(tmp_path, models=Switchboard) as aule:
        await aule.kernel.library.save(SEMANAL, expected=None)
        before = (await aule.kernel.library.get("semanal")).graph
        said = {"locale": "pt-BR", "about": "workflow:semanal"}
        changed = await aule.ask("tira a tradução", **said)
        assert (await aule.pending()).kind is not ApprovalKind.QUESTION
        await aule.decide()
        assert (await aule.kernel.library.get("semanal")).graph != before
        run = await aule.ask("desfaz", conversation_id=changed.session_id, **said)
        if await aule.kernel.approvals.pending():
            run = await aule.decide()
        assert (await aule.kernel.library.get("semanal")).graph == before, (await aule.messages(run))[-1].content
