"""Reading plans: the first form, an older program's, and what careless models write; every repair is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from tests.kernel.planning.plans import TS, values

from aule.contracts.errors import Invalid
from aule.contracts.model import JsonObject
from aule.contracts.plans.plan import Plan, PlanStatus, PlanStepKind, PlanStepStatus
from aule.kernel.planning.document.keys import to_file
from aule.kernel.planning.document.parser import UnreadablePlan, parse
from aule.kernel.planning.document.reader import ReadPlan, read_plan, read_text

FILES = Path(__file__).parent / "files"
SEED: JsonObject = {
    "id": "abc123",
    "title": "Implementar JWT Authentication",
    "goal": "Adicionar sistema de autenticação JWT com refresh tokens...",
    "context": {
        "filesAnalyzed": ["package.json", "src/routes/user.ts"],
        "patternsFound": ["Express middleware pattern"],
        "dependencies": ["express@4.18.2"],
        "assumptions": ["MongoDB como database"],
    },
    "steps": [
        {
            "id": "1",
            "title": "Install JWT dependencies",
            "description": "Adicionar jsonwebtoken e @types/jsonwebtoken",
            "file": "package.json",
            "dependencies": [],
            "validation": "npm list jsonwebtoken deve retornar versão instalada",
            "rationale": "Biblioteca padrão para JWT no Node.js",
            "status": "ready",
        },
        {
            "id": "2",
            "title": "Create JWT service",
            "description": "Implementar funções",
            "file": "src/services/auth/jwt-service.ts",
            "lineStart": None,
            "lineEnd": None,
            "dependencies": ["1"],
            "validation": "Testes unitários para cada função passando",
            "rationale": "Centralizar lógica de JWT",
            "status": "ready",
        },
    ],
    "clarifications": [
        {"id": "c1", "question": "Onde criar?", "answer": "Em src/", "critical": True, "relatedSteps": ["2"]}
    ],
    "risks": [{"id": "r1", "description": "Secrets", "severity": "high", "mitigation": "Usar .env"}],
    "successCriteria": ["Rotas protegidas retornam 401 sem token"],
    "createdAt": "2025-11-13T10:30:00Z",
    "updatedAt": "2025-11-13T10:45:00Z",
    "status": "ready",
    "version": 5,
}


def read(document: JsonObject) -> ReadPlan:
    return read_plan(document, id="abc123", project="shop", now=TS)


def test_the_first_form_is_read_as_it_is() -> None:
    """PL-5: nothing of it has to be repaired, and writing it back only adds."""
    found = read(SEED)
    assert found.warnings == []
    plan = found.plan
    assert (plan.version, plan.status, plan.created_at) == (5, PlanStatus.READY, "2025-11-13T10:30:00Z")
    assert [step.kind for step in plan.steps] == [PlanStepKind.EDIT, PlanStepKind.EDIT]
    assert (plan.clarifications[0].status, plan.context.assumptions[0].text) == ("answered", "MongoDB como database")
    written = to_file(plan, SEED)
    assert list(written)[: len(SEED)] == list(SEED)
    assert {name: written[name] for name in SEED if name not in ("steps", "clarifications")} == {
        name: SEED[name] for name in SEED if name not in ("steps", "clarifications")
    }
    for before, after in zip(SEED["steps"], written["steps"], strict=True):
        assert before.items() <= after.items()


def test_an_older_programs_plan_with_its_drift_is_read_with_warnings() -> None:
    """PL-S9: what is not understood is kept where it was."""
    document = json.loads((FILES / "plan-plan-1763343109831.json").read_bytes())
    found = read_plan(document, id="1763343109831", project="shop", now=TS)
    plan = found.plan
    assert plan.goal == "Proteger as rotas com tokens JWT.\n\nA API não tem autenticação."
    assert plan.success_criteria == [
        "Login devolve um token",
        "Senha errada devolve 401",
        "Rotas protegidas respondem 401 sem token",
    ]
    assert [each.text for each in plan.context.assumptions] == ["Tokens em cookies httpOnly", "MongoDB como database"]
    assert plan.context.files_analyzed == ["src/routes/user.ts", "package.json"]
    assert plan.context.patterns_found == ["Express middleware pattern"]
    assert [(step.id, step.title, step.dependencies) for step in plan.steps] == [
        ("1", "Instalar dependências", []),
        ("2", "Criar o serviço JWT", ["1"]),
        ("T-3", "Proteger as rotas com um middleware que verifica o token", ["1", "2"]),
        ("4", "Escrever os testes", []),
    ]
    first, second = plan.steps[:2]
    assert (first.status, first.validation) == (PlanStepStatus.DONE, "npm list jsonwebtoken mostra a versão")
    assert (second.file, second.files) == ("src/services/auth/jwt.ts", ["src/services/auth/index.ts"])
    assert (second.line_start, second.line_end, second.file_action) == (10, 20, "create")
    assert second.status is PlanStepStatus.PENDING
    asked = plan.clarifications
    assert [(each.id, each.answer, each.status) for each in asked] == [
        ("1", "Em src/services/auth/", "answered"),
        ("c2", None, "open"),
        ("c3", None, "waiting"),
    ]
    assert asked[0].related_steps == ["2"]
    assert [option.label for option in asked[2].options] == ["15 minutos", "1 hora"]
    assert [(each.severity, each.mitigation) for each in plan.risks] == [("high", "Usar .env"), ("medium", "")]
    assert (plan.status, plan.version) == (PlanStatus.EXECUTING, 1)
    for word in (
        "'task' was read as 'title'",
        "'in-execution' was read as 'executing'",
        "decisions",
        "a text was read",
    ):
        assert any(word in warning for warning in found.warnings), word
    written = to_file(plan, document)
    assert written["metrics"] == {"tokensUsed": 1234}
    assert written["atomicTasks"] == document["atomicTasks"]
    again = read_plan(written, id="1763343109831", project="shop", now=TS)
    assert again.plan == plan


@given(value=values)
@settings(deadline=None, max_examples=60)
def test_whatever_is_written_is_a_plan_or_an_error_with_words(value: Any) -> None:
    names = ("title", "goal", "steps", "context", "risks", "clarifications", "feedback")
    whole: JsonObject = {str(name): value for name in names}
    documents: list[JsonObject] = [whole, {**whole, "title": "T"}, {"tasks": [value]}]
    for each in documents:
        try:
            found = read(each)
        except Invalid as problem:
            assert problem.problem.message
        else:
            assert isinstance(found.plan, Plan)
            assert read(to_file(found.plan, each)).plan == found.plan


@given(value=values)
@settings(deadline=None, max_examples=60)
def test_any_value_in_any_field_of_a_step_is_read_or_refused(value: Any) -> None:
    for name in (
        *SEED["steps"][0],
        "call",
        "repeat",
        "retry",
        "check",
        "approval",
        "estimate",
        "tools",
        "lines",
        "when",
    ):
        step = {**SEED["steps"][0], name: value}
        try:
            found = read({**SEED, "steps": [step]})
        except Invalid as problem:
            assert problem.problem.message
        else:
            assert read(to_file(found.plan, {**SEED, "steps": [step]})).plan == found.plan


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"title": "x",\n  "steps": [\n    {"title": "ok"},\n    {}\n  ]}', 4, 5),
        ('{"title": "x", "goal": 1,\n "language": "x"\n  "goals": 2}', 3, 3),
        ('{"title": "x",\n "steps": [{"title": "a", "timeoutS": 5,\n   "description": "%s"}]}' % ("d" * 8001), 3, 19),
        ('{"a": 1,\n "a": 2}', 2, 2),
        ('{"a": 1,\n "b": Infinity}', 2, 7),
    ],
)
def test_trouble_is_told_with_its_line_and_column(text: str, line: int, column: int) -> None:
    """PL-21."""
    with pytest.raises(UnreadablePlan) as trouble:
        read_text(parse(text.encode()), id="abc123", project="shop", now=TS)
    assert (trouble.value.line, trouble.value.column) == (line, column)
    assert f"line {line}" in str(trouble.value)
