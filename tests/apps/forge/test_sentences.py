"""Sentences as teachers, managers, developers and shopkeepers say them: the right tool without a model, or why none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import System as Served

from aule.apps.forge.ready_tools import ready_tools
from aule.apps.forge.sentences import asks_for_tool, read_sentence, why_not
from aule.apps.forge.templates import all_templates
from aule.contracts.runs.run import RunStatus
from aule.testing import ScriptedModel
from aule.testing.system import system

TOOLS = {
    "faz um negócio que arruma telefone": "phone_br",
    "cria uma ferramenta que calcula o troco": "change_due",
    "quero uma ferramenta que põe 10% de desconto no preço": "percent_off_10",
    "faça uma ferramenta que calcula o preço de venda com margem de 30%": "sale_price_30",
    "crie uma ferramenta pra formatar CNPJ": "cnpj_to_points",
    "monta uma ferramenta que valida CPF": "cpf_to_points",
    "preciso de uma ferramenta que soma os valores da coluna total": "sum_column_total",
    "me faz uma ferramenta que transforma quilo em libra": "kilograms_to_pounds",
    "cria uma ferramenta que separa o CEP do endereço": "cep",
    "cria uma ferramenta que calcula a média ponderada das notas": "weighted_average",
    "crie uma ferramenta que tira os acentos do texto": "text_no_accents",
    "faça uma ferramenta que conta as palavras de uma redação": "count_words",
    "cria uma ferramenta que converte nota de 0 a 10 para conceito A, B, C": "mark_to_letter",
    "make a tool that counts the words in an essay": "count_words",
    "I need a tool that turns the names in a list into alphabetical order": "sort_names",
    "build me a tool that picks a random student": "pick_one",
    "create a tool which averages three grades": "average",
    "crie uma ferramenta que sorteia um aluno": "pick_one",
    "cria uma ferramenta que deixa a primeira letra de cada nome maiúscula": "text_title",
    "I need something to turn km into miles": "kilometers_to_miles",
    "make a tool that converts celsius to fahrenheit": "celsius_to_fahrenheit",
    "create a tool that adds VAT of 23% to a price": "percent_on_23",
    "build a tool to pull the email addresses out of a text": "emails_in",
    "I want a tool that keeps only the rows where status is open": "filter_rows_status_open",
    "make me a tool that works out how many days are between two dates": "days_between",
    "can you make a tool that formats phone numbers": "phone_br",
    "create a tool that removes duplicate rows": "unique_rows",
    "create a tool that slugifies a title": "text_slug",
    "make a tool that base64-encodes text": "text_to_base64",
    "create a tool named sha that hashes text with sha256": "sha",
    "write a tool that extracts all URLs from a text": "addresses_in",
    "make a tool that converts snake_case to camelCase": "snake_to_camel",
    "cria uma ferramenta que gera senha": "password",
    "create a tool that validates an IPv4 address": "is_ipv4",
    "crie uma ferramenta que calcula o IMC": "body_mass",
    "faça uma ferramenta que calcula juros compostos": "compound_interest",
    "preciso de um negócio que converta litros em galões": "liters_to_gallons",
    "crie uma ferramenta que tira os pontos do CPF": "cpf_to_digits",
    "quero uma coisa que conte as letras": "count_letters",
}
"""What was said, and the name of the tool that is meant."""

REFUSALS = {
    "create a tool that sends an email to my team": "effect",
    "create a tool that deletes old branches": "effect",
    "cria uma ferramenta que avisa quando a média cair": "effect",
    "cria uma ferramenta que envia o texto em maiúsculas para o time": "effect",
    "make a tool that gets the dollar rate from https://api.example.com/rates": "web",
    "crie uma ferramenta que lê a URL https://api.exemplo.com/cep e devolve a cidade": "web",
    "crie uma ferramenta que remove usuários duplicados do banco de dados": "elsewhere",
    "create a tool that averages the ratings of my team from Jira": "elsewhere",
    "create a tool that counts words per minute of my typing": "elsewhere",
    "crie uma ferramenta que calcula a média de idade dos clientes do sistema": "elsewhere",
    "queria uma ferramenta que gera um código de barras": "",
    "cria uma ferramenta que converte PDF em Word": "",
    "create a tool that formats my hard drive": "",
    "crie uma ferramenta que troca a senha do wifi": "",
    "crie uma ferramenta que calcula o preço com frete": "",
    "crie uma ferramenta": "",
}
"""What no rule makes a tool of, and why."""

NO_WISH = [
    "I need something to eat",
    "quero uma coisa para comer",
    "make something that sorts my inbox",
    "faz uma coisa pra mim: cria uma nota chamada compras",
    "gera senha",
    "liste minhas ferramentas",
]
"""Words that are for others to hear."""


@pytest.mark.parametrize("sentence", TOOLS)
def test_a_sentence_makes_the_tool_that_is_meant(sentence: str) -> None:
    """TL-12: in both languages, with polite, short and vague openings."""
    read = read_sentence(sentence)
    assert asks_for_tool(sentence) and read is not None
    assert read.name == TOOLS[sentence]


@pytest.mark.parametrize("sentence", REFUSALS)
def test_what_no_rule_is_sure_of_makes_no_tool(sentence: str) -> None:
    """TL-12: nothing is guessed, also where a part of the words would fit a tool."""
    assert asks_for_tool(sentence)
    assert read_sentence(sentence) is None
    if REFUSALS[sentence]:
        assert why_not(sentence) == REFUSALS[sentence]


@pytest.mark.parametrize("sentence", NO_WISH)
def test_words_for_others_are_left_alone(sentence: str) -> None:
    """TL-12: a vague word asks for a tool only where a rule knows which."""
    assert not asks_for_tool(sentence)


@pytest.mark.parametrize("language", ["en", "pt-BR"])
async def test_every_ready_tool_passes_its_tests_in_both_languages(served: Served, language: str) -> None:
    """TL-12: each is filled in, tested in the sandbox, and called what it does in the language of the form."""
    assert sorted(all_templates()["ready"].fields["which"]["enum"]) == sorted(ready_tools())
    for which in ready_tools():
        body = {"name": f"try_{which}", "template": "ready", "values": {"which": which}, "locale": language}
        drafted = (await served.client.post("/v1/tools/templates/fill", json=body)).json()
        assert drafted["ok"], (which, drafted.get("results", drafted))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("create a tool that sends an email to my team", "something outside itself"),
        ("create a tool that reads https://a.org and gives the rate", "Fields of a web answer"),
        ("create a tool that averages my marks from the database", "fetches nothing from elsewhere"),
        ("create a tool that foretells the future", "convert units"),
        ("crie uma ferramenta que manda um zap", "faria algo fora dela"),
        ("crie uma ferramenta que adivinha o futuro", "convertem unidades"),
    ],
)
async def test_a_refusal_says_what_can_be_done_instead(tmp_path: Path, words: str, told: str) -> None:
    """TL-12: in the language of the words, and not in both."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        run = await aule.ask(words, locale="pt-BR" if words.startswith("crie") else "en")
        answer = (await aule.messages(run))[-1].content
        assert told in answer
        assert ("model is connected" in answer or "A tool works" in answer) == words.startswith(
            "create"
        ) or "web" in told


