"""The critic over HTTP: what keeps a plan from being approved, whoever wrote it, and what does not (PL-11…PL-16)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.kernel.plans.team.shop import answer
from tests.server.test_planning_stories import Desk, desk


def step(id: str, file: str, *before: str, **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "title": f"Proteger {file}",
        "description": f"Exigir um token válido em cada requisição que chega a {file}.",
        "file": file,
        "fileAction": "modify",
        "dependencies": list(before),
        "validation": "`npm test` passa e a rota responde 401 sem token",
        "rationale": "Só quem entrou usa as rotas.",
        **more,
    }


def document(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    given = [
        step("1", "src/routes/user.ts"),
        step("2", "src/routes/posts.ts", "1"),
        step("3", "src/app.ts", "2"),
    ]
    return {
        "title": "Proteger as rotas",
        "goal": "Rotas sem token respondem 401.",
        "language": "pt-BR",
        "steps": list(steps) or given,
        "successCriteria": ["Uma requisição sem token recebe 401 em cada rota"],
        **more,
    }


async def kept(here: Desk, body: dict[str, Any]) -> dict[str, Any]:
    made = await here.client.post("/v1/plans", json={"document": body, "project": here.project})
    assert made.status_code == 201, made.text
    return made.json()["plan"]


def criticals(view: dict[str, Any]) -> list[str]:
    found = view["plan"]["feedback"]
    return [each["code"] for each in found if each["severity"] == "critical" and each["status"] == "open"]


async def test_a_cycle_typed_by_hand_keeps_a_plan_from_ever_being_approved(tmp_path: Path) -> None:
    """PL-S2, PL-21: 2 waits for 3 and 3 for 2; both are named, and nobody can wave it through."""
    async with desk(tmp_path) as here:
        view = await kept(here, document())
        assert view["plan"]["status"] == "ready", view["plan"]["feedback"]
        id = view["plan"]["id"]
        file = here.folder / ".aule" / "plans" / f"plan-{id}.json"
        text = json.loads(file.read_text(encoding="utf-8"))
        text["steps"][1]["dependencies"] = ["3"]
        file.write_text(json.dumps(text), encoding="utf-8")
        seen = (await here.client.get(f"/v1/plans/{id}")).json()
        assert seen["plan"]["status"] in ("reviewing", "clarifying")
        reviewed = await here.post(id, "review")
        cycle = next(each for each in reviewed["plan"]["feedback"] if each["code"] == "C04")
        assert "2 → 3 → 2" in cycle["issue"] and "esperam uns pelos outros" in cycle["issue"]
        accepted = await here.post(id, "accept")
        assert "C04" in criticals(accepted) and accepted["plan"]["status"] != "ready"
        plan, card = accepted["plan"], accepted["card"]
        body = {"version": plan["version"], "content_hash": card["content_hash"]}
        refused = await here.client.post(f"/v1/plans/{id}/approve", json=body)
        assert refused.status_code in (409, 422), refused.text


async def test_a_finding_without_evidence_is_shown_and_does_not_block(tmp_path: Path) -> None:
    """PL-S8: the model says critical; it names no step and quotes nothing."""
    vague = {"kind": "coverage", "severity": "critical", "issue": "Falta muita coisa", "quote": "nada disso existe"}
    found = {**vague, "step": None, "field": None, "suggestion": "", "needs_user": True}
    async with desk(tmp_path, answer({"findings": [found]})) as here:
        view = await kept(here, document())
        reviewed = await here.post(view["plan"]["id"], "review")
        remark = next(each for each in reviewed["plan"]["feedback"] if each["code"] == "M-coverage")
        assert (remark["severity"], remark["requires_clarification"]) == ("info", False)
        assert reviewed["plan"]["status"] == "ready"
        assert remark["issue"] in [each["issue"] for each in reviewed["card"]["findings"]]


async def test_going_on_as_it_is_makes_a_plan_ready_with_a_visible_mark(tmp_path: Path) -> None:
    """PL-15: "segue assim mesmo"."""
    async with desk(tmp_path) as here:
        view = await kept(here, document(step("1", "src/app.ts", validation="Fica bom")))
        assert criticals(view) == ["C07"] and view["plan"]["status"] != "ready"
        accepted = await here.post(view["plan"]["id"], "accept")
        assert accepted["plan"]["status"] == "ready", accepted["plan"]["feedback"]
        assert [each["status"] for each in accepted["card"]["findings"] if each["code"] == "C07"] == ["accepted"]
        assert accepted["plan"]["context"]["assumptions"][-1]["source"] == "accepted"
        assert accepted["card"]["risks"][-1]["mitigation"].startswith("Aceito pela pessoa")


async def test_a_deletion_gets_its_gate_and_its_risk_before_anybody_sees_it(tmp_path: Path) -> None:
    """PL-13, C19: no question about what a rule can settle."""
    async with desk(tmp_path) as here:
        view = await kept(here, document(step("1", "src/lib/logger.ts", fileAction="delete")))
        [only] = view["card"]["steps"]
        assert (view["plan"]["status"], only["asks"], view["card"]["counts"]["delete"]) == ("ready", True, 1)
        assert view["plan"]["steps"][0]["approval"] == "before"
        assert "src/lib/logger.ts" in view["card"]["risks"][-1]["description"]


async def test_the_project_changing_under_a_plan_is_told(tmp_path: Path) -> None:
    """PL-22, C22."""
    async with desk(tmp_path) as here:
        view = await kept(here, document(context={"filesAnalyzed": ["src/app.ts"], "fileHashes": {"src/app.ts": "0"}}))
        assert [each["code"] for each in view["plan"]["feedback"]] == ["C22"]
        (here.folder / "src" / "app.ts").unlink()
        gone = await here.post(view["plan"]["id"], "review")
        assert {each["code"] for each in gone["plan"]["feedback"]} >= {"C08", "C22"}
        assert gone["plan"]["status"] != "ready"
