"""Tools without a model: templates that a person fills in, and sentences that are read by rule."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.apps.forge.test_tools import call
from tests.server.conftest import System

FILLED: dict[str, tuple[dict[str, Any], dict[str, Any], Any]] = {
    "text": ({"operations": ["trim", "no_accents", "upper"]}, {"text": " São João "}, "SAO JOAO"),
    "regular_expression": ({"pattern": r"\d[A-C]"}, {"text": "7A e 8B"}, ["7A", "8B"]),
    "unit_conversion": (
        {"from_unit": "miles", "to_unit": "kilometers", "factor": 1.609344},
        {"value": 10},
        16.09344,
    ),
    "table": (
        {"columns": {"nome": "aluno", "nota": "nota"}, "where": {"turma": "7A"}, "sort_by": "nota"},
        {
            "rows": [
                {"nome": "Bia", "turma": "7A", "nota": 8},
                {"nome": "Ana", "turma": "7A", "nota": 5},
                {"turma": "8B"},
            ]
        },
        [{"aluno": "Ana", "nota": 5}, {"aluno": "Bia", "nota": 8}],
    ),
    "brazilian_number": (
        {"kind": "cnpj", "check": True},
        {"number": "12abc34501de35"},
        "12.ABC.345/01DE-35",
    ),
    "formula": (
        {"formula": "price * (1 - discount / 100)", "decimals": 2},
        {"price": 80, "discount": 25},
        60,
    ),
    "ready": (
        {"which": "percent_off", "defaults": {"percent": 25}},
        {"price": 80},
        60,
    ),
}


@pytest.mark.parametrize("template", FILLED)
async def test_a_template_makes_a_tool_without_a_model(system: System, template: str) -> None:
    """TL-12: fill in, look at the example, keep, call."""
    values, params, wanted = FILLED[template]
    name = f"made_by_{template}"
    body = {"name": name, "template": template, "values": values, "title": "Minha", "locale": "pt-BR"}
    drafted = await system.client.post("/v1/tools/templates/fill", json=body)
    assert drafted.status_code == 200, drafted.json()
    assert (drafted.json()["ok"], drafted.json()["by"]) == (True, "template")
    kept = await system.client.post("/v1/tools", json={"name": name, "tool": drafted.json()["tool"]})
    assert (kept.json()["status"], kept.json()["origin"]) == ("active", "template")
    assert await call(system, name, params) == wanted


async def test_a_template_reads_fields_of_a_web_answer_through_the_guarded_client(system: System) -> None:
    """TL-12: one fixed site, asked for by name; an address of this machine is refused by the client."""
    answer = json.dumps({"localidade": "Recife", "uf": {"sigla": "PE"}, "l": [1, 2]})
    values = {
        "url": "http://127.0.0.1:9/ws/{cep}/json",
        "paths": {"cidade": "localidade", "uf": "uf.sigla", "second": "l.1", "none": "a.b"},
        "answer": answer,
    }
    body = {"name": "cep", "template": "http_fields", "values": values}
    drafted = (await system.client.post("/v1/tools/templates/fill", json=body)).json()
    assert drafted["tool"]["tests"][0]["result"] == {"cidade": "Recife", "uf": "PE", "second": 2, "none": None}
    await system.client.post("/v1/tools", json={"name": "cep", "tool": drafted["tool"]})
    known = (await system.client.get("/v1/capabilities/tool.cep")).json()
    assert (known["effect"], known["approval"], known["hosts"]) == ("external", "once", ["127.0.0.1"])
    called = await system.client.post("/v1/capabilities/tool.cep/call", json={"params": {"cep": "50000"}})
    assert called.json()["code"] == "unsafe_url"


@pytest.mark.parametrize(
    ("template", "values"),
    [
        ("formula", {"formula": "__import__('os')"}),
        ("formula", {"formula": "x.y + 1"}),
        ("formula", {"formula": "9 ** 9 ** 9 ** x"}),
        ("formula", {"formula": "x ^ 9 ^ 9 ^ 9"}),
        ("formula", {"formula": "lambda + x"}),
        ("text", {"operations": ["rm -rf"]}),
        ("http_fields", {"url": "https://{host}/x", "paths": {}, "answer": "{}"}),
        ("http_fields", {"url": "https://a.org/{x.y}", "paths": {}, "answer": "{}"}),
        ("http_fields", {"url": "https://a@b.org/{x}", "paths": {}, "answer": "{}"}),
        ("nothing", {}),
    ],
)
async def test_what_is_filled_in_is_data_and_nothing_else(system: System, template: str, values: Any) -> None:
    """TL-12: values never become source, and what does not fit is refused."""
    body = {"name": "made", "template": template, "values": values}
    answer = await system.client.post("/v1/tools/templates/fill", json=body)
    assert answer.status_code in (404, 422), answer.json()


async def test_a_value_that_looks_like_source_stays_a_text(system: System) -> None:
    """TL-12: quotes, braces and line ends in a value do not leave it."""
    hostile = 'a\'"""\nimport os\n{names}'
    body = {
        "name": "made",
        "template": "regular_expression",
        "values": {"pattern": "7", "mode": "replace", "replacement": hostile},
    }
    drafted = (await system.client.post("/v1/tools/templates/fill", json=body)).json()
    assert drafted["tool"]["examples"][0]["result"] == f"{hostile}A, 8B e 9C"