TALK: list[tuple[str, str, str]] = [
    ("cria uma ferramenta que calcula o troco", "use a ferramenta com 37,50 e 50", "12.5"),
    ("quero uma ferramenta que põe 15% de desconto no preço", "use a ferramenta com 80", "68"),
    ("cria uma ferramenta que calcula a média das notas", "use a ferramenta com 7; 8; 9", "8"),
    ("cria uma ferramenta que calcula a média ponderada", "use a ferramenta com marks = 8 6; weights = 1 3", "6.5"),
    ("crie uma ferramenta que põe os nomes em ordem alfabética", "use a ferramenta com Zeca, Ágata, Bia", '["Ágata"'),
    ("faz um negócio que arruma telefone", "use a ferramenta com 11 98765 4321", "(11) 98765-4321"),
    ("cria uma ferramenta que valida CPF", "use a ferramenta com 11144477736", "dígitos verificadores estão errados"),
]


@pytest.mark.parametrize(("wish", "use", "told"), TALK)
async def test_a_tool_is_used_in_the_next_sentence(tmp_path: Path, wish: str, use: str, told: str) -> None:
    """TL-10, TL-12: values come by name, by place or as a list; an error is told in the language of who made it."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        run = await aule.ask(wish, locale="pt-BR")
        assert run.status is RunStatus.WAITING
        await aule.decide()
        used = await aule.ask(use, locale="pt-BR", conversation_id=run.session_id)
        assert told in (await aule.messages(used))[-1].content


def test_a_long_text_is_left_alone_quickly() -> None:
    """TL-12: rules read what a person would say in one breath, however hostile the rest is."""
    long: Any = "crie uma ferramenta que " + "conta as soma as media " * 2_000
    assert read_sentence(long) is None


@pytest.fixture
def served(system: Served) -> Served:
    """Return a served system."""
    return system
