"""Sentences about agents as people say them, written before the rules that read them: none may be lost again.

A part of two sets. Of the first, 5 of 49 were understood before the rules were widened, and all of them after. The
second was written then: 12 of 35 were understood, and it widened the rules once more. Both are known to the rules now,
so they tell of no share: they only hold what was reached.
"""

from __future__ import annotations

import pytest

from aule.contracts.talk.brain import Name
from aule.kernel.agents.agent_words.requests import COPY, CREATE, DELETE, EDIT, LIST, SHOW, agent_wish

KNOWN = [Name("agent", "Revisor", "revisor"), Name("agent", "Tidy", "tidy")]


@pytest.mark.parametrize(
    ("words", "capability"),
    [
        ("Cria um agente que corrige as redações dos meus alunos e aponta os erros sem reescrever o texto", CREATE),
        ("preciso de um agente que resuma os e-mails que chegam e nunca responda sozinho", CREATE),
        ("faz um agente chamado Bedel pra organizar os arquivos da secretaria", CREATE),
        (
            "Quero um assistente que monte planos de aula de ciências, sempre em português e num tom amigável",
            CREATE,
        ),
        ("criar agente", CREATE),
        ("o Revisor não pode mais apagar arquivos", EDIT),
        ("mude o agente Revisor para nunca apagar nada", EDIT),
        ("o Revisor também não pode apagar nada", EDIT),
        ("Tidy also must never touch my files", EDIT),
        ("quais regras o Revisor segue?", SHOW),
        ("which rules does Tidy follow?", SHOW),
        ("a partir de agora o Revisor responde só em inglês", EDIT),
        ("muda o nome do Tidy pra Arrumador", EDIT),
        ("tira a regra 2 do Revisor", EDIT),
        ("quais agentes eu tenho?", LIST),
        ("mostra meus agentes", LIST),
        ("me lista os agentes que eu já criei", LIST),
        ("apaga o agente Tidy", DELETE),
        ("não preciso mais do agente Tidy, pode excluir", DELETE),
        ("exclua o Tidy", DELETE),
        ("o que o Revisor pode fazer?", SHOW),
        ("quais são as regras do agente Revisor?", SHOW),
        ("o Revisor pode apagar arquivos?", SHOW),
        ("faz uma cópia do agente Revisor", COPY),
        ("duplica o Revisor com o nome Revisor 2", COPY),
        ("Make me an agent that checks pull requests for missing tests and never pushes anything", CREATE),
        ("i need an agent to summarise meeting notes in max 5 bullet points", CREATE),
        ("create an agent", CREATE),
        ("can you set up an agent called Scout that looks for new papers every week?", CREATE),
        ("new agent: answers parents' questions politely, in Portuguese, only reads files", CREATE),
        ("let Tidy ask before it writes", EDIT),
        ("make Tidy answer in at most 100 words", EDIT),
        ("Tidy should never delete files", EDIT),
        ("rename Tidy to Broom", EDIT),
        ("drop the second rule from Tidy", EDIT),
        ("what agents do I have", LIST),
        ("get rid of the agent Tidy", DELETE),
        ("what is Tidy allowed to do?", SHOW),
        ("duplicate the Tidy agent", COPY),
        ("Bom dia! Precisava de um agente que me ajudasse a lançar as notas sem nunca apagar as antigas", CREATE),
        ("bora criar um agente", CREATE),
        ("tem como fazer um agente pra mim que fique de olho nos prazos?", CREATE),
        ('Crie pra mim um agente chamado "Carteiro", ele separa os e-mails por assunto', CREATE),
        ("Revisor: a partir de hoje, sempre responda em português", EDIT),
        ("fala pro Revisor não usar gírias", EDIT),
        ("o Revisor precisa ser mais educado", EDIT),
        ("tirem a segunda regra do Revisor, por favor", EDIT),
        ("que agentes existem aqui?", LIST),
        ("cadê meus agentes", LIST),
        ("pode apagar o Tidy pra mim?", DELETE),
        ("o Revisor tem permissão pra escrever arquivos?", SHOW),
        ("me mostra o que o agente Tidy pode e não pode fazer", SHOW),
        ("quero uma cópia do Tidy", COPY),
        ("I'd like a new agent please", CREATE),
        (
            "Could you build an assistant for me which drafts replies to customers but always asks before saving?",
            CREATE,
        ),
        ("spin up an agent for translating docs", CREATE),
        ("forbid Tidy from deleting anything", EDIT),
        ("Tidy must not use the internet", EDIT),
        ("from now on Tidy answers in English", EDIT),
        ("please remove rule 1 from Tidy", EDIT),
        ("show me all agents", LIST),
        ("remove Tidy", DELETE),
        ("can Tidy delete my files?", SHOW),
        ("tell me the rules of Tidy", SHOW),
        ("make a copy of Tidy called Tidy Jr", COPY),
    ],
)
def test_sentences_about_agents_are_understood(words: str, capability: str) -> None:
    """ST-2: made, edited, listed, deleted, shown and copied, in people's own words."""
    wish = agent_wish(words, KNOWN)
    assert wish is not None and wish.capability == capability


@pytest.mark.parametrize(
    "words",
    [
        "o agente de saúde visitou a escola ontem",
        "agente imobiliário: escreva um texto de anúncio pra ele",
        "crie uma atividade sobre agentes químicos para o 9º ano",
        "o revisor do artigo pediu mudanças, escreva uma resposta educada",
        "resuma o texto sobre agentes de trânsito",
        "quem foi o agente 007?",
        "escreva uma história de um agente secreto que perde a memória",
        "apague o arquivo agentes.txt",
        "write a letter to my estate agent about the broken boiler",
        "what is a cleaning agent made of?",
        "create a quiz about the agents of erosion",
        "make my room tidy checklist for kids",
        "the travel agent should never charge twice, write a complaint",
        "lista os agentes do projeto",
        "renomeie o arquivo Revisor.md para Notas.md",
        "quero que o revisor da editora não atrase",
        "faça uma lista de agentes de transformação social",
        "preciso de um agente de viagens em São Paulo",
        "crie um plano de aula sobre agentes infecciosos",
        "o que faz um agente comunitário de saúde?",
        "meu assistente administrativo pediu férias, escreve uma resposta",
        "apague a regra 2 do documento regras.md",
        "mude o texto para nunca citar nomes",
        "make the desk tidy",
        "my agent should call me back, draft an email",
        "tidy up my notes",
        "change the file so it replies in Spanish",
        "rename notes.md to agent.md",
    ],
)
def test_sentences_near_by_are_left_alone(words: str) -> None:
    """ST-2: agents that are people, substances or files, and words that only look like a name."""
    assert agent_wish(words, KNOWN) is None


def test_a_long_text_is_read_quickly_and_left_alone() -> None:
    """ST-2: whatever it repeats."""
    for text in ("tira a regra " * 190, "por favor " * 240, "crie um agente " + "a " * 1200):
        assert agent_wish(text, KNOWN) is None
