"""A sound plan in a small project, of which a test spoils one thing at a time."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from aule.contracts.access.capability import Effect
from aule.contracts.plans.plan import Assumption, Plan, PlanContext, PlanStep, PlanStepKind, Risk
from aule.contracts.runs.graph import StepCall
from aule.kernel.capabilities.registry import Registry
from aule.kernel.planning.critic.project_facts import ProjectFacts, read_project_facts
from aule.sandbox.workspace import Workspace
from aule.sdk import App, Model
from aule.text.hashing import bytes_hash

AGENTS = ("assistant", "dev", "planner")
TS = "2026-05-31T10:00:00.000Z"
ROUTES = "\n".join(f"// line {number}" for number in range(1, 21)) + "\n"
MANIFEST = json.dumps({"dependencies": {"express": "^4.18.0"}, "devDependencies": {"jest": "29.7.0"}})


class Gap(Model):
    """Something a class has not learned."""

    title: str
    code: str


class Gaps(Model):
    """All of them."""

    gaps: list[Gap]


def school() -> App:
    """An app with one capability of each effect."""
    app = App("school")

    @app.capability(effect=Effect.READ)
    async def find_gaps(group: str, most: int = 3) -> Gaps:
        """Find what a class has not learned."""
        return Gaps(gaps=[])

    @app.capability(effect=Effect.WRITE, targets=["group"], aliases=["criar_atividade"])
    async def create_activity(group: str, topic: str, amount: int = 10) -> str:
        """Create an activity."""
        return "act_1"

    @app.capability(effect=Effect.WRITE, targets=["id"])
    async def rename_group(id: str, name: str) -> str:
        """Rename a class."""
        return name

    @app.capability(effect=Effect.DELETE, targets=["id"])
    async def delete_group(id: str) -> str:
        """Delete a class."""
        return id

    @app.capability(effect=Effect.EXEC)
    async def run_command(command: str) -> str:
        """Run a command."""
        return command

    @app.capability(effect=Effect.EXTERNAL, targets=["url"])
    async def post(url: str, text: str) -> str:
        """Send a text to an address."""
        return url

    return app


def registry() -> Registry:
    """A registry with that app."""
    found = Registry()
    found.add(school().capabilities)
    return found


def project(root: Path) -> Path:
    """A small Express project."""
    files = {
        "package.json": MANIFEST,
        "src/routes/users.ts": ROUTES,
        "src/routes/posts.ts": ROUTES,
        "src/services/user-service.ts": "export {};\n",
        "src/lib/strings.ts": "export {};\n",
        "tests/users.test.ts": "test('users', () => {});\n",
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


def step(id: str, **more: Any) -> PlanStep:
    """A step nothing is wrong with, unless a test says otherwise."""
    given: dict[str, Any] = {
        "title": f"Protect the route number {id}",
        "description": f"Check the token of every request that reaches route number {id}.",
        "kind": PlanStepKind.EDIT,
        "file": "src/routes/users.ts",
        "file_action": "modify",
        "validation": "`npm test` passes and a request without a token answers 401",
        "rationale": "Only people who are logged in may use the routes.",
    }
    return PlanStep(id=id, **{**given, **more})


def call(id: str, capability: str, params: dict[str, Any], **more: Any) -> PlanStep:
    """A step that uses a capability."""
    given: dict[str, Any] = {
        "title": f"Use {capability} for the token",
        "description": f"Use {capability} so that requests carry their token.",
        "kind": PlanStepKind.CALL,
        "call": StepCall(capability=capability, params=params),
        "file": None,
        "file_action": None,
    }
    return step(id, **{**given, **more})


def plan(*steps: PlanStep, **more: Any) -> Plan:
    """A plan nothing is wrong with, unless a test says otherwise."""
    given: dict[str, Any] = {
        "id": "jwt-abc123",
        "title": "Add token checks",
        "goal": "Requests without a valid token are refused on every route.",
        "created_at": TS,
        "updated_at": TS,
        "project": "shop",
        "language": "en",
        "context": PlanContext(
            files_analyzed=["src/routes/users.ts"],
            dependencies=["express@4.18.2"],
            assumptions=[Assumption(text="Tokens are signed with a key of the environment")],
            file_hashes={"src/routes/users.ts": "sha256:" + bytes_hash(ROUTES.encode())},
        ),
        "risks": [Risk(id="r1", description="Users are locked out", severity="high", mitigation="Try it locally")],
        "success_criteria": ["A request without a token answers 401 on every route"],
    }
    chosen = list(steps) or [step("1"), step("2", file="src/routes/posts.ts", dependencies=["1"])]
    return Plan(**{**given, "steps": chosen, **more})


def facts(root: Path, plan: Plan, **more: Any) -> ProjectFacts:
    """What there is to know about that project."""
    with Workspace.open(root) as workspace:
        return asyncio.run(read_project_facts(plan, workspace, registry(), AGENTS, **more))
