"""Names of classes and spans of time, as teachers say them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aule.apps.school.agenda import conflicts, days_of, first_free, free_days, occurrences
from aule.apps.school.entities import EventoCalendario, PeriodoLetivo
from aule.apps.school.names import Candidate, ano_serie_de, chave_turma, pick
from aule.apps.school.periodos import anterior, resolver
from aule.contracts.errors import Ambiguous, Invalid, NotFound

MONDAY = date(2026, 11, 16)
SAME = ("7A", "7 A", "7º ano A", "7o A", "7ºA", "turma 7A", "sétimo ano A", "Turma A do 7º ano", "o 7a", "07-A")


def _term(numero: int, inicio: str, fim: str, tipo: str = "bimestre") -> PeriodoLetivo:
    return PeriodoLetivo.model_validate(
        {
            "id": f"per_{tipo}{numero}",
            "escola_id": "esc_1",
            "tipo": tipo,
            "numero": numero,
            "inicio": inicio,
            "fim": fim,
        }
    )


@pytest.mark.parametrize("said", SAME)
def test_a_class_is_the_same_however_its_name_is_written(said: str) -> None:
    """SP-1."""
    assert chave_turma(said) == "7a"
    assert ano_serie_de(said) == "EF7"


def test_secondary_school_is_another_stage() -> None:
    """SP-1: "1ª série B" and "1º EM B" are one class, and not the "1º ano B" of primary school."""
    assert chave_turma("1ª série B") == chave_turma("1º EM B") == chave_turma("1B", "EM1") == "em1b"
    assert chave_turma("1º ano B") == "1b"
    assert ano_serie_de("1ª série B") == "EM1"
    assert chave_turma("7a série B") == "7b"  # the eighth-year schools of old said so
    assert chave_turma("Jardim II") == "jardim ii"


@pytest.mark.parametrize(
    ("name", "apart", "year"),
    [
        ("7A2", "7 A 2", "EF7"),
        ("8B1", "8º ano B1", "EF8"),
        ("6ano1", "6º ano 1", "EF6"),
        ("3EM1", "3 EM 1", "EM3"),
        ("9AB2", "9 AB 2", "EF9"),
        ("123abc", "123 abc", ""),
    ],
)
def test_a_name_written_without_spaces_is_the_one_with_them(name: str, apart: str, year: str) -> None:
    """SP-1."""
    assert chave_turma(name) == chave_turma(apart)
    assert ano_serie_de(name) == ano_serie_de(apart) == year


@given(st.text() | st.from_regex(r"[0-9]{1,3}[a-zº ]{0,4}[0-9]{0,2}[A-Z]?", fullmatch=True))
def test_any_text_may_name_a_class(name: str) -> None:
    """SP-1: what tells no year is a name all the same."""
    assert isinstance(chave_turma(name), str)
    assert ano_serie_de(name)[:2] in ("", "EI", "EF", "EM")


def test_what_is_meant_is_picked_by_id_name_then_folded_name_and_never_guessed() -> None:
    """SP-1: none or several is an error with at most five candidates."""
    known = [Candidate(f"tur_{n}", f"{n}A", f"{n}a", "Escola") for n in range(1, 10)]
    assert pick("turma", "tur_7", known, field="turma_id") == "tur_7"
    assert pick("turma", "7º ano A", known, field="turma_id") == "tur_7"
    with pytest.raises(NotFound) as unknown:
        pick("turma", "7Z", known, field="turma_id")
    assert len(unknown.value.problem.candidates) == 5 and unknown.value.problem.field == "turma_id"
    twice = [Candidate("tur_a", "7A", "7a", "Centro"), Candidate("tur_b", "7A", "7a", "Norte")]
    with pytest.raises(Ambiguous) as both:
        pick("turma", "7º ano A", twice, field="turma_id")
    assert [match.path for match in both.value.problem.matches] == ["Centro", "Norte"]


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("ultimo_mes", "2026-10-18", "2026-11-16"),
        ("", "2026-10-18", "2026-11-16"),
        ("ultima_semana", "2026-11-10", "2026-11-16"),
        ("mês atual", "2026-11-01", "2026-11-30"),
        ("mes_anterior", "2026-10-01", "2026-10-31"),
        ("2026-02", "2026-02-01", "2026-02-28"),
        ("2026-03-02..2026-03-06", "2026-03-02", "2026-03-06"),
        ("bimestre_atual", "2026-10-01", "2026-12-18"),
        ("bimestre:1", "2026-02-01", "2026-04-20"),
        ("1º bimestre", "2026-02-01", "2026-04-20"),
        ("primeiro bimestre", "2026-02-01", "2026-04-20"),
        ("Quarto bimestre", "2026-10-01", "2026-12-18"),
        ("este bimestre", "2026-10-01", "2026-12-18"),
        ("tudo", "0001-01-01", "9999-12-31"),
    ],
)
def test_spans_of_time(said: str, first: str, last: str) -> None:
    """SP-2."""
    terms = [_term(1, "2026-02-01", "2026-04-20"), _term(4, "2026-10-01", "2026-12-18")]
    found = resolver(said, MONDAY, terms)
    assert (found.de, found.ate) == (first, last)
    assert anterior(found).dias == found.dias or said == "tudo"


@pytest.mark.parametrize("said", ["bimestre_atual", "trimestre:2", "semestre_atual", "ano_letivo"])
def test_terms_that_nobody_set_up_are_never_guessed(said: str) -> None:
    """SP-2: `periodo_nao_configurado`; a class's own year is known, though."""
    with pytest.raises(Invalid) as missing:
        resolver(said, MONDAY, [])
    assert missing.value.problem.code == "periodo_nao_configurado"
    if said == "ano_letivo":
        assert resolver(said, MONDAY, [], ano_letivo=2026).ate == "2026-12-31"


