"""Sentences about tools that are there: listed, told, used by what they do, and taken out of use (TL-11, TL-12)."""

from __future__ import annotations

from pathlib import Path

import pytest

from aule.apps.forge.tool_requests import read_request, read_use
from aule.contracts.runs.run import RunStatus
from aule.testing import ScriptedModel
from aule.testing.system import System, system

REQUESTS = {
    "can you make tools?": "can",
    "você consegue criar ferramentas?": "can",
    "what tools do I have?": "list",
    "quais ferramentas existem?": "list",
    "quais ferramentas eu criei?": "list",
    "lista minhas ferramentas": "list",
    "show me my tools": "list",
    "o que faz a ferramenta de CPF?": "tell",
    "how do I use the reverse tool?": "tell",
    "como eu uso a ferramenta que conta palavras?": "tell",
    "apaga a ferramenta de celsius": "revoke",
    "I don't want the pounds tool any more": "revoke",
    "desative a ferramenta que conta palavras por enquanto": "revoke",
    "get rid of the tool count_words please": "revoke",
    "melhora a ferramenta de celsius pra arredondar com 1 casa": "change",
}
OTHERS = [
    "crie uma ferramenta que apaga espaços",
    "apaga o arquivo notas.md",
    "use a ferramenta text_upper com olá",
    "what tools do carpenters need?",
    "liste os arquivos da pasta ferramentas",
    "quais ferramentas pedagógicas são boas para alfabetizar?",
    "não crie nenhuma ferramenta agora",
]


@pytest.mark.parametrize("sentence", REQUESTS)
def test_a_request_about_tools_is_read_as_what_it_is(sentence: str) -> None:
    """TL-12: asked for politely, shortly, in both languages."""
    found = read_request(sentence)
    assert found is not None and found.wish == REQUESTS[sentence]


@pytest.mark.parametrize("sentence", OTHERS)
def test_other_words_are_no_request_about_tools(sentence: str) -> None:
    """TL-12: tools of others, files, and wishes for new tools."""
    assert read_request(sentence) is None


def test_a_sentence_with_a_value_is_read_as_the_deed_without_it() -> None:
    """TL-12: the rest of the sentence is read as the tool it would ask for."""
    for sentence, template, value in (
        ("formata o CPF 52998224725", "brazilian_number", "52998224725"),
        ("quanto é 30 celsius em fahrenheit?", "unit_conversion", "30"),
        ("convert 10 pounds to kilos", "unit_conversion", "10"),
        ('how many vowels are in "banana"?', "ready", "banana"),
        ('reverse "school"', "text", "school"),
    ):
        found = read_use(sentence)
        assert found is not None and (found.template, found.value) == (template, value), sentence
    assert read_use("convert the file report.md to pdf") is None


async def answer(aule: System, words: str, locale: str = "pt-BR") -> str:
    """Return what is answered to words without a model."""
    run = await aule.ask(words, locale=locale)
    return (await aule.messages(run))[-1].content


async def test_tools_are_listed_told_used_and_taken_out_of_use_in_words(tmp_path: Path) -> None:
    """TL-10, TL-11: from no tool at all to one that is revoked, without a model."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        assert "Ainda não há ferramenta feita aqui" in await answer(aule, "quais ferramentas eu criei?")
        assert "Diga o que ela deve fazer" in await answer(aule, "crie uma ferramenta")
        for wish in (
            "Crie uma ferramenta que converte CPF em formato com pontos e valida os dígitos",
            "crie uma ferramenta que valida CNPJ",
            "cria um conversor de celsius pra fahrenheit",
        ):
            run = await aule.ask(wish, locale="pt-BR")
            assert run.status is RunStatus.WAITING, (await aule.messages(run))[-1].content
            await aule.decide()
        assert "Ferramentas feitas aqui (3)" in await answer(aule, "que ferramentas eu tenho?")
        assert await answer(aule, "formata o CPF 52998224725") == "529.982.247-25"
        refused = await answer(aule, "o CPF 111.111.111-11 é válido?")
        assert refused.endswith("os dígitos verificadores estão errados")
        assert float(await answer(aule, "quanto é 30 celsius em fahrenheit?")) == 86
        assert await answer(aule, 'use a ferramenta de CPF no número "52998224725"') == "529.982.247-25"
        told = await answer(aule, "o que faz a ferramenta de CPF?")
        assert "use a ferramenta cpf_to_points com" in told and "cnpj" not in told
        assert "não mudei nada" in await answer(aule, "melhora a ferramenta de celsius pra arredondar")
        assert "There is no tool “xyz” made here." in await answer(aule, "delete the tool xyz", "en")
        run = await aule.ask("apaga a ferramenta de celsius", locale="pt-BR")
        await aule.decide()
        assert (await aule.messages(run))[-1].content == "Feito."
        assert "tool.celsius_to_fahrenheit" not in [each.name for each in aule.kernel.capabilities()]
