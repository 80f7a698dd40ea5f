"""Every number, code, name, title and path of a report is found in what the run gave, however it is written (SP-47)."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.kernel.reports.grounding import ReportSource, unsupported
from aule.kernel.reports.words import number, told

GAVE = {
    "media_geral": 7.25,
    "alunos": 25,
    "acertos": 0.7333,
    "em": "2026-11-15T09:30:00.000Z",
    "total": 1234.5,
    "titulo": "Frações no dia a dia",
    "codigo": "EF07MA17",
    "turma": "7A",
    "aluna": "Ana Souza",
    "arquivo": "relatorios/7a.md",
    "lacunas": ["frações", "razões"],
}


@pytest.mark.parametrize(
    "text",
    [
        "A média foi 7,25 em 25 alunos.",
        "A média foi 7,3 (25 alunos).",
        "The mean was 7.25 of 25 students.",
        "Acertaram 73,3 % das questões, ou 73%.",
        "O total foi 1.234,5.",
        "The total was 1,234.50.",
        "Feito em 15/11/2026, ou seja, 2026-11-15, às 09:30.",
        "Em 15/11 foi criada “Frações no dia a dia” para a turma 7A.",
        "A habilidade EF07MA17 aparece em `relatorios/7a.md`.",
        "Encontrei 2 lacunas. Ana Souza já avançou.",
        "Próximo passo: rever relatorios/7a.md com a Ana.",
        "3 etapas concluídas.",
        "Nada a dizer.",
    ],
)
def test_what_was_given_may_be_said_in_the_ways_people_write(text: str) -> None:
    assert unsupported(text, ReportSource([GAVE], counts=[3])) == []


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("A média foi 7,1.", ["7,1"]),
        ("A média foi 8 e o total 12.345.", ["8", "12.345"]),
        ("Acertaram 78 %, como 85% antes.", ["78 %", "85%"]),
        ("Feito em 16/11/2026.", ["16/11/2026"]),
        ("Feito em 2026-11-16.", ["2026-11-16"]),
        ("Criada “Frações na cozinha” para o 8B, EF07MA18.", ["“Frações na cozinha”", "8B", "EF07MA18"]),
        ("Também ajudei João Lima.", ["João Lima"]),
        ("Escrito em relatorios/8b.md e notas.txt.", ["relatorios/8b.md", "notas.txt"]),
        ("Turma 17A.", ["17A"]),
    ],
)
def test_what_was_not_given_is_named(text: str, spans: list[str]) -> None:
    assert unsupported(text, ReportSource([GAVE])) == spans


@given(
    st.floats(allow_nan=False, allow_infinity=False, width=32) | st.integers(-(10**12), 10**12),
    st.sampled_from(["pt-BR", "en"]),
)
def test_a_number_written_by_the_template_is_always_found_again(value: float, language: str) -> None:
    assert unsupported(f"x = {number(value, language)}.", ReportSource([{"x": value}])) == []


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_another_whole_number_is_never_found(value: int, other: int) -> None:
    found = unsupported(f"x = {number(other, 'en')}", ReportSource([{"x": value}]))
    assert bool(found) is (Decimal(value) != Decimal(other) and other != 1_000 * value)


@given(st.dates())
def test_a_day_is_found_in_both_ways_of_writing_it(day: object) -> None:
    for language in ("pt-BR", "en"):
        assert unsupported(f"x {told(str(day), language)}", ReportSource([{"x": str(day)}])) == []


@given(st.text(max_size=300), st.text(max_size=300))
def test_no_text_breaks_it_and_what_was_said_holds_itself(text: str, other: str) -> None:
    assert isinstance(unsupported(text, ReportSource([other])), list)
