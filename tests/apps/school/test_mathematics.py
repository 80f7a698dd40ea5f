"""The mathematics of A.3: the worked numbers to the digit, and what holds for every class (SP-20, SP-21)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aule.apps.school.entities import Config, Escala
from aule.apps.school.mathematics import attendance, engagement, gaps, mastery, means, trend
from aule.apps.school.mathematics.marks import Counting, Exam, Mark, counted
from aule.apps.school.mathematics.rounding import half_up, shown

CONFIG = Config()
TODAY = date(2026, 4, 15)
STUDENTS = ["ana", "bruno", "caio", "davi", "eva"]
EXAMS = {
    "p1": Exam("p1", "mat", "2026-04-01", 10, 1),
    "p2": Exam("p2", "mat", "2026-04-08", 10, 2),
    "d1": Exam("d1", "mat", "2026-04-01", 5, 1),
}
MARKS = [
    Mark("p1", "ana", 8),
    Mark("p2", "ana", 6),
    Mark("p1", "bruno", 4),
    Mark("p2", "bruno", 5),
    Mark("p1", "caio", 9),
    Mark("p2", "caio", None, "pendente"),
    Mark("d1", "davi", 3),
    Mark("p2", "davi", 7),
]
scores = st.floats(0, 1, allow_nan=False)


def of_class(marks: Sequence[Mark], exams: dict[str, Exam] = EXAMS, how: Counting = Counting()) -> means.Grades:  # noqa: B008
    return means.grades(means.sums(counted(marks, exams, how)))


def far(dominios: Sequence[float], n: int = 3) -> dict[str, mastery.Mastery]:
    return {f"alu_{place}": mastery.Mastery(each, n) for place, each in enumerate(dominios, start=1)}


def test_the_worked_means_come_out_to_the_digit() -> None:
    """A.3.1: 6.67, 4.67, 9.00, 6.67, null; 6.8 (6.75), 6.7, 4 with marks, 1 below (25 %)."""
    grades = of_class(MARKS)
    assert [shown(value and value * 10, 2) for value in map(grades.media.get, STUDENTS)] == [
        6.67,
        4.67,
        9.0,
        6.67,
        None,
    ]
    lies = means.spread(grades.media.values(), CONFIG)
    assert (shown(lies.media, 2), shown(lies.media, 1), shown(lies.mediana, 1)) == (6.75, 6.8, 6.7)
    assert (lies.n, lies.abaixo, lies.share) == (4, 1, 0.25)
    assert means.bands(grades.media.values(), CONFIG) == [(0, 5, 1), (5, 7, 2), (7, 9, 0), (9, 10, 1)]


def test_nothing_counted_is_nothing_and_never_zero() -> None:
    """SP-20: no data ⇒ null."""
    pending = [Mark("p1", "ana", None, "pendente"), Mark("p1", "bruno", None, "dispensado")]
    assert of_class(pending).media == {}
    assert means.spread([], CONFIG) == means.Spread(0, None, None, None, None, None)
    assert means.bands([], CONFIG) == []
    assert engagement.Parts().indice is None
    assert engagement.whole([]) == (None, engagement.Parts())
    assert mastery.mastery([], TODAY) is None
    assert gaps.gap({}, 25, 0.7) == gaps.SkillGap(None, None, None, None, 0, (), is_enough=False)
    assert attendance.attendance([]).share is None
    assert attendance.alert(None, 0.75) is None


def test_what_is_missing_counts_as_zero_only_where_the_school_says_so() -> None:
    marks = [
        Mark("p1", "ana", 8),
        Mark("p2", "ana", None, "ausente"),
        Mark("p1", "bruno", None, "nao_entregue"),
        Mark("p2", "bruno", None, "pendente"),
    ]
    assert of_class(marks).media == {"ana": 0.8}
    zero = of_class(marks, how=Counting(faltante="zero")).media
    assert {name: half_up(value * 10, 2) for name, value in zero.items()} == {"ana": 2.67, "bruno": 0.0}


@pytest.mark.parametrize(
    ("recuperacao", "expected"),
    [
        ("maior", {"ana": 0.8, "bruno": 0.7, "caio": 0.6, "davi": 0.5}),
        ("media", {"ana": 0.6, "bruno": 0.55, "caio": 0.6, "davi": 0.5}),
        ("substitui", {"ana": 0.4, "bruno": 0.7, "caio": 0.6, "davi": 0.5}),
    ],
)
def test_a_resit_takes_the_place_of_its_test(recuperacao: str, expected: dict[str, float]) -> None:
    """A.3.1: the higher one by default; sitting nothing again changes nothing; it never counts twice."""
    exams = {"p": Exam("p", "mat", "2026-03-01"), "r": Exam("r", "mat", "2026-03-20", 5, 3, substitui="p")}
    marks = [
        Mark("p", "ana", 8),
        Mark("r", "ana", 2),
        Mark("p", "bruno", 4),
        Mark("r", "bruno", 3.5),
        Mark("p", "caio", None, "ausente"),
        Mark("r", "caio", 3),
        Mark("p", "davi", 5),
        Mark("r", "davi", None, "ausente"),
    ]
    how = Counting(faltante="zero" if recuperacao == "maior" else "ignorar", recuperacao=recuperacao)  # pyright: ignore[reportArgumentType]
    found = of_class(marks, exams, how).media
    assert {name: half_up(value, 9) for name, value in found.items()} == expected


def test_resits_of_resits_circles_and_unknown_tests_do_no_harm() -> None:
    chain = {
        "p": Exam("p", "mat", "2026-03-01"),
        "r1": Exam("r1", "mat", "2026-03-10", substitui="p"),
        "r2": Exam("r2", "mat", "2026-03-20", substitui="r1"),
        "alone": Exam("alone", "his", "2026-03-20", substitui="gone"),
        "x": Exam("x", "geo", "2026-03-20", substitui="y"),
        "y": Exam("y", "geo", "2026-03-21", substitui="x"),
    }
    marks = [
        Mark("p", "ana", 2),
        Mark("r1", "ana", 3),
        Mark("r2", "ana", 9),
        Mark("alone", "ana", 7),
        Mark("x", "ana", 5),
    ]
    assert of_class(marks, chain).por_materia["ana"] == {"mat": 0.9, "his": 0.7, "geo": 0.5}


def test_a_subject_is_critical_by_its_mean_or_by_how_many_are_below() -> None:
    """A.3.1: needs marks of max(3, 30 %) of the class, ordered by the share below, then by the mean."""
    exams = {name: Exam(name, name, "2026-03-01") for name in ("low", "split", "fine", "few")}
    given = {"low": [5, 5, 5, 8], "split": [5, 5, 10, 10, 10], "fine": [5, 7, 7, 7], "few": [1, 1]}
    marks = [Mark(name, f"a{n}", value) for name, values in given.items() for n, value in enumerate(values)]
    found = means.subjects(of_class(marks, exams), 10, CONFIG)
    assert [(each.materia, each.is_enough, each.is_critical) for each in found] == [
        ("few", False, False),
        ("low", True, True),
        ("split", True, True),
        ("fine", True, False),
    ]
    assert all(not each.is_critical for each in means.subjects(of_class(marks, exams), 40, CONFIG))


def test_the_trend_looks_at_the_same_students_only() -> None:
    """A.3.1: half a point of ten, at least five students and half of the class."""
    before = {f"a{n}": 0.50 for n in range(6)}
    assert trend.trend(dict.fromkeys(before, 0.55), before, 10) == trend.Trend("subindo", 0.05, 6)
    assert trend.trend(dict.fromkeys(before, 0.45), before, 10).tendencia == "caindo"
    assert trend.trend(dict.fromkeys(before, 0.54), before, 10).tendencia == "estavel"
    assert trend.trend({**dict.fromkeys(before, 0.5), "new": 1.0}, before, 10).tendencia == "estavel"
    assert trend.trend(dict.fromkeys(before, 0.9), before, 13) == trend.Trend("indefinida", None, 6)
    assert trend.trend(dict.fromkeys(list(before)[:4], 0.9), before, 4).tendencia == "indefinida"


def test_the_worked_gaps_come_out_to_the_digit() -> None:
    """A.3.3: .46, .80, .44–.95, 37.1 alta; 4.3 baixa and no gap."""
    worse = gaps.gap(far([0.25, 0.40, 0.50, 0.80, 0.35]), 5, 0.70)
    assert (shown(worse.dominio, 2), worse.share, shown(worse.indice, 1)) == (0.46, 0.8, 37.1)
    assert worse.interval is not None
    assert tuple(half_up(each, 2) for each in worse.interval) == (0.44, 0.95)
    assert (worse.prioridade, worse.is_gap, worse.below) == ("alta", True, ("alu_1", "alu_2", "alu_3", "alu_5"))
    better = gaps.gap(far([0.60, 0.75, 0.65, 0.90, 0.70]), 5, 0.70)
    assert (shown(better.indice, 1), better.prioridade, better.is_gap) == (4.3, "baixa", False)


def test_a_gap_needs_enough_students_with_enough_answers() -> None:
    assert not gaps.gap(far([0.1, 0.1, 0.1, 0.1]), 25, 0.70).is_enough
    assert gaps.gap(far([0.1, 0.1, 0.1]), 10, 0.70).is_enough
    assert gaps.gap(far([0.1] * 5), 100, 0.70).is_gap
    two = gaps.gap(far([0.1] * 10, n=2), 10, 0.70)
    assert (two.n, two.indice, two.below, two.prioridade) == (0, None, (), "nenhuma")


def test_the_worked_mastery_comes_out_to_the_digit() -> None:
    """A.3.2: 0 at 90 and 60 days, 1 at 10 and 5 days ⇒ .682."""
    seen = [(0, 90), (0, 60), (1, 10), (1, 5)]
    found = mastery.mastery(
        [mastery.Evidence(score, 1, (TODAY - timedelta(days=age)).isoformat()) for score, age in seen], TODAY
    )
    assert found is not None and (half_up(found.dominio, 3), found.n, found.is_enough) == (0.682, 4, True)
    assert mastery.level(found.dominio, 0.70) == "em_desenvolvimento"
    assert [mastery.level(each, 0.70) for each in (0.49, 0.5, 0.7)] == [
        "nao_desenvolvido",
        "em_desenvolvimento",
        "desenvolvido",
    ]


def test_single_questions_are_evidence_and_a_whole_test_is_half_as_much() -> None:
    """A.3.2: with no points of questions the mark is split over the skills of the test."""
    questions = {1: mastery.Question(2, ["A"]), 2: mastery.Question(3, ["A", "B"]), 3: mastery.Question(5, [])}
    contents = {"p": mastery.Content("2026-04-15", 10, questions, ["A", "B"])}
    found = mastery.evidences(
        [
            mastery.Answers("p", "ana", 6, {1: 1, 2: 3, 3: 2, 9: 1}),
            mastery.Answers("p", "bruno", 4, None),
            mastery.Answers("gone", "ana", 4, None),
        ],
        contents,
    )
    assert found == {
        "A": {
            "ana": [mastery.Evidence(0.5, 2, "2026-04-15", "p"), mastery.Evidence(1, 3, "2026-04-15", "p")],
            "bruno": [mastery.Evidence(0.4, 2.5, "2026-04-15", "p")],
        },
        "B": {
            "ana": [mastery.Evidence(1, 3, "2026-04-15", "p")],
            "bruno": [mastery.Evidence(0.4, 2.5, "2026-04-15", "p")],
        },
    }
    assert half_up(mastery.masteries(found, TODAY)["A"]["ana"].dominio, 9) == 0.8


def test_a_test_on_one_content_shows_it_in_every_question() -> None:
    questions = {1: mastery.Question(4, []), 2: mastery.Question(6, [])}
    contents = {"p": mastery.Content("2026-04-15", 10, questions, ["frações"], is_whole=True)}
    found = mastery.evidences([mastery.Answers("p", "ana", 7, {1: 1, 2: 6})], contents)
    assert [each.score for each in found["frações"]["ana"]] == [0.25, 1.0]


def test_the_worked_engagement_comes_out_to_the_digit() -> None:
    """A.3.4: 18 of 20 there, 6 of 8 handed in, 4 of 6 on time, no participation ⇒ .797, medio."""
    there = attendance.attendance([("presente", 1)] * 15 + [("atraso", 3), ("falta", 2), ("falta_justificada", 4)])
    work = engagement.handed(
        [("2026-04-10", "2026-04-10")] * 4 + [("2026-04-10", "2026-04-11")] * 2 + [("2026-04-10", None)] * 2
    )
    found = engagement.parts(there.share, work, None)
    assert (there.share, there.registros, work) == (0.9, 24, engagement.Handed(8, 6, 4))
    assert found.indice is not None
    assert (half_up(found.indice, 3), engagement.band(found.indice)) == (0.797, "medio")


def test_engagement_needs_two_parts_and_one_of_them_solid() -> None:
    assert engagement.Parts(frequencia=0.9).indice is None
    assert engagement.Parts(pontualidade=1.0, participacao=1.0).indice is None
    assert engagement.Parts(entrega=0.0, participacao=1.0).indice == pytest.approx(0.3)
    index, parts = engagement.whole([engagement.Parts(0.8, 0.6), engagement.Parts(1.0), engagement.Parts(0.6, 0.6)])
    assert (half_up(index or 0, 9), half_up(parts.frequencia or 0, 9), parts.participacao) == (0.65, 0.8, None)


def test_attendance_alerts_name_the_minimum_the_margin_and_what_is_left() -> None:
    """LDB art. 24 VI and art. 31 IV."""
    assert [attendance.alert(share, 0.75) for share in (0.7499, 0.75, 0.7999, 0.80)] == [
        "abaixo_do_minimo",
        "em_risco",
        "em_risco",
        None,
    ]
    assert (attendance.minimum(CONFIG, "EI2"), attendance.minimum(CONFIG, "EF7")) == (0.60, 0.75)
    assert (attendance.left(30, 0.75, 800), attendance.left(300, 0.75, 800), attendance.left(3, 0.75, None)) == (
        170,
        0,
        None,
    )


def test_halves_go_up_and_the_noise_of_floats_does_not_matter() -> None:
    assert [half_up(value, 1) for value in (6.75, 6.65, 0.15 + 0.15 - 0.05, 2.25, -0.05)] == [6.8, 6.7, 0.3, 2.3, -0.1]
    assert half_up(1.005, 2) == 1.01
    assert half_up(0.5, 0) == 1.0
    assert shown(None, 1) is None


@st.composite
def classes(draw: st.DrawFn) -> tuple[list[Mark], dict[str, Exam]]:
    count = draw(st.integers(1, 6))
    exams = {
        f"p{n}": Exam(
            f"p{n}",
            draw(st.sampled_from(["mat", "his"])),
            f"2026-03-{draw(st.integers(1, 28)):02d}",
            draw(st.sampled_from([5.0, 10.0, 100.0])),
            draw(st.sampled_from([0.0, 0.5, 1.0, 2.0])),
            draw(st.one_of(st.none(), st.sampled_from([f"p{each}" for each in range(count)]))),
        )
        for n in range(count)
    }
    marks: list[Mark] = []
    for exam in exams.values():
        for aluno in STUDENTS:
            match draw(st.sampled_from(["lancada", "lancada", "lancada", "ausente", "pendente", "none"])):
                case "none":
                    continue
                case "lancada":
                    marks.append(Mark(exam.id, aluno, draw(scores) * exam.maximo))
                case other:
                    marks.append(Mark(exam.id, aluno, None, other))
    return marks, exams


@settings(max_examples=150, deadline=None)
@given(
    classes(),
    st.sampled_from(["ignorar", "zero"]),
    st.sampled_from(["maior", "media", "substitui"]),
    st.randoms(use_true_random=False),
)
def test_means_stay_within_bounds_and_do_not_depend_on_the_order_of_rows(
    given_class: tuple[list[Mark], dict[str, Exam]], faltante: str, recuperacao: str, dice: random.Random
) -> None:
    marks, exams = given_class
    how = Counting(faltante, recuperacao)  # pyright: ignore[reportArgumentType]
    grades = of_class(marks, exams, how)
    lies = means.spread(grades.media.values(), CONFIG)
    assert all(0 <= mean <= 1 + 1e-9 for mean in grades.media.values())
    assert lies.media is None or 0 <= lies.media <= 10 + 1e-9
    assert sum(count for _, _, count in means.bands(grades.media.values(), CONFIG)) == lies.n
    shuffled, moved = list(marks), list(exams.items())
    dice.shuffle(shuffled)
    dice.shuffle(moved)
    again = of_class(shuffled, dict(moved), how)
    assert again.por_materia == grades.por_materia
    assert means.spread(again.media.values(), CONFIG).media == lies.media


@given(st.lists(scores, min_size=1, max_size=40), st.data(), st.sampled_from([0.5, 0.7, 0.9]))
def test_a_student_who_learns_never_makes_the_gap_larger(
    dominios: list[float], data: st.DataObject, alvo: float
) -> None:
    place = data.draw(st.integers(0, len(dominios) - 1))
    better = list(dominios)
    better[place] = data.draw(st.floats(dominios[place], 1))
    worse = gaps.gap_index(dominios, alvo)
    assert 0 <= gaps.gap_index(better, alvo) <= worse + 1e-12 <= 100 + 1e-9
    assert len(gaps.gap(far(better), len(better), alvo).below) <= len(
        gaps.gap(far(dominios), len(dominios), alvo).below
    )


@given(st.integers(1, 500), st.data())
def test_the_interval_holds_the_share(whole: int, data: st.DataObject) -> None:
    part = data.draw(st.integers(0, whole))
    low, high = gaps.wilson(part, whole)
    assert 0 <= low <= part / whole <= high <= 1


@given(st.lists(st.one_of(st.none(), scores), min_size=4, max_size=4))
def test_the_weights_of_what_is_known_make_a_whole(values: list[float | None]) -> None:
    parts = engagement.Parts(*values)
    known = [value for value in values if value is not None]
    if parts.indice is None:
        assert len(known) < 2 or (parts.frequencia is None and parts.entrega is None)
    else:
        assert min(known) - 1e-12 <= parts.indice <= max(known) + 1e-12


@given(st.lists(st.tuples(scores, st.floats(0.1, 10), st.integers(-30, 400)), min_size=1, max_size=20))
def test_mastery_lies_between_the_worst_and_the_best_answer(given_evidence: list[tuple[float, float, int]]) -> None:
    evidence = [
        mastery.Evidence(score, points, (TODAY - timedelta(days=age)).isoformat())
        for score, points, age in given_evidence
    ]
    found = mastery.mastery(evidence, TODAY)
    again = mastery.mastery(evidence[::-1], TODAY)
    assert found is not None and found == again
    assert min(e.score for e in evidence) - 1e-9 <= found.dominio <= max(e.score for e in evidence) + 1e-9


def test_another_scale_moves_the_figures_and_not_the_rules() -> None:
    config = Config(escala=Escala(max=100, casas=0), media_aprovacao=60, faixas=[0, 50, 70, 90])
    lies = means.spread(of_class(MARKS).media.values(), config)
    assert (shown(lies.media, 0), lies.abaixo) == (68.0, 1)
