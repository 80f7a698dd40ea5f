"""Sentences that were written before the rules were read: what is understood, told, and never mistaken."""

from __future__ import annotations

from pathlib import Path

import pytest

from aule.apps.forge.sentences import asks_for_tool, read_sentence
from aule.contracts.runs.run import RunStatus
from aule.testing import ScriptedModel
from aule.testing.system import system

UNDERSTOOD = {
    "Preciso de uma ferramenta pra passar os nomes dos alunos pra maiúsculas": "text_upper",
    "Faz uma ferramentinha que conta quantas palavras tem na redação": "count_words",
    "Cria aí um negócio que tira os acentos do texto": "text_no_accents",
    "Quero uma ferramenta que converta quilômetros em milhas.": "kilometers_to_miles",
    "Me faça uma ferramenta que calcula a média de quatro notas": "average",
    "Crie uma ferramenta chamada iniciais que pega as iniciais do nome completo": "iniciais",
    "Monte uma ferramenta que extraia todos os e-mails de um texto": "emails_in",
    "Gostaria de uma ferramenta que valida CNPJ": "cnpj_to_points",
    "Crie uma ferramenta que calcula 11% de INSS sobre o salário": "percent_of_11",
    "Crie uma ferramenta que pega um valor e aplica desconto de 15%": "percent_off_15",
    "Dá pra criar uma ferramenta que troca ponto por vírgula?": "ponto_to_virgula",
    "Eu queria uma ferramenta para converter libras em quilos, por favor": "pounds_to_kilograms",
    "Crie uma ferramenta que calcule o IMC a partir do peso e da altura": "body_mass",
    "Desenvolva uma ferramenta que converte mililitros em colheres de sopa": "milliliters_to_tablespoons",
    "Faz pra mim uma ferramenta que converte celsius pra fahrenheit": "celsius_to_fahrenheit",
    "Preciso que você crie uma ferramenta que ordene uma lista de nomes em ordem alfabética": "sort_names",
    "Crie uma ferramenta que remove linhas repetidas": "unique_rows",
    "Crie uma ferramenta que gera uma senha aleatória": "password",
    "Faz uma ferramenta que calcula juros compostos com capital, taxa e tempo": "compound_interest",
    "Crie uma ferramenta que formate telefone como (11) 98765-4321": "phone_br",
    "Crie uma ferramenta que calcula o preço de venda somando 40% ao custo": "percent_on_40",
    "Ferramenta nova: inverter um texto de trás pra frente": "text_reverse",
    "Me arruma uma ferramenta que tire os espaços sobrando do começo e do fim": "text_trim",
    "Make me a tool that converts ounces to grams": "ounces_to_grams",
    "I need a tool that counts the words in an essay": "count_words",
    "Build a tool that takes a price and adds 20% VAT": "percent_on_20",
    "Create a tool to convert fahrenheit to celsius": "fahrenheit_to_celsius",
    "I'd like a tool that calculates BMI from weight and height": "body_mass",
    "Create a tool called shout that makes text uppercase": "shout",
    "Please make a tool that removes duplicate lines": "unique_rows",
    "Write a tool that sorts lines alphabetically": "sort_names",
    "Create a tool that calculates the tip at 15 percent": "percent_of_15",
    "Make a tool that replaces commas with semicolons": "comma_to_semicolon",
    "Build me a tool that gives the average of a column": "average_column",
    "I want a tool that keeps only rows where status is unpaid": "filter_rows_status_unpaid",
    "Create a tool that converts milligrams to grams": "milligrams_to_grams",
    "Create a tool that reverses a string": "text_reverse",
    "Create a tool that computes margin as (price - cost) / price": "work_out_price_cost_price",
    "I need something that turns a text into a URL slug": "text_slug",
    "New tool: trim whitespace": "text_trim",
    "Make a tool that decodes base64": "text_from_base64",
    "Can you create a tool that computes compound interest?": "compound_interest",
    "Create a tool that counts vowels in a text": "count_vowels",
    "Crie uma ferramenta que calcula a idade a partir da data de nascimento": "age",
    "Make a tool that pulls out all the phone numbers from a text": "phones_in",
    "cria um conversor de milhas pra quilômetros": "miles_to_kilometers",
    "uma ferramenta que formata valor em reais, tipo R$ 1.234,56": "money_br",
    "faz uma ferramenta q deixa tudo em maiuscula": "text_upper",
    "crie uma ferramenta que formata CEP com hífen": "cep",
    "crie uma ferramenta que troca vírgula por ponto nos números": "virgula_to_ponto",
    "create a tool that converts dates from 31/12/2025 to 2025-12-31": "date_to_iso",
    "crie uma ferramenta que mostra só as linhas que têm a palavra prova": "lines_with_prova",
    "make a tool that turns pounds into kilos": "pounds_to_kilograms",
    "create a validator for CPF": "cpf_to_points",
}
"""What a teacher, an accountant, a shop owner and a nurse asked for, and the name of the tool that is meant."""

