"""Values with several parts, and typed values in the words of people who never saw the program."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from aule.boot.apps import installed_apps
from aule.boot.parts import books_of
from aule.understanding.filling.fields import Frame, frame_of
from aule.understanding.filling.filler import Said, fill
from aule.understanding.sentence import Wording
from aule.understanding.values.marks import find_marks

TODAY = date(2026, 3, 18)


@pytest.fixture(scope="module")
def frames() -> dict[str, Frame]:
    """The frame of every capability."""
    apps = installed_apps()
    books = books_of(apps)()
    capabilities = [each.capability for app in apps for each in app.capabilities]
    return {each.name: frame_of(each, books[each.app]) for each in capabilities}


def said_for(frame: Frame, text: str, language: str = "pt") -> dict[str, Any]:
    """What the rules find in a sentence."""
    wording = Wording(text)
    return fill(frame, Said(wording, find_marks(wording, TODAY, day_first=language == "pt"), TODAY)).values


@pytest.mark.parametrize(
    ("capability", "text", "param", "value"),
    [
        ("atlas.check_in", "vendas: jan 30, fev 42 e mar 51", "monthly_actual", {1: 30, 2: 42, 3: 51}),
        ("atlas.check_in", "visitas: 44 em janeiro e 47 em fevereiro", "monthly_actual", {1: 44, 2: 47}),
        ("atlas.update_key_result", "a meta de abril do kr visitas é 310 e a de maio 280", "monthly_targets",
         {4: 310, 5: 280}),
    ],
)  # fmt: skip
def test_numbers_of_several_months_are_one_value(
    frames: dict[str, Frame], capability: str, text: str, param: str, value: dict[int, int]
) -> None:
    expected = {f"2026-{month:02d}": number for month, number in value.items()}
    assert said_for(frames[capability], text)[param] == expected


def test_the_number_of_one_month_is_no_list_of_months(frames: dict[str, Frame]) -> None:
    values = said_for(frames["atlas.check_in"], "o kr vendas fechou janeiro em 30")
    assert (values["value"], values["period"], "monthly_actual" in values) == (30, "2026-01", False)


@pytest.mark.parametrize(
    ("capability", "text", "param", "value"),
    [
        ("school.configurar_escola", "nossa nota vai de 0 a 100", "escala", {"min": 0, "max": 100}),
        ("school.configurar_escola", "marks go from zero to 20", "escala", {"min": 0, "max": 20}),
        ("core.exec", "roda npm ci com NODE_ENV=production", "env", {"NODE_ENV": "production"}),
        ("core.run_workflow", "roda o fluxo caixa com ano 2025 e filial Garanhuns", "inputs",
         {"ano": 2025, "filial": "Garanhuns"}),
        ("atlas.close_cycle", "close Q1 with 0.6 for roofs patched and 0.9 for nobody stranded", "scores",
         {"roofs patched": 0.6, "nobody stranded": 0.9}),
        ("atlas.execute", 'run [{"type": "create_pillar", "data": {"name": "X"}}]', "actions",
         [{"type": "create_pillar", "data": {"name": "X"}}]),
    ],
)  # fmt: skip
def test_a_pattern_with_named_parts_gives_a_record(
    frames: dict[str, Frame], capability: str, text: str, param: str, value: Any
) -> None:
    assert said_for(frames[capability], text)[param] == value


@pytest.mark.parametrize(
    ("text", "group"),
    [
        ("faltou a Ana na VIII-F", "VIII-F"),
        ("a prova da 2003", "2003"),
        ("the test for 8 Poplar", "8 Poplar"),
        ("a galera do 6h", "6H"),
        ("a turma do 9.º C", "9C"),
    ],
)
def test_classes_go_by_many_names(frames: dict[str, Frame], text: str, group: str) -> None:
    assert said_for(frames["school.pesquisar_alunos"], text)["turma_id"] == group


def test_a_year_in_the_afternoon_is_no_class(frames: dict[str, Frame]) -> None:
    assert "turma_id" not in said_for(frames["school.pesquisar_alunos"], "o sétimo ano à tarde")


@pytest.mark.parametrize(
    ("text", "change"),
    [("tira 3 do peso do kr vendas", -3), ("add 2 to the weight of churn", 2), ("põe mais 2 de peso no kr vendas", 2)],
)
def test_a_step_is_told_from_a_weight(frames: dict[str, Frame], text: str, change: int) -> None:
    values = said_for(frames["atlas.update_key_result"], text)
    assert (values["weight_by"], "weight" in values) == (change, False)


def test_a_choice_that_is_denied_is_not_meant(frames: dict[str, Frame]) -> None:
    values = said_for(frames["atlas.update_key_result"], "churn ought to be averaged over the year, not summed", "en")
    assert values["aggregation_type"] == "average"


@pytest.mark.parametrize(
    ("capability", "text", "param", "value"),
    [
        ("atlas.update_initiative", "empurra pra 12 de junho o fim da iniciativa trilhas", "end_date", "2026-06-12"),
        ("school.editar_evento", "a feira agora acaba às 17h", "hora_fim", "17:00"),
        ("school.criar_aula", "uma aula de 1h40 sobre cordel", "duracao_min", 100),
        ("core.exec", "roda make test com limite de 3 minutos", "timeout_s", 180),
        ("school.criar_evento", "ensaio toda terça às 15h", "data", "2026-03-24"),
        ("school.criar_evento", "todo dia 5 tem entrega de relatório", "repeticao", "monthly"),
    ],
)
def test_ends_lengths_and_rhythms_reach_their_parameter(
    frames: dict[str, Frame], capability: str, text: str, param: str, value: Any
) -> None:
    assert said_for(frames[capability], text)[param] == value


@pytest.mark.parametrize(
    ("capability", "text", "values"),
    [
        ("core.write_file", "write hello to a/b.txt", {"path": "a/b.txt", "content": "hello"}),
        ("core.write_file", "crie o arquivo ola.txt com o texto olá", {"path": "ola.txt", "content": "olá"}),
        ("core.write_file", "escreve em a/b.txt: bom dia!", {"path": "a/b.txt", "content": "bom dia"}),
        ("core.write_file", "oi, escreve o arquivo a.txt", {"path": "a.txt"}),
        ("core.append_file", "add thanks to notes.md", {"path": "notes.md", "content": "thanks"}),
        ("core.grep_search", "find the word roses in my files", {"pattern": "roses"}),
        ("core.grep_search", "find roses in my word files", {"pattern": "roses", "glob": "*.docx"}),
    ],
)
def test_a_greeting_and_a_kind_of_file_are_told_from_plain_words(
    frames: dict[str, Frame], capability: str, text: str, values: dict[str, Any]
) -> None:
    assert said_for(frames[capability], text, "en") == values
