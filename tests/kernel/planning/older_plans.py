"""Plans as other programs write them, with every field those programs have; and random ones of the same shapes."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from aule.contracts.model import JsonObject

SCOPE: JsonObject = {
    "id": "plan-1763343100000",
    "title": "Proteger a API",
    "context": {
        "problem": "Qualquer pessoa lê os pedidos dos outros.",
        "objective": "Só o dono lê os seus pedidos.",
        "targetUsers": ["clientes da loja"],
        "businessGoals": ["menos reclamações"],
        "existingSystem": "Express sem autenticação",
        "filesAnalyzed": ["src/app.ts"],
        "patternsFound": ["camadas de serviço"],
        "externalDependencies": ["express@4.18.2"],
    },
    "functionalRequirements": [
        {
            "id": "FR-1",
            "description": "A pessoa entra com e-mail e senha",
            "priority": "must-have",
            "userStory": "Como cliente, quero entrar para ver os meus pedidos",
            "acceptanceCriteria": ["Senha errada responde 401"],
            "relatedComponents": ["C-1"],
        }
    ],
    "nonFunctionalRequirements": [
        {"id": "NFR-1", "category": "performance", "description": "Entrar leva menos de 200 ms", "metric": "p95"}
    ],
    "proposedArchitecture": "Um serviço de tokens atrás de um middleware",
    "components": [
        {
            "id": "C-1",
            "name": "TokenService",
            "type": "service",
            "description": "Assina e verifica tokens",
            "responsibilities": ["assinar"],
            "dependencies": ["C-2"],
            "technology": "jsonwebtoken",
        }
    ],
    "userFlows": [
        {
            "id": "F-1",
            "name": "Entrar",
            "actor": "cliente",
            "steps": ["abre a tela de entrada"],
            "alternativePaths": ["esqueceu a senha"],
        }
    ],
    "decisions": [
        {
            "id": "D-1",
            "topic": "Onde guardar o token",
            "decision": "Em um cookie httpOnly",
            "rationale": "O JavaScript da página não o lê",
            "alternatives": ["localStorage"],
            "tradeoffs": "Precisa de proteção contra CSRF",
            "status": "approved",
        }
    ],
    "questions": [
        {
            "id": "Q-1",
            "question": "Por quanto tempo vale um token?",
            "answer": "Quinze minutos",
            "critical": True,
            "relatedTo": ["FR-1"],
            "askedAt": "2025-11-17T01:31:49.831Z",
            "answeredAt": "2025-11-17T01:32:00.769Z",
        }
    ],
    "assumptions": [{"id": "A-1", "description": "O banco é MongoDB", "critical": False, "needsValidation": True}],
    "glossary": [{"term": "JWT", "definition": "Um token assinado", "synonyms": ["token"], "relatedTerms": ["cookie"]}],
    "risks": [
        {
            "id": "R-1",
            "description": "O segredo vaza em um commit",
            "category": "technical",
            "severity": "high",
            "probability": "low",
            "mitigation": "Usar variáveis de ambiente",
            "owner": "Ana",
        }
    ],
    "atomicTasks": [
        {
            "id": "T-1",
            "title": "Criar o serviço de tokens",
            "description": "Assinar e verificar tokens em um só lugar do projeto.",
            "type": "implementation",
            "estimatedEffort": "2h",
            "file": "src/services/token.ts",
            "lineStart": 1,
            "lineEnd": 40,
            "dependencies": [],
            "validation": "npm test passa para token.ts",
            "status": "completed",
            "assignedComponent": "C-1",
        },
        {
            "id": "T-2",
            "title": "Proteger as rotas",
            "description": "Verificar o token antes de cada rota de pedidos.",
            "type": "refactoring",
            "file": "src/app.ts",
            "dependencies": ["T-1"],
            "validation": "Sem token a rota responde 401",
            "status": "in-progress",
        },
    ],
    "successCriteria": ["Sem token toda rota de pedidos responde 401"],
    "createdAt": "2025-11-17T01:31:49.831Z",
    "updatedAt": "2025-11-17T01:32:00.769Z",
    "status": "in-execution",
    "version": 7,
    "maturityScore": 85,
}
"""A plan of the second generation, with all of its fields."""

WORK_PLAN: JsonObject = {
    "id": "login-form",
    "version": "1.0.0",
    "createdAt": "2025-10-01T00:00:00Z",
    "updatedAt": "2025-10-02T00:00:00Z",
    "status": "ready",
    "goal": {
        "title": "Login form",
        "description": "People sign in with a form.",
        "userRequest": "please add a login form",
        "clarifications": [{"question": "Which colours?", "answer": "Those of the brand", "source": "user"}],
    },
    "requirements": {
        "functional": ["A form with two fields"],
        "technical": ["React only"],
        "constraints": ["No new packages"],
    },
    "context": {
        "relevantFiles": [{"path": "src/App.tsx", "startLine": 10, "endLine": 50, "description": "The entry point"}],
        "dependencies": ["react@18"],
        "architecture": "One page application",
        "patterns": ["Hooks"],
    },
    "steps": [
        {
            "id": "step-1",
            "title": "Make the form",
            "description": "A form with e-mail and password.",
            "status": "completed",
            "action": {"type": "create_file", "details": "Write Login.tsx with a form", "expectedOutput": "A new file"},
            "context": {
                "reasoning": "Everything else needs it",
                "constraints": ["Keep it accessible"],
                "dependencies": [],
            },
            "relevantFiles": [{"path": "src/Login.tsx", "startLine": 1, "endLine": 9}, {"path": "src/App.tsx"}],
            "validation": {"command": "npm test", "expectedResult": "All tests pass"},
            "execution": {"startedAt": "2025-10-01T01:00:00Z", "duration": 5000, "llmCalls": 3},
        },
        {
            "id": "step-2",
            "title": "Ask about colours",
            "description": "The brand has two palettes.",
            "status": "pending",
            "action": {"type": "ask_user", "details": "Which palette is the right one?"},
            "context": {"reasoning": "Nobody else knows", "dependencies": ["step-1"]},
            "relevantFiles": [],
        },
    ],
    "postExecutionHooks": [
        {
            "id": "h1",
            "name": "Commit",
            "description": "Commit what was made",
            "enabled": True,
            "order": 1,
            "action": {"type": "git_commit", "command": "git commit -am done", "params": {"signed": True}},
            "condition": {"onSuccess": True},
        }
    ],
    "testing": {
        "strategy": "Unit tests first",
        "testCases": [{"id": "t1", "description": "The form shows errors", "type": "unit", "command": "npm test"}],
    },
    "successCriteria": [{"id": "s1", "description": "A person can sign in", "verified": False}],
    "metrics": {"totalSteps": 2, "completedSteps": 1, "failedSteps": 0},
}

CODEACT: JsonObject = {
    "id": "plan-1760000000000-abc12",
    "sessionId": "session-9",
    "goal": "Cache what the retriever finds",
    "contextUsed": ["src/retriever.ts", "src/db.ts"],
    "tasks": [
        {
            "id": "task-1",
            "description": "Write a cache with a limit",
            "filesToModify": ["src/cache.ts", "src/config.ts"],
            "dependencies": [],
            "estimatedComplexity": "low",
            "technicalNotes": "The oldest entry goes first",
            "position": 1,
        },
        {
            "id": "task-2",
            "description": "Use it in the retriever",
            "filesToModify": ["src/retriever.ts"],
            "dependencies": ["task-1"],
            "estimatedComplexity": "high",
            "position": 2,
        },
    ],
    "createdAt": 1_760_000_000_000,
    "version": 3,
}

TASKMASTER: JsonObject = {
    "master": {
        "tasks": [
            {
                "id": 1,
                "title": "Set up the project",
                "description": "Folders and tools",
                "status": "done",
                "dependencies": [],
                "priority": "high",
                "details": "Use the template of the house",
                "testStrategy": "The build passes",
                "subtasks": [{"id": 1, "title": "Folders", "description": "Make them", "status": "pending"}],
                "complexityScore": 4,
            }
        ],
        "metadata": {"created": "2025-01-01T00:00:00Z", "description": "The shop"},
    },
    "later": {"tasks": [{"id": 1, "title": "Something for another day"}], "metadata": {}},
}

TASK_XML = """<?xml version="1.0" encoding="UTF-8"?>
<!-- made by a tool -->
<task id="TASK_9" category="feature" priority="high" xmlns="https://example.invalid/task/1.0">
  <metadata>
    <title>Fazer o cadastro</title>
    <description>Uma página para novos clientes.</description>
    <status>em-andamento</status>
    <tags><tag>react</tag></tags>
  </metadata>
  <requirements>
    <acceptanceCriteria><criterion id="AC-1">O cliente aparece na lista</criterion></acceptanceCriteria>
    <technicalRequirements><requirement>Sem bibliotecas novas</requirement></technicalRequirements>
  </requirements>
  <context>
    <relatedFiles><file path="src/App.tsx" relevance="high">A entrada</file></relatedFiles>
    <dependencies><dependency name="react" version="18"/></dependencies>
    <prevention><rule category="ux">Mostrar erros ao lado do campo</rule></prevention>
  </context>
  <steps>
    <step id="s1" concluido="true" ordem="1">
      <titulo>Criar o formulário</titulo>
      <descricao>Nome, e-mail e telefone.</descricao>
      <criterios><criterio>Três campos na tela</criterio><criterio>Rótulos ligados</criterio></criterios>
      <entrega>src/Form.tsx</entrega>
      <implementation>
        <file path="src/Form.tsx" action="create"><content><![CDATA[export const a = 1 < 2]]></content></file>
      </implementation>
      <estimatedHours>2</estimatedHours>
    </step>
    <step id="s2" dependeDe="s1" status="pending">
      <title>Validar</title>
      <description>Recusar e-mails impossíveis.</description>
      <files><file>src/rules.ts</file><file>src/Form.tsx</file></files>
      <validation>npm test passa</validation>
      <substep id="s2a"><title>Testes das regras</title></substep>
    </step>
  </steps>
  <validacao><checklist><item>Tudo foi revisto</item></checklist></validacao>