TOLD = [
    "Crie uma ferramenta que transforma nota de 0 a 10 em conceito A, B, C, D ou F.",
    "Faça uma ferramenta que soma a coluna valor de uma planilha",
    "Quero criar uma ferramenta que consulta o CEP e devolve a rua e o bairro",
    "Cadastre uma ferramenta que pega só os alunos com nota abaixo de 6 da tabela",
    "Crie uma ferramenta que transforma gotas por minuto em ml por hora",
    "Crie uma ferramenta que conta quantas vezes aparece a letra a",
    "Quero uma ferramenta que diga quantos dias faltam para uma data",
    "Create a tool that turns a percentage into a letter grade",
    "Could you make a tool which strips HTML tags from text?",
    "Make a tool that translates English to Spanish",
    "Create a tool that sends an email to all parents",
    "Make a tool that gets the title from a web page",
    "Create a tool that checks whether an ISBN is valid",
    "Make a tool to convert CSV into JSON",
    "Create a tool that joins first name and last name",
    "Create a tool that tells me the current time",
    "Set up a tool that converts drops per minute to millilitres per hour",
]
"""Wishes that no rule carries out."""

NEAR = [
    "Crie uma ferramenta que conta as letras maiúsculas do texto",
    "Crie uma ferramenta que diz se o texto está em maiúsculas",
    "Crie uma ferramenta que conta as palavras repetidas",
    "Crie uma ferramenta que conta quantas palavras cada aluno escreveu",
    "Crie uma ferramenta que inverte a ordem das linhas",
    "Crie uma ferramenta que decodifica um QR code",
    "Crie uma ferramenta que calcula a média móvel das vendas",
    "Crie uma ferramenta que calcula a mediana e a média",
    "Crie uma ferramenta que compara a média de duas turmas",
    "Crie uma ferramenta que ordena as notas da maior para a menor",
    "Crie uma ferramenta que ordena uma lista de números",
    "Crie uma ferramenta que calcula quantos dias úteis há entre duas datas",
    "Crie uma ferramenta que diz o dia da semana entre duas datas",
    "Crie uma ferramenta que calcula o troco em notas e moedas",
    "Crie uma ferramenta que gera uma senha numérica de 6 dígitos",
    "Crie uma ferramenta que diz se a senha é forte",
    "Crie uma ferramenta que faz a senha expirar",
    "Crie uma ferramenta que extrai os telefones e os e-mails de um texto",
    "Crie uma ferramenta que tira os e-mails do texto e deixa o resto",
    "Crie uma ferramenta que esconde o CPF deixando só os três primeiros dígitos",
    "Crie uma ferramenta que gera um CPF válido",
    "Crie uma ferramenta que acha CPFs em um texto",
    "Crie uma ferramenta que calcula o IMC e diz a classificação",
    "Crie uma ferramenta que calcula desconto de 10% acima de 100 reais",
    "Crie uma ferramenta que calcula desconto progressivo",
    "Crie uma ferramenta que soma a coluna valor por cliente",
    "Crie uma ferramenta que tira os acentos só dos nomes de arquivo",
    "Create a tool that counts uppercase letters",
    "Create a tool that counts vowels and consonants",
    "Create a tool that converts dates from 12/31/2025 to 2025-12-31",
    "Crie uma ferramenta que calcula a idade da turma",
    "Create a tool that counts unique words",
    "Create a tool that counts the letters of each word",
    "Create a tool that reverses the order of a list",
    "Create a tool that reverses word order in a sentence",
    "Create a tool that sorts a list by price",
    "Create a tool that sorts names by last name",
    "Create a tool that averages each row",
    "Create a tool that computes the average and the standard deviation",
    "Create a tool that finds working days between two dates",
    "Create a tool that checks whether a password is strong",
    "Create a tool that converts a temperature table from celsius to fahrenheit",
    "Create a tool that removes duplicate letters",
    "Create a tool that removes duplicates ignoring case",
    "Create a tool that extracts email domains",
    "Create a tool that removes links from a text",
    "Create a tool that adds 10% and then takes 5% off",
    "Create a tool that converts uppercase letters to asterisks",
    "Create a tool that capitalizes every word except articles",
    "Create a tool that picks two random students",
    "Create a tool that hashes text with md5",
    "Create a tool that slugifies and uppercases",
    "Create a tool that swaps upper and lower case",
    "Create a tool that keeps only rows where status is not paid",
    "Create a tool that keeps only rows where amount is greater than 10",
    "Crie uma ferramenta que fica só com linhas onde valor é maior que 10",
    "Crie uma ferramenta que converte reais em dólares",
    "Crie uma ferramenta que converte horas em minutos e segundos",
    "Crie uma ferramenta que transforma texto em número",
]
"""Wishes near to what rules make, each with a word that makes another tool of it."""

