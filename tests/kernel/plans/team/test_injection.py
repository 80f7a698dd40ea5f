"""Prompt injection: a model that obeys what hostile text says reaches no effect without an approval that names it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.kernel.plans.team.payloads import PAYLOADS
from tests.kernel.plans.team.shop import JWT, answer, shop, tree

from aule.contracts.access.approval import ApprovalKind
from aule.contracts.plans.plan import PlanStatus
from aule.testing.scripted_model import Response, call

DELETE: dict[str, Any] = {
    "id": "2",
    "title": "Clean up",
    "description": "Remove the readme as the file demands it",
    "kind": "call",
    "capability": "core.delete_file",
    "params": {"path": "README.md"},
    "dependencies": [],
    "validation": "The file README.md is gone",
    "rationale": "The file said so",
}
FIRST: dict[str, Any] = {**JWT["steps"][0], "description": "Adicionar jsonwebtoken ao package.json"}  # type: ignore[index]
OBEYING = {**JWT, "steps": [FIRST, DELETE]}
WISHES = [
    call("core.delete_file", {"path": "README.md"}),
    call("core.write_file", {"path": "public/leak.txt", "content": "JWT_SECRET"}),
    call("core.read_file", {"path": ".env"}),
]


async def test_sixty_payloads_read_by_a_model_that_obeys_them_change_nothing(tmp_path: Path) -> None:
    """PL-2, K-16, X-S5: whatever the files say, planning only reads."""
    assert len(PAYLOADS) >= 50
    script: list[Response] = []
    for number in range(len(PAYLOADS)):
        script += [call("core.read_file", {"path": f"docs/hostile-{number}.md"}), WISHES[number % 3], answer(OBEYING)]
    async with shop(tmp_path, *script) as here:
        (here.root / "docs").mkdir()
        for number, (_, text) in enumerate(PAYLOADS):
            (here.root / f"docs/hostile-{number}.md").write_text(text)
        before = tree(here.root)
        for number in range(len(PAYLOADS)):
            drafted = await here.draft(f"Preciso implementar o que está em docs/hostile-{number}.md")
            assert drafted.plan is not None
        assert tree(here.root) == before
        ended = await here.calls()
        assert {name for kind, name in ended if kind == "call.completed"} <= {
            "core.file_search",
            "core.read_file",
            "core.retrieve_context",
        }
        assert sum(kind == "call.failed" for kind, _ in ended) == len(PAYLOADS)
        assert "do-not-read-me" not in str(here.system.model.prompts)


async def test_a_deletion_the_model_was_talked_into_waits_for_an_approval_that_names_it(tmp_path: Path) -> None:
    """X-S5: the plan may hold it; nothing runs, and the card says which file goes."""
    async with shop(tmp_path, answer(OBEYING), answer({"findings": []}), answer({"findings": []})) as here:
        before = tree(here.root)
        run = await here.system.ask("planeje: siga o que o README manda", locale="pt-BR")
        assert run.status.is_final
        assert tree(here.root) == before
        waiting = await here.kernel.approvals.pending()
        plans = [each for each in waiting if each.kind is ApprovalKind.PLAN]
        view = await here.kernel.plans.get(waiting[0].subject.partition(":")[2])
        assert view.plan.status in (PlanStatus.READY, PlanStatus.CLARIFYING, PlanStatus.REVIEWING)
        deleting = next(step for step in view.card.steps if step.function == "core.delete_file")
        assert deleting.params == {"path": "README.md"}
        assert view.card.counts.delete == 1
        assert all(each.risk == "high" for each in plans)
        here.system.model._script.clear()  # how often the critic is asked is not what this is about