</task>
"""

TASK_PAGE = """# Cache para o retriever

## Context

1. **Retriever** (`src/retriever.ts`, lines 1-9)
   - Why it matters: every question goes through it

## Objective

Repeated questions are answered from a cache.

## Steps

### 1. ✅ Write the cache
**Dependencies**: None

**Instructions**:
- Create `src/cache.ts` with a limit
- Count hits and misses

**Files:**
- `src/cache.ts`

**Deliverables**:
- [x] The class

**Acceptance Criteria**:
- Old entries go first

### 2. Use it
**Dependencies**: Step 1
**Reasoning:** Nothing is gained before.

**Acceptance Criteria**:
- The second question takes 1 ms

## Success Criteria

- Half of all questions come from the cache

## Estimated Effort

- Step 1: 4 hours
"""

CHECKLIST = """# Tasks: Sign in

People sign in with a token.

## Phase 1: Setup

- [x] T001 [P] Install `package.json` entries
- [ ] T002 Write the service in src/auth.ts (depends on T001)
  - with refresh tokens
  - Files: `src/auth.ts`, `src/token.ts`
  - Check: npm test passes
  - Why: everything else needs it

## Risks

- **high**: Secrets leak → Use .env

Notes: ask Ana.
"""

SOURCES: dict[str, dict[str, str]] = {
    "older plan": {"plan.json": json.dumps(SCOPE)},
    "work plan": {"work.json": json.dumps(WORK_PLAN)},
    "codeact": {"codeact.json": json.dumps(CODEACT)},
    "task-master": {"tasks.json": json.dumps(TASKMASTER)},
    "task in XML": {"task.xml": TASK_XML},
    "task page": {"TASK.md": TASK_PAGE},
    "checklist": {"tasks.md": CHECKLIST, "spec.md": "# Spec\n\nWhat it is for.\n"},
    "plan beside its page": {"work.json": json.dumps(WORK_PLAN), "work.md": TASK_PAGE},
}
"""One example of everything that can be imported."""

_scalars = st.booleans() | st.integers(-99, 99) | st.text("abc é\n<&", min_size=1, max_size=30)


def spoiled(document: JsonObject) -> SearchStrategy[JsonObject]:
    """A document with some of its values replaced by others, and with keys nobody has heard of."""

    def change(value: Any, draw: st.DrawFn) -> Any:
        roll = draw(st.integers(0, 19))
        if roll == 0:
            return draw(_scalars)
        if roll == 1:
            return {"unheard": draw(_scalars), "of": [draw(_scalars)]}
        if isinstance(value, dict):
            made = {name: change(each, draw) for name, each in value.items()}  # pyright: ignore[reportUnknownVariableType]
            return {**made, "extra key": draw(_scalars)} if roll == 2 else made
        if isinstance(value, list):
            return [change(each, draw) for each in value]  # pyright: ignore[reportUnknownVariableType]
        return value

    @st.composite
    def made(draw: st.DrawFn) -> JsonObject:
        return {name: change(each, draw) for name, each in document.items()}

    return made()
