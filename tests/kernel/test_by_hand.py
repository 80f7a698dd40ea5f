"""What the owner does by hand is not asked about again, unless it takes away something they have not seen (K-3)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.kernel.club import Club, open_club
from tests.kernel.shop import open_shop

from aule.contracts.access.capability import Call
from aule.contracts.access.change import OWNER, Actor
from aule.contracts.errors import ApprovalRequired, AuleError, BlockedByPolicy, Conflict, Invalid
from aule.contracts.runs.bounds import Bounds
from aule.contracts.runs.run import Run, RunKind, RunStatus
from aule.contracts.settings import Settings
from aule.kernel.capabilities.gate.caller import ByHand, Caller
from aule.testing import call, say
from aule.testing.system import System, system

HAND = ByHand()


async def test_a_plain_write_by_hand_is_done_at_once_as_a_run_like_any_other(tmp_path: Path) -> None:
    """K-3, K-8: the edit itself was the decision; it is on record and can be undone."""
    async with system(tmp_path, apps=[open_shop().app]) as aule:
        called = await aule.kernel.call("shop.store", {"path": "a.txt", "text": "x"}, by_hand=HAND)
        assert called.result.ok and len(called.result.changes) == 1
        assert await aule.kernel.approvals.pending() == []
        assert (await aule.kernel.runs.get(called.run)).status is RunStatus.DONE
        await aule.kernel.undo(f"run:{called.run}")
        assert not (aule.workspace / "a.txt").exists()


async def test_a_removal_by_hand_has_to_be_seen_and_typed(tmp_path: Path) -> None:
    """K-4: `seen` is bound to the very hash, and the words are those of the preview."""
    club = open_club("Ana Lima", "Bia")
    async with system(tmp_path, apps=[club.app]) as aule:
        shown = await aule.kernel.preview("club.remove", {"name": "m-1"})
        assert (shown.preview.confirm, shown.params) == ("Ana Lima", {"name": "m-1"})  # pyright: ignore
        for hand, error, code in [
            (ByHand(), ApprovalRequired, "approval_required"),
            (ByHand(confirm="Ana Lima"), ApprovalRequired, "approval_required"),
            (ByHand(seen="sha256:other", confirm="Ana Lima"), Conflict, "approval_stale"),
            (ByHand(seen=shown.content_hash), Invalid, "confirmation_mismatch"),
            (ByHand(seen=shown.content_hash, confirm="Bia"), Invalid, "confirmation_mismatch"),
        ]:
            with pytest.raises(error) as caught:
                await aule.kernel.call("club.remove", {"name": "m-1"}, by_hand=hand)
            assert caught.value.problem.code == code
            assert "m-1" in club.members
        with pytest.raises(Conflict, match="not what was shown"):  # the same hash says nothing about another call
            await aule.kernel.call("club.remove", {"name": "m-2"}, by_hand=ByHand(shown.content_hash, "Bia"))
        club.members["m-1"] = "Ana Souza"
        with pytest.raises(Conflict):
            await aule.kernel.call("club.remove", {"name": "m-1"}, by_hand=ByHand(shown.content_hash, "Ana Souza"))
        again = await aule.kernel.preview("club.remove", {"name": "m-1"})
        typed = ByHand(again.content_hash, "  ana   SOUZA ")
        done = await aule.kernel.call("club.remove", {"name": "m-1"}, by_hand=typed)
        assert (done.result.data, list(club.members)) == ("Ana Souza", ["m-2"])


async def test_a_preview_leaves_no_trace(tmp_path: Path) -> None:
    async with system(tmp_path, apps=[open_club().app]) as aule:
        before = await aule.types()
        shown = await aule.kernel.preview("club.edit", {"id": "m-1", "score": "7,5"}, locale="en")
        assert (shown.params, shown.preview.records[0].fields[0].after) == ({"id": "m-1", "score": 7.5}, 7.5)  # pyright: ignore
        assert await aule.types() == before
        with pytest.raises(AuleError) as caught:
            await aule.kernel.preview("club.edit", {"id": "m-9"})
        assert caught.value.problem.code == "not_found"
        assert await aule.types() == before


async def test_a_batch_that_removes_is_a_removal_also_by_hand(tmp_path: Path) -> None:
    """K-3: the effect follows from the parameters."""
    async with system(tmp_path, apps=[open_club().app]) as aule:
        greet: dict[str, Any] = {"actions": [{"type": "greet", "data": {"member": "m-1"}}]}
        assert (await aule.kernel.call("club.batch", greet, by_hand=HAND)).result.data == ["m-1"]
        remove: dict[str, Any] = {"actions": [{"type": "remove", "data": {"member": "m-1"}}]}
        with pytest.raises(ApprovalRequired):
            await aule.kernel.call("club.batch", remove, by_hand=HAND)
        asked = await aule.pending()
        assert (asked.kind, asked.risk) == ("delete", "high")


async def test_the_owners_rules_hold_for_a_hand_too(tmp_path: Path) -> None:
    """K-3: deny always wins; a rule that asks wants it seen."""
    club = open_club()
    async with system(tmp_path, apps=[club.app]) as aule:
        params = {"id": "m-1", "name": "Eva"}
        await _rule(aule, {"deny": ["club.edit"]})
        seen = ByHand((await aule.kernel.preview("club.edit", params)).content_hash)
        for hand in (HAND, seen):
            with pytest.raises(BlockedByPolicy):
                await aule.kernel.call("club.edit", params, by_hand=hand)
        await _rule(aule, {"ask": ["club.edit"]})
        with pytest.raises(ApprovalRequired):
            await aule.kernel.call("club.edit", params, by_hand=HAND)
        assert club.edits == []
        assert (await aule.kernel.call("club.edit", params, by_hand=seen)).result.ok
        assert club.edits == [params]


async def test_nobody_but_the_owner_has_a_hand(tmp_path: Path) -> None:
    """K-3: an agent, a run that is no direct call, and whoever works within bounds are asked about."""
    club = open_club()
    async with system(tmp_path, call("club.edit", {"id": "m-1", "name": "Eva"}), say("Ok."), apps=[club.app]) as aule:
        await aule.ask("rename")
        assert (await aule.pending()).kind == "write"
        await aule.decide("deny")
        place = await aule.kernel.projects.get("home")
        agent = await aule.kernel.agents.get("assistant")
        for kind, actor, agent_, bounds in [
            (RunKind.TURN, OWNER, None, ()),
            (RunKind.SCHEDULE, OWNER, None, ()),
            (RunKind.CALL, Actor(type="agent", id="x"), None, ()),
            (RunKind.CALL, OWNER, agent, ()),
            (RunKind.CALL, OWNER, None, (Bounds(agent="develop/x", on_write="ask", exec="off"),)),
        ]:
            await _refused(aule, club, Caller(_run(aule, kind), actor, place, agent_, bounds=bounds, hand=HAND))


def test_only_doors_for_people_give_a_hand(root: Path) -> None:
    """K-3: no agent, plan, schedule, workflow or foreign wire can make one."""
    package = root / "src" / "aule"
    giving = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if "ByHand(" in path.read_text("utf-8").replace("class ByHand(", "")
    }
    assert giving == {
        "server/call_bodies.py",
        "apps/additions/wire/routes.py",
        "apps/atlas/wire/routes.py",
        "apps/builder/wire/routes.py",
        "apps/evaluations/wire/routes.py",
        "apps/forge/wire/routes.py",
        "apps/knowledge/wire/routes.py",
        "apps/mcp/server/offered_tools.py",
        "apps/mcp/server/resources.py",
        "apps/mcp/wire/servers.py",
        "apps/openapi/wire/routes.py",
        "apps/plugins/wire/routes.py",
        "apps/registries/capabilities/commands.py",  # keeps a yes that a person gave to the card of this very command
        "apps/registries/wire/routes.py",
        "apps/school/wire/contract_routes.py",
        "apps/skills/wire/routes.py",
        "apps/teams/wire/routes.py",
        "apps/templates/wire/routes.py",
        "testing/app_checks.py",
    }
    for room in ("offered_tools.py", "resources.py"):
        hands = re.findall(r"ByHand\(.*\)", (package / "apps/mcp/server" / room).read_text("utf-8"))
        assert hands and all("only_names=True" in each for each in hands)  # a client is named, and asks like anybody


async def _refused(aule: System, club: Club, caller: Caller) -> None:
    wish = Call(id=aule.kernel.ambient.ids.new("call"), capability="club.edit", params={"id": "m-2", "name": "X"},
                idempotency_key="k")  # fmt: skip
    with pytest.raises(ApprovalRequired):
        await aule.kernel.gate.invoke(wish, caller)
    assert club.edits == []


def _run(aule: System, kind: RunKind) -> Run:
    id, now = aule.kernel.ambient.ids.new("run"), aule.kernel.ambient.timestamp()
    return Run(id=id, kind=kind, title="t", project="home", locale="en", started_at=now)


async def _rule(aule: System, policy: dict[str, Any]) -> None:
    settings = json.loads(aule.kernel.settings.read().model_dump_json())
    await aule.kernel.save_settings(Settings.model_validate({**settings, "policy": policy}), expected=None)
