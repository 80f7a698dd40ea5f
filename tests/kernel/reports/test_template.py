"""The template says only what is on record, whatever a run gave, and always in its four sections (SP-46, SP-47)."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from aule.boot import installed_apps
from aule.contracts.access.capability import Effect
from aule.contracts.runs.flow import StepStatus
from aule.contracts.runs.graph import StepKind
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.kernel.agents.answer_checks import Deed
from aule.kernel.reports.evidence import RunEvidence, StepEvidence
from aule.kernel.reports.grounding import find_unsupported
from aule.kernel.reports.report import source_of
from aule.kernel.reports.template import MOST_NEXT, summary, template

TS = "2026-05-31T10:00:00.000Z"
words = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=40)
plain = (
    st.none()
    | st.booleans()
    | st.integers(-(10**15), 10**15)
    | st.floats(allow_nan=False, allow_infinity=False)
    | words
)
results = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4), max_leaves=8
)
steps = st.builds(
    StepEvidence,
    place=st.sampled_from(["1", "2", "3"]),
    title=st.sampled_from(["Look at it", "Escrever o arquivo a.txt", "Criar 3 atividades"]),
    kind=st.just(StepKind.CALL),
    status=st.sampled_from([StepStatus.DONE, StepStatus.FAILED, StepStatus.SKIPPED]),
    result=results,
    error=words,
    code=st.sampled_from(["", "not_found", "other"]),
    events=st.just(["7"]),
    names=st.lists(words.filter(str.strip), max_size=2),
)


def evidence(found: list[StepEvidence], language: str) -> RunEvidence:
    run = Run(id="run_1", kind=RunKind.PLAN, title="Two files", project="home", status=RunStatus.DONE, started_at=TS)
    return RunEvidence(run, None, language, found)


@given(st.lists(steps, max_size=4), st.sampled_from(["pt-BR", "en"]))
def test_whatever_a_run_gave_the_template_says_nothing_else(found: list[StepEvidence], language: str) -> None:
    whole = evidence(found, language)
    report, source = template(whole, TS), source_of(whole)
    assert len(report.next) <= MOST_NEXT
    assert bool(report.failed) is bool(whole.troubled)
    assert 1 <= len(report.opening) <= 2
    for line in [*report.opening, *report.done, *report.results, *report.failed, *report.next]:
        assert find_unsupported(line.text, source) == [], line.text


def test_what_an_agent_of_a_step_says_it_did_is_held_against_its_calls() -> None:
    """OS-3, SP-46."""
    capabilities = [each.capability for app in installed_apps() for each in app.capabilities]
    wrote = Deed("core.write_file", Effect.WRITE, {"path": "a.md", "content": "x"}, {"path": "a.md"})
    said = "I wrote `a.md`. I also entered the marks."
    step = StepEvidence("1", "Write it", StepKind.AGENT, StepStatus.DONE, said, deeds=[wrote], events=["7"])
    whole = RunEvidence(evidence([], "en").run, None, "en", [step], capabilities)
    assert [line.unverified for line in template(whole, TS).results if line.step] == [["I also entered the marks."]]


def test_results_are_told_as_people_read_them() -> None:
    cases: list[tuple[Any, str]] = [
        (
            {"media_geral": 7.25, "alunos": 1250, "ok": True, "em": "2026-11-15"},
            "media geral: 7,25; alunos: 1.250; ok: sim; em: 15/11/2026",
        ),
        ([{"titulo": "Frações"}, {"titulo": "Razões"}], "2 itens: Frações, Razões"),
        (
            {"path": "a.md", "added": 2, "removed": 1, "created": False, "changed": True, "size": 9},
            "a.md foi alterado (+2 −1)",
        ),
        ("Pronto.\nTudo certo.", "Pronto. Tudo certo."),
        (
            {"title": "JWT", "tags": ["a", "b"], "path": "notes/jwt.md"},
            "título: JWT; etiquetas: a, b; arquivo: notes/jwt.md",
        ),
        ({"notas": [7, 8], "por_turma": {"7A": 7.5, "8B": 6}}, "notas: 2; por turma: 7A 7,5, 8B 6"),
    ]
    for value, said in cases:
        assert summary(value, "pt-BR") == said