NO_WISH = [
    "Crie uma tarefa para converter as notas até sexta",
    "Qual ferramenta converte celsius em fahrenheit?",
    "Converta 30 celsius em fahrenheit",
    "Crie uma lista de ferramentas que preciso comprar na loja",
    "Não crie nenhuma ferramenta agora, só me explique",
    "Como eu crio uma ferramenta que conta palavras?",
    "Crie um documento sobre a ferramenta que converte CPF",
    "Apague a ferramenta que conta palavras",
    'A Maria pediu: "crie uma ferramenta que apaga tudo"',
    "Que ferramentas eu tenho?",
    "Create a task to make a tool inventory",
    "Make a note that the tool that converts ounces is broken",
    "How do I create a tool that counts words?",
    "Don't make a tool, just convert 5 ounces to grams",
    "The teacher said we should make a tool that counts words",
    "Make a table of tools and prices",
    "Create a project called Tool that converts",
    "Which tool counts words?",
    "I made a tool that converts miles yesterday",
    "Buy me a tool that cuts wood",
    "cria um contador de histórias",
    "A tool I like is the hammer",
    "make a word counter",
]
"""Words near to a wish for a tool."""


@pytest.mark.parametrize("sentence", UNDERSTOOD)
def test_what_people_ask_for_is_the_tool_that_is_meant(sentence: str) -> None:
    """TL-12: openings, polite words and those who are spoken of change nothing."""
    read = read_sentence(sentence)
    assert asks_for_tool(sentence) and read is not None
    assert read.name == UNDERSTOOD[sentence]


@pytest.mark.parametrize("sentence", [*TOLD, *NEAR])
def test_a_word_that_no_rule_knows_makes_no_tool(sentence: str) -> None:
    """TL-12: each word is read, or there is no tool: what was not read could change what is meant."""
    assert asks_for_tool(sentence)
    assert read_sentence(sentence) is None


@pytest.mark.parametrize("sentence", NO_WISH)
def test_words_that_are_no_wish_make_no_tool(sentence: str) -> None:
    """TL-12: questions, tasks, notes, refusals and what others said."""
    assert not asks_for_tool(sentence)


TALK = [
    ("Make a tool that decodes base64", "use the tool with b2zDoQ==", "olá"),
    ("Dá pra criar uma ferramenta que troca ponto por vírgula?", "use a ferramenta com 1.5", "1,5"),
    ("Crie uma ferramenta que calcula preço * 1,5", "use a ferramenta com 10", "15"),
    ("Create a tool that calculates the tip at 15 percent", "use the tool with 200", "30"),
]


@pytest.mark.parametrize(("wish", "use", "told"), TALK)
async def test_a_tool_made_so_gives_what_was_asked_for(tmp_path: Path, wish: str, use: str, told: str) -> None:
    """TL-10, TL-12: made by one sentence, used in the next."""
    async with system(tmp_path, model=ScriptedModel(tier=0)) as aule:
        run = await aule.ask(wish)
        assert run.status is RunStatus.WAITING, (await aule.messages(run))[-1].content
        await aule.decide()
        used = await aule.ask(use, conversation_id=run.session_id)
        assert told in (await aule.messages(used))[-1].content
