"""A small shop: a developer's project to plan in, and moves that tests of the team make again and again."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any

from aule.contracts.events.facts import RunStarted
from aule.contracts.plans.plan import Plan, PlanStep, PlanStepKind
from aule.contracts.runs.run import Run, RunKind
from aule.kernel.plans.team.team import PlanDraft, PlanningTask, Team
from aule.testing.scripted_model import Response, ScriptedModel, say
from aule.testing.system import System, system

FILES = {
    "package.json": '{"name": "shop", "dependencies": {"express": "^4.18.2", "bcrypt": "5.1.0"}}',
    "AGENTS.md": "Routes MUST answer 401 without a token.\n",
    "README.md": "# Shop\n",
    ".env": "JWT_SECRET=do-not-read-me\n",
    ".gitignore": "dist/\n*.log\n",
    "src/app.ts": "import express from 'express'\nexport const app = express()\n",
    "src/lib/logger.ts": "export const log = (text: string) => console.log(text)\n",
    "src/routes/auth.ts": "router.post('/api/auth', login)\n",
    "src/routes/posts.ts": "router.get('/api/posts', list)\n",
    "src/routes/user.ts": "router.get('/api/users', list)\n",
    "src/services/post-service.ts": "export class PostService {}\n",
    "src/services/user-service.ts": "export class UserService {}\n",
    "tests/user.test.ts": "test('a user has a name', () => {})\n",
}
JWT = {
    "title": "Implementar JWT Authentication",
    "goal": "Rotas protegidas exigem um token JWT",
    "steps": [
        {
            "id": "1",
            "title": "Install JWT dependencies",
            "description": "Adicionar jsonwebtoken ao package.json do projeto",
            "kind": "edit",
            "file": "package.json",
            "file_action": "modify",
            "dependencies": [],
            "validation": "npm list jsonwebtoken retorna a versão instalada",
            "rationale": "Biblioteca padrão para JWT",
        },
        {
            "id": "2",
            "title": "Create JWT service",
            "description": "Implementar generateAccessToken() e verifyToken()",
            "kind": "edit",
            "file": None,
            "file_action": "create",
            "dependencies": ["1"],
            "validation": "Testes unitários de cada função passam",
            "rationale": "Centralizar a lógica de tokens",
        },
        {
            "id": "3",
            "title": "Proteger rotas",
            "description": "Exigir um token nas rotas escolhidas",
            "kind": "edit",
            "file": None,
            "file_action": "modify",
            "dependencies": ["2"],
            "validation": "Rota protegida responde 401 sem token",
            "rationale": "É o que o pedido quer",
        },
    ],
    "assumptions": ["MongoDB como database"],
    "risks": [{"description": "Segredo exposto", "severity": "high", "mitigation": "Usar .env fora do git"}],
    "success_criteria": ["Rotas protegidas retornam 401 sem token"],
    "say": "Montei um plano.",
}
"""A draft as a model may give it."""


def build(root: Path) -> None:
    """Put the shop's files in place."""
    for path, text in FILES.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def tree(root: Path) -> str:
    """A fingerprint of everything in a folder."""
    found = [(str(path.relative_to(root)), path.read_bytes()) for path in sorted(root.rglob("*")) if path.is_file()]
    return sha256(repr(found).encode()).hexdigest()


def answer(document: object) -> Response:
    """A model's answer under a schema."""
    return say(json.dumps(document, ensure_ascii=False))


def step(id: str, *after: str, **more: Any) -> PlanStep:
    """A step with all a critic wants."""
    given: dict[str, Any] = {
        "id": id,
        "title": f"Passo {id}",
        "description": "Uma descrição longa o bastante",
        "kind": PlanStepKind.AGENT,
        "dependencies": list(after),
    }
    return PlanStep(**(given | more))


def plan(*steps: PlanStep, **more: Any) -> Plan:
    """A plan of some steps."""
    given: dict[str, Any] = {
        "id": "abc123",
        "title": "Um plano",
        "goal": "Um resultado",
        "created_at": "2026-11-15T10:00:00.000Z",
        "updated_at": "2026-11-15T10:00:00.000Z",
        "language": "pt-BR",
        "project": "home",
        "steps": list(steps),
    }
    return Plan(**(given | more))


class Shop:
    """A running system in the shop, with its team."""

    def __init__(self, running: System) -> None:
        self.system = running
        self.kernel = running.kernel
        self.team: Team = running.kernel.plans.team

    @property
    def root(self) -> Path:
        """The shop's folder."""
        return self.system.workspace

    async def run(self, locale: str = "pt-BR", agent: str = "assistant") -> Run:
        """A run for the team to work in."""
        kernel = self.kernel
        run = Run(
            id=kernel.ambient.ids.new("run"),
            kind=RunKind.TURN,
            agent=agent,
            project="home",
            locale=locale,
            started_at=kernel.ambient.timestamp(),
        )
        await kernel.journal.write(RunStarted(started=run), run=run.id)
        return run

    async def draft(self, request: str, locale: str = "pt-BR", **more: Any) -> PlanDraft:
        """Have something planned."""
        project = await self.kernel.projects.get("home")
        return await self.team.draft(PlanningTask(request, project, locale, **more), await self.run(locale))

    async def calls(self) -> list[tuple[str, str]]:
        """Every call that ended, and how."""
        return [
            (event.type, event.data.capability)  # type: ignore[union-attr]
            for event in await self.system.events()
            if event.type in ("call.completed", "call.failed")
        ]


@asynccontextmanager
async def shop(path: Path, *script: Response, tier: int = 2, files: bool = True) -> AsyncGenerator[Shop]:
    """The shop, with a model that says what a test tells it to."""
    model = ScriptedModel(*script, tier=tier)  # type: ignore[arg-type]
    async with system(path, model=model) as running:
        if files:
            build(running.workspace)
        yield Shop(running)


def ids(steps: Sequence[PlanStep]) -> list[str]:
    """The steps' ids, in order."""
    return [step.id for step in steps]