@pytest.mark.parametrize(
    "said", ["semana que vem talvez", "2026-13", "2026-02-30..2026-03-01", "2026-03-06..2026-03-02"]
)
def test_what_is_no_span_is_refused(said: str) -> None:
    """SP-2."""
    with pytest.raises(Invalid) as wrong:
        resolver(said, MONDAY, [])
    assert wrong.value.problem.code == "invalid_param"


def _event(**fields: object) -> EventoCalendario:
    return EventoCalendario.model_validate({"id": "evt_1", "titulo": "Reunião", "data": "2026-01-31", **fields})


@given(st.sampled_from(["daily", "weekly", "monthly", "yearly"]), st.dates(date(2026, 2, 1), date(2027, 12, 31)))
def test_repeated_events_fall_where_their_rule_says(rule: str, day: date) -> None:
    """A month without the day has none; what is told never leaves the days that were asked for."""
    event = _event(repeticao=rule)
    found = list(days_of(event, day.isoformat(), day.isoformat()))
    first = date(2026, 1, 31)
    falls = {
        "daily": True,
        "weekly": (day - first).days % 7 == 0,
        "monthly": day.day == 31,
        "yearly": (day.month, day.day) == (1, 31),
    }[rule]
    assert found == ([day.isoformat()] if falls else [])


def test_the_first_free_weekday_of_a_class_is_taken() -> None:
    """Somebody else's class and a meeting of an hour do not take a day; a test and a whole free day do."""
    busy = [
        _event(id="evt_1", data="2026-11-23", turma_id="tur_7"),
        _event(id="evt_2", data="2026-11-24", dia_todo=True),
        _event(id="evt_3", data="2026-11-25", turma_id="tur_8"),
        _event(id="evt_4", data="2026-11-25", dia_todo=False, hora_inicio="08:00", hora_fim="09:00"),
    ]
    found = occurrences(busy, "2026-11-22", "2026-11-28")
    assert first_free(found, "2026-11-22", "2026-11-28", turma_id="tur_7") == "2026-11-25"
    assert first_free(found, "2026-11-23", "2026-11-24", turma_id="tur_7") == "2026-11-23"  # none is free
    assert first_free(found, "2026-11-22", "2026-11-28", turma_id="tur_7", hoje="2026-11-27") == "2026-11-27"
    assert free_days(found, "2026-11-22", "2026-11-28", []) == ["2026-11-26", "2026-11-27"]
    assert free_days(found, "2026-11-22", "2026-11-28", [_term(1, "2026-02-01", "2026-11-26")]) == ["2026-11-26"]


def test_what_stands_in_each_others_way() -> None:
    """Hours that overlap, and two things of one class on a day; hours that only touch do not."""
    morning = {"data": "2026-11-23", "dia_todo": False}
    one = _event(id="evt_1", hora_inicio="08:00", hora_fim="09:00", **morning)
    other = _event(id="evt_2", hora_inicio="08:30", hora_fim="10:00", **morning)
    after = _event(id="evt_3", hora_inicio="10:00", hora_fim="11:00", **morning)
    pairs = conflicts(occurrences([one, other, after], "2026-11-23", "2026-11-23"))
    assert [(a.evento.id, b.evento.id) for a, b in pairs] == [("evt_1", "evt_2")]
    whole = [_event(id=f"evt_{n}", data="2026-11-23", turma_id="tur_7") for n in (1, 2)]
    assert len(conflicts(occurrences(whole, "2026-11-23", "2026-11-23"))) == 1