@pytest.mark.parametrize(
    ("sentence", "name", "params", "wanted"),
    [
        ("Crie uma ferramenta que converte Celsius em Fahrenheit", "celsius_to_fahrenheit", {"value": 100}, 212),
        ("create a tool that converts miles to km", "miles_to_kilometers", {"value": 2}, 3.218688),
        ("Crie uma ferramenta que converte texto em base64", "text_to_base64", {"text": "olá"}, "b2zDoQ=="),
        ("faça uma ferramenta que tira os acentos e deixa em maiúsculas", "text_no_accents_upper", {"text": "é"}, "E"),
        (
            "Crie uma ferramenta que converte CPF em formato com pontos e valida os dígitos",
            "cpf_to_points",
            {"number": "11144477735"},
            "111.444.777-35",
        ),
        (
            "create a tool that writes a CNPJ without points",
            "cnpj_to_digits",
            {"number": "11.222.333/0001-81"},
            "11222333000181",
        ),
        ("make a tool that calculates price * tax / 100", "work_out_price_tax", {"price": 50, "tax": 10}, 5),
    ],
)
async def test_one_sentence_makes_a_tool_without_a_model(
    system: System, sentence: str, name: str, params: dict[str, Any], wanted: Any
) -> None:
    """TL-12: a sentence is read by rule, in both languages."""
    drafted = (await system.client.post("/v1/tools/draft", json={"request": sentence})).json()
    assert (drafted["name"], drafted["by"], drafted["ok"]) == (name, "template", True)
    await system.client.post("/v1/tools", json={"name": name, "tool": drafted["tool"]})
    assert await call(system, name, params) == wanted


async def test_a_sentence_no_rule_is_sure_of_says_what_can_be_done_instead(system: System) -> None:
    """TL-12: nothing is guessed."""
    answer = await system.client.post("/v1/tools/draft", json={"request": "Crie uma ferramenta que adivinha o futuro"})
    assert (answer.status_code, answer.json()["code"]) == (422, "no_model_for_tool")
    forms = (await system.client.get("/v1/tools/templates?locale=pt-BR")).json()["items"]
    assert {each["id"] for each in forms} == {*FILLED, "http_fields"}


async def test_choices_of_a_form_and_what_is_made_are_told_in_the_language_of_the_person(system: System) -> None:
    """TL-12: no id of ours stands where a person reads."""
    for language, operation, tool in (("pt-BR", "sem acentos", "Troco"), ("en", "no accents", "Change to give back")):
        forms = (await system.client.get("/v1/tools/templates", params={"locale": language})).json()["items"]
        fields = {each["id"]: each["fields"] for each in forms}
        operations = {each["const"]: each["title"] for each in fields["text"]["operations"]["items"]["oneOf"]}
        ready = {each["const"]: each["title"] for each in fields["ready"]["which"]["oneOf"]}
        assert (operations["no_accents"], ready["change_due"]) == (operation, tool)
        assert all(title != id for id, title in ready.items())
    drafted = await system.client.post(
        "/v1/tools/draft", json={"request": "Crie uma ferramenta que converte milhas em km"}
    )
    assert drafted.json()["tool"]["description"] == {
        "en": "Converts miles to kilometers.",
        "pt": "Converte milhas em quilômetros.",
    }
    drafted = await system.client.post(
        "/v1/tools/draft", json={"request": "Crie uma ferramenta que tira os acentos", "locale": "pt-BR"}
    )
    tool = drafted.json()["tool"]
    assert (tool["title"]["pt"], tool["description"]["pt"]) == ("Tira os acentos", "Muda um texto: sem acentos.")


async def test_a_test_result_tells_its_line_once(system: System) -> None:
    """TL-10: on the card and on the page."""
    body = {"name": "try_it", "template": "ready", "values": {"which": "change_due"}, "locale": "en"}
    drafted = (await system.client.post("/v1/tools/templates/fill", json=body)).json()
    asked = {"params": {"name": "try_it", "tool": drafted["tool"]}}
    shown = await system.client.post("/v1/capabilities/forge.create_tool/preview", json=asked)
    assert (
        shown.json()["preview"]["files"][0]["diff"].count("(line 4)")
        + shown.json()["preview"]["files"][0]["diff"].count("(linha 4)")
        == 1
    )
